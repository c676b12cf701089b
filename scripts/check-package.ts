/**
 * Packs the project, installs the package in an empty folder and checks that the `portico` command starts, rejects a start without an upstream,
 * and plans operations, and that each entry point can be imported with its types.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

const folder = mkdtempSync(join(tmpdir(), 'portico-package-'));
// The command uses the Node of the PATH, which must be this version.
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

/** Whether the installed command exits with one line that names the setting, if no upstream is configured. */
function asksForUpstream(): boolean {
  const { status, stderr, stdout } = spawnSync(command, { env: settings, encoding: 'utf8', timeout: 60_000 });
  return status === 1 && stdout === '' && /^portico: UPSTREAM_URL [^\n]+\n$/.test(stderr);
}

/** Whether the installed command plans an operation, and names the package that finding operations in code requires. */
function plansOperations(): boolean {
  const script = join(folder, 'script.ts');
  writeFileSync(script, 'export const nothing = 1;');
  const run = (argv: readonly string[]) =>
    spawnSync(command, argv, { cwd: folder, env: settings, encoding: 'utf8', input: '{ currentUser { name } }' });
  const { stdout } = run(['explain', '-']);
  const { status, stderr } = run(['check', script]);
  const code = join(folder, 'code');
  mkdirSync(code);
  writeFileSync(join(code, 'query.ts'), 'export const query = gql`{ currentUser { name } }`;');
  writeFileSync(join(code, 'valid.graphql'), '{ currentUser { name } }');
  const inFolder = run(['check', code]);
  const needs = /^portico: [^\n]*@graphql-tools\/graphql-tag-pluck[^\n]*\n$/;
  return (
    stdout.startsWith('query: at most 1 REST call') &&
    status === 1 &&
    needs.test(stderr) &&
    inFolder.status === 1 &&
    needs.test(inFolder.stderr)
  );
}

/** Whether the built page of GraphiQL is served with its script. */
async function hasPage(endpoint: string): Promise<boolean> {
  const page = await fetch(endpoint, { headers: { accept: 'text/html' } });
  const [, script] = /<script type="module" src="([^"]+)"/.exec(await page.text()) ?? [];
  return script !== undefined && (await fetch(new URL(script, endpoint))).ok;
}

/** Starts the installed command on a free port. @returns whether it answered `/health`, served its page and exited with 0 on SIGTERM */
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

/** Whether the installed package has its own README, and a manifest without scripts. */
function hasOwnFiles(): boolean {
  const read = (name: string) => readFileSync(join(folder, 'node_modules', 'portico', name), 'utf8');
  return read('README.md') === readFileSync('PACKAGE.md', 'utf8') && !('scripts' in JSON.parse(read('package.json')));
}

/** Whether the installed command creates an application from its templates. */
function createsApplication(): boolean {
  const target = join(folder, 'application');
  const { status, stderr } = spawnSync(command, ['init', target], { env: settings, encoding: 'utf8' });
  if (stderr !== '') console.error(stderr);
  return status === 0 && existsSync(join(target, 'src', 'server.ts')) && existsSync(join(target, '.gitignore'));
}

/** Whether the SBOM of the installed package lists packages that are bundled, also those of the GraphiQL page. */
function hasSbom(): boolean {
  const text = readFileSync(join(folder, 'node_modules', 'portico', 'dist', 'sbom.cdx.json'), 'utf8');
  return ['undici', 'ws', 'graphql', 'graphiql', 'monaco-editor'].every((name) => text.includes(`"pkg:npm/${name}@`));
}

