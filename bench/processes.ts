/** The processes of the benchmark: how they are started, what they use, how they end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

export interface Running {
  readonly port: number;
  readonly pid: number;
  readonly process: ChildProcess;
  /** The error that it reported last, if any. */
  readonly problems: () => string;
}

const startTimeout = 30_000;
/** Ticks a second in /proc, on every Linux that Node runs on. */
const ticks = 100;

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));

/** Starts a script of ours that prints its port, or an URL with it, on its first line. */
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
    Promise.reject(new Error(/\w*Error:? .*/.exec(problems)?.[0] ?? (problems.trim() || 'it ended'))),
  );
  ended.catch(() => {});
  const expired = new AbortController();
  const timer = setTimeout(() => expired.abort(), startTimeout);
  try {
    const lines = createInterface({ input: child.stdout });
    const [line] = await Promise.race([once(lines, 'line', { signal: expired.signal }), ended]);
    const port = Number(/(\d+)\D*$/.exec(String(line).replace(/\/graphql\s*$/, ''))?.[1]);
    if (child.pid === undefined || !(port > 0)) throw new Error(`it printed ${line} in place of its port`);
    return { port, pid: child.pid, process: child, problems: () => /\w*Error:? .*/.exec(problems)?.[0] ?? '' };
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

/** Milliseconds of processor time that a process has used. */
export async function cpuTime({ pid }: Running): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const columns = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(columns[11]) + Number(columns[12])) * 1000) / ticks;
}

/** Mebibytes of memory in use by a process. */
export async function memory({ pid }: Running): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
