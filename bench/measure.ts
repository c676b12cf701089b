/** Measurement of one workload: starts all servers, checks their responses, warms them up, measures them in interleaved rounds and stops them. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { BenchRequest } from './clients.ts';
import { type Contender, passThrough, pick, portico } from './contenders.ts';
import {
  type Figure,
  latencies,
  quantile,
  sendRequest,
  type Throughput,
  throughput,
  toFigure,
  warmUp,
} from './load.ts';
import { memory, type Running, start, stop } from './processes.ts';
import type { GraphQLRequest, Workload } from './workloads.ts';

export interface Settings {
  readonly rounds: number;
  /** Duration of a measurement of CPU and throughput in a round. */
  readonly milliseconds: number;
  /** Duration of a measurement of latencies in a round. 0 if latencies, and the cost with one credential, are not measured. */
  readonly latencyMilliseconds: number;
  readonly connections: number;
  /** Milliseconds until the upstream responds while latencies are measured. */
  readonly latency: number;
  /** Servers to measure. The first one is the reference of ratios. */
  readonly contenders: readonly Contender[];
}

/** Cost of operations under load. Ratios are to the reference in the same round. */
export interface Cost {
  /** Processor time of an operation in milliseconds. */
  readonly cpu: Figure;
  readonly cpuRatio: Figure;
  readonly perSecond: Figure;
  readonly perSecondRatio: Figure;
}

export interface Measured {
  readonly calls: number;
  /** Whether the cost had settled when the measurement started. */
  readonly isWarm: boolean;
  /** Cost with a different credential for each connection. */
  readonly distinct: Cost;
  /** Cost with one credential for all connections, so that identical GET requests are coalesced. `undefined` if not measured. */
  readonly shared: Cost | undefined;
  /** Medians of the rounds in milliseconds. NaN if latencies were not measured. */
  readonly latency: Figure;
  /** 99th percentile of all rounds in milliseconds. */
  readonly p99: number;
  /** Mebibytes. */
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
  /** Latencies of each round. */
  readonly times: (readonly number[])[];
  isWarm: boolean;
  /** Reason why the measurement ended early. */
  failure?: string;
}

/** Servers that are measured with one credential, too: sharing of calls concerns only Portico. */
const sharing: readonly Contender[] = [pick, portico];

/** Returns the body with the hash of a document, and the body that registers the hash. */
function byHash(query: string): Pick<BenchRequest, 'nextBody' | 'registration'> {
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const body = JSON.stringify({ extensions });
  return { nextBody: () => body, registration: JSON.stringify({ query, extensions }) };
}

let freshCount = 0;

/** Returns a function that creates bodies, each with a different string in place of the placeholder. */
function withFresh(request: GraphQLRequest, { placeholder, prefix }: NonNullable<Workload['fresh']>) {
  const [start = '', end = ''] = JSON.stringify(request).split(placeholder);
  return () => {
    freshCount += 1;
    return `${start}${prefix}${String(freshCount).padStart(9, '0')}${end}`;
  };
}

