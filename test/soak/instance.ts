/** An instance that tells, with each reading of the probe, what it has open. */
import { readdirSync, readlinkSync } from 'node:fs';
import { queryObjects } from 'node:v8';
import type { Portico } from '../../src/portico.ts';
import { serve } from '../../src/portico.ts';
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

/** Timers of Node that are reachable, those that have fired included. */
function countTimers(): number {
  const timer = setTimeout(() => undefined, 0);
  clearTimeout(timer);
  return queryObjects(timer.constructor, { format: 'count' }) - 1;
}

function counts(portico: Portico): Readonly<Record<string, number>> {
  const { user, system } = process.cpuUsage();
  const open = readdirSync(descriptors).map(targetOf);
  return {
    ...portico.underway,
    descriptors: open.length,
    connections: open.filter((target) => target.startsWith('socket:')).length,
    nodeTimers: countTimers(),
    cpuSeconds: (user + system) / 1_000_000,
  };
}

await serve(process.env, (portico) => {
  countAlso(() => counts(portico));
  return `${new URL('graphql', portico.url)}`;
});
