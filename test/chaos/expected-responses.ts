/** Expected responses of all callers. */
import { Random } from '../../sandbox/index.ts';
import { startFacadeProcess } from '../process/facade.ts';
import { type Caller, callers } from './callers.ts';
import { OperationSender } from './clients.ts';
import { ExpectedResponses } from './load.ts';
import type { FaultyProxy } from './proxy.ts';
import type { Tally } from './tally.ts';

const maxConcurrentCallers = 4;

/** Runs a function for each item, at most `maxConcurrentCallers` concurrently. */
export async function runForEach<T>(all: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  const remaining = all.values();
  const worker = async () => {
    for (const each of remaining) await run(each);
  };
  await Promise.all(Array.from({ length: maxConcurrentCallers }, worker));
}

/** Reads the expected responses from a facade without a response cache. */
export async function readExpectedResponses(
  proxy: FaultyProxy,
  tally: Tally,
): Promise<ReadonlyMap<Caller, ExpectedResponses>> {
  const facade = await startFacadeProcess({ UPSTREAM_URL: proxy.url, RESPONSE_CACHE_BYTES: '0' });
  const expectedResponses = new Map<Caller, ExpectedResponses>();
  await runForEach(callers, async (caller) => {
    const sender = new OperationSender(caller, { url: () => facade.url, random: new Random(''), tally, proxy });
    expectedResponses.set(caller, await ExpectedResponses.read(sender));
  });
  await facade.stop();
  return expectedResponses;
}
