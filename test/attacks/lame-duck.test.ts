/** The two halves of `LAME_DUCK_MS`. The tests end each half, so that they do not depend on the speed of the machine. */
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startEdge } from '../edge/harness.ts';
import { open, request } from './wire.ts';

const halfMs = 300_000;
const settings = { LAME_DUCK_MS: String(2 * halfMs), KEEP_ALIVE_TIMEOUT_MS: '600000' };

/** Functions that end the current half. */
const endHalfFunctions: (() => void)[] = [];

const { setTimeout: pause } = timers;

beforeAll(() => {
  Object.assign(timers, {
    setTimeout: (delay?: number, ...args: unknown[]) =>
      delay === halfMs
        ? new Promise<void>((resolve) => endHalfFunctions.push(resolve))
        : Reflect.apply(pause, undefined, [delay, ...args]),
  });
  syncBuiltinESMExports();
});

afterAll(() => {
  Object.assign(timers, { setTimeout: pause });
  syncBuiltinESMExports();
});

/** Ends the current half. */
async function endHalf(): Promise<void> {
  await expect.poll(() => endHalfFunctions.length).toBe(1);
  endHalfFunctions.pop()?.();
}

const body = JSON.stringify({ query: '{ hello }' });
const headers = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`];
const keepAliveRequest = request('POST /graphql HTTP/1.1', headers, body).replace('Connection: close\r\n', '');

test('while stopping, /ready returns 503 and operations succeed; new connections are refused after half of LAME_DUCK_MS', async () => {
  const edge = await startEdge(settings);
  const closed = edge.close();
  const { status, body } = await edge.get('/ready');
  expect([status, body]).toEqual([503, { status: 'draining' }]);
  expect((await edge.get('/health')).status).toBe(200);
  expect((await edge.query('{ hello }')).body).toEqual({ data: { hello: 'world' } });
  await endHalf();
  const getConnectError = () =>
    open(edge).then(
      (socket) => socket[Symbol.dispose](),
      ({ code }) => code,
    );
  await expect.poll(getConnectError).toBe('ECONNREFUSED');
  await endHalf();
  await closed;
});

test('while stopping, idle connections stay open for LAME_DUCK_MS, and responses in its second half close their connection', async () => {
  const edge = await startEdge(settings);
  const [idle, reused] = [await open(edge), await open(edge)];
  onTestFinished(() => {
    for (const socket of [idle, reused]) socket.destroy();
  });
  const closed = edge.close();
  reused.write(keepAliveRequest);
  expect(String((await once(reused, 'data'))[0])).toMatch(/^HTTP\/1.1 200 .*\r\nConnection: keep-alive\r\n.*"world"/is);
  await endHalf();
  await expect.poll(() => endHalfFunctions.length).toBe(1);
  reused.write(keepAliveRequest);
  expect(String((await once(reused, 'data'))[0])).toMatch(/^HTTP\/1.1 200 .*\r\nConnection: close\r\n.*"world"/is);
  await once(reused.resume(), 'end');
  expect(idle.destroyed || idle.readableEnded).toBe(false);
  const ended = once(idle.resume(), 'end');
  await endHalf();
  await closed;
  await ended;
});
