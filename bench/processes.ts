/** Processes of the benchmark. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

export interface Running {
  readonly port: number;
  readonly pid: number;
  readonly process: ChildProcess;
  /** Returns the last reported error. Empty if there is none. */
  readonly problems: () => string;
  /** Returns the URL of the inspector. @throws Error if the process was started without `--inspect` */
  readonly inspectorUrl: () => string;
}

const startTimeout = 30_000;
/** Clock ticks a second in /proc on Linux. */
const ticks = 100;

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));

/** Starts a script that prints its port, or a URL with the port, on its first line. */
export async function start(script: string, env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<Running> {
  const child = spawn(process.execPath, [...args, script], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  let problems = '';
  child.stderr.on('data', (data) => {
    problems = `${problems}${data}`.slice(-2000);
  });
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(/\w*Error:? .*/.exec(problems)?.[0] ?? (problems.trim() || 'the process ended'))),
  );
  ended.catch(() => {});
  const expired = new AbortController();
  const timer = setTimeout(() => expired.abort(), startTimeout);
  try {
    const lines = createInterface({ input: child.stdout });
    const [line] = await Promise.race([once(lines, 'line', { signal: expired.signal }), ended]);
    const port = Number(/(\d+)\D*$/.exec(String(line).replace(/\/graphql\s*$/, ''))?.[1]);
    if (child.pid === undefined || !(port > 0)) throw new Error(`the process printed ${line} instead of its port`);
    return {
      port,
      pid: child.pid,
      process: child,
      problems: () => /\w*Error:? .*/.exec(problems)?.[0] ?? '',
      inspectorUrl() {
        const [url] = /ws:\/\/\S+/.exec(problems) ?? [];
        if (url === undefined) throw new Error('The process has no inspector');
        return url;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

export async function stop({ process: child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 1000);
  await ended;
  clearTimeout(timer);
}

/** Returns the processor time of a process in milliseconds. */
export async function cpuTime({ pid }: Running): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const columns = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(columns[11]) + Number(columns[12])) * 1000) / ticks;
}

/** Returns the resident memory of a process in mebibytes. */
export async function memory({ pid }: Running): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
