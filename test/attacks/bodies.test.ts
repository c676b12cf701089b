/** Bodies beyond what is taken, over every transport: refused at little cost, while others are answered. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longestAllowedBlockMs, startTarget, type Target, type Transport } from './harness.ts';

const mebibyte = 1024 * 1024;
let target: Target;

beforeAll(async () => {
  // A variable fills the body.
  target = await startTarget({ MAX_VARIABLE_TEXT_BYTES: String(8 * mebibyte) });
});
afterAll(() => target.close());

const refusals: readonly [Transport, readonly number[]][] = [
  ['POST', [413]],
  ['SSE', [413]],
  ['multipart', [413]],
  // A request line beyond what Node takes, and a WebSocket message beyond what is taken.
  ['GET', [431]],
  ['WebSocket', [1009]],
];

test.each(refusals)('24 MiB by %s are refused', async (transport, statuses) => {
  const query = `{ __typename } # ${'x'.repeat(24 * mebibyte)}`;
  const cost = await target.weigh(async () => {
    const { status, results } = await target.send(transport, { query });
    // A client that still sends may find its connection ended before it reads the refusal.
    expect([0, ...statuses]).toContain(status);
    expect(results.every(({ data }) => data === undefined)).toBe(true);
  });
  expect(cost.longestBlockMs).toBeLessThan(longestAllowedBlockMs);
  expect(cost.heapDelta).toBeLessThan(4 * mebibyte);
});

test.each<[Transport, number]>([
  ['POST', 3],
  ['SSE', 3],
  ['WebSocket', 3],
  ['multipart', 3],
])('a body by %s of %s MiB does not block, and ten of them leave nothing', async (transport, mebibytes) => {
  const variables = { text: 'x'.repeat(mebibytes * mebibyte) };
  const send = async () => {
    const { results } = await target.send(transport, { query: '{ __typename }', variables });
    expect(results).toEqual([{ data: { __typename: 'Query' } }]);
  };
  const one = await target.watch(send);
  expect(one.longestBlockMs).toBeLessThan(longestAllowedBlockMs);
  const ten = await target.weigh(() => Promise.all(Array.from({ length: 10 }, send)));
  expect(ten.heapDelta).toBeLessThan(4 * mebibyte);
});
