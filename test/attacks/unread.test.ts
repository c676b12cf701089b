/** Clients that stop reading: the facade fetches little ahead of them, and they receive the rest when they read again. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { mergeParts } from '../incremental-parts.ts';
import { measureMemory } from '../memory.ts';
import { openSlowReader, openSlowSocket, slowTransports, startGroups, untilIdle } from '../slow-readers.ts';

const groups = (length: number, search = '') =>
  `{ groups(first: ${length}, filter: { search: "${search}" }) { nodes @stream(initialCount: 0) { databaseId description } } }`;

/** Upper bound on what the operating system buffers for a connection, in bytes. */
const maxConnectionBytes = 16 << 20;
/** Upper bound on items that are ahead of a client: 100 executed ones, a page and four further ones. */
const maxItemsAhead = 600;

const ids = (length: number) => Array.from({ length }, (_, index) => index + 1);
const idsOf = ({ data }: ReturnType<typeof mergeParts>) =>
  Object(data).groups.nodes.map(({ databaseId }: { databaseId: number }) => databaseId);

describe.each(slowTransports)('over %s', (transport) => {
  test('a client that does not read causes few calls, and receives everything when it reads', {
    timeout: 60_000,
  }, async () => {
    const [length, rowBytes] = [3000, 16_384];
    await using facade = await startGroups({ length, rowBytes });
    const reader = await openSlowReader(facade, groups(length), transport);
    await expect.poll(() => facade.fetched, { timeout: 20_000 }).toBeGreaterThan(0);
    await untilIdle(facade);
    expect(facade.fetched).toBeLessThanOrEqual(maxItemsAhead + maxConnectionBytes / rowBytes);
    reader.resume();
    expect(idsOf(mergeParts(await reader.parts))).toEqual(ids(length));
    reader.close();
    await expect.poll(() => facade.activity.subscriptions).toBe(0);
  });
});

test('does not count the time for which a client does not read for OPERATION_TIMEOUT_MS', {
  timeout: 60_000,
}, async () => {
  const [length, rowBytes, timeoutMs] = [2000, 16_384, 6000];
  await using facade = await startGroups(
    { length, rowBytes },
    { OPERATION_TIMEOUT_MS: `${timeoutMs}`, READ_RETRIES: '1' },
  );
  const reader = await openSlowReader(facade, groups(length), 'multipart/mixed');
  await pause(timeoutMs + 500);
  // The wait that the service requests is within the remaining time.
  facade.options = { ...facade.options, limitedCalls: 1 };
  reader.resume();
  expect(idsOf(mergeParts(await reader.parts))).toEqual(ids(length));
  expect(facade.options.limitedCalls).toBe(0);
});

test('releases the delivered pages of a list below a full path', { timeout: 60_000 }, async () => {
  const [length, rowBytes] = [4000, 16_384];
  await using facade = await startGroups({ length, rowBytes });
  const query = groups(length)
    .replace('groups(', 'group(id: "a/b") { subgroups(')
    .replace(/, filter: [^)]*/, '');
  const before = await measureMemory();
  const reader = await openSlowReader(facade, `${query} }`, 'multipart/mixed');
  reader.resume();
  await expect.poll(() => reader.readBytes, { timeout: 30_000 }).toBeGreaterThan((length * rowBytes) / 2);
  reader.pause();
  await untilIdle(facade);
  // The client retains what it has read.
  expect((await measureMemory()) - before - reader.readBytes).toBeLessThan((length * rowBytes) / 2);
  reader.resume();
  expect(await reader.parts).not.toEqual([]);
});

test('counts what a response contains for a client that does not read for maxUnsentBytesPerCaller', async () => {
  const [length, rowBytes] = [2000, 16_384];
  await using facade = await startGroups({ length, rowBytes }, { maxUnsentBytesPerCaller: 1 << 20 });
  const reader = await openSlowReader(facade, groups(length), 'multipart/mixed');
  const rejected = async () => (await facade.execute('{ __typename }')).errors?.[0]?.extensions?.code;
  await expect.poll(rejected, { timeout: 20_000 }).toBe('UNSENT_LIMIT');
  // It may send all that it contains.
  reader.resume();
  expect(idsOf(mergeParts(await reader.parts))).toEqual(ids(length));
  await expect.poll(rejected).toBeUndefined();
});

