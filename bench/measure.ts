/** One workload: everybody is started anew, checked, warmed, measured in interleaved rounds and ended. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Question } from './clients.ts';
import { type Contender, passThrough, pick, portico } from './contenders.ts';
import { answer, latencies, median, quantile, type Throughput, throughput } from './load.ts';
import { memory, type Running, start, stop } from './processes.ts';
import { type Ask, freshAlias, type Workload } from './workloads.ts';

export interface Settings {
  readonly rounds: number;
  /** Of each measurement in a round. */
  readonly milliseconds: number;
  /** Milliseconds of load before anything counts: so long the code of a large server takes to be optimised. */
  readonly warmUp: number;
  readonly connections: number;
  /** Milliseconds that the upstream takes while latencies are measured. */
  readonly latency: number;
  /** Only CPU and throughput where each connection has a credential of its own, the calls and the memory. */
  readonly quick: boolean;
  /** Who is measured beside pick. */
  readonly contenders: readonly Contender[];
}

/** What operations cost under load; ratios are to pick, the medians of those of each round. */
export interface Cost {
  /** Milliseconds of processor time for an operation. */
  readonly cpu: number;
  readonly cpuRatio: number;
  readonly perSecond: number;
  readonly perSecondRatio: number;
}

export interface Measured {
  readonly calls: number;
  /** Each connection with a credential of its own. */
  readonly distinct: Cost;
  /** All connections with one credential, so that equal reads in flight are shared; absent where it was not measured. */
  readonly shared: Cost | undefined;
  /** Milliseconds, as `p99`; not a number where latencies were not measured. */
  readonly median: number;
  readonly p99: number;
  readonly memory: number;
}

export interface Outcome {
  readonly contender: Contender;
  /** What was measured, or why nothing was. */
  readonly result: Measured | string;
}

export interface WorkloadOutcome {
  readonly workload: Workload;
  readonly outcomes: readonly Outcome[];
}

interface Entrant {
  readonly contender: Contender;
  readonly server: Running;
  readonly question: Question;
  readonly calls: number;
  readonly distinct: Throughput[];
  readonly shared: Throughput[];
  readonly times: number[];
  /** Why it was not measured to the end. */
  failure?: string;
}

const noPick = 'the yardstick does not run';

/** The body of a document by its hash, and the one that makes the hash known. */
function byHash(query: string): Pick<Question, 'nextBody' | 'registration'> {
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const body = JSON.stringify({ extensions });
  return { nextBody: () => body, registration: JSON.stringify({ query, extensions }) };
}

let aliases = 0;

/** The body of a request, with another alias of equal length in each. */
function withFreshAliases(asked: Ask): Question['nextBody'] {
  const [start = '', end = ''] = JSON.stringify(asked).split(freshAlias);
  return () => {
    aliases += 1;
    return `${start}a${String(aliases).padStart(9, '0')}${end}`;
  };
}

function questionFor(
  { dialect }: Contender,
  { asks, transport, persisted, hasFreshAlias }: Workload,
): Question | undefined {
  const asked = asks[dialect];
  if (asked === undefined) return undefined;
  const way = { transport: transport ?? 'http', path: dialect === 'path' ? asked.query : '/graphql' } as const;
  if (persisted && dialect !== 'path') return { ...way, ...byHash(asked.query) };
  if (hasFreshAlias && dialect !== 'path') return { ...way, nextBody: withFreshAliases(asked) };
  const body = JSON.stringify(asked);
  return { ...way, nextBody: () => body };
}

/** The scalars of an answer in their order: what servers agree on whatever their names and nesting. */
export function leavesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null)
    return [
      String(value)
        .toLowerCase()
        .replace(/\.000z$/, 'z'),
    ];
  return Object.values(value).flatMap(leavesOf);
}

function problemOf(text: string, { leaves, errors = 0 }: Workload, right: string): string | undefined {
  let parsed: { readonly data?: unknown; readonly errors?: readonly { readonly message?: string }[] };
  try {
    parsed = JSON.parse(text);
  } catch {
    return `answers ${text.slice(0, 80)}`;
  }
  if (parsed.errors && errors === 0) return `answers with the error: ${parsed.errors[0]?.message}`;
  if ((parsed.errors?.length ?? 0) !== errors)
    return `answers with ${parsed.errors?.length ?? 0} errors in place of ${errors}`;
  const found = leavesOf(parsed.data);
  if (found.length !== leaves) return `answers ${found.length} values in place of ${leaves}`;
  return right !== '' && found.join('\n') !== right ? 'answers other values' : undefined;
}

