/** Report of the results as tables. */
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { type ColdStart, coldRequests } from './cold.ts';
import {
  grafast,
  mercurius,
  passThrough,
  pick,
  portico,
  porticoOnGraphqlJs,
  porticos,
  variants,
} from './contenders.ts';
import type { DeferredPage } from './deferred-page.ts';
import { type Figure, warmUpBounds } from './load.ts';
import type { Measured, Outcome, Settings, WorkloadOutcome } from './measure.ts';
import type { Subscribed } from './subscribers.ts';

/** CPU goals of an operation, as ratios to pick. */
const cpuGoals: Readonly<Record<string, number>> = {
  W1: 0.7,
  W2: 1.15,
  W3: 1,
  W4: 1.15,
  W5: 2.5,
  W6: 1.1,
  W7: 0.55,
  W9: 1.1,
  W10: 1.35,
  W11a: 4.5,
  W11b: 3.5,
  'W1 × 10': 0.95,
};
/** Latency goals, as ratios to the pass-through. */
const latencyGoals: Readonly<Record<string, number>> = { W1: 1.1, W2: 1.05, W3: 1.05, W4: 1.05 };
/** CPU goals as ratios of two workloads. */
const ratioGoals: readonly (readonly [name: string, reference: string, goal: number])[] = [
  ['W12', 'W1', 1.2],
  ['W11c', 'W10', 1.25],
];
/** Milliseconds from the start of the process to the first response. */
const coldGoalMs = 300;
const memoryGoal = 1.3;
const growthGoal = 1.2;
/** Goals of W13: the first part as a ratio to a single call, the last one as a ratio to the page without `@defer`, within the noise. */
const [firstPartGoal, lastPartGoal] = [1.15, 1.05];
/** Workloads in which peers may need less CPU. */
const peersMayLead = new Set(['W4']);

const absent = '–';
const fixed = (value = Number.NaN, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : absent);

