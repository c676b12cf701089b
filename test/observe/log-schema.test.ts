/** The lines of the log conform to `deploy/log.schema.json`. */
import { globSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { startSandboxed } from '../harness.ts';

const root = new URL('../../', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('deploy/log.schema.json', root), 'utf8'));
const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);

/** The message is the last argument of a call of the logger. */
const loggedMessage = /[lL]ogger\??\.(?:info|warn|error)\((?:(?![lL]ogger\??\.)[\s\S])*?'([^']+)',?\s*\)/g;

test('the schema contains exactly the messages that the sources log', () => {
  const sources = globSync(['src/**/*.ts', 'package/*.ts'], { cwd: root });
  const messages = sources.flatMap((path) =>
    [...readFileSync(new URL(path, root), 'utf8').matchAll(loggedMessage)].map(([, message]) => message),
  );
  // This line is not written through the logger.
  expect(new Set(schema.properties.msg.enum)).toEqual(new Set([...messages, 'log lines were dropped']));
});

test('the schema accepts the lines of operations, writes, downloads, outages and rejections', async () => {
  const lines: Record<string, unknown>[] = [];
  const facade = await startSandboxed({
    env: { SLOW_OPERATION_MS: '1', MAX_DEPTH: '5', LIMITS_REPORT_ONLY: 'true' },
    log: { level: 'info', write: (line) => lines.push(JSON.parse(line)) },
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await facade.close();
    isOpen = false;
  };
  onTestFinished(close);
  const as = 'developer';
  const headers = { 'apollographql-client-name': 'web', 'apollographql-client-version': '1.2' };
  await facade.execute('query Me { currentUser { username } }', {}, { as, headers });
  await facade.execute('{ nope }', {}, { as });
  await facade.execute('{ project(id: "14") { group { parent { parent { parent { name } } } } } }', {}, { as });
  const create =
    'mutation { labelCreate(input: { project: "14", name: "log", color: "#123456" }) { errors { code } } }';
  await facade.execute(create, {}, { as });
  await facade.execute(create, {}, { as });
  await fetch(new URL('/downloads/vulnerability-exports/999', facade.url));
  facade.sandbox.faults.add({ match: { method: 'GET' }, status: 503 });
  for (let index = 0; index < 12; index += 1) await facade.execute('{ project(id: "14") { name } }', {}, { as });
  facade.sandbox.faults.clear();
  facade.sandbox.faults.add({ match: { method: 'GET' }, times: 1, status: 429, headers: { 'retry-after': '1' } });
  await facade.execute('{ users(first: 1) { nodes { username } } }', {}, { as });
  await close();
  const invalid = lines
    .filter((line) => !validate(line))
    .map((line) => [line, validate.errors?.map(({ message }) => message)]);
  expect(invalid).toEqual([]);
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(
    new Set([
      'operation',
      'slow operation',
      'write',
      'download',
      'beyond a limit',
      'the upstream fails',
      'the upstream limits calls; reads wait',
      'refused in the last minute',
    ]),
  );
});