async function control(upstream: Running, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${upstream.port}${path}`)).text();
}

/** REST calls of one operation, when everything that is kept is there. */
async function callsOf(server: Running, upstream: Running, question: Question): Promise<number> {
  await control(upstream, '/__count');
  await answer(server, question);
  return Number(await control(upstream, '/__count'));
}

const message = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));

async function enter(
  contender: Contender,
  workload: Workload,
  upstream: Running,
  right: string,
): Promise<Entrant | string> {
  const question = questionFor(contender, workload);
  const cannot = contender.cannot?.(workload);
  if (question === undefined || cannot !== undefined) return cannot ?? 'cannot express it';
  let server: Running;
  try {
    server = await contender.start(`http://127.0.0.1:${upstream.port}/api/v4`);
  } catch (error) {
    return `does not start: ${message(error)}`;
  }
  try {
    const { registration, ...rest } = question;
    if (registration !== undefined) await answer(server, { ...rest, nextBody: () => registration });
    const text = await answer(server, question);
    const problem = contender === passThrough ? undefined : problemOf(text, workload, right);
    if (problem !== undefined) throw new Error(problem);
    await answer(server, question);
    const calls = await callsOf(server, upstream, question);
    return {
      contender,
      server,
      question: { ...question, answerLength: text.length },
      calls,
      distinct: [],
      shared: [],
      times: [],
    };
  } catch (error) {
    await stop(server);
    return message(error);
  }
}

/** Does something with everybody who is still there; who fails is out. */
async function eachOf(entrants: readonly Entrant[], act: (entrant: Entrant) => Promise<void>): Promise<void> {
  for (const entrant of entrants)
    if (entrant.failure === undefined)
      try {
        await act(entrant);
      } catch (error) {
        entrant.failure = `fails under load: ${entrant.server.problems() || message(error)}`;
      }
}

async function round(entrants: readonly Entrant[], upstream: Running, settings: Settings): Promise<void> {
  await eachOf(entrants, async ({ server, question, distinct, shared }) => {
    distinct.push(await throughput(server, question, { ...settings, distinct: true }));
    if (!settings.quick) shared.push(await throughput(server, question, { ...settings, distinct: false }));
  });
  if (settings.quick) return;
  await control(upstream, `/__latency/${settings.latency}`);
  await eachOf(entrants, async ({ server, question, times }) => {
    times.push(...(await latencies(server, question, settings.milliseconds)));
  });
  await control(upstream, '/__latency/0');
}

function costOf(own: readonly Throughput[], yardstick: readonly Throughput[]): Cost {
  const medianOf = (key: keyof Throughput) => median(own.map((round) => round[key]));
  const ratio = (key: keyof Throughput) =>
    median(own.map((round, index) => round[key] / (yardstick[index]?.[key] ?? Number.NaN)));
  return {
    cpu: medianOf('cpu'),
    cpuRatio: ratio('cpu'),
    perSecond: medianOf('perSecond'),
    perSecondRatio: ratio('perSecond'),
  };
}

async function resultOf(entrant: Entrant, yardstick: Entrant): Promise<Measured | string> {
  if (entrant.failure !== undefined) return entrant.failure;
  const { server, calls, distinct, shared, times } = entrant;
  return {
    calls,
    distinct: costOf(distinct, yardstick.distinct),
    shared: shared.length === 0 ? undefined : costOf(shared, yardstick.shared),
    median: median(times),
    p99: quantile(times, 0.99),
    memory: await memory(server),
  };
}

/** Measures one workload. */
export async function measure(workload: Workload, settings: Settings): Promise<WorkloadOutcome> {
  const upstream = await start(join(import.meta.dirname, 'upstream.ts'), workload.etags ? { ETAGS: '1' } : {});
  const entered: { contender: Contender; entrant: Entrant | string }[] = [];
  try {
    const yardstick = await enter(pick, workload, upstream, '');
    if (typeof yardstick === 'string') throw new Error(`${noPick}: ${yardstick}`);
    entered.push({ contender: pick, entrant: yardstick });
    const text = await answer(yardstick.server, yardstick.question);
    const right = leavesOf(JSON.parse(text).data).join('\n');
    for (const contender of workload.growth ? [portico] : settings.contenders)
      entered.push({ contender, entrant: await enter(contender, workload, upstream, right) });
    const entrants = entered.map(({ entrant }) => entrant).filter((entrant) => typeof entrant !== 'string');
    await eachOf(entrants, async ({ server, question }) => {
      await throughput(server, question, { ...settings, milliseconds: settings.warmUp, distinct: true });
    });
    for (let index = 0; index < settings.rounds; index++) await round(entrants, upstream, settings);
    const outcomes: Outcome[] = [];
    for (const { contender, entrant } of entered)
      outcomes.push({
        contender,
        result: typeof entrant === 'string' ? entrant : await resultOf(entrant, yardstick),
      });
    return { workload, outcomes };
  } finally {
    for (const { entrant } of entered) if (typeof entrant !== 'string') await stop(entrant.server);
    await stop(upstream);
  }
}
