/** Passes log lines on to the logger of an embedder, after secrets have been redacted. */
import type { DestinationStream } from 'pino';

type Log = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** Logger of an embedder, such as one of pino or Fastify, or `console`. */
export interface LogReceiver {
  readonly debug: Log;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

interface Line extends Readonly<Record<string, unknown>> {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
}

/** Method for a level of pino, which are multiples of ten from `trace`, 10, to `fatal`, 60. */
function methodOf(level: number): keyof LogReceiver {
  if (level >= 50) return 'error';
  if (level >= 40) return 'warn';
  return level >= 30 ? 'info' : 'debug';
}

/** Creates a destination of pino that calls a logger once for each line. Its first failure is a warning of the process; no failure affects an operation. */
export function forwardLines(receiver: LogReceiver): DestinationStream {
  let hasFailed = false;
  const onFailure = (error: unknown) => {
    if (!hasFailed) process.emitWarning(error instanceof Error ? error : String(error), { type: 'PorticoLogger' });
    hasFailed = true;
  };
  return {
    write(line) {
      const { level, time: _, msg, ...fields }: Line = JSON.parse(line);
      // The methods of JavaScript may return a promise, too.
      (async () => receiver[methodOf(level)](fields, msg))().catch(onFailure);
    },
  };
}
