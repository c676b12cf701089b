/**
 * Benchmark. `npm run bench`, or parts of it:
 *
 *     ROUNDS=5 DURATION=2000 WORKLOADS=W1,W4 PEERS=0 node bench/run.ts
 *
 * `--quick` measures the cost of operations in one round, compared with pick and the two fastest peers. Only a complete run is written to
 * bench/RESULTS.md; set OUT to write another run to a file.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fastestPeers, passThrough, peers, portico, porticos } from './contenders.ts';
import { type DeferredPage, measureDeferredPage } from './deferred-page.ts';
import { measure, type Settings, type WorkloadOutcome } from './measure.ts';
import { type Running, start, stop } from './processes.ts';
import {
  presentDeferredPage,
  presentExecutors,
  presentGoals,
  presentGrowth,
  presentSetting,
  presentSubscribed,
  presentWorkload,
} from './report.ts';
import { type Subscribed, subscribe } from './subscribers.ts';
import { workloads } from './workloads.ts';

const {
  values: { quick },
} = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const all = process.env.PEERS !== '0';
/** Shorter measurements are mostly noise. */
const minDurationMs = 1500;

const settings: Settings = {
  rounds: Number(process.env.ROUNDS ?? (quick ? 1 : 3)),
  milliseconds: Math.max(minDurationMs, Number(process.env.DURATION ?? minDurationMs)),
  warmUp: quick ? 1500 : 3000,
  connections: 32,
  latency: 20,
  quick,
  contenders: quick ? [portico, ...fastestPeers] : [passThrough, ...porticos, ...(all ? peers : [])],
};
const wanted = process.env.WORKLOADS?.split(',');
const isWanted = (name: string) => wanted?.includes(name) ?? true;
const subscribers = 1000;

/** Measures Portico alone. Returns the message of a failure instead of a result. */
async function measureAlone<Result>(
  act: (server: Running, upstream: string) => Promise<Result>,
): Promise<Result | string> {
  const upstream = await start(join(import.meta.dirname, 'upstream.ts'), {});
  const origin = `http://127.0.0.1:${upstream.port}`;
  const server = await portico.start(`${origin}/api/v4`);
  try {
    return await act(server, origin);
  } catch (error) {
    return error instanceof Error ? error.message : JSON.stringify(error);
  } finally {
    await stop(server);
    await stop(upstream);
  }
}

const out =
  process.env.OUT ?? (wanted === undefined && all && !quick ? join(import.meta.dirname, 'RESULTS.md') : undefined);

interface AloneResults {
  readonly deferred: DeferredPage | string;
  readonly subscribed: Subscribed | string;
}

function pageOf(outcomes: readonly WorkloadOutcome[], alone: AloneResults): string {
  return `# Results

Written by \`npm run bench${quick ? ' -- --quick' : ''}\`.

${presentSetting(settings)}

## Goals

${presentGoals(outcomes, alone.deferred)}

## Workloads

${outcomes.map(presentWorkload).join('\n\n')}

${quick ? '' : formatRemainder(outcomes, alone)}`;
}

/** Formats the measurements of Portico alone, and those across workloads. */
const formatRemainder = (outcomes: readonly WorkloadOutcome[], { deferred, subscribed }: AloneResults): string =>
  `### W13: W10 with deferred labels, approvals and pipelines

The calls of W10. The merge request and its notes take one round trip, the colours of its labels a second one. Only Portico runs it: the ratios
are to its own responses, and the peers wait for all calls before they respond.

${presentDeferredPage(deferred)}

### W8: ${subscribers.toLocaleString('en')} subscribers on one export

None of the peers polls a REST resource for its subscribers; they would need a watcher like that of Portico.

${presentSubscribed(subscribed)}

## Executors

Portico with its own executor, with graphql-js as its executor, and a handwritten server on Grafast.

${presentExecutors(outcomes)}

## Growth

${presentGrowth(outcomes)}
`;

function write(page: string): void {
  if (out !== undefined) writeFileSync(out, page);
}

const outcomes: WorkloadOutcome[] = [];
// The longest lists add nothing to the cost of an operation.
const measured = workloads.filter(({ name, longest }) => isWanted(name) && !(quick && longest));
for (const workload of measured) {
  const outcome = await measure(workload, settings);
  outcomes.push(outcome);
  console.log(`${presentWorkload(outcome)}\n`);
  // A run that ends early leaves its results so far.
  write(pageOf(outcomes, { deferred: 'the run ended before it', subscribed: 'the run ended before it' }));
}
const measureIfWanted = async <Result>(name: string, act: (server: Running, upstream: string) => Promise<Result>) =>
  isWanted(name) && !quick ? measureAlone(act) : 'not requested';
const deferred = await measureIfWanted('W13', (server, origin) => measureDeferredPage(server, origin, settings));
const subscribed = await measureIfWanted('W8', (server, origin) => subscribe(server, origin, subscribers));
const page = pageOf(outcomes, { deferred, subscribed });
write(page);
console.log(page);
process.exit(0);
