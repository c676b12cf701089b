/** Large bodies over every transport: accepted or rejected at little cost, while other callers receive responses. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxBlockMs, startTarget, type Target, type Transport } from './harness.ts';

const mebibyte = 1024 * 1024;
let target: Target;

beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.close());

const rejections: readonly [Transport, readonly number[]][] = [
  ['POST', [413]],
  ['SSE', [413]],
  ['multipart', [413]],
  // The request line exceeds the limit on headers, and the WebSocket message MAX_BODY_BYTES.
  ['GET', [431]],
  ['WebSocket', [1009]],
];

test.each(rejections)('rejects 24 MiB over %s', async (transport, statuses) => {
  const query = `{ __typename } # ${'x'.repeat(24 * mebibyte)}`;
  const cost = await target.measureMemory(async () => {
    const { status, results } = await target.send(transport, { query });
    // The connection of a client that is still sending may end before the client reads the response.
    expect([0, ...statuses]).toContain(status);
    expect(results.every(({ data }) => data === undefined)).toBe(true);
  });
  expect(cost.longestBlockMs).toBeLessThan(maxBlockMs);
  expect(cost.heapDelta).toBeLessThan(4 * mebibyte);
});

test.each<[Transport, number]>([
  ['POST', 3],
  ['SSE', 3],
  ['WebSocket', 3],
  ['multipart', 3],
])(
  'over %s, a body of %s MiB blocks the event loop for less than 200 ms, and concurrent of them retain less than 4 MiB',
  async (transport, mebibytes) => {
    const variables = { text: 'x'.repeat(mebibytes * mebibyte) };
    const send = async () => {
      const { results } = await target.send(transport, { query: '{ __typename }', variables });
      expect(results).toMatchObject([{ errors: [{ extensions: { code: 'VARIABLE_LIMIT' } }] }]);
    };
    const single = await target.measure(send);
    expect(single.longestBlockMs).toBeLessThan(maxBlockMs);
    const concurrent = await target.measureMemory(() => Promise.all(Array.from({ length: 10 }, send)));
    expect(concurrent.heapDelta).toBeLessThan(4 * mebibyte);
  },
);
