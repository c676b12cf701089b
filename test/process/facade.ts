/** The facade as a process of its own, so that what it holds, how long it is busy and how it ends are its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Reading, Report } from './probe.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const probe = new URL('probe.ts', import.meta.url).href;
const nodeOptions = ['--max-semi-space-size=32', '--expose-gc', '--import', probe];
const startTimeout = 120_000;
const longestLog = 20_000;

export interface FacadeProcess {
  readonly url: URL;
  readonly pid: number;
  /** Reads the state of the process, by default after a garbage collection. */
  read(collects?: boolean): Promise<Reading>;
  /** Uncaught errors, and an unexpected exit. */
  readonly uncaught: readonly string[];
  /** The end of what it wrote to the standard error. */
  readonly log: string;
  /** Reads nothing more of its standard error, or all of it again. */
  stallLog(isStalled: boolean): void;
  /** Closes the pipe that is its standard error. */
  closeLog(): void;
  /** Whether it has ended. */
  readonly ended: boolean;
  /** Ends it with SIGTERM. @returns its exit code, or null where it had to be killed */
  stop(): Promise<number | null>;
  /** Ends it like `kill -9`. */
  kill(): Promise<void>;
}

function isReport(message: unknown): message is Report {
  return typeof message === 'object' && message !== null && ('question' in message || 'uncaught' in message);
}

/** The address in the greeting of a facade that has started. */
async function addressOf(child: ChildProcess, log: () => string): Promise<URL> {
  const { promise, resolve, reject } = Promise.withResolvers<URL>();
  const fail = (problem: string) => reject(new Error(`The facade ${problem}: ${log()}`));
  const timer = setTimeout(fail, startTimeout, 'did not start in time');
  let greeting = '';
  child.stdout?.on('data', (text) => {
    greeting += text;
    const baseUrl = /(http:\/\/\S+:\d+)\/graphql\s/.exec(greeting)?.[1];
    if (baseUrl !== undefined) resolve(new URL(baseUrl));
  });
  child.once('exit', () => fail('ended at its start'));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Starts a facade on a free port.
 *
 * @param env settings of the facade; nothing of this process's environment reaches it
 * @param flags further options of Node, such as `--max-old-space-size=512`
 * @param script what is run: `src/main.ts`, or another that greets like it
 * @param node executable of Node
 */
export async function startFacadeProcess(
  env: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
  script = main,
  node = process.execPath,
): Promise<FacadeProcess> {
  const child = spawn(node, [...nodeOptions, ...flags, script], {
    env: { PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let log = '';
  let stopping = false;
  const uncaught: string[] = [];
  const pendingReadings = new Map<number, PromiseWithResolvers<Reading>>();
  child.stderr?.on('data', (text) => {
    log = `${log}${text}`.slice(-longestLog);
  });
  child.on('message', (message) => {
    if (!isReport(message)) return;
    if ('uncaught' in message) uncaught.push(message.uncaught);
    else pendingReadings.get(message.question)?.resolve(message.reading);
  });
  const exited = once(child, 'exit');
  child.once('exit', (code, signal) => {
    process.off('exit', kill);
    if (!stopping) uncaught.push(`the process ended with ${signal ?? code}`);
    for (const { reject } of pendingReadings.values())
      reject(new Error(`The facade ended with ${signal ?? code}: ${log}`));
  });
  const url = await addressOf(child, () => log);
  let questions = 0;
  return {
    url,
    pid: child.pid ?? 0,
    uncaught,
    get log() {
      return log;
    },
    stallLog: (isStalled) => void (isStalled ? child.stderr?.pause() : child.stderr?.resume()),
    closeLog: () => void child.stderr?.destroy(),
    get ended() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    async read(collects = true) {
      const question = questions++;
      const answer = Promise.withResolvers<Reading>();
      pendingReadings.set(question, answer);
      child.send({ question, collects }, (error) => error && answer.reject(error));
      try {
        return await answer.promise;
      } finally {
        pendingReadings.delete(question);
      }
    },
    async kill() {
      stopping = true;
      kill();
      if (child.exitCode === null && child.signalCode === null) await exited;
    },
    async stop() {
      stopping = true;
      const timer = setTimeout(kill, 20_000);
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await exited;
      clearTimeout(timer);
      return child.exitCode;
    },
  };
}
