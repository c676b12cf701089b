/**
 * Metrics for Prometheus. The facade, its contract and its operator determine the values of labels, except names: those of operations if
 * there is no manifest, and those of client applications with their versions. A limited number of them is learned from callers that the
 * upstream has accepted.
 */
import type { OperationTypeNode } from 'graphql';
import { Gauge, Registry } from 'prom-client';
import { type CallError, callErrorOf } from '../../../rest/call-error.ts';
import type { CallRecord } from '../../../rest/request.ts';
import { ClientLabels } from '../client-names.ts';
import { otherValue } from '../label-values.ts';
import {
  type EndedOperation,
  type Fault,
  faultOf,
  type Observer,
  type OperationOutcome,
  serverFailureCodes,
} from '../observer.ts';
import type { OperationNames } from '../operation-names.ts';
import { type Count, LabeledCounter } from './counters.ts';
import { DurationHistogram, type DurationSeries } from './histograms.ts';
import { processMetrics } from './process.ts';
import { type MetricsRegistry, registerAll } from './registry.ts';
import { addSources, type Sources } from './sources.ts';

/** Upper bounds in seconds: for a small read, an operation with many calls, and one at its deadline. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Upper bound on distinct error codes; there are about forty. */
const maxCodes = 100;

/** Series of one operation of the REST service. */
interface CallSeries {
  readonly duration: DurationSeries;
  /** Counts by source, status and class of the failure. */
  readonly counts: Map<string, Count>;
}

type OperationType = `${OperationTypeNode}` | 'none';

/** Series of one operation name and type. */
interface OperationSeries {
  /** Counts by outcome and fault. */
  readonly counts: ReadonlyMap<string, Count>;
  readonly duration: DurationSeries;
}

/** Outcomes with the faults that they can have. */
const ends: readonly (readonly [OperationOutcome, Fault])[] = [
  ['success', 'none'],
  ['payload_errors', 'client'],
  ['partial', 'client'],
  ['partial', 'server'],
  ['failed', 'client'],
  ['failed', 'server'],
  ['refused', 'client'],
  ['refused', 'server'],
];

const endKey = (outcome: OperationOutcome, fault: Fault): string => `${outcome} ${fault}`;

/** Label of a status: the status itself if HTTP defines its range, `none` without a response. */
function statusLabel(status: number | undefined): string {
  if (status === undefined) return 'none';
  return status >= 100 && status < 600 ? String(status) : 'other';
}

/** Counts by error code, with an upper bound on codes. */
class CodeCounts {
  readonly #tally: LabeledCounter<'code'>;
  readonly #counts = new Map<string, Count>();

  /** @param codes codes that are exposed from the start with the value 0 */
  constructor(tally: LabeledCounter<'code'>, codes: readonly string[]) {
    this.#tally = tally;
    for (const code of codes) this.#counts.set(code, tally.count({ code }));
  }

  add(code: string): void {
    const label = this.#counts.has(code) || this.#counts.size < maxCodes ? code : 'other';
    let count = this.#counts.get(label);
    if (count === undefined) {
      count = this.#tally.count({ code: label });
      this.#counts.set(label, count);
    }
    count.value += 1;
  }
}

export interface MetricsOptions {
  readonly names: OperationNames;
  /** Client applications, and their versions, that have series of their own. */
  readonly maxClients: number;
  /** Version of Portico. */
  readonly version: string;
}

