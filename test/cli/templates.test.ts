/** `portico init` and `portico new-area`: files that run as they are. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { entryPoints } from '../../scripts/entry-points.ts';
import { folderWith, portico } from './run.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folder with the packages of an application, and an installed `portico` that consists of the sources of this checkout. */
function createFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = folderWith(files);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const packages = join(folder, 'node_modules');
  const installed = join(packages, 'portico');
  mkdirSync(installed, { recursive: true });
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'templates/application/package.json'), 'utf8'));
  for (const name of Object.keys(devDependencies)) {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
  const exports = Object.fromEntries(
    entryPoints.map((name) => [name === 'portico' ? '.' : `./${name}`, `./${name}.ts`] as const),
  );
  for (const name of entryPoints) symlinkSync(join(root, 'package', `${name}.ts`), join(installed, `${name}.ts`));
  symlinkSync(join(root, 'schema'), join(installed, 'schema'));
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'portico', type: 'module', exports }));
  return folder;
}

/** Runs a tool of the checkout in a folder. */
const runTool = (folder: string, tool: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(root, 'node_modules', tool), ...args], { cwd: folder, encoding: 'utf8' });

/** Runs the tests of a folder. @returns the number of successful tests, and the output of failures */
function runTests(folder: string, pattern: string) {
  const { PORTICO_TEST_BUILD: _, ...env } = process.env;
  const report = join(folder, 'report.json');
  const argv = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', pattern, '--root', folder];
  // As in this checkout, Node runs the sources of Portico.
  const reporter = ['--experimental.viteModuleRunner', 'false', '--reporter', 'json', '--outputFile', report];
  const { stdout, stderr } = spawnSync(process.execPath, [...argv, ...reporter], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  if (!existsSync(report)) throw new Error(`The tests do not run: ${stdout}${stderr}`);
  const text = readFileSync(report, 'utf8');
  const { numPassedTests, numFailedTests } = JSON.parse(text);
  return { numPassedTests, failures: numFailedTests === 0 && numPassedTests > 0 ? '' : text };
}

test('init creates an application whose generated types and tests work', { timeout: 120_000 }, async () => {
  const folder = createFolder({ 'package.json': '{ "dependencies": { "portico": "file:portico.tgz" } }' });
  const { status, stdout, stderr } = await portico(['init', folder]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('npm test');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ type: 'module', dependencies: { portico: 'file:portico.tgz' } });
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [name, version] of Object.entries({ ...manifest.devDependencies }))
    expect({ [name]: version }).toEqual({ [name]: devDependencies[name] });
  expect(existsSync(join(folder, '.gitignore'))).toBe(true);
  runTool(folder, '@graphql-codegen/cli/esm/bin.js', '--config', 'codegen.ts');
  const checked = await portico(['check', join(folder, 'src'), '--max-calls', '10']);
  expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('0 errors, 0 warnings') });
  expect(readFileSync(join(folder, 'src/operations.gen.ts'), 'utf8')).toContain('ProjectsDocument');
  expect(runTests(folder, 'test')).toEqual({ numPassedTests: 2, failures: '' });
});

test('init overwrites no file, and keeps the members of package.json', async () => {
  const folder = folderWith({
    'package.json': '\ufeff{ "name": "maps", "type": "module", "scripts": { "start": "node maps.js" } }',
    'codegen.ts': '',
  });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { status, stderr } = await portico(['init', folder]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^portico: \S+codegen\.ts must not exist; nothing was written\. [^\n]+\n$/);
  expect(readdirSync(folder).toSorted()).toEqual(['codegen.ts', 'package.json']);
  rmSync(join(folder, 'codegen.ts'));
  await portico(['init', folder]);
  const { name, scripts, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect({ name, start: scripts.start, dependencies }).toEqual({
    name: 'maps',
    start: 'node maps.js',
    dependencies: { portico: '^1.2.3' },
  });
  writeFileSync(join(folder, 'package.json'), '{');
  rmSync(join(folder, 'src'), { recursive: true });
  expect((await portico(['init', folder])).stderr).toMatch(/^portico: \S+package\.json must be valid JSON: [^\n]+\n$/);
});

/** Names and contents of a folder, at any depth. */
const readFolder = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => [entry.name, entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : ''])
    .toSorted();

const isModule = '{ "type": "module" }';

