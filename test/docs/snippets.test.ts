/** Every snippet of the documentation works as its page says. */
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox, tokens } from '../../sandbox/index.ts';
import { entryPoints } from '../../scripts/entry-points.ts';
import { readConfig } from '../../src/config/config.ts';
import { secretSettings, settings } from '../../src/config/settings.ts';
import { createSchema } from '../../src/graph/index.ts';
import { portico } from '../cli/run.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import {
  pages,
  parseAnchors,
  parseCommands,
  parseFences,
  parseLinks,
  parseOperations,
  read,
  splitCommand,
} from './pages.ts';

let facade: SandboxedFacade;

/** Returns the body of a response. Stops after the first event of an event stream. */
async function post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<string> {
  // Commands run between two requests, and the facade may close an idle connection meanwhile.
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

function expectData(text: string, snippet: string): void {
  expect(text, snippet).toMatch(/"data":(?:\{|null,"extensions":\{"plan")/);
  expect(text, snippet).not.toMatch(/"errors":\[\{/);
}

const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));
const variables = new Set<string>([
  ...settings.map(({ name }) => name),
  ...secretSettings.map((name) => `${name}_FILE`),
  'NODE_ENV',
]);

/** Patterns of commands that are not run. */
const notRunCommands = [
  /^npm (?:pack|ci|install|start|test)$/,
  /^npm install (?:--save-dev )?[@a-z.]/,
  /^npm ci && npm (?:start|test)$/,
  /^npx vitest run (?:test|areas)\/[\w/<>]+(?: test\/\w+)?$/,
  // The command runs until it is stopped.
  /^npx portico start(?: --sandbox)?$/,
];

/** Runs a command of `portico`, with a sandbox if it calls an upstream. */
async function runPortico(words: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-docs-'));
  const argv = words.map((word) => (word === 'profile.yaml' ? join(folder, word) : word));
  // The folder of the application or of the areas.
  if (argv[0] === 'init' || argv[0] === 'new-area') argv.push(folder);
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

/** Area of the command `new-area`, which has a test of its own. */
const areas = mkdtempSync(join(tmpdir(), 'portico-docs-'));
await portico(['new-area', 'release', areas]);

/** Content of the files of the examples, which have tests of their own. */
const exampleFiles = globSync(
  '{templates/application/src/*.ts,examples/{embed/src/*.ts,embed/next/app/**/route.ts,area/{area,sandbox}.ts,area/contract.yaml,testing/*.yaml,testing/{vitest,jest,playwright}/*,application/{*.ts,*.mjs,*.yaml,src/*.ts,test/*.ts}}}',
  { cwd: new URL('../../', import.meta.url) },
)
  .map(read)
  .concat(readFileSync(join(areas, 'releases', 'area.ts'), 'utf8'))
  .map(normalize);

/** Whether a snippet is part of an example. */
const isExcerpt = (text: string): boolean => exampleFiles.some((file) => file.includes(normalize(text)));

/** Parses the path, headers and body of a curl command. */
function parseCurl(command: string) {
  const [, url = '', headers = '', body = ''] =
    /^curl (?:-N )?(\S+)((?: -H '[^']*')*) -d '([^']*)'$/.exec(command) ?? [];
  const pairs = [...headers.matchAll(/'(\S+): ([^']*)'/g)].map(([, name, value]) => [name, value]);
  return { path: new URL(url).pathname, headers: Object.fromEntries(pairs), body };
}

async function check(command: string): Promise<void> {
  const [assignments = ''] = /^(?:[A-Z_]+=\S+ )*/.exec(command) ?? [];
  const names = [...assignments.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !variables.has(name))).toEqual([]);
  const commandLine = command.slice(assignments.length).replace(/ &$/, '');
  const [, argv] = /^(?:npm run --silent portico --|npx portico) (.+)$/s.exec(commandLine) ?? [];
  const [, script] = /^npm run ([a-z:]+)/.exec(commandLine) ?? [];
  if (argv !== undefined && !argv.startsWith('start')) await runPortico(splitCommand(argv));
  else if (script !== undefined) expect(scripts).toHaveProperty([script]);
  else if (commandLine.startsWith('curl ')) {
    // Requests to the gateway are sent to the facade instead.
    const { path, headers, body } = parseCurl(commandLine);
    expectData(await post(path, headers, body), command);
  } else
    expect(
      notRunCommands.some((pattern) => pattern.test(commandLine)),
      `nothing checks ${command}`,
    ).toBe(true);
}

/** Expects each link of a page to lead to a file and, if it has a fragment, to a heading. */
function expectLinks(path: string): void {
  for (const { target, heading } of parseLinks(read(path))) {
    const to = target === '' ? path : join(dirname(path), target);
    expect(existsSync(new URL(`../../${to}`, import.meta.url)), `${path} leads to ${target}`).toBe(true);
    if (heading !== undefined) expect(parseAnchors(read(to)), `${path} leads to ${target}`).toContain(heading);
  }
}

async function runCommands(page: string): Promise<void> {
  for (const command of parseCommands(page)) await check(command);
}

async function runOperations(page: string): Promise<void> {
  for (const { document: query, variables: values, token, error } of parseOperations(page)) {
    const headers = {
      'content-type': 'application/json',
      ...(/^subscription\b/m.test(query) && { accept: 'text/event-stream' }),
      ...(token !== undefined && { 'private-token': token }),
    };
    const text = await post('/graphql', headers, JSON.stringify({ query, variables: values }));
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

  test('has commands that succeed or exist', () => runCommands(page));

  test('has operations that return data, or the error code of their comment', () => runOperations(page));

  test('has valid JSON and YAML, and code that is part of an example or a test', () => {
    const blocks = parseFences(page);
    expect(
      // `test/watch/wake-ups.test.ts` runs the shell scripts.
      blocks.filter(({ language }) => !['sh', 'text', 'graphql', 'json', 'yaml', 'ts', 'js'].includes(language)),
    ).toEqual([]);
    for (const { text } of blocks.filter(({ language }) => language === 'json')) JSON.parse(text);
    // Client code is part of a test.
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

  test('has links to existing files and headings', () => expectLinks(path));
});

test('the first hour succeeds twice with the same sandbox', async () => {
  facade = await startSandboxed();
  const page = read('docs/first-hour.md');
  try {
    for (let time = 1; time <= 2; time += 1) {
      await runCommands(page);
      await runOperations(page);
    }
    // The guide retries the pipeline once in each of two rounds.
    expect(facade.calls.filter((call) => /^POST .*\/retry$/.test(call))).toHaveLength(2);
  } finally {
    await facade.close();
  }
});

test.each(['rest-to-graph', ...entryPoints.map((name) => `reference/${name}`)])(
  '%s has links to existing files and headings',
  (name) => expectLinks(`docs/${name}.md`),
);

test.each(entryPoints)('the reference of %s has a heading for each export', (name) => {
  const exports = [...read(`api/${name}.api.md`).matchAll(/^export (?:\w+ )+?(\w+)(?=[<(:; =])/gm)];
  const headings = new Set([...read(`docs/reference/${name}.md`).matchAll(/^### (\w+)$/gm)].map(([, title]) => title));
  expect(exports.length).toBeGreaterThan(5);
  expect(exports.map(([, title]) => title).filter((title) => !headings.has(title))).toEqual([]);
});

test('the pages have commands, curl requests and operations', () => {
  const all = pages.map(read).join('\n');
  const commands = parseCommands(all).flatMap((command) => /portico -- (\w+)/.exec(command)?.[1] ?? []);
  expect([...new Set(commands)].toSorted()).toEqual(['check', 'doctor', 'explain', 'find']);
  expect(parseCommands(all).filter((command) => command.startsWith('curl ')).length).toBeGreaterThan(4);
  expect(parseOperations(all).length).toBeGreaterThan(10);
  // A shell script on another page needs its own test.
  expect(pages.filter((page) => parseFences(read(page)).some(({ language }) => language === 'sh'))).toEqual([
    'docs/operator.md',
  ]);
});