export class Metrics implements Observer {
  readonly #registry = new Registry();
  readonly #names: OperationNames;
  readonly #operations: LabeledCounter<'operation' | 'type' | 'outcome' | 'fault'>;
  readonly #operationDurations = new DurationHistogram({
    name: 'portico_operation_duration_seconds',
    help: 'Time from the arrival of a query or mutation to its result.',
    labels: ['operation', 'type'],
    buckets,
  });
  /** Series by type, then by name. */
  readonly #operationSeries: Readonly<Record<OperationType, Map<string, OperationSeries>>> = {
    query: new Map(),
    mutation: new Map(),
    subscription: new Map(),
    none: new Map(),
  };
  readonly #calls: LabeledCounter<'operation' | 'status' | 'source' | 'error'>;
  readonly #callDurations = new DurationHistogram({
    name: 'portico_rest_call_duration_seconds',
    help: 'Time of a REST call that was sent, its wait for a connection and further tries included.',
    labels: ['operation'],
    buckets,
  });
  readonly #pollLags = new DurationHistogram({
    name: 'portico_poll_lag_seconds',
    help: 'Time from when a poll of a watched object was due to its response.',
    labels: [],
    buckets,
  });
  readonly #pollLag = this.#pollLags.series({});
  readonly #callSeries = new Map<string, CallSeries>();
  readonly #callErrors: Readonly<Record<CallError, Count>>;
  readonly #errors: CodeCounts;
  readonly #payloadErrors: CodeCounts;
  readonly #rejections: CodeCounts;
  readonly #clients: ClientLabels;
  readonly #clientOperations: LabeledCounter<'client' | 'version'>;
  readonly #clientCounts = new Map<string, Count>();
  readonly #events: Count;
  readonly #wokenPolls: Count;
  readonly #planned: Count;
  readonly #operationCalls: Count;

  constructor({ names, maxClients, version }: MetricsOptions) {
    this.#names = names;
    this.#clients = new ClientLabels(maxClients);
    const register = this.#registry;
    const tally = <Label extends string>(name: string, help: string, labels: readonly Label[]) =>
      new LabeledCounter<Label>({ name, help, labels, register });
    this.#operations = tally('portico_operations_total', 'Operations that have ended.', [
      'operation',
      'type',
      'outcome',
      'fault',
    ]);
    this.#calls = tally('portico_rest_calls_total', 'REST calls that have ended, by the source of their response.', [
      'operation',
      'status',
      'source',
      'error',
    ]);
    // Prometheus computes the increase of a series from its second sample on, so that a first error needs a series that
    // was 0 before.
    const errors = tally('portico_rest_call_errors_total', 'REST calls that failed, by the class of their failure.', [
      'error',
    ]);
    this.#callErrors = {
      invalid_response: errors.count({ error: 'invalid_response' }),
      timeout: errors.count({ error: 'timeout' }),
      unreachable: errors.count({ error: 'unreachable' }),
      failed: errors.count({ error: 'failed' }),
      exhausted: errors.count({ error: 'exhausted' }),
      rejected: errors.count({ error: 'rejected' }),
      not_sent: errors.count({ error: 'not_sent' }),
      cancelled: errors.count({ error: 'cancelled' }),
    };
    const codes = (name: string, help: string, initial: readonly string[]) =>
      new CodeCounts(tally(name, help, ['code']), initial);
    this.#errors = codes('portico_errors_total', 'Operations with an error of a code.', serverFailureCodes);
    this.#payloadErrors = codes('portico_payload_errors_total', 'Mutations with a code in `errors` of a payload.', []);
    this.#rejections = codes(
      'portico_refused_total',
      'Requests and operations that were refused before they were executed.',
      ['INTERNAL_SERVER_ERROR', 'RATE_LIMITED'],
    );
    for (const type of ['query', 'mutation', 'subscription', 'none'] as const) this.#seriesOf(otherValue, type);
    this.#clientOperations = tally('portico_client_operations_total', 'Operations by client application.', [
      'client',
      'version',
    ]);
    this.#events = tally('portico_subscription_events_total', 'Results of subscriptions.', []).count({});
    this.#wokenPolls = tally('portico_woken_polls_total', 'Polls of watched objects for wake-ups.', []).count({});
    const info = { name: 'portico_build_info', help: 'Versions of Portico and Node; the value is 1.' };
    new Gauge({ ...info, labelNames: ['version', 'node'], registers: [register] }).set(
      { version, node: process.version },
      1,
    );
    this.#planned = tally('portico_planned_calls_total', 'REST calls that operations might have needed.', []).count({});
    this.#operationCalls = tally(
      'portico_made_calls_total',
      'REST calls that these operations made, those that they shared with others among them.',
      [],
    ).count({});
  }

  /** Metrics in the Prometheus text format, including those of the process. */
  async text(): Promise<string> {
    const durations = this.#histograms().map((each) => each.text());
    return [await this.#registry.metrics(), ...durations, await processMetrics().metrics()].join('\n');
  }

  /** Adds the metrics of the facade, without those of the process, to a registry. @returns a function that removes them */
  registerIn(registry: MetricsRegistry): () => void {
    const counters = this.#registry
      .getMetricsAsArray()
      .map(({ name }) => ({ name, get: () => this.#registry.getSingleMetric(name)?.get() }));
    return registerAll(registry, [...counters, ...this.#histograms()]);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  readonly operation = (ended: EndedOperation): void => {
    const { name, type, outcome, codes, payloadCodes, durationMs, startedCalls, plan, client, isCallerAccepted } =
      ended;
    const mayLearn = isCallerAccepted && outcome !== 'refused';
    const { counts, duration } = this.#seriesOf(this.#names.getLabel(name, mayLearn), type ?? 'none');
    const count = counts.get(endKey(outcome, faultOf(outcome, codes)));
    if (count !== undefined) count.value += 1;
    if (type === 'query' || type === 'mutation') duration.observe(durationMs / 1000);
    for (const code of codes) this.#errors.add(code);
    for (const code of payloadCodes) this.#payloadErrors.add(code);
    this.#countClient(this.#clients.get(client, mayLearn));
    if (plan === undefined || outcome === 'refused') return;
    this.#planned.value += plan.upperBound;
    this.#operationCalls.value += startedCalls;
  };

  readonly call = (ended: CallRecord): void => {
    const { operation, status, source, durationMs } = ended;
    const { duration, counts } = this.#callSeriesOf(operation);
    const error = callErrorOf(ended);
    const key = `${source} ${status} ${error}`;
    let count = counts.get(key);
    if (count === undefined) {
      count = this.#calls.count({ operation, status: statusLabel(status), source, error: error ?? 'none' });
      counts.set(key, count);
    }
    count.value += 1;
    if (error !== undefined && source !== 'shared') this.#callErrors[error].value += 1;
    if (source !== 'shared') duration.observe(durationMs / 1000);
  };

  readonly event = (): void => {
    this.#events.value += 1;
  };

  readonly pollLag = (lagMs: number): void => this.#pollLag.observe(lagMs / 1000);

  readonly wokenPoll = (): void => {
    this.#wokenPolls.value += 1;
  };

  readonly onRejected = (code: string): void => this.#rejections.add(code);

  /** Adds metrics that are read when Prometheus scrapes. */
  watch(sources: Sources): void {
    addSources(this.#registry, sources);
  }

  #histograms() {
    return [this.#operationDurations, this.#callDurations, this.#pollLags];
  }

  #countClient(labels: Readonly<Record<'client' | 'version', string>>): void {
    const key = `${labels.client}\n${labels.version}`;
    let count = this.#clientCounts.get(key);
    if (count === undefined) {
      count = this.#clientOperations.count(labels);
      this.#clientCounts.set(key, count);
    }
    count.value += 1;
  }

  #seriesOf(operation: string, type: OperationType): OperationSeries {
    const seriesByName = this.#operationSeries[type];
    let series = seriesByName.get(operation);
    if (series === undefined) {
      const counts = ends.map(([outcome, fault]): [string, Count] => [
        endKey(outcome, fault),
        this.#operations.count({ operation, type, outcome, fault }),
      ]);
      series = { counts: new Map(counts), duration: this.#operationDurations.series({ operation, type }) };
      seriesByName.set(operation, series);
    }
    return series;
  }

  #callSeriesOf(operation: string): CallSeries {
    let series = this.#callSeries.get(operation);
    if (series === undefined) {
      const duration = this.#callDurations.series({ operation });
      series = { duration, counts: new Map() };
      this.#callSeries.set(operation, series);
    }
    return series;
  }
}
