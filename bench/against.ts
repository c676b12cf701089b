/** Compares this build with another one of this repository: three processes of each, interleaved, so that equal builds show their difference. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Contender, createBuild, portico } from './contenders.ts';
import { median, throughput, toFigure, warmUp } from './load.ts';
import { withEntrants } from './measure.ts';
import { formatFigure, table } from './report.ts';
import type { Workload } from './workloads.ts';

const processes = 3;
/** Differences below are noise, even if the processes of a build differ by less. */
const minNoise = 0.02;

interface Comparison {
  readonly workload: Workload;
  readonly isMore: boolean;
  readonly row: readonly string[];
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Loads the workloads of another build. @throws Error if it is not built */
async function createOtherBuild(folder: string): Promise<Contender> {
  const root = resolve(folder);
  if (!existsSync(resolve(root, 'dist/main.js')))
    throw new Error(`${folder} has no dist/main.js. Run npm run build there`);
  const module: { workloads: readonly Workload[] } = await import(
    pathToFileURL(resolve(root, 'bench/workloads.ts')).href
  );
  return createBuild('other', root, module.workloads);
}

interface CompareOptions {
  readonly rounds: number;
  readonly milliseconds: number;
  readonly connections: number;
}

function toComparison(workload: Workload, own: readonly number[][], other: readonly number[][]): Comparison {
  const costOf = (rounds: readonly number[][]) => rounds.map(median);
  const spread = (costs: readonly number[]) => Math.max(...costs) / Math.min(...costs) - 1;
  const [ownCosts, otherCosts] = [costOf(own), costOf(other)];
  const noise = Math.max(minNoise, spread(ownCosts), spread(otherCosts));
  const difference = median(ownCosts) / median(otherCosts) - 1;
  const isMore = difference > noise;
  const verdict = isMore ? '**costs more**' : difference < -noise ? 'costs less' : 'no difference';
  const digits = median(ownCosts) < 1 ? 3 : 2;
  return {
    workload,
    isMore,
    row: [
      workload.name,
      formatFigure(toFigure(ownCosts), digits),
      formatFigure(toFigure(otherCosts), digits),
      percent(difference),
      percent(noise),
      verdict,
    ],
  };
}

async function compareWorkload(workload: Workload, other: Contender, options: CompareOptions): Promise<Comparison> {
  const contenders = Array.from({ length: processes }, () => [portico, other]).flat();
  return withEntrants(workload, contenders, async (entered) => {
    const entrants = entered.map((entrant) => {
      if (typeof entrant === 'string') throw new Error(`${workload.name}: a build ${entrant}`);
      return { ...entrant, rounds: [] as number[] };
    });
    for (const { server, request } of entrants) await warmUp(server, request, options.connections);
    for (let round = 0; round < options.rounds; round++)
      for (const { server, request, rounds } of entrants)
        rounds.push((await throughput(server, request, { ...options, distinct: true })).cpu);
    const roundsOf = (build: Contender) =>
      entrants.filter(({ contender }) => contender === build).map(({ rounds }) => rounds);
    return toComparison(workload, roundsOf(portico), roundsOf(other));
  });
}

/** Compares workloads with another build in `folder`. Prints a row for each. @returns the report, and whether a workload costs more */
export async function compare(
  folder: string,
  workloads: readonly Workload[],
  options: CompareOptions,
): Promise<{ readonly report: string; readonly costsMore: boolean }> {
  const other = await createOtherBuild(folder);
  const comparisons: Comparison[] = [];
  for (const workload of workloads) {
    const comparison = await compareWorkload(workload, other, options);
    comparisons.push(comparison);
    console.log(comparison.row.join('  '));
  }
  const head = ['workload', 'this build, CPU ms', 'other build', 'difference', 'equal builds differ by', 'verdict'];
  return {
    report: table(
      head,
      comparisons.map(({ row }) => row),
    ),
    costsMore: comparisons.some(({ isMore }) => isMore),
  };
}