/** Test programs, one for each entry point of the package. */
const programs = {
  portico: `
    import { createPortico, type Portico } from 'portico';
    const portico: Portico = await createPortico({ publicUrl: 'http://localhost/', sandbox: true, logLevel: 'silent' });
    const body = JSON.stringify({ query: '{ project(id: 14) { name } }' });
    const headers = { 'content-type': 'application/json' };
    const response = await portico.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }));
    console.log(await response.text());
    await portico.close();
  `,
  kit: `
    import { createPortico } from 'portico';
    import { type Area, defineFields, defineSandbox, Project, standardAreas } from 'portico/kit';
    import { startSandbox } from 'portico/sandbox';
    const area: Area = {
      name: 'own',
      declarations: [defineFields(Project, (f) => ({ ownName: f.attribute('name') }))],
      sandbox: defineSandbox({ data: () => undefined, handlers: {} }),
    };
    const areas = [...standardAreas, area];
    await using sandbox = await startSandbox({ areas });
    const publicUrl = 'http://localhost/';
    const portico = await createPortico({ publicUrl, upstreamUrl: sandbox.url, areas, logLevel: 'silent' });
    const body = JSON.stringify({ query: '{ project(id: 14) { name: ownName } }' });
    const headers = { 'content-type': 'application/json' };
    const response = await portico.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }));
    console.log(await response.text());
    await portico.close();
  `,
  sandbox: `
    import { landmarks, startSandbox } from 'portico/sandbox';
    await using sandbox = await startSandbox({ seed: 1, faults: [{ match: { operation: 'getProject' }, status: 503, times: 1 }] });
    const response = await fetch(\`\${sandbox.url}/projects/\${landmarks.busyProject.id}\`);
    const names = await fetch(\`\${sandbox.url}/projects/14\`);
    const { name }: { name: string } = await names.json();
    if (response.status === 503) console.log(JSON.stringify({ data: { project: { name } } }));
  `,
  testing: `
    import { startTestPortico } from 'portico/testing';
    await using portico = await startTestPortico();
    const { data } = await portico.query('{ project(id: 14) { name } }', {}, 'developer');
    console.log(JSON.stringify({ data }));
  `,
};

/** Whether a program that imports an entry point prints the expected output. */
function runs([name, source]: readonly [string, string]): boolean {
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, source);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  if (stderr !== '') console.error(stderr);
  return stdout.includes('{"data":{"project":{"name":"Engine"}}}');
}

/** Whether an entry point rejects a Node that is too old, with a sentence that names the versions. */
function rejectsOldNode(name: string): boolean {
  const pretend = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.5' } });";
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const entry = name === 'portico' ? name : `portico/${name}`;
  const argv = ['--import', preload, '--input-type=module', '--eval', `import '${entry}';`];
  const { stderr } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  return /^Error: portico requires Node [\d.]+ or newer, but this is Node 20\.19\.5; install a newer Node$/m.test(
    stderr,
  );
}

/** Packages that the types of `portico/kit` need. The authors of areas install them for development. */
const kitTypePackages = ['@pothos/core', 'graphql'];

/** Links these packages. Called after the programs have run, which must not need them. */
function linkKitTypes(): void {
  for (const name of kitTypePackages) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules', name), link);
  }
}

/** Whether a program compiles against the types of the entry point that it imports. */
function compiles([name]: readonly [string, string]): boolean {
  const file = join(folder, `${name}.ts`);
  const types = join(process.cwd(), 'node_modules', '@types');
  // Without --skipLibCheck: the declarations must not refer to packages that are not installed.
  const strictOptions = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const options = ['--noEmit', ...strictOptions, '--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
  const compiler = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
  const compiled = spawnSync(process.execPath, [compiler, ...options, '--typeRoots', types, file], { cwd: folder });
  if (compiled.status !== 0) console.error(String(compiled.stdout));
  return compiled.status === 0;
}

try {
  const archive = pack();
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(folder, 'install', '--silent', '--prefer-offline', '--no-audit', '--no-fund', archive);
  if (!(await isHealthy()))
    throw new Error('The installed portico command does not start, answer /health, serve GraphiQL and end on SIGTERM');
  if (!hasOwnFiles()) throw new Error('The installed package has the README or the scripts of the repository');
  if (!createsApplication()) throw new Error('The installed portico command creates no application');
  if (!hasSbom()) throw new Error('The SBOM of the installed package lacks bundled packages');
  if (!asksForUpstream()) throw new Error('The installed portico command does not require UPSTREAM_URL');
  if (!plansOperations()) throw new Error('The installed portico command does not plan operations');
  const entries = Object.entries(programs);
  for (const program of entries)
    if (!runs(program))
      throw new Error(`The program of the entry point ${program[0]} of the installed package prints other output`);
  for (const [name] of entries)
    if (!rejectsOldNode(name))
      throw new Error(`The entry point ${name} of the installed package does not reject an old Node`);
  linkKitTypes();
  for (const program of entries)
    if (!compiles(program))
      throw new Error(`The program of the entry point ${program[0]} of the installed package does not compile`);
  console.log('The packed portico command runs');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