/** Formats a table. Omits empty columns. */
export function table(allHeads: readonly string[], allRows: readonly (readonly string[])[]): string {
  const isFilled = (_: unknown, column: number) => allRows.some((row) => row[column] !== absent && row[column] !== '');
  const head = allHeads.filter((name, column) => name === '' || isFilled(name, column));
  const rows = allRows.map((row) => row.filter((cell, column) => allHeads[column] === '' || isFilled(cell, column)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const alignment = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, alignment, ...rows].map(line).join('\n');
}

const columns = [
  'server',
  'REST calls',
  'CPU ms',
  'to pick',
  'requests/s',
  'to pick',
  'one credential: CPU to pick',
  'requests/s to pick',
  'median ms',
  'p99 ms',
  'RSS MiB',
];

/** Formats a median with the least and the greatest of its measurements. */
export function formatFigure(figure: Figure | undefined, digits = 2): string {
  if (figure === undefined || !Number.isFinite(figure.median)) return absent;
  const { median, min, max } = figure;
  return `${fixed(median, digits)} (${fixed(min, digits)}–${fixed(max, digits)})`;
}

export const formatMicroseconds = (value: number): string => fixed(value, 1);

/** Digits after the decimal point of milliseconds of CPU, which are below 0.1 in small operations. */
const cpuDigits = ({ median }: Figure) => (median < 1 ? 3 : 2);

function rowOf({ contender: { name }, result }: Outcome): readonly string[] {
  if (typeof result === 'string') return [name, result, ...columns.slice(2).map(() => '')];
  const { calls, isWarm, distinct, shared, latency, p99, memory } = result;
  return [
    isWarm ? name : `${name} (not warm)`,
    String(calls),
    formatFigure(distinct.cpu, cpuDigits(distinct.cpu)),
    formatFigure(distinct.cpuRatio),
    formatFigure(distinct.perSecond, 0),
    formatFigure(distinct.perSecondRatio),
    formatFigure(shared?.cpuRatio),
    formatFigure(shared?.perSecondRatio),
    formatFigure(latency, 1),
    fixed(p99, 1),
    fixed(memory, 0),
  ];
}

/** Whether a table contains the server: forms of Portico that a workload does not concern are omitted. */
const isShown = ({ contender, result }: Outcome) =>
  typeof result !== 'string' || ![passThrough, ...porticos].includes(contender);

/** The tables of one workload. */
export function presentWorkload({ workload, outcomes }: WorkloadOutcome): string {
  const { name, title, least, reason } = workload;
  return [
    `### ${name}: ${title}`,
    `Minimum: ${least} REST calls: ${reason}.`,
    table(columns, outcomes.filter(isShown).map(rowOf)),
  ].join('\n\n');
}

const measuredOf = ({ outcomes }: WorkloadOutcome, name: string): Measured | undefined => {
  const result = outcomes.find(({ contender }) => contender.name === name)?.result;
  return typeof result === 'object' ? result : undefined;
};

type Goal = readonly [goal: string, limit: string, measured: string, reached: boolean];

function peerGoals(outcome: WorkloadOutcome, own: Measured): Goal[] {
  const { name } = outcome.workload;
  const peers = outcome.outcomes.flatMap(({ contender, result }) =>
    [pick, passThrough, ...porticos].includes(contender) || typeof result === 'string' ? [] : [{ contender, result }],
  );
  if (peers.length === 0) return [];
  const goal = (what: string, worse: (peer: Measured) => boolean): Goal => {
    const ahead = peers.filter(({ result }) => worse(result)).map(({ contender }) => contender.name);
    return [`${name} ${what}`, 'no peer ahead', ahead.join(', ') || 'none', ahead.length === 0];
  };
  return [
    ...(peersMayLead.has(name)
      ? []
      : [goal('CPU against peers', ({ distinct }) => distinct.cpu.median < own.distinct.cpu.median)]),
    goal('REST calls against peers', ({ calls }) => calls < own.calls),
  ];
}

function goalsOf(outcome: WorkloadOutcome): Goal[] {
  const { name, least, growth } = outcome.workload;
  const own = measuredOf(outcome, portico.name);
  const reference = measuredOf(outcome, pick.name);
  if (own === undefined || reference === undefined) return [[`${name} answered`, 'yes', 'no', false]];
  const goals: Goal[] = [];
  const { cpuRatio, perSecondRatio } = own.distinct;
  const cpuGoal = cpuGoals[name];
  if (cpuGoal !== undefined)
    goals.push([
      `${name} CPU to pick`,
      `≤ ${cpuGoal}`,
      `${formatFigure(cpuRatio)}, throughput ${fixed(perSecondRatio.median)}`,
      cpuRatio.median <= cpuGoal,
    ]);
  goals.push([`${name} REST calls`, String(least), String(own.calls), own.calls === least]);
  const raw = measuredOf(outcome, passThrough.name);
  const latencyGoal = latencyGoals[name];
  if (raw !== undefined && latencyGoal !== undefined) {
    const ratio = own.latency.median / raw.latency.median;
    goals.push([`${name} latency to pass-through`, `≤ ${latencyGoal}`, fixed(ratio), ratio <= latencyGoal]);
  }
  for (const variant of variants) {
    const measured = measuredOf(outcome, variant.name);
    const goal = variant.goals[name];
    if (measured === undefined || goal === undefined) continue;
    const ratio = measured.distinct.cpu.median / own.distinct.cpu.median;
    goals.push([`${name} CPU ${variant.comparison}`, `≤ ${goal}`, fixed(ratio), ratio <= goal]);
  }
  const memory = own.memory / reference.memory;
  if (!growth) goals.push([`${name} memory to pick`, `≤ ${memoryGoal}`, fixed(memory), memory <= memoryGoal]);
  return [...goals, ...(growth ? [] : peerGoals(outcome, own))];
}

const growing = (outcomes: readonly WorkloadOutcome[]) =>
  outcomes.filter(({ workload }) => workload.growth || workload.name === 'W1');

const microsecondsANode = ({ workload }: WorkloadOutcome, measured: Measured | undefined) =>
  measured === undefined ? Number.NaN : (measured.distinct.cpu.median * 1000) / workload.nodes;

function growthGoals(outcomes: readonly WorkloadOutcome[]): Goal[] {
  const costs = growing(outcomes).map((outcome) => microsecondsANode(outcome, measuredOf(outcome, portico.name)));
  if (costs.length < 3) return [];
  const spread = Math.max(...costs) / Math.min(...costs);
  return [['cost a node, most to least', `≤ ${growthGoal}`, fixed(spread), spread <= growthGoal]];
}

/** Cost of a workload compared with a similar one. */
function workloadRatioGoals(outcomes: readonly WorkloadOutcome[]): Goal[] {
  const cpuOf = (name: string) => {
    const outcome = outcomes.find(({ workload }) => workload.name === name);
    return outcome && measuredOf(outcome, portico.name)?.distinct.cpu.median;
  };
  return ratioGoals.flatMap(([name, reference, goal]): Goal[] => {
    const [own, other] = [cpuOf(name), cpuOf(reference)];
    if (own === undefined || other === undefined) return [];
    return [[`${name} CPU to ${reference}`, `≤ ${goal}`, fixed(own / other), own / other <= goal]];
  });
}

function coldGoals(starts: readonly ColdStart[]): Goal[] {
  const own = starts.find(({ name }) => name === portico.name);
  if (own === undefined) return [];
  const ahead = starts.filter(({ name, last }) => name === mercurius.name && last.median < own.last.median);
  return [
    ['cold: ms to the first response', `≤ ${coldGoalMs}`, formatFigure(own.first, 0), own.first.median <= coldGoalMs],
    [
      `cold: ms to response ${coldRequests}`,
      `not more than ${mercurius.name}`,
      formatFigure(own.last, 0),
      ahead.length === 0,
    ],
  ];
}

export function presentColdStarts(starts: readonly ColdStart[]): string {
  const rows = starts.map(({ name, first, last, cpu }) => [
    name,
    ...[first, last, cpu].map((each) => formatFigure(each, 0)),
  ]);
  return table(['server', 'ms to the first response', `ms to response ${coldRequests}`, 'CPU ms until then'], rows);
}

/** Figures of a complete run by workload and server, for the guides. */
export type Results = Readonly<Record<string, Readonly<Record<string, ServerResult>>>>;

interface ServerResult {
  /** Milliseconds of CPU of an operation. */
  readonly cpu: number;
  readonly calls: number;
}

export const toResults = (outcomes: readonly WorkloadOutcome[]): Results =>
  Object.fromEntries(
    outcomes.map((outcome) => {
      const results = outcome.outcomes.flatMap(({ contender: { name }, result }): [string, ServerResult][] =>
        typeof result === 'string' ? [] : [[name, { cpu: result.distinct.cpu.median, calls: result.calls }]],
      );
      return [outcome.workload.name, Object.fromEntries(results)];
    }),
  );

/** Compares the CPU of Portico's executor with that of graphql-js in Portico, and with that of Grafast. */
export function presentExecutors(outcomes: readonly WorkloadOutcome[]): string {
  const rows = outcomes.flatMap((outcome) => {
    const own = measuredOf(outcome, portico.name)?.distinct.cpu.median;
    if (own === undefined || outcome.workload.growth) return [];
    const others = [porticoOnGraphqlJs, grafast].map(
      ({ name }) => measuredOf(outcome, name)?.distinct.cpu.median ?? Number.NaN,
    );
    return [[outcome.workload.name, fixed(own), ...others.flatMap((cpu) => [fixed(cpu), fixed(cpu / own)])]];
  });
  const head = ['workload', 'Portico, CPU ms', porticoOnGraphqlJs.name, 'to Portico', grafast.name, 'to Portico'];
  return table(head, rows);
}

function deferredGoals(page: DeferredPage | string): Goal[] {
  if (typeof page === 'string') return [];
  const first = page.firstPart / page.singleCall;
  const last = page.lastPart / page.whole;
  return [
    ['W13 first part to a single call', `≤ ${firstPartGoal}`, fixed(first), first <= firstPartGoal],
    ['W13 last part to W10', `≤ ${lastPartGoal}`, fixed(last), last <= lastPartGoal],
    ['W13 REST calls', String(page.wholeCalls), String(page.calls), page.calls === page.wholeCalls],
  ];
}

export function presentDeferredPage(page: DeferredPage | string): string {
  if (typeof page === 'string') return `W13 was not measured: ${page}`;
  const { singleCall, whole, firstPart, lastPart } = page;
  const ratios = (time: number) => [fixed(time, 1), fixed(time / singleCall), fixed(time / whole)];
  const rows = [
    ['a single call (W4)', ...ratios(singleCall)],
    ['the page without `@defer` (W10)', ...ratios(whole)],
    ['first part', ...ratios(firstPart)],
    ['last part', ...ratios(lastPart)],
  ];
  return table(['', 'median ms', 'to a single call', 'to W10'], rows);
}

export function presentGoals(
  outcomes: readonly WorkloadOutcome[],
  deferred: DeferredPage | string,
  coldStarts: readonly ColdStart[],
): string {
  const goals = [
    ...outcomes.flatMap(goalsOf),
    ...deferredGoals(deferred),
    ...workloadRatioGoals(outcomes),
    ...growthGoals(outcomes),
    ...coldGoals(coldStarts),
  ];
  const rows = goals.map(([goal, limit, measured, reached]) => [goal, limit, measured, reached ? 'yes' : '**no**']);
  return table(['goal', 'limit', 'measured', 'reached'], rows);
}

export function presentGrowth(outcomes: readonly WorkloadOutcome[]): string {
  const rows = growing(outcomes).map((outcome) => {
    const costs = [portico.name, pick.name].map((name) => fixed(microsecondsANode(outcome, measuredOf(outcome, name))));
    return [String(outcome.workload.nodes - 1), ...costs];
  });
  return table(['merge requests', 'Portico, µs of CPU a node', 'pick, µs of CPU a node'], rows);
}

export function presentSubscribed(result: Subscribed | string): string {
  if (typeof result === 'string') return `W8 was not measured: ${result}`;
  const { subscribers, firstCalls, waitingCalls, spread, cpu, memory, right } = result;
  const rows = [
    ['subscribers, and those that received the last state', `${subscribers}, ${right}`],
    [
      'REST calls until all had the first state (minimum: 1, and 1 for each second until all are subscribed)',
      String(firstCalls),
    ],
    ['REST calls in 5 s of waiting, intervals from 1 s', String(waitingCalls)],
    ['ms from the end of the export until the last event', fixed(spread, 0)],
    ['CPU ms a subscriber, in total', fixed(cpu)],
    ['RSS MiB while all were subscribed', fixed(memory, 0)],
  ];
  return table(['W8', ''], rows);
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifest = (path: string): Manifest => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

function versions(): string {
  const installed = (name: string) => {
    for (const place of ['./node_modules', '../node_modules'])
      try {
        return manifest(`${place}/${name}/package.json`).version ?? '?';
      } catch {}
    return 'absent';
  };
  const own = ['graphql', 'undici'].map(
    (name) => `${name} ${manifest(`../node_modules/${name}/package.json`).version}`,
  );
  const others = Object.keys(manifest('./package.json').dependencies ?? {}).map((name) => `${name} ${installed(name)}`);
  return `Portico ${manifest('../package.json').version} with ${own.join(', ')}. Peers: ${others.join(', ')}.`;
}

function presentMeasurements({ rounds, milliseconds, connections, latency, latencyMilliseconds }: Settings): string {
  const { windowMs, minWindows, maxDifference } = warmUpBounds;
  const load = `CPU is processor time of the server for an operation, requests a second are the throughput, both over ${connections} connections
with a credential each, so that operations share nothing, and an upstream without latency.`;
  const more = `With one credential, concurrent identical reads are one call. Median and
99th percentile over one connection, upstream with ${latency} ms.`;
  return `${rounds} interleaved rounds of ${milliseconds} ms a measurement; medians with the least and the greatest measurement. "To pick" is the ratio within a round.
Before, each server is under load for at least ${(minWindows * windowMs) / 1000} s and until the CPU of an operation differs by at most ${maxDifference * 100} % between two consecutive seconds; otherwise it is marked "not warm".
${load}${latencyMilliseconds === 0 ? '' : ` ${more}`} RSS is the server's memory after the run.`;
}

/** Describes the machine, the versions and the measurements. */
export function presentSetting(settings: Settings): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GiB, ${process.platform} ${process.arch}`;
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${machine}. ${versions()}

${presentMeasurements(settings)} Upstream, servers and clients run on one machine. Portico is what its package ships, with the flag of Node that \`npm start\` has: a larger young generation; the other servers run with
Node's defaults.`;
}
