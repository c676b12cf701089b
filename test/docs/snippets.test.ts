/** Every snippet of the documentation does what its page says. */
import { existsSync, globSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryPoints } from '../../scripts/entry-points.ts';
import { readConfig } from '../../src/config.ts';
import { createSchema } from '../../src/graph/index.ts';
import { startSandbox, tokens } from '../../src/sandbox/index.ts';
import { secretSettings, settings } from '../../src/settings.ts';
import { portico } from '../cli/run.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { anchorsOf, commandsOf, fencesOf, linksOf, operationsOf, pages, read, wordsOf } from './pages.ts';

let facade: SandboxedFacade;

/** The text of an answer; of a stream of events, up to the first. */
async function post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<string> {
  // Commands take their time between two requests, in which the facade may end a connection that is kept.
  const response = await fetch(new URL(path, facade.url), {
    method: 'POST',
    headers: { ...headers, connection: 'close' },
    body,
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes('event: next')) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    text += decoder.decode(part.value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

function expectData(text: string, shown: string): void {
  expect(text, shown).toMatch(/"data":(?:\{|null,"extensions":\{"plan")/);
  expect(text, shown).not.toMatch(/"errors":\[\{/);
}

const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));
const variables = new Set<string>([
  ...settings.map(({ name }) => name),
  ...secretSettings.map((name) => `${name}_FILE`),
  'NODE_ENV',
]);

/** Lines of the repository's tree, which the test of the README holds against it. */
const isListing = (line: string): boolean =>
  /^(?:schema|src|test|docs|explorer|compat|deploy|examples|bench|scripts|api)\/\S* /.test(line);

/** Forms of commands that run outside of Portico, and only need to exist. */
const checkedForms = [
  /^npm pack$/,
  /^npm install (?:--save-dev )?[@a-z]/,
  /^npm start$/,
  /^npm ci && npm (?:start|test)$/,
  /^npx vitest run test\/[\w/<>]+(?: test\/\w+)?$/,
];

/** Runs what a command of `portico` does, with a sandbox if it calls a service. */
async function runPortico(words: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-docs-'));
  const argv = words.map((word) => (word === 'profile.yaml' ? join(folder, word) : word));
  const sandbox = argv[0] === 'doctor' ? await startSandbox() : undefined;
  const env = sandbox && { UPSTREAM_URL: sandbox.url, UPSTREAM_TOKEN: tokens.developer };
  const { status, stdout, stderr } = await portico(argv, env && { env });
  await sandbox?.close();
  expect({ status, stderr }, argv.join(' ')).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^(?:Recorded .+\nNo write was sent: .+\n)?$/),
  });
  expect(stdout).not.toBe('');
}

const normalize = (text: string): string => text.trim().replace(/\n\s*/g, '\n');

/** Files of the examples, whose own tests run them. */
const exampleFiles = globSync(
  'examples/{embed/src/*.ts,embed/next/app/**/route.ts,area/{area,sandbox}.ts,area/contract.yaml,testing/*.yaml,testing/{vitest,jest,playwright}/*,application/{*.ts,*.mjs,*.yaml,src/*.ts,test/*.ts}}',
  { cwd: new URL('../../', import.meta.url) },
).map((path) => normalize(read(path)));

/** Whether a snippet is part of an example. */
const isExcerpt = (text: string): boolean => exampleFiles.some((file) => file.includes(normalize(text)));

/** The path of a request that curl makes, its headers and its body. */
function curlOf(command: string) {
  const [, url = '', headers = '', body = ''] =
    /^curl (?:-N )?(\S+)((?: -H '[^']*')*) -d '([^']*)'$/.exec(command) ?? [];
  const pairs = [...headers.matchAll(/'(\S+): ([^']*)'/g)].map(([, name, value]) => [name, value]);
  return { path: new URL(url).pathname, headers: Object.fromEntries(pairs), body };
}

async function check(command: string): Promise<void> {
  const [assigned = ''] = /^(?:[A-Z_]+=\S+ )*/.exec(command) ?? [];
  const named = [...assigned.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !variables.has(name))).toEqual([]);
  const rest = command.slice(assigned.length).replace(/ &$/, '');
  const [, argv] = /^(?:npm run --silent portico --|npx portico) (.+)$/s.exec(rest) ?? [];
  const [, script] = /^npm run ([a-z:]+)/.exec(rest) ?? [];
  if (argv !== undefined) await runPortico(wordsOf(argv));
  else if (script !== undefined) expect(scripts).toHaveProperty([script]);
  else if (rest.startsWith('curl ')) {
    // Requests to the gateway are answered by what stands behind it.
    const { path, headers, body } = curlOf(rest);
    expectData(await post(path, headers, body), command);
  } else
    expect(checkedForms.some((form) => form.test(rest)) || isListing(rest), `nothing checks ${command}`).toBe(true);
}

/** Every link of a page leads to a file, and to one of its headings where it names one. */
function expectLinks(path: string): void {
  for (const { target, heading } of linksOf(read(path))) {
    const to = target === '' ? path : join(dirname(path), target);
    expect(existsSync(new URL(`../../${to}`, import.meta.url)), `${path} leads to ${target}`).toBe(true);
    if (heading !== undefined) expect(anchorsOf(read(to)), `${path} leads to ${target}`).toContain(heading);
  }
}

async function runCommands(page: string): Promise<void> {
  for (const command of commandsOf(page)) await check(command);
}

async function runOperations(page: string): Promise<void> {
  for (const { document: query, variables: given, token, error } of operationsOf(page)) {
    const headers = {
      'content-type': 'application/json',
      ...(/^subscription\b/m.test(query) && { accept: 'text/event-stream' }),
      ...(token !== undefined && { 'private-token': token }),
    };
    const text = await post('/graphql', headers, JSON.stringify({ query, variables: given }));
    if (error === undefined) expectData(text, query);
    else expect(text, query).toContain(`"code":"${error}"`);
  }
}

describe.each(pages)('%s', (path) => {
  const page = read(path);
  beforeAll(async () => {
    facade = await startSandboxed();
  });
  afterAll(() => facade.close());

  test('shows commands that work', () => runCommands(page));

  test('shows operations that answer as it says', () => runOperations(page));

  test('shows files that are read', () => {
    const blocks = fencesOf(page);
    expect(
      // `test/watch/wake-ups.test.ts` runs those of the shell.
      blocks.filter(({ language }) => !['sh', 'text', 'graphql', 'json', 'yaml', 'ts', 'js'].includes(language)),
    ).toEqual([]);
    for (const { text } of blocks.filter(({ language }) => language === 'json')) JSON.parse(text);
    // Code of clients is that of a test.
    const clients = read('compat/test/incremental.test.ts').split('\n');
    const lines = new Set(clients.map((line) => line.trim()));
    for (const { text } of blocks.filter(({ language }) => language === 'ts' || language === 'js'))
      if (!isExcerpt(text)) expect(text.split('\n').filter((line) => !lines.has(line.trim()))).toEqual([]);
    for (const { text } of blocks.filter(({ language }) => language === 'yaml')) {
      if (isExcerpt(text)) continue;
      const file = join(mkdtempSync(join(tmpdir(), 'portico-docs-')), 'file.yaml');
      writeFileSync(file, text);
      const setting = text.includes('profile.schema.json') ? 'UPSTREAM_PROFILE' : 'UPSTREAM_WORDS';
      const { upstreamNameMapping, graph } = readConfig({ UPSTREAM_URL: facade.sandbox.url, [setting]: file });
      expect(upstreamNameMapping ?? createSchema(graph)).toBeDefined();
    }
  });

  test('leads to files and headings that exist', () => expectLinks(path));
});

test('the first hour works a second time with the same sandbox', async () => {
  facade = await startSandboxed();
  const page = read('docs/first-hour.md');
  try {
    for (let time = 1; time <= 2; time += 1) {
      await runCommands(page);
      await runOperations(page);
    }
    // Each time the guide retries the pipeline anew.
    expect(facade.calls.filter((call) => /^POST .*\/retry$/.test(call))).toHaveLength(2);
  } finally {
    await facade.close();
  }
});

test.each(['rest-to-graph', ...entryPoints.map((name) => `reference/${name}`)])('%s leads to its headings', (name) =>
  expectLinks(`docs/${name}.md`),
);

test.each(entryPoints)('the reference of %s has each export', (name) => {
  const exports = [...read(`api/${name}.api.md`).matchAll(/^export (?:\w+ )+?(\w+)(?=[<(:; =])/gm)];
  const headings = new Set([...read(`docs/reference/${name}.md`).matchAll(/^### (\w+)$/gm)].map(([, title]) => title));
  expect(exports.length).toBeGreaterThan(5);
  expect(exports.map(([, title]) => title).filter((title) => !headings.has(title))).toEqual([]);
});

test('the pages have snippets of every kind', () => {
  const all = pages.map(read).join('\n');
  const commands = commandsOf(all).flatMap((command) => /portico -- (\w+)/.exec(command)?.[1] ?? []);
  expect([...new Set(commands)].toSorted()).toEqual(['check', 'doctor', 'explain', 'find']);
  expect(commandsOf(all).filter((command) => command.startsWith('curl ')).length).toBeGreaterThan(4);
  expect(operationsOf(all).length).toBeGreaterThan(10);
  // A script on another page needs a test that runs it.
  expect(pages.filter((page) => fencesOf(read(page)).some(({ language }) => language === 'sh'))).toEqual([
    'docs/operator.md',
  ]);
});
