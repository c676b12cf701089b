/**
 * The benchmark. `npm run bench`, or parts of it:
 *
 *     ROUNDS=5 DURATION=2000 WORKLOADS=W1,W4 PEERS=0 node bench/run.ts
 *
 * Only a run of everything is written to bench/RESULTS.md; another goes where OUT says.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { portico } from './contenders.ts';
import { measure, type Settings, type WorkloadOutcome } from './measure.ts';
import { start, stop } from './processes.ts';
import { presentGoals, presentGrowth, presentSetting, presentSubscribed, presentWorkload } from './report.ts';
import { type Subscribed, subscribe } from './subscribers.ts';
import { workloads } from './workloads.ts';

const settings: Settings = {
  rounds: Number(process.env.ROUNDS ?? 3),
  milliseconds: Number(process.env.DURATION ?? 1500),
  connections: 32,
  latency: 20,
  peers: process.env.PEERS !== '0',
};
const wanted = process.env.WORKLOADS?.split(',');
const isWanted = (name: string) => wanted?.includes(name) ?? true;
const subscribers = 1000;

async function watch(): Promise<Subscribed | string> {
  const upstream = await start(join(import.meta.dirname, 'upstream.ts'), {});
  const origin = `http://127.0.0.1:${upstream.port}`;
  const server = await portico.start(`${origin}/api/v4`);
  try {
    return await subscribe(server, origin, subscribers);
  } catch (error) {
    return error instanceof Error ? error.message : JSON.stringify(error);
  } finally {
    await stop(server);
    await stop(upstream);
  }
}

const out =
  process.env.OUT ?? (wanted === undefined && settings.peers ? join(import.meta.dirname, 'RESULTS.md') : undefined);

function pageOf(outcomes: readonly WorkloadOutcome[], subscribed: Subscribed | string): string {
  return `# Results

Made by \`npm run bench\`.

${presentSetting(settings)}

## What is wanted

${presentGoals(outcomes)}

## Workloads

${outcomes.map(presentWorkload).join('\n\n')}

### W8: ${subscribers.toLocaleString('en')} subscribers on one export

None of the peers follows a REST resource for its subscribers; what they would need is the watcher that Portico has.

${presentSubscribed(subscribed)}

## Growth

${presentGrowth(outcomes)}
`;
}

function write(page: string): void {
  if (out !== undefined) writeFileSync(out, page);
}

const outcomes: WorkloadOutcome[] = [];
for (const workload of workloads.filter(({ name }) => isWanted(name))) {
  const outcome = await measure(workload, settings);
  outcomes.push(outcome);
  console.log(`${presentWorkload(outcome)}\n`);
  // A run that is ended early leaves what it has found.
  write(pageOf(outcomes, 'the run ended before it'));
}
const page = pageOf(outcomes, isWanted('W8') ? await watch() : 'not asked for');
write(page);
console.log(page);
process.exit(0);
