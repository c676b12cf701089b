/** Load of the machine. Figures of a machine that does other work are noise. */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Highest load average of one minute at which a run starts. */
const maxLoad = 0.5;
/** Time for the load of the build before the run to fall. */
const maxWaitMs = 180_000;
const pollMs = 5000;

export interface MachineLoad {
  readonly load: number;
  /** Warning for a machine that does other work. `undefined` if it is idle. */
  readonly warning?: string;
}

export const formatLoad = (load: number): string => load.toFixed(2);

/** Returns the load average of one minute. Waits until it has fallen, as that of a build just before. */
export async function waitForIdleMachine(): Promise<MachineLoad> {
  const end = performance.now() + maxWaitMs;
  const readLoad = () => loadavg()[0] ?? Number.NaN;
  while (readLoad() > maxLoad && performance.now() < end) await pause(pollMs);
  const load = readLoad();
  if (load <= maxLoad) return { load };
  return {
    load,
    warning: `WARNING: the machine does other work (load ${formatLoad(load)}, at most ${maxLoad} for a valid run); these figures are not valid.`,
  };
}

export const readLoadAfter = (): number => loadavg()[0] ?? Number.NaN;
