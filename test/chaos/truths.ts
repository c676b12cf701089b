/** The right answers of all callers. */
import { Random } from '../../src/sandbox/kit/random.ts';
import { startFacadeProcess } from '../process/facade.ts';
import { type Caller, callers } from './callers.ts';
import { Asker } from './clients.ts';
import { Truth } from './load.ts';
import type { FaultyProxy } from './proxy.ts';
import type { Tally } from './tally.ts';

/** Callers who ask at a time while there are no faults. */
const calmCallers = 4;

/** Does something for all, a few at a time. */
export async function eachOf<T>(all: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const each of left) await run(each);
  };
  await Promise.all(Array.from({ length: calmCallers }, worker));
}

/** Learns the right answers from a facade of its own, which keeps no answers. */
export async function learnTruths(proxy: FaultyProxy, tally: Tally): Promise<ReadonlyMap<Caller, Truth>> {
  const facade = await startFacadeProcess({ UPSTREAM_URL: proxy.url, KEPT_ANSWER_BYTES: '0' });
  const truths = new Map<Caller, Truth>();
  await eachOf(callers, async (caller) => {
    const asker = new Asker(caller, { url: () => facade.url, random: new Random(''), tally, proxy });
    truths.set(caller, await Truth.learn(asker));
  });
  await facade.stop();
  return truths;
}
