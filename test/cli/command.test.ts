/** The command: help, version, schema, and the error in a Node version that is too old. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildClientSchema, printSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { compileCache, main } from '../process/program.ts';
import { portico } from './run.ts';

const toAbsolutePath = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { version, engines }: { readonly version: string; readonly engines: { readonly node: string } } = JSON.parse(
  readFileSync(toAbsolutePath('package.json'), 'utf8'),
);

const commands = [
  'start',
  'sandbox',
  'init',
  'new-area',
  'schema',
  'explain',
  'check',
  'find',
  'types',
  'doctor',
] as const;

describe('help', () => {
  test.each(['start', 'schema', 'explain', 'check', 'find'])('%s describes its own options', async (command) => {
    const { status, stdout } = await portico([command, '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: portico ${command} `));
    expect(stdout).toMatch(/--json +print /);
  });

  test('lists every command', async () => {
    const { stdout } = await portico(['--help']);
    for (const command of commands) expect(stdout).toContain(`\n  ${command} `);
  });

  test.each([[], ...commands.map((command) => [command])])('shows examples of portico %s', async (...argv) => {
    const { stdout } = await portico([...argv, '--help']);
    expect(stdout).toMatch(
      new RegExp(`\\nExamples:\\n(?:.*\\n)?  \\$ (?:\\S+=\\S+ )*${['portico', ...argv].join(' ')}\\b`),
    );
  });

  test('the help of doctor shows the settings that its examples need', async () => {
    const { stdout } = await portico(['doctor', '--help']);
    expect(stdout).toContain('UPSTREAM_URL=https://forge.example.com/api/v4');
  });

  test.each([
    [['explain'], 'path'],
    [['check'], 'path'],
    [['find', '--json'], 'call'],
    [['types'], 'contract'],
    [['new-area'], 'name'],
  ])('%j without its argument refers to the help', async (argv, argument) => {
    const stderr = `portico: missing required argument '${argument}'\nRun portico ${argv[0]} --help for options and examples.\n`;
    expect(await portico(argv)).toEqual({ status: 1, stdout: '', stderr });
  });

  test.each([
    [['explian'], "portico: unknown command 'explian'\n(Did you mean explain?)\n"],
    [
      ['explain', '--variables'],
      "portico: option '--variables <values>' argument missing\nRun portico explain --help for options and examples.\n",
    ],
    [
      ['schema', '--nothing'],
      "portico: unknown option '--nothing'\nRun portico schema --help for options and examples.\n",
    ],
    [['--nothing'], "portico: unknown option '--nothing'\nRun portico --help for options and examples.\n"],
    [
      ['schema', 'x'],
      "portico: too many arguments for 'schema'. Expected 0 arguments but got 1: x.\nRun portico schema --help for options and examples.\n",
    ],
    [['schema', '--json', '--subgraph'], "portico: option '--json' cannot be used with option '--subgraph'\n"],
  ])('%j is rejected', async (argv, stderr) => {
    expect(await portico(argv)).toEqual({ status: 1, stdout: '', stderr });
  });
});

describe('schema', () => {
  const printed = (file: string) => readFileSync(toAbsolutePath(`schema/${file}`), 'utf8').replace(/^# .*\n\n/, '');

  test('prints the schema of the graph', async () => {
    expect((await portico(['schema'])).stdout).toBe(printed('schema.graphql'));
  });

  test('prints the subgraph SDL for gateways', async () => {
    expect((await portico(['schema', '--subgraph'])).stdout).toBe(printed('subgraph.graphql'));
  });

  test('prints the result of introspection', async () => {
    const { stdout } = await portico(['schema', '--json']);
    expect(printSchema(buildClientSchema(JSON.parse(stdout)))).toBe(printSchema(schema));
  });
});

test('npm run portico runs the command', () => {
  const printed = execFileSync('npm', ['run', '--silent', 'portico', '--', '--version'], { cwd: toAbsolutePath('.') });
  expect(String(printed)).toBe(`${version}\n`);
});

test.each(['schema', 'schema --json', '--help', 'find --json listLabels', 'nonsense 2>&1'])(
  'portico %s ends without output when the reader of its output ends',
  (command) => {
    const { stdout, stderr } = spawnSync(
      'bash',
      ['-c', `(sleep 0.1; '${process.execPath}' '${main}' ${command}) | true`],
      { encoding: 'utf8', env: { ...process.env, ...compileCache } },
    );
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
  },
);

test('rejects an invalid PUBLIC_URL in one line', async () => {
  const stderr =
    'portico: PUBLIC_URL must be an http or https URL, without credentials or query, such as https://graph.example.com\n';
  expect(await portico(['find', 'downloadGroupAvatar'], { env: { PUBLIC_URL: 'nowhere' } })).toEqual({
    status: 1,
    stdout: '',
    stderr,
  });
});

describe('a Node version that is too old', () => {
  const line = (present: string) =>
    `portico: requires Node ${engines.node.replace('>=', '')} or newer, but this is Node ${present}; install a newer Node\n`;

  /** Runs a module in a Node that reports another version. */
  function runAs(present: string, ...argv: readonly string[]) {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${present}' } });`;
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
    return spawnSync(process.execPath, ['--import', preload, ...argv], { encoding: 'utf8' });
  }

  test.each(['20.19.5', '22.3.0', '9.11.2'])('%s is rejected in one line', (present) => {
    const { status, stdout, stderr } = runAs(present, toAbsolutePath('src/main.ts'), '--version');
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: line(present) });
  });

  test('fails the import of each entry point of the package', () => {
    const { status, stderr } = runAs('22.13.0', toAbsolutePath('package/supported-node.ts'));
    expect(status).toBe(1);
    expect(stderr).toContain(`Error: ${line('22.13.0').replace(':', '')}`);
    expect(runAs(process.versions.node, toAbsolutePath('package/supported-node.ts')).status).toBe(0);
  });

  /** Another Node of this machine that is too old; `undefined` if none exists. */
  const older = ['/usr/bin/node', '/usr/local/bin/node'].flatMap((path) => {
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    const present = stdout?.trim().replace('v', '') ?? '';
    return status === 0 && /^(?:1\d|20)\./.test(present) ? [{ path, present }] : [];
  })[0];

  test.runIf(older)('prints the same line in an installed old Node', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-older-'));
    try {
      mkdirSync(join(folder, 'dist', 'helpers'), { recursive: true });
      copyFileSync(toAbsolutePath('package.json'), join(folder, 'package.json'));
      const script = join(folder, 'dist', 'main.js');
      const strip = (file: string) =>
        stripTypeScriptTypes(readFileSync(toAbsolutePath(file), 'utf8')).replace(
          './helpers/node-version.ts',
          './helpers/node-version.js',
        );
      writeFileSync(script, strip('src/main.ts'));
      writeFileSync(join(folder, 'dist', 'helpers', 'node-version.js'), strip('src/helpers/node-version.ts'));
      const { status, stderr } = spawnSync(older?.path ?? '', [script], { encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 1, stderr: line(older?.present ?? '') });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
