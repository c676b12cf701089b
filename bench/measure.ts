/** Measurement of one workload: starts each server, checks its response, warms it up, measures it in interleaved rounds and stops it. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { BenchRequest } from './clients.ts';
import { type Contender, passThrough, pick, portico } from './contenders.ts';
import { latencies, median, quantile, sendRequest, type Throughput, throughput } from './load.ts';
import { memory, type Running, start, stop } from './processes.ts';
import { freshAlias, type GraphQLRequest, type Workload } from './workloads.ts';

export interface Settings {
  readonly rounds: number;
  /** Duration of each measurement in a round. */
  readonly milliseconds: number;
  /** Milliseconds of load before the measurement, in which V8 optimizes the code of a large server. */
  readonly warmUp: number;
  readonly connections: number;
  /** Milliseconds until the upstream responds while latencies are measured. */
  readonly latency: number;
  /** Whether to measure only the calls, the memory, and CPU and throughput with one credential for each connection. */
  readonly quick: boolean;
  /** Servers to measure in addition to pick. */
  readonly contenders: readonly Contender[];
}

/** Cost of operations under load. Ratios are medians of the ratios to pick in each round. */
export interface Cost {
  /** Processor time of an operation in milliseconds. */
  readonly cpu: number;
  readonly cpuRatio: number;
  readonly perSecond: number;
  readonly perSecondRatio: number;
}

export interface Measured {
  readonly calls: number;
  /** Cost with a different credential for each connection. */
  readonly distinct: Cost;
  /** Cost with one credential for all connections, so that identical GET requests are coalesced. `undefined` if not measured. */
  readonly shared: Cost | undefined;
  /** Milliseconds, like `p99`. NaN if latencies were not measured. */
  readonly median: number;
  readonly p99: number;
  readonly memory: number;
}

export interface Outcome {
  readonly contender: Contender;
  /** Measurements, or the reason why there are none. */
  readonly result: Measured | string;
}

export interface WorkloadOutcome {
  readonly workload: Workload;
  readonly outcomes: readonly Outcome[];
}

interface Entrant {
  readonly contender: Contender;
  readonly server: Running;
  readonly request: BenchRequest;
  readonly calls: number;
  readonly distinct: Throughput[];
  readonly shared: Throughput[];
  readonly times: number[];
  /** Reason why the measurement ended early. */
  failure?: string;
}

const noPick = 'the reference server does not run';

/** Returns the body with the hash of a document, and the body that registers the hash. */
function byHash(query: string): Pick<BenchRequest, 'nextBody' | 'registration'> {
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const body = JSON.stringify({ extensions });
  return { nextBody: () => body, registration: JSON.stringify({ query, extensions }) };
}

let aliases = 0;

/** Returns a function that creates bodies, each with a different alias of equal length. */
function withFreshAliases(request: GraphQLRequest): BenchRequest['nextBody'] {
  const [start = '', end = ''] = JSON.stringify(request).split(freshAlias);
  return () => {
    aliases += 1;
    return `${start}a${String(aliases).padStart(9, '0')}${end}`;
  };
}

function createRequest(
  { dialect }: Contender,
  { requests, transport, persisted, hasFreshAlias }: Workload,
): BenchRequest | undefined {
  const request = requests[dialect];
  if (request === undefined) return undefined;
  const way = { transport: transport ?? 'http', path: dialect === 'path' ? request.query : '/graphql' } as const;
  if (persisted && dialect !== 'path') return { ...way, ...byHash(request.query) };
  if (hasFreshAlias && dialect !== 'path') return { ...way, nextBody: withFreshAliases(request) };
  const body = JSON.stringify(request);
  return { ...way, nextBody: () => body };
}

/** Returns the scalars of a response in their order, which are the same for each naming and nesting. */
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
    return `returns ${text.slice(0, 80)}`;
  }
  if (parsed.errors && errors === 0) return `returns the error: ${parsed.errors[0]?.message}`;
  if ((parsed.errors?.length ?? 0) !== errors)
    return `returns ${parsed.errors?.length ?? 0} errors instead of ${errors}`;
  const values = leavesOf(parsed.data);
  if (values.length !== leaves) return `returns ${values.length} values instead of ${leaves}`;
  return right !== '' && values.join('\n') !== right ? 'returns other values' : undefined;
}

