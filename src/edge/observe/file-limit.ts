/** Open files that the operating system allows the process. */
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';

/** Files beside connections: modules, logs, Redis, the management port and its connections. */
const otherFiles = 200;

/** Limit on open files of this process; `undefined` if `/proc` cannot be read or there is no limit. */
export function readFileLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/** Logs a limit on open files that is too low for the connections that the settings allow. */
export function checkFileLimit(
  { maxConnections, upstreamConnections }: Pick<Config, 'maxConnections' | 'upstreamConnections'>,
  logger: Logger,
  limit = readFileLimit(),
): void {
  const needed = maxConnections + upstreamConnections + otherFiles;
  if (limit === undefined || limit >= needed) return;
  logger.warn(
    { limit, needed, maxConnections, upstreamConnections },
    'the limit on open files is too low for MAX_CONNECTIONS and UPSTREAM_CONNECTIONS',
  );
}
