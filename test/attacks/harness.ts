/** A sandbox, and before it the facade as a process of its own: what an attack costs it, and whether others are still answered. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type Sandbox, type SandboxOptions, startSandbox, tokens } from '../../src/sandbox/index.ts';
import { type FacadeProcess, startFacadeProcess } from '../process/facade.ts';
import { type Operation, type Sent, sendOver, type Transport } from '../process/transports.ts';

export { type Operation, type Sent, type Transport, transports } from '../process/transports.ts';

/** Milliseconds of processor time in which the event loop may do nothing else. */
export const longestAllowedBlockMs = 200;

/** Effects of an attack on the process of the facade. */
export interface Cost {
  /** The longest work of one turn of the event loop, in milliseconds of processor time. */
  readonly longestBlockMs: number;
  /** Reads of another caller that were answered meanwhile, and the longest wait for one. */
  readonly reads: number;
  readonly slowestReadMs: number;
}

/** Remaining bytes after an attack: differences after garbage collections. */
export interface Remains {
  /** `heapUsed` and `external`. */
  readonly heapDelta: number;
  /** Growth of the process beyond its earlier maximum. */
  readonly peakRssDelta: number;
}

export interface TargetOptions {
  readonly sandbox?: SandboxOptions;
  /** Upstream in place of the sandbox, ending in `/api/v4`; it has to know `GET /user` for the other caller's reads. */
  readonly upstreamUrl?: string;
  /** Options of Node for the facade, such as `--max-old-space-size=512`. */
  readonly flags?: readonly string[];
}

/** A facade that may be attacked. */
export interface Target extends AsyncDisposable {
  readonly url: URL;
  readonly sandbox: Sandbox;
  readonly facade: FacadeProcess;
  send(transport: Transport, operation: Operation, headers?: Readonly<Record<string, string>>): Promise<Sent>;
  /**
   * Attacks the facade and returns the cost. Asserts that every read that another caller, the sandbox's `reporter`, sends
   * meanwhile is answered, and that the process neither ended nor left an error uncaught. An attack that blocked the event loop for
   * longer than allowed is made up to twice more, and the best attempt counts: a pause of the machine may look like work, but only
   * work comes again.
   *
   * @param attack takes the number of the attempt, from 0, to avoid what the attempt before it left in a cache
   */
  watch(attack: (attempt: number) => Promise<unknown>): Promise<Cost>;
  /** Like `watch`, and also returns the remaining bytes after garbage collections. */
  weigh(attack: (attempt: number) => Promise<unknown>): Promise<Cost & Remains>;
  /** Ends the facade and the sandbox. */
  close(): Promise<void>;
}

/** Returns the operation with different text for each attempt, so that no cache contains it. */
export const inOtherText = (operation: Operation, attempt: number): Operation =>
  operation.query === undefined ? operation : { ...operation, query: operation.query + ' '.repeat(attempt) };

const plainRead: Operation = { query: '{ currentUser { username } }' };
const betweenReads = 10;
const attempts = 3;

async function readOn(url: URL, isOver: () => boolean): Promise<Pick<Cost, 'reads' | 'slowestReadMs'>> {
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
    await pause(betweenReads);
  } while (!isOver());
  return { reads, slowestReadMs };
}

/** Starts a sandbox in this process and `src/main.ts` before it. @param env settings of the facade */
export async function startTarget(env: NodeJS.ProcessEnv = {}, options: TargetOptions = {}): Promise<Target> {
  const sandbox = await startSandbox({ control: true, ...options.sandbox });
  const upstream = {
    UPSTREAM_URL: options.upstreamUrl ?? sandbox.url,
    READ_RETRIES: '0',
    MAX_ANSWER_BYTES: `${16 << 20}`,
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
  async function watchOnce(attack: () => Promise<unknown>, collects: boolean): Promise<Cost & Remains> {
    // Compiles and connects first, which is not part of the cost.
    await readOn(url, () => true);
    const before = await facade.read(collects);
    let over = false;
    const attacked = attack().finally(() => {
      over = true;
    });
    const [, others] = await Promise.all([attacked, readOn(url, () => over)]);
    assert.deepEqual(facade.uncaught, []);
    const { longestBlockMs, ...after } = await facade.read(collects);
    return {
      longestBlockMs,
      heapDelta: after.heapBytes - before.heapBytes,
      peakRssDelta: after.peakRssBytes - before.peakRssBytes,
      ...others,
    };
  }
  async function watch(attack: (attempt: number) => Promise<unknown>, collects: boolean): Promise<Cost & Remains> {
    let best = await watchOnce(() => attack(0), collects);
    for (let attempt = 1; attempt < attempts && best.longestBlockMs >= longestAllowedBlockMs; attempt++) {
      const cost = await watchOnce(() => attack(attempt), collects);
      if (cost.longestBlockMs < best.longestBlockMs) best = cost;
    }
    return best;
  }
  return {
    url,
    sandbox,
    facade,
    send: (transport, operation, headers) => sendOver(transport, url, operation, headers),
    watch: (attack) => watch(attack, false),
    weigh: (attack) => watch(attack, true),
    close,
    [Symbol.asyncDispose]: close,
  };
}
