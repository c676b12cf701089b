/** The process that starts, replaces and stops the workers, which share one port. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { WorkerMetrics } from './merged-metrics.ts';
import {
  type Command,
  type CommandResults,
  isWorkerMessage,
  type WorkerMessage,
  type WorkerRequest,
} from './messages.ts';

/** Time in which a new worker must accept requests. */
const defaultStartTimeoutMs = 60_000;
/** Timeout of a request to a worker, whose later response is ignored. */
const responseTimeoutMs = 2000;
/** Delay before a worker that ended is replaced; doubles with each worker that ends within `settledMs` of its start. */
const minReplaceDelayMs = 100;
const maxReplaceDelayMs = 10_000;
/** Time from the start of a worker after which its end resets the delay. */
const settledMs = 10_000;

/** Metric of this process, which is 0 until a worker ends unexpectedly. */
export const replacedMetric = 'portico_workers_replaced_total';

type Ready = Extract<WorkerMessage, { readonly kind: 'ready' }>;

/** Error for a worker that ended before it accepted requests. The worker has printed the reason. */
export class WorkerStartError extends Error {}

export interface WorkersOptions {
  readonly count: number;
  /** Variables of the workers in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Time from the signal to stop after which a worker is killed. */
  readonly stopTimeoutMs: number;
  /** Time after which a worker that does not accept requests yet is killed. Defaults to a minute. */
  readonly startTimeoutMs?: number;
  readonly logger: Logger;
}

export class Workers {
  readonly #options: WorkersOptions;
  readonly #ready = new Set<Worker>();
  readonly #starting = new Set<Worker>();
  /** Workers that have been replaced and finish their operations. */
  readonly #stopping = new Set<Worker>();
  /** Workers whose latest response did not arrive in time. */
  readonly #silent = new WeakSet<Worker>();
  #isStopping = false;
  #replaceDelayMs = minReplaceDelayMs;
  #fillTimer: NodeJS.Timeout | undefined;
  #restarting: Promise<void> | undefined;
  #requestCount = 0;
  readonly #metrics = new WorkerMetrics();
  #replaced = 0;

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** Whether `stop` was called. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /**
   * Starts the first worker and, once it accepts requests, the others.
   * @returns where they listen
   * @throws WorkerStartError
   */
  async start(): Promise<Ready> {
    const ready = await this.#fork();
    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#fork()));
    return ready;
  }

