/** A new area works with the files for contract, graph and sandbox that CONTRIBUTING.md names, and follows the rules of the contract. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readSource = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

let folder: string;
let facade: ChildProcess;
let url: URL;

/** Returns the base URL that a facade prints when it has started. */
async function waitForUrl({ stdout, stderr }: ChildProcess): Promise<URL> {
  let output = '';
  stderr?.on('data', (text) => {
    output += text;
  });
  for await (const text of stdout ?? []) {
    output += text;
    const baseUrl = /(http:\/\/\S+:\d+)\/graphql\s/.exec(output)?.[1];
    if (baseUrl !== undefined) return new URL(baseUrl);
  }
  throw new Error(`The facade did not start: ${output}`);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-area-'));
  for (const part of ['src', 'sandbox', 'schema', 'scripts', 'test', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

  writeFileSync(join(folder, 'schema/rest/tickets.yaml'), readSource('contract.yaml'));
  writeFileSync(join(folder, 'src/graph/tickets.ts'), readSource('graph.txt'));
  writeFileSync(join(folder, 'sandbox/tickets.ts'), readSource('sandbox.txt'));
  const index = join(folder, 'src/graph/index.ts');
  const lines = readFileSync(index, 'utf8').replace('\n];', '\n  tickets,\n];');
  writeFileSync(index, `import { tickets } from './tickets.ts';\n${lines}`);
  appendFileSync(join(folder, 'sandbox/areas.ts'), "export { tickets } from './tickets.ts';\n");

  execFileSync(process.execPath, ['scripts/contract.ts'], { cwd: folder });
  facade = spawn(process.execPath, ['src/main.ts'], {
    cwd: folder,
    env: { SANDBOX: 'true', PORT: '0', LOG_LEVEL: 'silent', WATCH_FIRST_INTERVAL_MS: '50' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  url = await waitForUrl(facade);
}, 120_000);

afterAll(async () => {
  if (facade?.exitCode === null) {
    facade.kill();
    await once(facade, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

const headers = { 'private-token': 'sandbox-developer-token' };

function post(query: string, accept = 'application/json'): Promise<Response> {
  return fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { ...headers, accept, 'content-type': 'application/json', 'x-portico-trace': '1' },
    body: JSON.stringify({ query }),
  });
}

/** Returns the result of an operation, and the paths of its REST calls. */
async function execute(query: string) {
  const { data, errors, extensions } = await post(query).then((response) => response.json());
  expect(errors).toBeUndefined();
  return { data, calls: extensions.rest.map(({ path }: { path: string }) => path) };
}

const path = '/projects/{id}/tickets/{ticket_id}';

test('returns the results of its query, mutation, subscription and download over HTTP', async () => {
  const query = '{ project(id: "meridian/platform/engine") { ticket(id: 7) { id title attachmentUrl } } }';
  const result = await execute(query);
  const { id, attachmentUrl } = result.data.project.ticket;
  expect(result.data.project.ticket.title).toBe('Oil the engine');
  expect(id).toMatch(/^gid:\/\/service\/Ticket\/\d+\/7$/);
  expect(result.calls).toContain(path);

  const file = await fetch(new URL(new URL(attachmentUrl).pathname, url), { headers });
  expect([file.status, await file.text()]).toEqual([200, 'about Oil the engine']);

  const events = await post(`subscription { ticket(id: "${id}") { state } }`, 'text/event-stream');
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  let output = '';
  const readUntil = async (text: string) => {
    while (!output.includes(text)) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) throw new Error(`The stream ended after ${output}`);
      output += value;
    }
  };
  await readUntil('"open"');

  const update = `mutation { ticketUpdate(input: { id: "${id}", state: "closed" }) { ticket { id state } errors { message } } }`;
  expect(await execute(update)).toEqual({
    data: { ticketUpdate: { ticket: { id, state: 'closed' }, errors: [] } },
    calls: [path],
  });
  await readUntil('"closed"');
  await readUntil('event: complete');
});

test('sends the filter of its list', async () => {
  const query = '{ project(id: 14) { tickets(filter: { search: "oil" }) { totalCount nodes { title } } } }';
  const { data, calls } = await execute(query);
  expect(data.project.tickets).toEqual({ totalCount: 1, nodes: [{ title: 'Oil the engine' }] });
  expect(calls).toEqual(['/projects/{id}/tickets']);
});

test('passes the tests of the contract and of descriptions', { timeout: 60_000 }, () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  // Without the configuration of this repository, whose setup would empty the record of the requests of the whole run.
  const options = [
    '--experimental.viteModuleRunner=false',
    'test/schema/contract.test.ts',
    'test/schema/descriptions.test.ts',
  ];
  const { PATH } = process.env;
  execFileSync(process.execPath, [vitest, 'run', ...options], { cwd: folder, env: { PATH }, stdio: 'pipe' });
});

test.each([
  [
    'schema/rest/tickets.yaml',
    'x-assumed: true',
    'x-asumed: true',
    'scripts/contract.ts',
    'schema/rest/tickets.yaml:14:7: Portico has no extension x-asumed for operations; did you mean x-assumed?',
  ],
  [
    'src/graph/tickets.ts',
    "'title', 'state'",
    "'titel', 'state'",
    'scripts/schema.ts',
    'src/graph/tickets.ts:17:8: the schema Ticket has no attribute titel; did you mean title?',
  ],
])('reports a misspelled name in %s with its line', (file, name, misspelled, script, message) => {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.replace(name, misspelled));
  try {
    const { status, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: `${message}\n` });
  } finally {
    writeFileSync(path, source);
  }
});

test('needs a case of its resource type in every-resource-type', () => {
  const script = `
    import { schema } from './src/graph/index.ts';
    import { getResourceTypes } from './src/graph/kit/resources/resource-types.ts';
    import { cases } from './test/graph/every-resource-type/cases.ts';
    const names = getResourceTypes(schema).all.map(({ name }) => name);
    console.log(JSON.stringify(names.filter((name) => !Object.hasOwn(cases, name))));`;
  const missing = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
  expect(JSON.parse(missing.toString())).toEqual(['Ticket']);
});
