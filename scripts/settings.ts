/** Writes the table of settings into docs/settings.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { settings } from '../src/settings.ts';

const file = new URL('../docs/settings.md', import.meta.url);
const rows = settings.map(
  ({ name, default: fallback, description }) =>
    `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${description.replaceAll('|', '\\|')} |`,
);
const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
const page = readFileSync(file, 'utf8');
const written = page.replace(
  /(<!-- settings -->\n).*?(<!-- \/settings -->)/s,
  (_, start: string, end: string) => `${start}\n${table}\n\n${end}`,
);
writeFileSync(file, written);
