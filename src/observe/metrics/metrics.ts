/** Metrics for Prometheus. Labels have values that the facade, its contract and its operator decide, and no caller. */
import type { OperationTypeNode } from 'graphql';
import { Counter, Gauge, Registry } from 'prom-client';
import type { CallRecord } from '../../rest/request.ts';
import type { EndedOperation, Observer, OperationOutcome } from '../observer.ts';
import type { OperationNames } from '../operation-names.ts';
import { type DurationSeries, Durations } from './durations.ts';
import { processMetrics } from './process.ts';
import { type Count, Tally } from './tally.ts';

/** Seconds; those of a small read, of one that makes many calls, and of one at its deadline. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Codes of errors that are told apart; there are about forty. */
const mostCodes = 100;

/** What is measured when Prometheus asks. */
export interface Sources {
  readonly ready: () => boolean;
  /** What clients have open, and what runs for their subscriptions. */
  readonly underway: () => {
    readonly subscriptions: number;
    readonly sockets: number;
    readonly connections: number;
    readonly subscribers: number;
    readonly pollers: number;
  };
  /** REST calls under way, those that wait for a connection, and the callers of both. */
  readonly queue: () => { readonly held: number; readonly waiting: number; readonly callers: number };
  /** Absent where every call is sent. */
  readonly breaker:
    | { readonly state: 'closed' | 'open' | 'probing'; readonly refusals: number; readonly openings: number }
    | undefined;
  /** Absent without Redis. */
  readonly redis: { readonly isUp: boolean; readonly outages: number } | undefined;
}

/** The series of one operation of the REST service. */
interface CallSeries {
  readonly duration: DurationSeries;
  /** By source, then by status. */
  readonly counts: Readonly<Record<CallRecord['source'], Map<number | undefined, Count>>>;
}

type OperationType = `${OperationTypeNode}` | 'none';

type OperationSeries = Readonly<Record<OperationOutcome, Count>> & { readonly duration: DurationSeries };

/** The status as a label: as it is within what HTTP has, `none` where there was no response. */
function statusLabel(status: number | undefined): string {
  if (status === undefined) return 'none';
  return status >= 100 && status < 600 ? String(status) : 'other';
}

/** Counts by a code, of which there are only so many. */
class CodeCounts {
  readonly #tally: Tally<'code'>;
  readonly #counts = new Map<string, Count>();

  constructor(tally: Tally<'code'>) {
    this.#tally = tally;
  }

  add(code: string): void {
    const label = this.#counts.has(code) || this.#counts.size < mostCodes ? code : 'other';
    let count = this.#counts.get(label);
    if (count === undefined) {
      count = this.#tally.count({ code: label });
      this.#counts.set(label, count);
    }
    count.value += 1;
  }
}