test.each<[string, string, Readonly<Record<string, string>>, ((folder: string) => void) | undefined, RegExp]>([
  [
    'a file in place of a folder',
    'init',
    { src: 'mine', 'package.json': isModule },
    undefined,
    /\/src must be a folder, not a file or a link; nothing was written/,
  ],
  [
    'a link to a folder',
    'init',
    { 'other/a.txt': '' },
    (folder) => symlinkSync('other', join(folder, 'src')),
    /\/src must be a folder, not a file or a link; nothing was written/,
  ],
  [
    'a link that leads nowhere',
    'init',
    {},
    (folder) => symlinkSync('nowhere', join(folder, 'codegen.ts')),
    /\/codegen\.ts must not exist; nothing was written/,
  ],
  [
    'a linked package.json',
    'init',
    { 'other.json': isModule },
    (folder) => symlinkSync('other.json', join(folder, 'package.json')),
    /\/package\.json must be a file, not a folder or a link/,
  ],
  [
    'a folder package.json',
    'init',
    { 'package.json/a.txt': '' },
    undefined,
    /\/package\.json must be a file, not a folder or a link/,
  ],
  [
    'a CommonJS package',
    'init',
    { 'package.json': '{ "main": "index.js" }' },
    undefined,
    /\/package\.json must contain "type": "module", because [^;]+; run npm pkg set type=module, or choose an empty folder/,
  ],
  [
    'a CommonJS package by its type',
    'init',
    { 'package.json': '{ "type": "commonjs" }' },
    undefined,
    /must contain "type": "module"/,
  ],
  ['a list package.json', 'init', { 'package.json': '[]' }, undefined, /\/package\.json must contain an object/],
  [
    'existing types',
    'new-area',
    { 'releases/contract.gen.ts': 'mine' },
    undefined,
    /\/releases\/contract\.gen\.ts must not exist; nothing was written/,
  ],
  [
    'a file in place of the area',
    'new-area',
    { releases: 'mine' },
    undefined,
    /\/releases must be a folder, not a file or a link; nothing was written/,
  ],
  [
    'a link in place of the area',
    'new-area',
    { 'other/a.txt': '' },
    (folder) => symlinkSync('other', join(folder, 'releases')),
    /\/releases must be a folder, not a file or a link; nothing was written/,
  ],
])('%s makes %s fail in a sentence, and changes nothing', async (_, command, files, prepare, message) => {
  const folder = folderWith(files);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  prepare?.(folder);
  const before = readFolder(folder);
  const { status, stderr } = await portico(command === 'init' ? ['init', folder] : ['new-area', 'release', folder]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^portico: [^\n]+\n$/);
  expect(stderr).toMatch(message);
  expect(readFolder(folder)).toEqual(before);
});

test.each(['init', 'new-area'])('%s fails in a sentence if its folder is a file', async (command) => {
  const folder = folderWith({ 'file.txt': '' });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const target = join(folder, 'file.txt');
  const { status, stderr } = await portico(command === 'init' ? ['init', target] : ['new-area', 'release', target]);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^portico: cannot (?:read|write to) [^\n]+: it is no folder\n$/),
  ]);
});

test('new-area prints commands with quoted and absolute paths', async () => {
  const folder = folderWith({});
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { stdout } = await portico(['new-area', 'release', join(folder, "a team's areas")]);
  const quoted = join(folder, "a team's areas/releases").replace("'", "'\\''");
  expect(stdout).toContain(`--area '${quoted}/area.ts'\n`);
  expect(stdout).toContain(`npx portico types '${quoted}/contract.yaml' --out '${quoted}/contract.gen.ts'\n`);
});

test('new-area creates an area whose test succeeds', { timeout: 120_000 }, async () => {
  const folder = createFolder({ 'package.json': '{ "type": "module" }' });
  const areas = join(folder, 'areas');
  const { status, stdout, stderr } = await portico(['new-area', 'deploy-key', areas]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('npx vitest run');
  const created = join(areas, 'deploy-keys');
  const names = readdirSync(created).toSorted();
  expect(names).toEqual(['area.test.ts', 'area.ts', 'contract.gen.ts', 'contract.yaml', 'sandbox.ts']);
  const text = names.map((name) => readFileSync(join(created, name), 'utf8')).join('');
  expect(text).not.toMatch(/__[a-z]+__/i);
  expect(text).toContain('/projects/{id}/deploy_keys/{deploy_key_id}');
  expect(runTests(folder, 'areas')).toEqual({ numPassedTests: 3, failures: '' });
  const { stdout: query } = await portico([
    'find',
    '--area',
    join(created, 'area.ts'),
    'GET /projects/14/deploy_keys/7',
  ]);
  expect(query).toContain('deployKey');
  expect((await portico(['new-area', 'deploy-key', areas])).stderr).toMatch(/must not exist; nothing was written/);
});

test.each([
  ['Release', 'the name must be a noun in the singular such as release or deploy-key, not "Release"'],
  ['label', 'the graph has the type Label already; choose another name'],
])('new-area rejects the name %s', async (name, message) => {
  const folder = folderWith({});
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(await portico(['new-area', name, folder])).toEqual({ status: 1, stdout: '', stderr: `portico: ${message}\n` });
  expect(readdirSync(folder)).toEqual([]);
});