  /** Sends a request to all workers. @returns the results that arrive in time */
  async request<C extends Command>(command: C, paths: readonly string[] = []): Promise<readonly CommandResults[C][]> {
    const results = await Promise.all([...this.#ready].map((worker) => this.#requestFrom(worker, command, paths)));
    return results.filter((result) => result !== undefined);
  }

  /** Metrics of all workers as those of one process, in the text format of Prometheus. */
  async metricsText(): Promise<string> {
    const workers = [...this.#ready, ...this.#stopping];
    const texts = await Promise.all(workers.map((worker) => this.#requestFrom(worker, 'metrics', [])));
    for (const [index, worker] of workers.entries()) {
      const text = texts[index];
      // The metrics of a worker that has disconnected since the request are retired already.
      if (text !== undefined && worker.isConnected()) this.#metrics.update(worker.id, text);
    }
    return this.#metrics.merge(
      `# HELP ${replacedMetric} Workers that ended unexpectedly and were replaced.\n# TYPE ${replacedMetric} counter\n${replacedMetric} ${this.#replaced}\n`,
    );
  }

  /**
   * Replaces the workers one after the other: a new one accepts requests before the old one stops.
   * @throws Error of the system if a process cannot be started; the workers that were not replaced remain
   */
  restart(): Promise<void> {
    this.#restarting ??= this.#restartAll().finally(() => {
      this.#restarting = undefined;
      this.#fill();
    });
    return this.#restarting;
  }

  /** Stops all workers; their operations may finish. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const workers = [...this.#ready, ...this.#starting, ...this.#stopping];
    await Promise.all(workers.map((worker) => this.#stopWorker(worker)));
  }

  async #restartAll(): Promise<void> {
    for (const worker of [...this.#ready]) {
      if (this.#isStopping) return;
      // A worker that ended during the restart is replaced already.
      if (!this.#ready.has(worker)) continue;
      try {
        await this.#fork();
      } catch (error) {
        if (!(error instanceof WorkerStartError)) throw error;
        this.#options.logger.error('a new worker did not start; the others remain as they are');
        return;
      }
      // The new worker also replaces one that ended while the new one started.
      if (this.#ready.delete(worker)) {
        this.#stopping.add(worker);
        await this.#stopWorker(worker);
      }
      this.#fill();
    }
    this.#options.logger.info('all workers were replaced');
  }

  /** Starts a worker. @returns its report that it accepts requests */
  async #fork(): Promise<Ready> {
    const worker = cluster.fork(this.#options.env);
    const startedAt = performance.now();
    this.#starting.add(worker);
    const { promise, resolve, reject } = Promise.withResolvers<Ready>();
    const { startTimeoutMs = defaultStartTimeoutMs } = this.#options;
    const timer = this.#killAfter(startTimeoutMs, worker, 'start');
    worker.on('message', (message: unknown) => {
      if (!isWorkerMessage(message)) return;
      if (message.kind === 'end') this.#metrics.update(worker.id, message.metrics);
      if (message.kind !== 'ready') return;
      clearTimeout(timer);
      this.#starting.delete(worker);
      this.#ready.add(worker);
      resolve(message);
    });
    worker.on('error', (error) => {
      const { pid } = worker.process;
      this.#options.logger.error({ pid, problem: error.message }, 'a worker process failed');
      // Without a process there is no `exit`.
      if (pid === undefined) {
        clearTimeout(timer);
        this.#starting.delete(worker);
      }
      reject(error);
    });
    worker.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new WorkerStartError());
      this.#starting.delete(worker);
      this.#stopping.delete(worker);
      const wasReady = this.#ready.delete(worker);
      if (wasReady && !this.#isStopping) this.#replace(worker, signal ?? code, startedAt);
    });
    // Messages that a worker sent before its end may arrive after `exit`, but before `disconnect`.
    worker.once('disconnect', () => this.#metrics.retire(worker.id));
    return promise;
  }

  /** Kills a worker that does not start or stop in time, even if it is suspended by SIGSTOP. The caller clears the timer. */
  #killAfter(timeoutMs: number, worker: Worker, action: 'start' | 'stop'): NodeJS.Timeout {
    return setTimeout(() => {
      this.#options.logger.error(
        { pid: worker.process.pid, problem: `did not ${action} within ${timeoutMs} ms` },
        'a worker is killed',
      );
      worker.process.kill('SIGKILL');
    }, timeoutMs);
  }

  /** Lets a worker finish its operations. A later signal has no effect on it. */
  async #stopWorker(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const exited = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    const { stopTimeoutMs } = this.#options;
    const timer = this.#killAfter(stopTimeoutMs, worker, 'stop');
    await exited;
    clearTimeout(timer);
  }

  #replace({ process: { pid } }: Worker, end: string | number, startedAt: number): void {
    const isSettled = performance.now() - startedAt > settledMs;
    this.#replaceDelayMs = isSettled ? minReplaceDelayMs : Math.min(2 * this.#replaceDelayMs, maxReplaceDelayMs);
    this.#replaced += 1;
    const { logger } = this.#options;
    logger.error({ pid, end, replacedInMs: this.#replaceDelayMs }, 'a worker ended and is replaced');
    setTimeout(() => this.#fill(), this.#replaceDelayMs);
  }

  /** Starts as many workers as are missing. */
  #fill(): void {
    if (this.#isStopping) return;
    const missing = this.#options.count - this.#ready.size - this.#starting.size;
    for (let index = 0; index < missing; index++) this.#fork().catch(() => this.#fillLater());
  }

  /** Starts the missing workers after a failed start. */
  #fillLater(): void {
    this.#replaceDelayMs = Math.min(2 * this.#replaceDelayMs, maxReplaceDelayMs);
    clearTimeout(this.#fillTimer);
    this.#fillTimer = setTimeout(() => this.#fill(), this.#replaceDelayMs);
  }

  /** Sends a request to one worker. @returns its result; `undefined` if the worker disconnects or does not respond in time */
  async #requestFrom<C extends Command>(
    worker: Worker,
    command: C,
    paths: readonly string[],
  ): Promise<CommandResults[C] | undefined> {
    const id = this.#requestCount++;
    const request: WorkerRequest = { kind: 'request', id, command, paths };
    const { promise, resolve } = Promise.withResolvers<CommandResults[C] | undefined>();
    const listen = (message: unknown) => {
      if (!(isWorkerMessage(message) && message.kind === 'response' && message.id === id)) return;
      this.#silent.delete(worker);
      // The result of a worker has the type of the command.
      resolve(message.value as CommandResults[C]);
    };
    const timer = setTimeout(() => {
      this.#reportSilence(worker);
      resolve(undefined);
    }, responseTimeoutMs);
    const onDisconnect = () => resolve(undefined);
    worker.on('message', listen);
    worker.on('disconnect', onDisconnect);
    worker.send(request, (error) => error && resolve(undefined));
    const value = await promise;
    clearTimeout(timer);
    worker.off('message', listen);
    worker.off('disconnect', onDisconnect);
    return value;
  }

  /** Logs that a worker does not respond, until it responds again. */
  #reportSilence(worker: Worker): void {
    if (this.#silent.has(worker)) return;
    this.#silent.add(worker);
    const { pid } = worker.process;
    this.#options.logger.warn(
      { pid, problem: `no response within ${responseTimeoutMs} ms` },
      'a worker does not respond',
    );
  }
}