export class Metrics implements Observer {
  readonly #registry = new Registry();
  readonly #names: OperationNames;
  readonly #operations: Tally<'operation' | 'type' | 'outcome'>;
  readonly #operationDurations = new Durations({
    name: 'portico_operation_duration_seconds',
    help: 'Time from the arrival of a query or mutation to its result.',
    labels: ['operation', 'type'],
    buckets,
  });
  /** By type, then by name. */
  readonly #operationSeries: Readonly<Record<OperationType, Map<string, OperationSeries>>> = {
    query: new Map(),
    mutation: new Map(),
    subscription: new Map(),
    none: new Map(),
  };
  readonly #calls: Tally<'operation' | 'status' | 'source'>;
  readonly #callDurations = new Durations({
    name: 'portico_rest_call_duration_seconds',
    help: 'Time of a REST call that was sent, its wait for a connection and further tries included.',
    labels: ['operation'],
    buckets,
  });
  readonly #callSeries = new Map<string, CallSeries>();
  readonly #errors: CodeCounts;
  readonly #refused: CodeCounts;
  readonly #planned: Count;
  readonly #made: Count;

  /** @param names of operations that are told apart */
  constructor(names: OperationNames) {
    this.#names = names;
    const register = this.#registry;
    const tally = <Label extends string>(name: string, help: string, labels: readonly Label[]) =>
      new Tally<Label>({ name, help, labels, register });
    this.#operations = tally('portico_operations_total', 'Operations that have ended.', [
      'operation',
      'type',
      'outcome',
    ]);
    this.#calls = tally('portico_rest_calls_total', 'REST calls that have ended, by where their answer came from.', [
      'operation',
      'status',
      'source',
    ]);
    this.#errors = new CodeCounts(tally('portico_errors_total', 'Operations with an error of a code.', ['code']));
    this.#refused = new CodeCounts(
      tally('portico_refused_total', 'Requests and operations that were refused before they were executed.', ['code']),
    );
    this.#planned = tally('portico_planned_calls_total', 'REST calls that operations might have needed.', []).count({});
    this.#made = tally(
      'portico_made_calls_total',
      'REST calls that these operations made, those that they shared with others among them.',
      [],
    ).count({});
  }

  /** The text for Prometheus, with what the process measures of itself. */
  async text(): Promise<string> {
    const durations = [this.#operationDurations.text(), this.#callDurations.text()];
    return [await this.#registry.metrics(), ...durations, await processMetrics().metrics()].join('\n');
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  readonly operation = ({ name, type, outcome, codes, durationMs, made, plan }: EndedOperation): void => {
    const series = this.#seriesOf(this.#names.labelOf(name), type ?? 'none');
    series[outcome].value += 1;
    if (type === 'query' || type === 'mutation') series.duration.observe(durationMs / 1000);
    for (const code of codes) this.#errors.add(code);
    if (plan === undefined || outcome === 'refused') return;
    this.#planned.value += plan.upperBound;
    this.#made.value += made;
  };

  readonly call = ({ operation, status, source, durationMs }: CallRecord): void => {
    const { duration, counts } = this.#callSeriesOf(operation);
    const bySource = counts[source];
    let count = bySource.get(status);
    if (count === undefined) {
      count = this.#calls.count({ operation, status: statusLabel(status), source });
      bySource.set(status, count);
    }
    count.value += 1;
    if (source !== 'shared') duration.observe(durationMs / 1000);
  };

  readonly refused = (code: string): void => this.#refused.add(code);

  /** Adds what is measured when Prometheus asks. */
  watch({ ready, underway, queue, breaker, redis }: Sources): void {
    const registers = [this.#registry];
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value());
        },
      });
    const counter = (name: string, help: string, value: () => number) =>
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(value());
        },
      });
    gauge('portico_ready', 'Whether requests are taken: 1, or 0 before the start and while it stops.', () =>
      Number(ready()),
    );
    gauge('portico_connections', 'Connections of clients.', () => underway().connections);
    gauge('portico_sockets', 'WebSockets of clients.', () => underway().sockets);
    gauge('portico_subscriptions', 'Open subscriptions.', () => underway().subscriptions);
    gauge('portico_subscribers', 'Subscribers to what is watched.', () => underway().subscribers);
    gauge('portico_pollers', 'Objects that are watched.', () => underway().pollers);
    gauge('portico_rest_calls_under_way', 'REST calls that have a connection.', () => queue().held);
    gauge('portico_rest_calls_waiting', 'REST calls that wait for a connection.', () => queue().waiting);
    gauge('portico_rest_callers', 'Callers whose REST calls are under way or wait.', () => queue().callers);
    if (breaker !== undefined) {
      const isOpen = () => Number(breaker.state !== 'closed');
      gauge('portico_breaker_open', 'Whether REST calls fail at once, as the upstream fails throughout.', isOpen);
      counter('portico_breaker_openings_total', 'How many times that began.', () => breaker.openings);
      counter('portico_breaker_refusals_total', 'REST calls that failed at once.', () => breaker.refusals);
    }
    if (redis === undefined) return;
    gauge('portico_redis_up', 'Whether Redis answers.', () => Number(redis.isUp));
    counter('portico_redis_outages_total', 'How many times Redis became unavailable.', () => redis.outages);
  }

  #seriesOf(operation: string, type: OperationType): OperationSeries {
    const known = this.#operationSeries[type];
    let series = known.get(operation);
    if (series === undefined) {
      const count = (outcome: OperationOutcome) => this.#operations.count({ operation, type, outcome });
      series = {
        success: count('success'),
        partial: count('partial'),
        failed: count('failed'),
        refused: count('refused'),
        duration: this.#operationDurations.series({ operation, type }),
      };
      known.set(operation, series);
    }
    return series;
  }

  #callSeriesOf(operation: string): CallSeries {
    let series = this.#callSeries.get(operation);
    if (series === undefined) {
      const duration = this.#callDurations.series({ operation });
      series = { duration, counts: { upstream: new Map(), kept: new Map(), shared: new Map() } };
      this.#callSeries.set(operation, series);
    }
    return series;
  }
}