export function createRequest(contender: Contender, workload: Workload): BenchRequest | undefined {
  const { dialect } = contender;
  const { transport, persisted, fresh } = workload;
  const request = contender.getRequest?.(workload) ?? workload.requests[dialect];
  if (request === undefined) return undefined;
  const way = { transport: transport ?? 'http', path: dialect === 'path' ? request.query : '/graphql' } as const;
  if (persisted && dialect !== 'path') return { ...way, ...byHash(request.query) };
  if (fresh && dialect !== 'path') return { ...way, nextBody: withFresh(request, fresh) };
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

function problemOf(text: string, { leaves, errors = 0 }: Workload, right: string | undefined): string | undefined {
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
  return right !== undefined && values.join('\n') !== right ? 'returns other values' : undefined;
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

/**
 * Starts a server and checks its response.
 * @param right scalars of the right response, of which a request returns only the number if they are `undefined`
 * @returns the reason if the server cannot be measured
 */
export async function enter(
  contender: Contender,
  workload: Workload,
  upstream: Running,
  right: string | undefined,
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
    return {
      contender,
      server,
      request: { ...request, answerLength: text.length },
      calls: await callsOf(server, upstream, request),
      distinct: [],
      shared: [],
      times: [],
      isWarm: false,
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
  const { latencyMilliseconds } = settings;
  await runForEach(entrants, async ({ contender, server, request, distinct, shared }) => {
    distinct.push(await throughput(server, request, { ...settings, distinct: true }));
    if (latencyMilliseconds > 0 && sharing.includes(contender))
      shared.push(await throughput(server, request, { ...settings, distinct: false }));
  });
  if (latencyMilliseconds === 0) return;
  await control(upstream, `/__latency/${settings.latency}`);
  await runForEach(entrants, async ({ server, request, times }) => {
    times.push(await latencies(server, request, latencyMilliseconds));
  });
  await control(upstream, '/__latency/0');
}

function costOf(own: readonly Throughput[], reference: readonly Throughput[]): Cost {
  const figureOf = (key: keyof Throughput) => toFigure(own.map((round) => round[key]));
  const ratio = (key: keyof Throughput) =>
    toFigure(own.map((round, index) => round[key] / (reference[index]?.[key] ?? Number.NaN)));
  return {
    cpu: figureOf('cpu'),
    cpuRatio: ratio('cpu'),
    perSecond: figureOf('perSecond'),
    perSecondRatio: ratio('perSecond'),
  };
}

async function resultOf(entrant: Entrant, reference: Entrant): Promise<Measured | string> {
  if (entrant.failure !== undefined) return entrant.failure;
  const { server, calls, isWarm, distinct, shared, times } = entrant;
  return {
    calls,
    isWarm,
    distinct: costOf(distinct, reference.distinct),
    shared: shared.length === 0 ? undefined : costOf(shared, reference.shared),
    latency: toFigure(times.map((round) => quantile(round, 0.5))),
    p99: quantile(times.flat(), 0.99),
    memory: await memory(server),
  };
}

/** Returns the scalars of the right response of a workload, in their order. */
async function fetchRight(workload: Workload, upstream: Running): Promise<string> {
  const entrant = await enter(pick, workload, upstream, undefined);
  if (typeof entrant === 'string') throw new Error(`the reference server does not run: ${entrant}`);
  try {
    const text = await sendRequest(entrant.server, entrant.request);
    return leavesOf(JSON.parse(text).data).join('\n');
  } finally {
    await stop(entrant.server);
  }
}

/** Starts the upstream of a workload and the servers, passes them to a function, and stops them. */
export async function withEntrants<Result>(
  workload: Workload,
  contenders: readonly Contender[],
  act: (entered: readonly (Entrant | string)[], upstream: Running) => Promise<Result>,
): Promise<Result> {
  const upstream = await start(join(import.meta.dirname, 'upstream.ts'), workload.etags ? { ETAGS: '1' } : {});
  const entered: (Entrant | string)[] = [];
  try {
    const right = await fetchRight(workload, upstream);
    // One after another, as each counts the calls of its request.
    for (const contender of contenders) entered.push(await enter(contender, workload, upstream, right));
    return await act(entered, upstream);
  } finally {
    await Promise.all(entered.map((entrant) => typeof entrant !== 'string' && stop(entrant.server)));
    await stop(upstream);
  }
}

/** Measures one workload. */
export function measure(workload: Workload, settings: Settings): Promise<WorkloadOutcome> {
  const contenders = workload.growth
    ? settings.contenders.filter((contender) => sharing.includes(contender))
    : settings.contenders;
  return withEntrants(workload, contenders, async (entered, upstream) => {
    const entrants = entered.filter((entrant) => typeof entrant !== 'string');
    await runForEach(entrants, async (entrant) => {
      entrant.isWarm = await warmUp(entrant.server, entrant.request, settings.connections);
    });
    for (let index = 0; index < settings.rounds; index++) await round(entrants, upstream, settings);
    const [reference] = entrants;
    if (reference === undefined) throw new Error(`no server runs: ${entered.join('; ')}`);
    const outcomes: Outcome[] = [];
    for (const [index, contender] of contenders.entries()) {
      const entrant = entered[index] ?? 'did not start';
      outcomes.push({ contender, result: typeof entrant === 'string' ? entrant : await resultOf(entrant, reference) });
    }
    return { workload, outcomes };
  });
}
