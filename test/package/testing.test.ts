/** `portico/testing`: facade and sandbox for the tests of an application. */
import { createClient } from 'graphql-ws';
import { afterAll, test as base, beforeAll, beforeEach, describe, expect } from 'vitest';
import { WebSocket } from 'ws';
import {
  type PorticoFixtures,
  type PorticoWorkerFixtures,
  porticoFixtures,
  startTestPortico,
  usePortico,
} from '../../package/testing.ts';

const query = '{ project(id: 14) { name } }';
const engine = { data: { project: { name: 'Engine' } } };
const createLabel =
  'mutation { labelCreate(input: { project: "14", name: "fixture", color: "#112233" }) { label { name } errors { message } } }';
const label = 'query { project(id: 14) { label(by: { name: "fixture" }) { name } } }';

base('an instance executes operations over HTTP and WebSocket, with the token of a role', async () => {
  await using portico = await startTestPortico();
  expect(await portico.query(query)).toEqual(engine);
  expect(await portico.query('query ($id: ID!) { project(id: $id) { name } }', { id: 14 }, 'developer')).toEqual(
    engine,
  );
  expect(portico.sandbox.requests().map(({ url, tokenRole }) => `${url} ${tokenRole}`)).toEqual([
    '/projects/14 anonymous',
    '/projects/14 developer',
  ]);
  const client = createClient({ url: portico.webSocketEndpoint, webSocketImpl: WebSocket });
  expect((await client.iterate({ query }).next()).value).toEqual(engine);
  await client.dispose();
});

base.each<readonly [unknown, string]>([
  [null, 'The options must be an object with portico and sandbox'],
  [{ portico: null }, 'portico must be an object with options'],
  [{ sandbox: 5 }, 'sandbox must be an object with options'],
  [{ seed: 1 }, 'seed is not an option; use portico and sandbox'],
  [{ sandbox: { pace: null } }, 'pace of the sandbox must be a number from 0'],
  [{ portico: { maxDepth: null } }, 'maxDepth must be of the type number'],
])('startTestPortico rejects the options %j', async (options, message) => {
  await expect(Reflect.apply(startTestPortico, undefined, [options])).rejects.toMatchObject({
    name: 'ConfigError',
    message,
  });
});

base('an instance rejects the name of a role that the sandbox lacks', async () => {
  await using portico = await startTestPortico();
  // @ts-expect-error JavaScript does not check the name.
  await expect(portico.query(query, {}, 'develper')).rejects.toThrow(
    'The sandbox has no role develper; did you mean developer?',
  );
});

base('instances share neither data nor faults nor options', async () => {
  await using first = await startTestPortico();
  await using second = await startTestPortico({ portico: { maxDepth: 2 }, sandbox: { seed: 5 } });
  expect(await first.query(createLabel, {}, 'owner')).toMatchObject({ data: { labelCreate: { errors: [] } } });
  first.sandbox.fail('getGroup');
  const readLabel = async (portico: typeof first) => (await portico.query(label, {}, 'owner')).data;
  expect(await readLabel(first)).toEqual({ project: { label: { name: 'fixture' } } });
  expect(await second.query(label, {}, 'owner')).toMatchObject({ errors: [{ extensions: { code: 'DEPTH_LIMIT' } }] });
  expect(await second.query('{ group(id: 9) { name } }')).toMatchObject({ data: { group: { name: 'Meridian Maps' } } });
});

base('an instance with invalid options leaves no server open', async () => {
  const countServers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  const before = countServers();
  await expect(startTestPortico({ portico: { maxDepth: 0 } })).rejects.toThrow('maxDepth must be an integer');
  await expect.poll(countServers).toBeLessThanOrEqual(before);
});

const test = base.extend<PorticoFixtures & PorticoWorkerFixtures>(porticoFixtures());

describe('fixtures', () => {
  let firstUrl: string;

  test('start an instance for a test', async ({ portico }) => {
    firstUrl = portico.url;
    expect(await portico.query(query)).toEqual(engine);
    expect(await portico.query(createLabel, {}, 'owner')).toMatchObject({ data: { labelCreate: { errors: [] } } });
    portico.sandbox.fail('getProject');
  });

  test('reset the same instance to its initial state for the next test', async ({ portico }) => {
    expect(portico.url).toBe(firstUrl);
    expect(await portico.query(label, {}, 'owner')).toEqual({ data: { project: { label: null } } });
  });
});

describe('hooks', () => {
  const portico = usePortico({ beforeAll, beforeEach, afterAll });

  test('start an instance for the first test', async () => {
    portico().sandbox.fail('getProject');
    expect((await portico().query(query)).errors).toHaveLength(1);
  });

  test('reset it for the next test', async () => {
    expect(await portico().query(query)).toEqual(engine);
  });

  test('throw an error if the instance is used before they have run', () => {
    const noHooks = { beforeAll: () => undefined, beforeEach: () => undefined, afterAll: () => undefined };
    expect(usePortico(noHooks)).toThrow('The facade has not started');
  });
});
