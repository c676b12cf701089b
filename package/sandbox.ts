/** `portico/sandbox`: a REST service with the standard contract and invented data. */

import { type Fault, type RecordedRequest, type Role, startSandbox as start } from '../sandbox/index.ts';
import type { AreaValue } from '../src/config/areas.ts';
import { ConfigError } from '../src/config/environment-variables.ts';
import type { OperationId } from '../src/contract/types.ts';
import { isRecord } from '../src/helpers/is-record.ts';
import { suggestName } from '../src/helpers/nearest-name.ts';

export { landmarks } from '../sandbox/index.ts';
export type { AreaValue } from '../src/config/areas.ts';
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

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isInteger = (value: unknown): boolean => isNumber(value) && Number.isInteger(value);

/** Rules of the options, which JavaScript does not check. */
const rules: Readonly<Record<keyof SandboxOptions, readonly [isValid: (value: unknown) => boolean, rule: string]>> = {
  seed: [(value) => typeof value === 'string' || typeof value === 'number', 'a string or a number'],
  pace: [isNumber, 'a number from 0'],
  faults: [(value) => Array.isArray(value) && value.every(isRecord), 'a list of faults'],
  now: [
    (value) => !Number.isNaN(value instanceof Date ? value.getTime() : typeof value === 'number' ? value : Number.NaN),
    'a Date or a number of milliseconds',
  ],
  callsPerMinute: [isInteger, 'an integer from 0'],
  areas: [Array.isArray, 'a list of areas'],
  port: [(value) => isInteger(value) && Number(value) < 65_536, 'an integer from 0 to 65535'],
  host: [(value) => typeof value === 'string' && value !== '', 'an address'],
};

/** @throws ConfigError for an option that does not exist or has a wrong type, which JavaScript does not check */
function assertOptions(options: unknown): void {
  if (!isRecord(options)) throw new ConfigError('The options of the sandbox must be an object');
  const checks = new Map(Object.entries(rules));
  for (const [name, value] of Object.entries(options)) {
    const [isValid, rule] = checks.get(name) ?? [];
    if (isValid === undefined)
      throw new ConfigError(`${name} is not an option of the sandbox${suggestName(name, [...checks.keys()])}`);
    if (value !== undefined && !isValid(value)) throw new ConfigError(`${name} of the sandbox must be ${rule}`);
  }
}

/**
 * Starts a sandbox. Sandboxes share nothing, so that any number can run in one process.
 * @throws ConfigError if an option is invalid
 * @throws AreaError if an area was not made with `portico/kit`
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  assertOptions(options);
  const { seed, pace = 1, faults = [], now, callsPerMinute, areas, port, host } = options;
  const sandbox = await start({
    seed: seed === undefined ? undefined : `${seed} `,
    timeScale: pace,
    keptRequests,
    areas: areas && (await import('../src/config/areas.ts')).toAreas(areas),
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
      if (!isRecord(fault)) throw new ConfigError('The fault must be an object');
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
