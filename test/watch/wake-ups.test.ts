/** Signed requests that name what has changed, so that subscriptions to it poll immediately. */
import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { parseFences, read } from '../docs/pages.ts';
import type { Facade } from '../harness.ts';
import { scrape, seriesValue } from '../observe/scrape.ts';
import { freePort, hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { next, startWatched, type WatchedFacade } from './facade.ts';
import { type Instances, startInstances } from './instances.ts';

const secret = 'a secret for the wake-ups of tests';
/** Polling interval so long that only first polls and wake-ups occur. */
const env = {
  METRICS_PORT: '0',
  WAKE_SECRET: secret,
  WATCH_FIRST_INTERVAL_MS: '600000',
  WATCH_LONGEST_INTERVAL_MS: '600000',
};

const seconds = () => String(Math.floor(Date.now() / 1000));
const sign = (text: string, timestamp: string, key = secret) =>
  createHmac('sha256', key).update(`${timestamp}.${text}`).digest('hex');

interface SignatureOptions {
  readonly timestamp?: string;
  readonly key?: string;
  readonly signature?: string;
}

async function wake(facade: Facade, body: unknown, { timestamp = seconds(), key, signature }: SignatureOptions = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(new URL('/wake', facade.managementUrl), {
    method: 'POST',
    headers: { 'x-portico-timestamp': timestamp, 'x-portico-signature': signature ?? sign(text, timestamp, key) },
    body: text,
  });
  return { status: response.status, text: await response.text() };
}

describe('one facade', () => {
  let facade: WatchedFacade;
  beforeAll(async () => {
    facade = await startWatched({ env });
  });
  afterAll(() => facade.close());
  afterEach(() => facade.idle());

  const createPipeline = async () => {
    const { data } = await facade.execute<{ pipelineCreate: { pipeline: { id: string } } }>(
      'mutation { pipelineCreate(input: { project: "14", ref: "main" }) { pipeline { id } } }',
      {},
      { as: 'developer' },
    );
    return data.pipelineCreate.pipeline.id;
  };
  const polls = () => facade.calls.filter((call) => call.includes('/pipelines/')).length;

  test.each([
    ['its global id', (id: string) => ({ ids: [id] })],
    ['its REST path', (id: string) => ({ paths: [`/projects/14/pipelines/${id.split('/').at(-1)}`] })],
    ['the path of its project', () => ({ paths: ['projects/14/'] })],
  ])('polls an object by a wake-up with %s', async (_, bodyFor) => {
    const id = await createPipeline();
    const stream = facade.follow('subscription ($id: ID!) { pipeline(id: $id) { status } }', { id });
    expect(await next(stream)).toEqual({ data: { pipeline: { status: 'PENDING' } } });
    const before = polls();
    expect(await wake(facade, { paths: ['/projects/15', '/projects/14/pipelines/1'] })).toEqual({
      status: 200,
      text: '{"pollers":0}',
    });
    facade.sandbox.clock.advance(4000);
    expect(await wake(facade, bodyFor(id))).toEqual({ status: 200, text: '{"pollers":1}' });
    expect(await next(stream)).toEqual({ data: { pipeline: { status: 'RUNNING' } } });
    expect(polls()).toBe(before + 1);
    await stream.return();
  });

  test.each([
    ['the global id of an item', (id: string) => ({ ids: [id] })],
    ['the REST path of the list', () => ({ paths: ['/projects/14/pipelines'] })],
    ['the path of its project', () => ({ paths: ['projects/14'] })],
  ])('polls a list by a wake-up with %s', async (_, bodyFor) => {
    const id = await createPipeline();
    const stream = facade.follow('subscription { pipelines(project: "14", first: 1) { nodes { id status } } }');
    expect(await next(stream)).toEqual({ data: { pipelines: { nodes: [{ id, status: 'PENDING' }] } } });
    expect(await wake(facade, { paths: ['/projects/15', '/projects/14/merge_requests/1'] })).toMatchObject({
      text: '{"pollers":0}',
    });
    facade.sandbox.clock.advance(4000);
    expect(await wake(facade, bodyFor(id))).toEqual({ status: 200, text: '{"pollers":1}' });
    expect(await next(stream)).toEqual({ data: { pipelines: { nodes: [{ id, status: 'RUNNING' }] } } });
    await stream.return();
  });

  test.each([0, 20])(
    'polls at most once a second for repeated wake-ups if the upstream responds after %i ms',
    async (latencyMs) => {
      const id = await createPipeline();
      facade.sandbox.faults.add({ match: { operation: 'getPipeline' }, latencyMs });
      onTestFinished(() => facade.sandbox.faults.clear());
      const stream = facade.follow('subscription ($id: ID!) { pipeline(id: $id) { status } }', { id });
      await next(stream);
      const before = polls();
      const started = performance.now();
      // The third poll shows whether wake-ups that arrive during the second one make it start early.
      for (let index = 0; polls() - before < 3; index += 1)
        await wake(facade, { ids: [id], paths: [`/invented/${latencyMs}/${index}`] });
      const passed = performance.now() - started;
      expect(3).toBeLessThanOrEqual(1 + passed / 1000);
      await stream.return();
    },
  );

  test('sends later subscribers no state from before the wake-up', async () => {
    const id = await createPipeline();
    const query = 'subscription ($id: ID!) { pipeline(id: $id) { status } }';
    const first = facade.follow(query, { id });
    await next(first);
    await first.return();
    await facade.idle();
    facade.sandbox.clock.advance(4000);
    await wake(facade, { ids: [id] });
    const second = facade.follow(query, { id });
    expect(await next(second)).toEqual({ data: { pipeline: { status: 'RUNNING' } } });
    await second.return();
  });

  test('polls by wake-ups that the webhook receiver in deploy sends', async () => {
    const id = await createPipeline();
    const stream = facade.follow('subscription ($id: ID!) { pipeline(id: $id) { status } }', { id });
    await next(stream);
    facade.sandbox.clock.advance(4000);
    const port = await freePort();
    const receiver = spawn(process.execPath, ['deploy/webhooks.mjs'], {
      cwd: new URL('../../', import.meta.url),
      env: {
        PORT: String(port),
        WAKE_SECRET: secret,
        WEBHOOK_TOKEN: 'a token',
        WAKE_URL: new URL('/wake', facade.managementUrl).href,
      },
    });
    onTestFinished(() => void receiver.kill());
    const body = JSON.stringify({ project: { id: 14 }, object_attributes: { id: Number(id.split('/').at(-1)) } });
    const send = async (token: string) => {
      const url = `http://127.0.0.1:${port}`;
      const response = await fetch(url, { method: 'POST', headers: { 'x-webhook-token': token }, body }).catch(
        () => undefined,
      );
      return response?.status;
    };
    await expect.poll(() => send('another token'), { timeout: 20_000 }).toBe(401);
    expect(await send('a token')).toBe(200);
    expect(await next(stream)).toEqual({ data: { pipeline: { status: 'RUNNING' } } });
    await stream.return();
  });

  test('accepts the request that the operator guide signs with openssl and sends with curl', async () => {
    const script = parseFences(read('docs/operator.md')).find(({ language }) => language === 'sh')?.text ?? '';
    const url = 'http://127.0.0.1:9464/';
    expect(script).toContain(url);
    const ownScript = script.replace(url, facade.managementUrl?.href ?? '');
    const { PATH } = process.env;
    const env = { PATH, WAKE_SECRET: secret };
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', ownScript], { env });
    expect({ stdout, stderr }).toEqual({ stdout: '{"pollers":0}', stderr: '' });
  });

  test('counts wake-ups by result, and the polls that they cause', async () => {
    const id = await createPipeline();
    const stream = facade.follow('subscription ($id: ID!) { pipeline(id: $id) { status } }', { id });
    await next(stream);
    const before = await scrape(facade);
    const getIncrease = async (name: string, labels: Readonly<Record<string, string>> = {}) => {
      const after = await scrape(facade);
      return (seriesValue(after, name, labels) ?? Number.NaN) - (seriesValue(before, name, labels) ?? Number.NaN);
    };
    facade.sandbox.clock.advance(4000);
    const timestamp = seconds();
    await wake(facade, { ids: [id] }, { timestamp });
    expect(await next(stream)).toEqual({ data: { pipeline: { status: 'RUNNING' } } });
    expect(await getIncrease('portico_woken_polls_total')).toBe(1);
    await wake(facade, { ids: [id] }, { timestamp });
    await wake(facade, { ids: [id] }, { timestamp: 'now' });
    await wake(facade, { ids: [id] }, { key: 'another secret, which is long enough' });
    await wake(facade, { ids: [id] }, { timestamp: '1' });
    await wake(facade, { ids: [] });
    await wake(facade, { paths: ['x'.repeat(70_000)] });
    const results = ['accepted', 'repeated', 'unsigned', 'invalid_signature', 'clock', 'malformed', 'too_large'];
    for (const result of results) expect(await getIncrease('portico_wake_ups_total', { result }), result).toBe(1);
    expect(await getIncrease('portico_wake_ups_total', { result: 'overload' })).toBe(0);
    expect(await getIncrease('portico_woken_polls_total')).toBe(1);
    await stream.return();
  });

  test('rejects requests without a valid signature', async () => {
    const body = { paths: ['/projects/14'] };
    expect(await wake(facade, body, { key: 'another secret, which is long enough' })).toMatchObject({ status: 401 });
    expect(await wake(facade, body, { signature: 'f'.repeat(63) })).toMatchObject({ status: 401 });
    expect(await wake(facade, body, { timestamp: 'now' })).toMatchObject({ status: 401 });
    for (const shift of [-400, 400]) {
      const timestamp = String(Number(seconds()) + shift);
      expect(await wake(facade, body, { timestamp })).toMatchObject({
        status: 401,
        text: expect.stringContaining('more than 300 seconds'),
      });
    }
  });

  test('rejects a request that it has already received', async () => {
    const timestamp = seconds();
    const body = { paths: ['/projects/14/replayed'] };
    expect(await wake(facade, body, { timestamp })).toMatchObject({ status: 200 });
    expect(await wake(facade, body, { timestamp })).toMatchObject({
      status: 401,
      text: 'This request was already received\n',
    });
  });

  test.each([
    ['invalid JSON', '{', 'not JSON'],
    ['no objects', {}, 'must name 1 to 100 objects together, not 0'],
    ['values that are not strings', { paths: [14] }, 'must be lists of strings'],
    ['101 objects', { paths: Array.from({ length: 101 }, (_, index) => `/projects/${index}`) }, 'not 101'],
    ['an id of another service', { ids: ['gid://elsewhere/Pipeline/1'] }, 'the global id of another service'],
    ['an id of an unknown type', { ids: ['gid://service/Nothing/1'] }, 'not a Nothing'],
  ])('rejects a body with %s', async (_, body, message) => {
    expect(await wake(facade, body)).toEqual({ status: 400, text: expect.stringContaining(message) });
  });

  test('rejects a body above 64 KiB', async () => {
    expect(await wake(facade, { paths: ['x'.repeat(70_000)] })).toEqual({
      status: 413,
      text: 'The body must not be larger than 65536 bytes\n',
    });
  });
});

test('rejects wake-ups without WAKE_SECRET', async () => {
  const facade = await startWatched({ env: { METRICS_PORT: '0' } });
  expect(await wake(facade, { paths: ['/projects/14'] })).toMatchObject({ status: 405 });
  await facade.close();
});

test('requires METRICS_PORT for WAKE_SECRET', () => {
  expect(() => readConfig({ SANDBOX: 'true', WAKE_SECRET: secret })).toThrow('WAKE_SECRET requires METRICS_PORT');
});

describe.skipIf(!hasRedis)('facades that share a Redis', () => {
  let redis: RedisServer;
  let instances: Instances;
  beforeAll(async () => {
    redis = await startRedis();
    instances = await startInstances(redis, 2, env);
  });
  afterAll(async () => {
    await instances.close();
    await redis.close();
  });

  test('poll in one instance for a wake-up that another instance receives', async () => {
    const [holder, receiver] = instances.all;
    if (holder === undefined || receiver === undefined) throw new Error('There are not two instances');
    const id = await instances.createPipeline(holder);
    const stream = holder.follow(`subscription { pipeline(id: "${id}") { status } }`);
    expect(await next(stream)).toEqual({ data: { pipeline: { status: 'PENDING' } } });
    instances.sandbox.clock.advance(4000);
    expect(await wake(receiver, { ids: [id] })).toEqual({ status: 200, text: '{"pollers":0}' });
    expect(await next(stream)).toEqual({ data: { pipeline: { status: 'RUNNING' } } });
    await stream.return();
  });
});
