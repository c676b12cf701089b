/** `portico/sandbox`: a REST service with the contract of the documents and invented data. */
import type { AreaValue } from '../areas.ts';
import type { OperationId } from '../contract/types.ts';
import { suggestName } from '../nearest-name.ts';
import { type Fault, type RecordedRequest, type Role, startSandbox as start } from '../sandbox/index.ts';

export type { AreaValue } from '../areas.ts';
export { landmarks } from '../sandbox/index.ts';
export type { Fault, OperationId, RecordedRequest, Role };

/** Data and behavior of a sandbox. */
export interface SandboxOptions {
  /** Determines the invented data: equal seeds create equal data. Landmarks are equal for all seeds. Defaults to the data of the demo. */
  readonly seed?: string | number | undefined;
  /** Factor on the durations of pipelines, imports and exports: 0 ends them immediately. Defaults to 1. */
  readonly pace?: number | undefined;
  /** Faults that are active from the start, and again after `reset`. Defaults to none. */
  readonly faults?: readonly Fault[] | undefined;
  /** Fixed time of the clock, which changes only with `advance`. Defaults to the real time. */
  readonly now?: number | Date | undefined;
  /** Calls per minute and token beyond which the status is 429. Defaults to no limit. */
  readonly callsPerMinute?: number | undefined;
  /** Areas whose operations the sandbox has too, such as those of `createPortico`. Defaults to none. */
  readonly areas?: readonly AreaValue[] | undefined;
  /** Port to listen on. Defaults to a free one. */
  readonly port?: number | undefined;
  /** Address to listen on. Defaults to `127.0.0.1`. */
  readonly host?: string | undefined;
}

/** A running sandbox. */
export interface Sandbox extends AsyncDisposable {
  /** Base URL of the REST service, for `upstreamUrl`. */
  readonly url: string;
  /** A token for each role; empty for `anonymous`. */
  readonly tokens: Readonly<Record<Role, string>>;
  /** Restores the state after the start: data, time, faults and recorded requests. */
  reset(): void;
  /** Advances the clock, which changes states that depend on time, such as the status of pipelines. */
  advance(ms: number): void;
  /**
   * Makes calls of an operation fail.
   * @param operation id of the operation, which an area may have added
   * @param fault fault that affects the calls. Defaults to status 500
   * @returns a function that ends the fault
   * @throws Error if there is no such operation
   */
  fail(operation: OperationId | (string & Record<never, never>), fault?: Omit<Fault, 'match'>): () => void;
  /** The latest requests since the start or `reset`, at least 1,000 of them, in the order of arrival. */
  requests(): readonly RecordedRequest[];
  /** Closes all connections and the port. */
  close(): Promise<void>;
}

const keptRequests = 1000;

/**
 * Starts a sandbox. Sandboxes share nothing, so that any number can run in one process.
 * @throws AreaError if an area was not made with `portico/kit`
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { seed, pace = 1, faults = [], now, callsPerMinute, areas, port, host } = options;
  const sandbox = await start({
    seed: seed === undefined ? undefined : `${seed} `,
    timeScale: pace,
    keptRequests,
    areas: areas && (await import('../areas.ts')).toAreas(areas),
    ...(now !== undefined && { now }),
    ...(callsPerMinute !== undefined && { rateLimit: callsPerMinute }),
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
  });
  const addFaults = () => {
    for (const fault of faults) sandbox.faults.add(fault);
  };
  addFaults();
  const close = () => sandbox.close();
  return {
    url: sandbox.url,
    tokens: sandbox.tokens,
    reset() {
      sandbox.clock.reset();
      sandbox.reset();
      sandbox.faults.clear();
      addFaults();
      sandbox.clearRequests();
    },
    advance: (ms) => sandbox.clock.advance(ms),
    fail(operation, fault = { status: 500 }) {
      const ids = [...sandbox.contract.operations.keys()];
      const id = ids.find((each) => each === operation);
      if (id === undefined) throw new Error(`The contract has no operation ${operation}${suggestName(operation, ids)}`);
      return sandbox.faults.add({ ...fault, match: { operation: id } });
    },
    requests: () => [...sandbox.requests],
    close,
    [Symbol.asyncDispose]: close,
  };
}
