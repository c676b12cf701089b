/** Writes the table of settings into README.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { settings } from '../src/settings.ts';

const file = new URL('../README.md', import.meta.url);
const rows = settings.map(
  ({ name, default: fallback, description }) =>
    `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${description.replaceAll('|', '\\|')} |`,
);
const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
const readme = readFileSync(file, 'utf8');
const written = readme.replace(
  /(<!-- settings -->\n).*?(<!-- \/settings -->)/s,
  (_, start: string, end: string) => `${start}\n${table}\n\n${end}`,
);
writeFileSync(file, written);