async function control(upstream: Running, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${upstream.port}${path}`)).text();
}

/** Counts the REST calls of one operation with warm caches. */
async function callsOf(server: Running, upstream: Running, request: BenchRequest): Promise<number> {
  await control(upstream, '/__count');
  await sendRequest(server, request);
  return Number(await control(upstream, '/__count'));
}

const message = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));

async function enter(
  contender: Contender,
  workload: Workload,
  upstream: Running,
  right: string,
): Promise<Entrant | string> {
  const request = createRequest(contender, workload);
  const cannot = contender.cannot?.(workload);
  if (request === undefined || cannot !== undefined) return cannot ?? 'cannot express it';
  let server: Running;
  try {
    server = await contender.start(`http://127.0.0.1:${upstream.port}/api/v4`);
  } catch (error) {
    return `does not start: ${message(error)}`;
  }
  try {
    const { registration, ...rest } = request;
    if (registration !== undefined) await sendRequest(server, { ...rest, nextBody: () => registration });
    const text = await sendRequest(server, request);
    const problem = contender === passThrough ? undefined : problemOf(text, workload, right);
    if (problem !== undefined) throw new Error(problem);
    await sendRequest(server, request);
    const calls = await callsOf(server, upstream, request);
    return {
      contender,
      server,
      request: { ...request, answerLength: text.length },
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

/** Runs a function for each server without a failure. A server that fails is not measured further. */
async function runForEach(entrants: readonly Entrant[], act: (entrant: Entrant) => Promise<void>): Promise<void> {
  for (const entrant of entrants)
    if (entrant.failure === undefined)
      try {
        await act(entrant);
      } catch (error) {
        entrant.failure = `fails under load: ${entrant.server.problems() || message(error)}`;
      }
}

async function round(entrants: readonly Entrant[], upstream: Running, settings: Settings): Promise<void> {
  await runForEach(entrants, async ({ server, request, distinct, shared }) => {
    distinct.push(await throughput(server, request, { ...settings, distinct: true }));
    if (!settings.quick) shared.push(await throughput(server, request, { ...settings, distinct: false }));
  });
  if (settings.quick) return;
  await control(upstream, `/__latency/${settings.latency}`);
  await runForEach(entrants, async ({ server, request, times }) => {
    times.push(...(await latencies(server, request, settings.milliseconds)));
  });
  await control(upstream, '/__latency/0');
}

function costOf(own: readonly Throughput[], reference: readonly Throughput[]): Cost {
  const medianOf = (key: keyof Throughput) => median(own.map((round) => round[key]));
  const ratio = (key: keyof Throughput) =>
    median(own.map((round, index) => round[key] / (reference[index]?.[key] ?? Number.NaN)));
  return {
    cpu: medianOf('cpu'),
    cpuRatio: ratio('cpu'),
    perSecond: medianOf('perSecond'),
    perSecondRatio: ratio('perSecond'),
  };
}

async function resultOf(entrant: Entrant, reference: Entrant): Promise<Measured | string> {
  if (entrant.failure !== undefined) return entrant.failure;
  const { server, calls, distinct, shared, times } = entrant;
  return {
    calls,
    distinct: costOf(distinct, reference.distinct),
    shared: shared.length === 0 ? undefined : costOf(shared, reference.shared),
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
    const reference = await enter(pick, workload, upstream, '');
    if (typeof reference === 'string') throw new Error(`${noPick}: ${reference}`);
    entered.push({ contender: pick, entrant: reference });
    const text = await sendRequest(reference.server, reference.request);
    const right = leavesOf(JSON.parse(text).data).join('\n');
    for (const contender of workload.growth ? [portico] : settings.contenders)
      entered.push({ contender, entrant: await enter(contender, workload, upstream, right) });
    const entrants = entered.map(({ entrant }) => entrant).filter((entrant) => typeof entrant !== 'string');
    await runForEach(entrants, async ({ server, request }) => {
      await throughput(server, request, { ...settings, milliseconds: settings.warmUp, distinct: true });
    });
    for (let index = 0; index < settings.rounds; index++) await round(entrants, upstream, settings);
    const outcomes: Outcome[] = [];
    for (const { contender, entrant } of entered)
      outcomes.push({
        contender,
        result: typeof entrant === 'string' ? entrant : await resultOf(entrant, reference),
      });
    return { workload, outcomes };
  } finally {
    for (const { entrant } of entered) if (typeof entrant !== 'string') await stop(entrant.server);
    await stop(upstream);
  }
}
