/**
 * Benchmark. `npm run bench`, or parts of it:
 *
 *     npm run bench -- --workloads W1,W4 --rounds 5
 *     npm run bench -- --quick
 *     npm run bench -- --against ../other-checkout
 *     npm run bench -- --profile W4
 *
 * `--quick` measures the cost of operations, compared with pick and the two fastest peers. `--against` compares with another build of this
 * repository, and exits with 1 if a workload costs more than equal builds differ. `--profile` lists the CPU of a workload by group of functions.
 * Only a complete run on an idle machine is written to bench/RESULTS.md, with its figures for the guides in bench/results.json; `--out` writes
 * another run to a file.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from './against.ts';
import { type ColdStart, measureColdStarts } from './cold.ts';
import { fastestPeers, mercurius, passThrough, peers, pick, portico, porticos } from './contenders.ts';
import { type DeferredPage, measureDeferredPage } from './deferred-page.ts';
import { formatLoad, readLoadAfter, waitForIdleMachine } from './machine.ts';
import { measure, type Settings, type WorkloadOutcome } from './measure.ts';
import { type Running, start, stop } from './processes.ts';
import { profile } from './profile.ts';
import {
  presentColdStarts,
  presentDeferredPage,
  presentExecutors,
  presentGoals,
  presentGrowth,
  presentSetting,
  presentSubscribed,
  presentWorkload,
  toResults,
} from './report.ts';
import { type Subscribed, subscribe } from './subscribers.ts';
import { workloads } from './workloads.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    workloads: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    against: { type: 'string' },
    profile: { type: 'string' },
    out: { type: 'string' },
  },
});
const { quick } = values;
const rounds = Number(values.rounds);
if (!(rounds >= 1)) throw new Error('--rounds must be a number above 0');
const wanted = (values.profile ?? values.workloads)?.split(',');
const names = [...workloads.map(({ name }) => name), 'W13', 'W8', 'cold'];
const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`unknown workloads ${unknown.join(', ')}; there are ${names.join(', ')}`);
const isWanted = (name: string) => wanted?.includes(name) ?? true;
const isComplete = wanted === undefined && !quick;

/** Shorter measurements are mostly noise. */
const milliseconds = 1500;
const settings: Settings = {
  rounds,
  milliseconds,
  latencyMilliseconds: quick ? 0 : 600,
  connections: 32,
  latency: 20,
  contenders: quick ? [pick, portico, ...fastestPeers] : [pick, passThrough, ...porticos, ...peers],
};
const subscribers = 1000;
const measured = workloads.filter(
  ({ name, longest }) => isWanted(name) && (isComplete || wanted !== undefined || !longest),
);

const { load, warning } = await waitForIdleMachine();
const loadBefore = `Load of the machine before the run: ${formatLoad(load)}.`;
console.log(warning ?? loadBefore);

/** Ends the run with the warning for a machine that does other work as its last line. */
function finish(exitCode = 0): never {
  console.log(`\n${loadBefore} After it: ${formatLoad(readLoadAfter())}.`);
  if (warning !== undefined) console.log(warning);
  process.exit(exitCode);
}

if (values.profile !== undefined) {
  for (const workload of measured) console.log(`${await profile(workload, settings.connections)}\n`);
  finish();
}
if (values.against !== undefined) {
  const { report, costsMore } = await compare(values.against, measured, settings);
  console.log(`\n${report}`);
  finish(costsMore ? 1 : 0);
}

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

interface FurtherResults {
  readonly deferred: DeferredPage | string;
  readonly subscribed: Subscribed | string;
  readonly coldStarts: readonly ColdStart[];
}

function pageOf(outcomes: readonly WorkloadOutcome[], further: FurtherResults): string {
  return `# Results

Written by \`npm run bench\`.

${presentSetting(settings)}
${warning ?? `${loadBefore} After it: ${formatLoad(readLoadAfter())}.`}

## Goals

${presentGoals(outcomes, further.deferred, further.coldStarts)}

## Workloads

${outcomes.map(presentWorkload).join('\n\n')}

${quick ? '' : formatRemainder(outcomes, further)}`;
}

/** Formats the measurements of Portico alone, and those across workloads. */
const formatRemainder = (
  outcomes: readonly WorkloadOutcome[],
  { deferred, subscribed, coldStarts }: FurtherResults,
): string =>
  `### Cold: W10 from the start of the process

${presentColdStarts(coldStarts)}

### W13: W10 with deferred labels, approvals and pipelines

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

const outcomes: WorkloadOutcome[] = [];
for (const workload of measured) {
  const outcome = await measure(workload, settings);
  outcomes.push(outcome);
  console.log(`${presentWorkload(outcome)}\n`);
}
const measureIfWanted = async <Result>(name: string, act: (server: Running, upstream: string) => Promise<Result>) =>
  isWanted(name) && !quick ? measureAlone(act) : 'not requested';
const further: FurtherResults = {
  deferred: await measureIfWanted('W13', (server, origin) => measureDeferredPage(server, origin, settings)),
  subscribed: await measureIfWanted('W8', (server, origin) => subscribe(server, origin, subscribers)),
  coldStarts: isWanted('cold') ? await measureColdStarts([pick, portico, mercurius]) : [],
};
const page = pageOf(outcomes, further);
console.log(page);
if (values.out !== undefined) writeFileSync(values.out, page);
else if (isComplete && warning === undefined) {
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), page);
  const results = JSON.stringify(toResults(outcomes), undefined, 2);
  writeFileSync(join(import.meta.dirname, 'results.json'), `${results}\n`);
}
finish();
