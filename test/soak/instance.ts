/** Instance that adds its open resources to each reading of the probe. */
import { createHook } from 'node:async_hooks';
import { readdirSync, readlinkSync } from 'node:fs';
import { type Served, serve } from '../../src/cli/serve.ts';
import { setCounter } from '../process/probe.ts';

const descriptors = '/proc/self/fd';

/** Returns the target of a file descriptor. Empty if it was closed meanwhile. */
function getTarget(descriptor: string): string {
  try {
    return readlinkSync(`${descriptors}/${descriptor}`);
  } catch {
    return '';
  }
}

/** Ids of pending timers of Node, including unreferenced ones. */
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
  const open = readdirSync(descriptors).map(getTarget);
  return {
    ...portico.activity,
    descriptors: open.length,
    connections: open.filter((target) => target.startsWith('socket:')).length,
    nodeTimers: timers.size,
    cpuSeconds: (user + system) / 1_000_000,
  };
}

await serve(process.env, {
  present: (portico) => {
    setCounter(() => counts(portico));
    return `${new URL('graphql', portico.url)}`;
  },
});
