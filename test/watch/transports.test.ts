/** Slow clients, lost connections, shutdown and limits of subscriptions over WebSockets and Server-Sent Events. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { tokens } from '../../sandbox/index.ts';
import type { FacadeSettings } from '../settings.ts';
import { all, next, noActivity, startWatched, type WatchedFacade } from './facade.ts';

let facade: WatchedFacade;
let running = false;
const start = async (env: FacadeSettings = {}) => {
  facade = await startWatched({ env });
  running = true;
};
const stop = async () => {
  if (!running) return;
  running = false;
  await facade.close();
};
beforeEach(() => {
  resources = countResources();
});
afterEach(async () => {
  await stop();
  // The facade leaves no timer or socket open.
  await expect.poll(countResources).toEqual(resources);
});

let resources = {};
/** Counts the timers and sockets of this process. */
function countResources(): Record<string, number> {
  const counts: Record<string, number> = { Timeout: 0, TCPSocketWrap: 0, TCPServerWrap: 0 };
  for (const name of process.getActiveResourcesInfo()) if (name in counts) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const status = 'subscription ($id: ID!) { vulnerabilityExport(id: $id) { status } }';

/** Opens a WebSocket, and returns functions that send and collect messages. */
async function openSocket(id: string, query = status) {
  const socket = new WebSocket(facade.socketUrl, 'graphql-transport-ws');
  const received: { type: string; id?: string; payload?: unknown }[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data))));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token: tokens.developer } }));
  const subscribe = (operation: string) =>
    socket.send(JSON.stringify({ type: 'subscribe', id: operation, payload: { query, variables: { id } } }));
  await expect.poll(() => received.at(-1)?.type).toBe('connection_ack');
  received.length = 0;
  return { socket, received, subscribe };
}

/** Opens a stream of Server-Sent Events, and collects its text. */
async function openStream(id: string) {
  const response = await fetch(new URL('/graphql', facade.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'private-token': tokens.developer },
    body: JSON.stringify({ query: status, variables: { id } }),
  });
  let text = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read())
      text += chunk.value;
  };
  const ended = read();
  // The promise may be rejected before the test awaits it.
  ended.catch(() => undefined);
  return { ended, text: () => text };
}

/** Starts a pipeline. @returns its id, and a function that changes its status */
async function startPipeline() {
  const { data } = await facade.execute<{ pipelineCreate: { pipeline: { id: string } } }>(
    'mutation { pipelineCreate(input: { project: "14", ref: "main" }) { pipeline { id } } }',
    {},
    { as: 'developer' },
  );
  const { id } = data.pipelineCreate.pipeline;
  const change = async (name: 'Cancel' | 'Retry') => {
    await facade.execute(
      `mutation { pipeline${name}(input: { id: "${id}" }) { errors { message } } }`,
      {},
      { as: 'developer' },
    );
    await pause(60);
  };
  return { id, change };
}

/** Subscription with events of more than 100 KB, which fill the buffers of a client that does not read. */
const largeSubscription = `subscription ($id: ID!) {
  pipeline(id: $id, until: FOREVER) {
    status
    project {
      ${Array.from({ length: 40 }, (_, index) => `p${index}: pipeline(id: "3000") { testReport { testSuites { testCases { name classname systemOutput stackTrace } } } }`).join('\n')}
    }
  }
}`;
const changes = 40;

async function changeOften(change: (name: 'Cancel' | 'Retry') => Promise<void>): Promise<void> {
  for (let index = 0; index < changes; index++) await change(index % 2 === 0 ? 'Cancel' : 'Retry');
  facade.sandbox.clock.advance(20_000);
  await pause(200);
}

test('sends a slow client the newest state over a WebSocket, and skips others', async () => {
  await start();
  const { id, change } = await startPipeline();
  const { socket, received, subscribe } = await openSocket(id, largeSubscription);
  subscribe('1');
  await expect.poll(() => received.length).toBe(1);
  socket.pause();
  await changeOften(change);
  socket.resume();
  const getStatus = (message: unknown) => Object(message).payload.data.pipeline.status;
  await expect.poll(() => getStatus(received.at(-1)), { timeout: 5000 }).toBe('SUCCESS');
  expect(received.length).toBeGreaterThan(2);
  expect(received.length).toBeLessThan(changes);
  socket.close();
  await facade.idle();
});

test('sends a slow client the newest state over Server-Sent Events, and skips others', async () => {
  await start();
  const { id, change } = await startPipeline();
  const stream = facade.follow(largeSubscription, { id });
  await next(stream);
  await changeOften(change);
  let events = 1;
  for await (const { data } of stream) {
    events += 1;
    if (Object(data).pipeline.status === 'SUCCESS') break;
  }
  expect(events).toBeGreaterThan(2);
  expect(events).toBeLessThan(changes);
  await facade.idle();
});

