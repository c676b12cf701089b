/** The README says what is so. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../src/settings.ts';
import { portico } from './cli/run.ts';
import { startSandboxed } from './harness.ts';

const file = (path: string): URL => new URL(`../${path}`, import.meta.url);
const readme = readFileSync(file('README.md'), 'utf8');

test('lists every setting with its default and meaning', () => {
  const rows = [...readme.matchAll(/^\| `([A-Z][A-Z_]*)` \| (?:`(.*?)`)? ?\| (.*) \|$/gm)];
  expect(rows.map(([, name, fallback, description]) => ({ name, default: fallback, description }))).toEqual(
    settings.map(({ name, default: fallback, description }) => ({ name, default: fallback, description })),
  );
});

test('names commands that exist', () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(file('package.json'), 'utf8'),
  );
  const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('shows files and folders that exist', () => {
  const tree = [...readme.matchAll(/^ {4}((?:schema|src|test)\/\S*)/gm)].map(([, path = '']) => path);
  expect(tree.length).toBeGreaterThan(5);
  expect(tree.filter((path) => !existsSync(file(path)))).toEqual([]);
});

/** The commands of `portico` that are shown, as their arguments. */
const commands = [...readme.matchAll(/^ {4}npm run --silent portico -- (.+)$/gm)].map(([, line = '']) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
);

test('shows commands that succeed', async () => {
  expect(commands.map(([name]) => name)).toEqual(['explain', 'check', 'find']);
  for (const argv of commands) {
    const { status, stdout, stderr } = await portico(argv);
    expect({ status, stderr }, argv.join(' ')).toEqual({ status: 0, stderr: '' });
    expect(stdout).not.toBe('');
  }
});

interface ShownRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The requests that are shown as commands of curl. */
const requests = [...readme.matchAll(/^ {4}curl (?:-N )?(\S+)((?: -H '[^']*')*) -d '([^']*)'$/gm)].map(
  ([, url = '', headers = '', body = '']): ShownRequest => ({
    url,
    headers: Object.fromEntries([...headers.matchAll(/'(\S+): ([^']*)'/g)].map(([, name, value]) => [name, value])),
    body,
  }),
);

test('shows requests that are answered without an error', async () => {
  expect(requests).toHaveLength([...readme.matchAll(/^ {4}curl /gm)].length);
  const facade = await startSandboxed();
  try {
    for (const { url, headers, body } of requests) {
      // Those to the gateway are answered by what stands behind it.
      const target = new URL(new URL(url).pathname, facade.url);
      const response = await fetch(target, { method: 'POST', headers, body });
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      let text = '';
      // The first event of a subscription tells enough.
      while (!text.includes('event: next')) {
        const part = await reader?.read();
        if (part?.value === undefined) break;
        text += decoder.decode(part.value, { stream: true });
      }
      await reader?.cancel();
      expect(text, body).toMatch(/"data":(?:\{|null,"extensions":\{"plan")/);
      expect(text, body).not.toMatch(/"errors":\[\{/);
    }
  } finally {
    await facade.close();
  }
});
