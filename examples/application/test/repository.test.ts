/** The checks of the repository: steps of github-actions.yaml, the lint rule and the manifest. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FailedPipelinesDocument } from '../src/gql/graphql.ts';
import { createPersistedClient } from '../src/persisted.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Workflow {
  readonly jobs: { readonly graph: { readonly steps: readonly { readonly run?: string }[] } };
}

const { jobs }: Workflow = parse(readFileSync(join(root, 'github-actions.yaml'), 'utf8'));
const commands = jobs.graph.steps.flatMap(({ run }) => run ?? []);
/** Commands that this test is run by. */
const outer = new Set(['npm ci', 'npm test']);

let shell: ChildProcess | undefined;
afterEach(() => {
  // The facade is in the group of processes that the shell leads. The group has ended if the script failed.
  if (shell?.pid !== undefined) spawnSync('kill', ['-KILL', '--', `-${shell.pid}`]);
  shell = undefined;
  rmSync(join(root, 'portico.json'), { force: true });
});

test('the workflow checks the documents, and starts a facade that accepts those of the manifest alone', async () => {
  const environment = join(mkdtempSync(join(tmpdir(), 'portico-actions-')), 'environment');
  const script = commands.filter((command) => !outer.has(command)).join('\n');
  expect(script.match(/^(?:npm|npx|SANDBOX)/gm)).toHaveLength(4);
  shell = spawn('bash', ['-e', '-c', script], {
    cwd: root,
    env: { ...process.env, GITHUB_ENV: environment },
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(shell, 'exit')).toEqual([0, null]);
  const { GRAPHQL_ENDPOINT = '', GRAPHQL_TOKEN = '' }: Record<string, string> = Object.fromEntries(
    readFileSync(environment, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  );
  const client = createPersistedClient(GRAPHQL_ENDPOINT, GRAPHQL_TOKEN);
  const { data } = await client.query({ query: FailedPipelinesDocument, variables: { project: '14' } });
  expect(data?.project?.pipelines.nodes.length).toBeGreaterThan(50);
  const response = await fetch(GRAPHQL_ENDPOINT, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'private-token': GRAPHQL_TOKEN },
    body: JSON.stringify({ query: '{ currentUser { username } }' }),
  });
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'DOCUMENT_NOT_LISTED' } }] });
});

test('the lint rule rejects a document without an id', () => {
  const file = join(root, 'src', 'WithoutId.graphql');
  writeFileSync(file, 'query WithoutId {\n  project(id: 14) {\n    name\n  }\n}\n');
  try {
    const { status, stdout } = spawnSync('npx', ['eslint', file], { cwd: root, encoding: 'utf8' });
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining("Field `project.id` must be selected when it's available"),
    ]);
  } finally {
    rmSync(file);
  }
});
