/** An instance that tells, with each reading of the probe, what it has open. */
import { createHook } from 'node:async_hooks';
import { readdirSync, readlinkSync } from 'node:fs';
import { type Served, serve } from '../../src/serve.ts';
import { countAlso } from '../process/probe.ts';

const descriptors = '/proc/self/fd';

/** What a file descriptor stands for; nothing where it was closed meanwhile. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`${descriptors}/${descriptor}`);
  } catch {
    return '';
  }
}

/** Timers of Node that wait to fire, those among them that do not keep the process alive. */
const timers = new Set<number>();
createHook({
  init(id, type) {
    if (type === 'Timeout') timers.add(id);
  },
  destroy(id) {
    timers.delete(id);
  },
  trackPromises: false,
}).enable();

function counts(portico: Served): Readonly<Record<string, number>> {
  const { user, system } = process.cpuUsage();
  const open = readdirSync(descriptors).map(targetOf);
  return {
    ...portico.underway,
    descriptors: open.length,
    connections: open.filter((target) => target.startsWith('socket:')).length,
    nodeTimers: timers.size,
    cpuSeconds: (user + system) / 1_000_000,
  };
}

await serve(process.env, (portico) => {
  countAlso(() => counts(portico));
  return `${new URL('graphql', portico.url)}`;
});