test('90 streamed lists of one WebSocket together hold few items, and all arrive', { timeout: 120_000 }, async () => {
  const [count, length, rowBytes] = [90, 600, 2048];
  await using facade = await startGroups({ length, rowBytes });
  const socket = await openSlowSocket(facade);
  const results = ids(count).map((id) => socket.send(groups(length, String(id))));
  await expect.poll(() => facade.fetched, { timeout: 30_000 }).toBeGreaterThan(0);
  await untilIdle(facade);
  // Each list has at most its first page. Those whose part the connection has buffered have read on.
  expect(facade.fetched).toBeLessThanOrEqual(100 * count + (maxConnectionBytes / rowBytes) * 3);
  socket.resume();
  for (const result of results) expect(idsOf(mergeParts(await result))).toEqual(ids(length));
  socket.close();
  await expect.poll(() => facade.activity.subscriptions).toBe(0);
});

test('deferred lists of a WebSocket whose client does not read cause few calls, and all arrive when it reads', {
  timeout: 120_000,
}, async () => {
  const [operationCount, listCount, length, rowBytes] = [10, 18, 100, 4096];
  const maxBytes = 20 << 20;
  await using facade = await startGroups({ length, rowBytes }, { maxUnsentBytesPerCaller: maxBytes });
  const socket = await openSlowSocket(facade);
  const createList = (id: string) =>
    `... @defer { a${id}: groups(first: ${length}, filter: { search: "${id}" }) { nodes { description } } }`;
  const results = ids(operationCount).map((id) =>
    socket.send(`{ __typename ${ids(listCount).map((list) => createList(`${id}_${list}`))} }`),
  );
  await expect.poll(() => facade.fetched, { timeout: 20_000 }).toBeGreaterThan(0);
  await untilIdle(facade);
  // Each operation has one list and reads the next one. Others are in the buffer of the connection, or in half of the bytes of the caller.
  const maxListsAhead = 2 * operationCount + (maxConnectionBytes + maxBytes / 2) / (length * rowBytes);
  expect(facade.fetched).toBeLessThanOrEqual(maxListsAhead * length);
  socket.resume();
  for (const result of results) expect(Object.keys(Object(mergeParts(await result).data))).toHaveLength(listCount + 1);
  socket.close();
});

test('a WebSocket whose client does not read is cut off if its deferred parts exceed maxUnsentBytesPerCaller', async () => {
  const [count, length, rowBytes] = [20, 300, 16_384];
  await using facade = await startGroups({ length, rowBytes }, { maxUnsentBytesPerCaller: 20 << 20 });
  const socket = await openSlowSocket(facade);
  const results = ids(count).map((id) =>
    socket.send(
      `{ __typename ... @defer { groups(first: ${length}, filter: { search: "${id}" }) { nodes { description } } } }`,
    ),
  );
  const settled = Promise.allSettled(results);
  await expect.poll(() => facade.activity, { timeout: 15_000 }).toMatchObject({ sockets: 0, subscriptions: 0 });
  socket.resume();
  await settled;
});

test('a WebSocket whose client does not read is cut off if equal results together exceed maxUnsentBytesPerCaller', async () => {
  const [count, length, rowBytes] = [20, 100, 16_384];
  await using facade = await startGroups({ length, rowBytes }, { maxUnsentBytesPerCaller: 20 << 20 });
  const socket = await openSlowSocket(facade);
  const aliases = ids(3).map((alias) => `a${alias}: groups(first: ${length}) { nodes { description } }`);
  // All wait for one call, and end at the same time.
  const settled = Promise.allSettled(ids(count).map(() => socket.send(`{ ${aliases} }`)));
  await expect.poll(() => facade.activity, { timeout: 15_000 }).toMatchObject({ sockets: 0, subscriptions: 0 });
  expect(facade.fetched).toBe(length);
  socket.resume();
  await settled;
});
