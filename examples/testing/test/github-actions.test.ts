/** The step of github-actions.yaml starts a facade that the application's tests can use. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Workflow {
  readonly jobs: { readonly test: { readonly steps: readonly { readonly run?: string }[] } };
}

let shell: ChildProcess | undefined;
afterEach(() => {
  // The facade is in the group of processes that the shell leads.
  if (shell?.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
});

test('starts Portico and exports its endpoint and a token', async () => {
  const { jobs }: Workflow = parse(readFileSync(join(root, 'github-actions.yaml'), 'utf8'));
  const script = jobs.test.steps.map(({ run = '' }) => run).find((run) => run.includes('portico start'));
  const folder = mkdtempSync(join(tmpdir(), 'portico-actions-'));
  const environment = join(folder, 'environment');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const env = { ...process.env, GITHUB_ENV: environment };
  shell = spawn('bash', ['-e', '-c', `${script}`], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(shell, 'exit')).toEqual([0, null]);
  const variables = Object.fromEntries(
    readFileSync(environment, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  );
  const response = await fetch(variables.GRAPHQL_ENDPOINT, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'private-token': variables.GRAPHQL_TOKEN },
    body: JSON.stringify({ query: '{ currentUser { username } }' }),
  });
  expect(await response.json()).toEqual({ data: { currentUser: { username: 'dana.kim' } } });
});
