/** Starts the facade as a process of its own, to measure its memory and CPU time, and to stop it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import type { Reading, Report } from './probe.ts';
import { compileCache, main, probe } from './program.ts';

const nodeOptions = ['--max-semi-space-size=32', '--expose-gc', '--import', pathToFileURL(probe).href];
const startTimeoutMs = 120_000;
const maxLogLength = 20_000;

export interface FacadeProcess {
  readonly url: URL;
  readonly pid: number;
  /** Reads the state of the process, by default after a garbage collection. */
  read(collects?: boolean): Promise<Reading>;
  /** Uncaught errors, and an unexpected exit. */
  readonly uncaught: readonly string[];
  /** Last characters of the standard error since the start or `clearLog`. */
  readonly log: string;
  clearLog(): void;
  /** Stops or resumes reading of the standard error. */
  stallLog(isStalled: boolean): void;
  /** Closes the pipe of the standard error. */
  closeLog(): void;
  /** Whether the process has exited. */
  readonly ended: boolean;
  /** Stops the process with SIGTERM. @returns the exit code, or null if the process had to be killed after 20 seconds */
  stop(): Promise<number | null>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
}

function isReport(message: unknown): message is Report {
  return typeof message === 'object' && message !== null && ('requestId' in message || 'uncaught' in message);
}

/** Reads the URL that a facade prints when it has started. */
async function readUrl(child: ChildProcess, log: () => string): Promise<URL> {
  const { promise, resolve, reject } = Promise.withResolvers<URL>();
  const fail = (problem: string) => reject(new Error(`The facade ${problem}: ${log()}`));
  const timer = setTimeout(fail, startTimeoutMs, 'did not start in time');
  let output = '';
  child.stdout?.on('data', (text) => {
    output += text;
    const baseUrl = /(http:\/\/\S+:\d+)\/graphql\s/.exec(output)?.[1];
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
 * @param env settings of the facade; the environment of this process is not inherited
 * @param flags further options of Node.js, such as `--max-old-space-size=512`
 * @param script script to run, which prints the URL like the command. Defaults to it
 * @param node executable of Node.js
 */
export async function startFacadeProcess(
  env: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
  script = main,
  node = process.execPath,
): Promise<FacadeProcess> {
  const child = spawn(node, [...nodeOptions, ...flags, script], {
    env: { PORT: '0', LOG_LEVEL: 'error', ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let log = '';
  let stopping = false;
  const uncaught: string[] = [];
  const pendingReadings = new Map<number, PromiseWithResolvers<Reading>>();
  child.stderr?.on('data', (text) => {
    log = `${log}${text}`.slice(-maxLogLength);
  });
  child.on('message', (message) => {
    if (!isReport(message)) return;
    if ('uncaught' in message) uncaught.push(message.uncaught);
    else pendingReadings.get(message.requestId)?.resolve(message.reading);
  });
  const exited = once(child, 'exit');
  child.once('exit', (code, signal) => {
    process.off('exit', kill);
    if (!stopping) uncaught.push(`the process ended with ${signal ?? code}`);
    for (const { reject } of pendingReadings.values())
      reject(new Error(`The facade ended with ${signal ?? code}: ${log}`));
  });
  const url = await readUrl(child, () => log);
  let requests = 0;
  return {
    url,
    pid: child.pid ?? 0,
    uncaught,
    get log() {
      return log;
    },
    clearLog() {
      log = '';
    },
    stallLog: (isStalled) => void (isStalled ? child.stderr?.pause() : child.stderr?.resume()),
    closeLog: () => void child.stderr?.destroy(),
    get ended() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    async read(collects = true) {
      const requestId = requests++;
      const response = Promise.withResolvers<Reading>();
      pendingReadings.set(requestId, response);
      child.send({ requestId, collects }, (error) => error && response.reject(error));
      try {
        return await response.promise;
      } finally {
        pendingReadings.delete(requestId);
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
