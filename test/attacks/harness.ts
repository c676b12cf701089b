/**
 * Starts a sandbox and a facade in a process of its own, and measures an attack: CPU time and memory of the facade, and the responses
 * to another caller.
 */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type Sandbox, type SandboxOptions, startSandbox, tokens } from '../../sandbox/index.ts';
import { type FacadeProcess, startFacadeProcess } from '../process/facade.ts';
import { type Operation, type OperationResponse, sendOver, type Transport } from '../process/transports.ts';

export { type Operation, type OperationResponse, type Transport, transports } from '../process/transports.ts';

/** Maximum CPU time of one event loop iteration. */
export const maxBlockMs = 200;

/** Effects of an attack on the process of the facade. */
export interface Cost {
  /** Longest CPU time of one event loop iteration. */
  readonly longestBlockMs: number;
  /** Reads of another caller that received a response during the attack, and the longest duration of one. */
  readonly reads: number;
  readonly slowestReadMs: number;
}

/** Memory after an attack compared with before, in bytes, after garbage collections. */
export interface MemoryGrowth {
  /** Growth of `heapUsed` and `external`. */
  readonly heapDelta: number;
  /** Growth of the peak resident set size. */
  readonly peakRssDelta: number;
}

export interface TargetOptions {
  readonly sandbox?: SandboxOptions;
  /** Upstream in place of the sandbox, ending in `/api/v4`; it must respond to `GET /user`, which the other caller reads. */
  readonly upstreamUrl?: string;
  /** Options of Node.js for the facade, such as `--max-old-space-size=512`. */
  readonly flags?: readonly string[];
}

/** Facade under attack. */
export interface Target extends AsyncDisposable {
  readonly url: URL;
  readonly sandbox: Sandbox;
  readonly facade: FacadeProcess;
  send(
    transport: Transport,
    operation: Operation,
    headers?: Readonly<Record<string, string>>,
  ): Promise<OperationResponse>;
  /**
   * Attacks the facade and returns the cost. Asserts that every read of another caller, the sandbox's `reporter`, succeeds
   * meanwhile, and that the process has no uncaught error and does not exit. An attack that blocks the event loop for longer than
   * allowed is repeated up to twice, and the best attempt counts, because a pause of the machine does not recur.
   *
   * @param attack receives the number of the attempt, from 0, by which it can avoid values that an earlier attempt has cached
   */
  measure(attack: (attempt: number) => Promise<unknown>): Promise<Cost>;
  /** Like `measure`, with the growth of memory. */
  measureMemory(attack: (attempt: number) => Promise<unknown>): Promise<Cost & MemoryGrowth>;
  /** Stops the facade and the sandbox. */
  close(): Promise<void>;
}

/** Returns the operation with a different document for each attempt, so that no cache contains it. */
export const withDistinctText = (operation: Operation, attempt: number): Operation =>
  operation.query === undefined ? operation : { ...operation, query: operation.query + ' '.repeat(attempt) };

const plainRead: Operation = { query: '{ currentUser { username } }' };
const readIntervalMs = 10;
const maxAttempts = 3;

async function readUntil(url: URL, isOver: () => boolean): Promise<Pick<Cost, 'reads' | 'slowestReadMs'>> {
  let reads = 0;
  let slowestReadMs = 0;
  do {
    const start = performance.now();
    const { status, results } = await sendOver('POST', url, plainRead, { 'private-token': tokens.reporter });
    slowestReadMs = Math.max(slowestReadMs, performance.now() - start);
    const [{ data, errors } = {}] = results;
    assert.ok(
      data?.currentUser && errors === undefined,
      `Another caller's read failed: ${status} ${JSON.stringify(errors)}`,
    );
    reads += 1;
    await pause(readIntervalMs);
  } while (!isOver());
  return { reads, slowestReadMs };
}

/** Starts a sandbox in this process and the facade in another. @param env settings of the facade */
export async function startTarget(env: NodeJS.ProcessEnv = {}, options: TargetOptions = {}): Promise<Target> {
  const sandbox = await startSandbox({ control: true, ...options.sandbox });
  const upstream = {
    UPSTREAM_URL: options.upstreamUrl ?? sandbox.url,
    READ_RETRIES: '0',
    MAX_UPSTREAM_RESPONSE_BYTES: `${16 << 20}`,
  };
  const facade = await startFacadeProcess({ ...upstream, ...env }, options.flags).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  const { url } = facade;
  async function close(): Promise<void> {
    await facade.stop();
    await sandbox.close();
  }
  async function measureOnce(attack: () => Promise<unknown>, collects: boolean): Promise<Cost & MemoryGrowth> {
    // The first read compiles and connects, which is not part of the cost.
    await readUntil(url, () => true);
    const before = await facade.read(collects);
    let isOver = false;
    const attacked = attack().finally(() => {
      isOver = true;
    });
    const [, reads] = await Promise.all([attacked, readUntil(url, () => isOver)]);
    assert.deepEqual(facade.uncaught, []);
    const { longestBlockMs, ...after } = await facade.read(collects);
    return {
      longestBlockMs,
      heapDelta: after.heapBytes - before.heapBytes,
      peakRssDelta: after.peakRssBytes - before.peakRssBytes,
      ...reads,
    };
  }
  async function measureBest(
    attack: (attempt: number) => Promise<unknown>,
    collects: boolean,
  ): Promise<Cost & MemoryGrowth> {
    let best = await measureOnce(() => attack(0), collects);
    for (let attempt = 1; attempt < maxAttempts && best.longestBlockMs >= maxBlockMs; attempt++) {
      const cost = await measureOnce(() => attack(attempt), collects);
      if (cost.longestBlockMs < best.longestBlockMs) best = cost;
    }
    return best;
  }
  return {
    url,
    sandbox,
    facade,
    send: (transport, operation, headers) => sendOver(transport, url, operation, headers),
    measure: (attack) => measureBest(attack, false),
    measureMemory: (attack) => measureBest(attack, true),
    close,
    [Symbol.asyncDispose]: close,
  };
}