test('ends subscriptions of a lost client, a closed socket and a completed operation', async () => {
  await start();
  const id = await facade.startExport();
  const [lost, closed, unsubscribed] = await Promise.all([openSocket(id), openSocket(id), openSocket(id)]);
  for (const { subscribe, received } of [lost, closed, unsubscribed]) {
    subscribe('1');
    subscribe('2');
    await expect.poll(() => received.length).toBe(2);
  }
  expect(facade.activity).toMatchObject({ subscriptions: 6, streams: 6, pollers: 1, sockets: 3 });
  lost.socket.terminate();
  closed.socket.close();
  await expect.poll(() => facade.activity).toMatchObject({ subscriptions: 2, streams: 2, pollers: 1, sockets: 1 });
  for (const operation of ['1', '2']) unsubscribed.socket.send(JSON.stringify({ type: 'complete', id: operation }));
  await expect.poll(() => facade.activity).toEqual({ ...noActivity, sockets: 1 });
  unsubscribed.socket.close();
  await facade.idle();
});

test('ends subscriptions of a client that completes or disconnects before the first response', async () => {
  await start();
  const id = await facade.startExport();
  facade.sandbox.faults.add({ match: { operation: 'getVulnerabilityExport' }, latencyMs: 60_000 });
  const { socket, subscribe } = await openSocket(id);
  subscribe('1');
  await expect.poll(() => facade.activity.calls).toBe(1);
  socket.send(JSON.stringify({ type: 'complete', id: '1' }));
  await expect.poll(() => facade.activity).toEqual({ ...noActivity, sockets: 1 });
  subscribe('2');
  await expect.poll(() => facade.activity.calls).toBe(1);
  socket.terminate();
  await facade.idle();
});

test('rejects operations above maxStreamsPerConnection on one WebSocket', async () => {
  await start({ maxStreamsPerConnection: 2 });
  const id = await facade.startExport();
  const { socket, received, subscribe } = await openSocket(id);
  for (const operation of ['1', '2', '3']) subscribe(operation);
  await expect.poll(() => received.length).toBe(3);
  expect(received.find((message) => message.id === '3')).toMatchObject({
    type: 'error',
    payload: [{ message: expect.stringContaining('Too many open operations'), extensions: { code: 'STREAM_LIMIT' } }],
  });
  // After a completed operation, another one is accepted.
  socket.send(JSON.stringify({ type: 'complete', id: '1' }));
  await expect.poll(() => facade.activity.subscriptions).toBe(1);
  subscribe('4');
  await expect.poll(() => received.at(-1)).toMatchObject({ id: '4', type: 'next' });
  socket.close();
  await facade.idle();
});

test('terminates event streams with a reconnection time at a stop, and closes WebSockets', async () => {
  await start();
  const id = await facade.startExport();
  const stream = await openStream(id);
  await expect.poll(() => stream.text()).toContain('"status":"CREATED"');
  const { socket, received, subscribe } = await openSocket(id);
  subscribe('1');
  await expect.poll(() => received.length).toBe(1);
  const closed = once(socket, 'close');
  const startedAt = performance.now();
  await stop();
  expect(performance.now() - startedAt).toBeLessThan(2000);
  // Clients reconnect after a failure of the network, and not after a completion.
  await expect(stream.ended).rejects.toThrow('terminated');
  const [, reconnectMs] = /\}\}\}\n\nretry: (\d+)\n\n$/.exec(stream.text()) ?? [];
  expect(Number(reconnectMs)).toBeGreaterThanOrEqual(250);
  expect(Number(reconnectMs)).toBeLessThan(1500);
  expect(stream.text().match(/^event: .*$/gm)).toEqual(['event: next']);
  expect((await closed)[0]).toBe(1001);
  expect(received).toHaveLength(1);
  expect(facade.activity).toEqual(noActivity);
});

test('finishes queries and mutations over a WebSocket on a stop', async () => {
  await start();
  facade.sandbox.faults.add({ match: { operation: 'getCurrentUser' }, latencyMs: 300 });
  const client = createClient({
    url: facade.socketUrl,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { token: tokens.developer },
  });
  const results = all(client.iterate({ query: '{ currentUser { username } }' }));
  await expect.poll(() => facade.requests.length).toBe(1);
  await stop();
  expect(await results).toEqual([{ data: { currentUser: { username: 'dana.kim' } } }]);
  await client.dispose();
});
