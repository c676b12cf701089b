/**
 * Runs the property suites for a long time, in rounds with a random seed each. `npm run properties`, or shorter:
 *
 *     npm run properties -- --minutes 5 --seed 4711
 *
 * Prints a line for each property of a round and the output of rounds that fail, and ends with one line of result.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? 60);
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0');
if (values.seed !== undefined && !/^\d+$/.test(values.seed)) throw new Error('--seed must be an integer');

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const suites = ['test/properties', 'test/execution/differential.test.ts', 'test/edge/http-transports.test.ts'];
/** Minutes of all properties of one round, which run at the same time as far as there are processors. */
const [maxRoundMinutes, minRoundMinutes] = [5, 0.25];

interface Round {
  readonly seed: string;
  readonly runs: number;
  readonly hasFailed: boolean;
}

async function runRound(seed: string, roundMinutes: number): Promise<Round> {
  const child = spawn(process.execPath, [vitest, 'run', ...suites, '--disable-console-intercept'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      PORTICO_TEST_SEED: seed,
      PORTICO_TEST_MINUTES: String(roundMinutes),
      PORTICO_TEST_PROGRESS: 'true',
    },
  });
  const output: string[] = [];
  let runs = 0;
  const read = async (stream: NodeJS.ReadableStream) => {
    for await (const line of createInterface({ input: stream })) {
      const [, count] = /^(\d+) runs in \d+ s: /.exec(line) ?? [];
      if (count === undefined) output.push(line);
      else {
        runs += Number(count);
        console.log(`  ${line}`);
      }
    }
  };
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  await Promise.all([read(child.stdout), read(child.stderr)]);
  const hasFailed = (await ended) !== 0;
  if (hasFailed) console.log(output.join('\n'));
  return { seed, runs, hasFailed };
}

const startMs = performance.now();
const elapsedMinutes = () => (performance.now() - startMs) / 60_000;
const rounds: Round[] = [];
for (let left = minutes; left > 0; left = minutes - elapsedMinutes()) {
  const isFirst = rounds.length === 0;
  const seed = isFirst && values.seed !== undefined ? values.seed : String(randomInt(2 ** 31));
  console.log(`${elapsedMinutes().toFixed(1)} of ${minutes} minutes, round ${rounds.length + 1}, seed ${seed}`);
  const round = await runRound(seed, Math.min(maxRoundMinutes, Math.max(minRoundMinutes, left)));
  rounds.push(round);
  // Suites that cannot start fail in the same way in every round.
  if (round.hasFailed && round.runs === 0) break;
}

const failed = rounds.filter(({ hasFailed }) => hasFailed);
const runs = rounds.reduce((sum, round) => sum + round.runs, 0);
const result =
  failed.length === 0
    ? 'found nothing'
    : `FAILED in ${failed.length} rounds, with the seeds ${failed.map(({ seed }) => seed).join(', ')}`;
console.log(
  `Property suites: ${runs} runs in ${rounds.length} rounds and ${elapsedMinutes().toFixed()} minutes ${result}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
