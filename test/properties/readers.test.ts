/** Readers that stop and resume receive what a steady reader receives, and the facade fetches little ahead of them. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeParts } from '../incremental-parts.ts';
import {
  type GroupsFacade,
  openSlowReader,
  type SlowTransport,
  slowTransports,
  startGroups,
  untilIdle,
} from '../slow-readers.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';

const seconds = 3;
/** Upper bound on what the operating system buffers for a connection, in bytes. */
const maxConnectionBytes = 16 << 20;
/** Upper bound on items that are ahead of a client: 100 executed ones, a page and four further ones. */
const maxItemsAhead = 600;

let facade: GroupsFacade;
beforeAll(async () => {
  facade = await startGroups({ length: 0, rowBytes: 0 }, { CALL_TIMEOUT_MS: '150000', OPERATION_TIMEOUT_MS: '150000' });
}, setupTimeoutMs);
afterAll(() => facade.close());

const initialCount = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 250 }));

const selection: fc.Arbitrary<string> = fc.oneof(
  initialCount.map((count) => `nodes @stream(initialCount: ${count}) { databaseId description }`),
  initialCount.map((count) => `edges @stream(initialCount: ${count}) { cursor node { databaseId description } }`),
  fc
    .tuple(initialCount, initialCount)
    .map(
      ([first, second]) =>
        `nodes @stream(initialCount: ${first}) { databaseId description } edges @stream(initialCount: ${second}) { cursor }`,
    ),
  initialCount.map(
    (count) =>
      `totalCount nodes @stream(initialCount: ${count}) { databaseId description } ... @defer { pageInfo { hasNextPage startCursor endCursor } }`,
  ),
);

interface Script {
  readonly transport: SlowTransport;
  readonly length: number;
  readonly first: number;
  readonly rowBytes: number;
  readonly hasTotal: boolean;
  readonly selection: string;
  /** Shares of the response after which the reader stops. */
  readonly stops: readonly number[];
}

const script: fc.Arbitrary<Script> = fc.record({
  transport: fc.constantFrom(...slowTransports),
  length: fc.integer({ min: 0, max: 3000 }),
  first: fc.integer({ min: 101, max: 3000 }),
  // Together at least as long as the operating system buffers, or short.
  rowBytes: fc.constantFrom(10, 2000, 16_384),
  hasTotal: fc.boolean(),
  selection,
  stops: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }).map((stops) => [0, ...stops.sort()]),
});

test('readers that stop and resume receive exactly what a steady reader receives', {
  timeout: timeoutMs(seconds),
}, async () => {
  await holds(
    fc.asyncProperty(script, async ({ transport, first, stops, selection, ...options }) => {
      facade.options = options;
      const query = `{ groups(first: ${first}) { ${selection} } }`;
      const single = await facade.execute(query);
      const before = facade.fetched;
      const reader = await openSlowReader(facade, query, transport);
      const bytes = JSON.stringify(single).length;
      const rowBytes = bytes / Math.max(1, Math.min(first, options.length));
      for (const stop of stops) {
        reader.resume();
        let isOver = false;
        void reader.parts.then(() => {
          isOver = true;
        });
        while (!isOver && reader.readBytes < stop * bytes) await new Promise((resolve) => setImmediate(resolve));
        reader.pause();
        await untilIdle(facade);
        const readItems = reader.readBytes / rowBytes;
        expect(facade.fetched - before - readItems).toBeLessThanOrEqual(maxItemsAhead + maxConnectionBytes / rowBytes);
      }
      reader.resume();
      expect(mergeParts(await reader.parts)).toEqual(single);
      reader.close();
    }),
    seconds,
  );
});
