/**
 * Packs the project, installs the package in an empty folder and asks the `portico` command whether it is healthy, whether it starts
 * without being told of an upstream, and whether it plans operations.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

const folder = mkdtempSync(join(tmpdir(), 'portico-package-'));
// The command finds the Node that it needs on the PATH, whatever else is installed.
const path = [dirname(process.execPath), process.env.PATH].join(delimiter);

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function pack(): string {
  const packed: { filename: string }[] = JSON.parse(
    npm('.', 'pack', '--silent', '--json', '--pack-destination', folder),
  );
  const [archive] = packed;
  if (archive === undefined) throw new Error('npm packed nothing');
  return join(folder, archive.filename);
}

const command = join(folder, 'node_modules', '.bin', 'portico');
const settings = { PATH: path, PORT: '0', LOG_LEVEL: 'silent' };

/** Whether the installed command ends with one line that names the setting, where it is not told of an upstream. */
function asksForUpstream(): boolean {
  const { status, stderr, stdout } = spawnSync(command, { env: settings, encoding: 'utf8', timeout: 60_000 });
  return status === 1 && stdout === '' && /^portico: UPSTREAM_URL [^\n]+\n$/.test(stderr);
}

/** Whether the installed command plans an operation, and says what finding operations in code needs. */
function plansOperations(): boolean {
  const script = join(folder, 'script.ts');
  writeFileSync(script, 'export const nothing = 1;');
  const ask = (argv: readonly string[]) =>
    spawnSync(command, argv, { cwd: folder, env: settings, encoding: 'utf8', input: '{ currentUser { name } }' });
  const { stdout } = ask(['explain', '-']);
  const { status, stderr } = ask(['check', script]);
  const needs = /^portico: [^\n]*@graphql-tools\/graphql-tag-pluck[^\n]*\n$/;
  return stdout.startsWith('query: at most 1 REST call') && status === 1 && needs.test(stderr);
}

/** Whether browsers get the built page of GraphiQL with its script. */
async function hasPage(endpoint: string): Promise<boolean> {
  const page = await fetch(endpoint, { headers: { accept: 'text/html' } });
  const [, script] = /<script type="module" src="([^"]+)"/.exec(await page.text()) ?? [];
  return script !== undefined && (await fetch(new URL(script, endpoint))).ok;
}

/** Starts the installed command on a free port. @returns whether it answered `/health`, served its page and ended well on SIGTERM */
async function isHealthy(): Promise<boolean> {
  const env = { ...settings, SANDBOX: 'true' };
  const child = spawn(command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const endpoint = /http:\/\/\S+\/graphql/.exec(line)?.[0];
      if (endpoint === undefined) continue;
      const { status } = await fetch(new URL('/health', endpoint));
      if (!(await hasPage(endpoint))) return false;
      child.kill('SIGTERM');
      const [code] = await exited;
      return status === 200 && code === 0;
    }
    return false;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

try {
  const archive = pack();
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  npm(folder, 'install', '--silent', '--prefer-offline', '--no-audit', '--no-fund', archive);
  if (!(await isHealthy()))
    throw new Error('The installed portico command does not start, answer /health, serve GraphiQL and end on SIGTERM');
  if (!asksForUpstream()) throw new Error('The installed portico command does not ask for UPSTREAM_URL');
  if (!plansOperations()) throw new Error('The installed portico command does not plan operations as it should');
  console.log('The packed portico command runs');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
