/** Structured logs: one line for each operation, without data of the caller. */
import { type ExecutionResult, getOperationAST } from 'graphql';
import { finalAsyncIterator, isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { EdgeContext, OperationContext } from './context.ts';

const secretKeys = ['authorization', 'private-token', 'cookie', 'set-cookie', 'token'];
const longestName = 100;

/** A logger that writes JSON lines to the standard error and redacts the values of secret headers. */
export function createLogger(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const paths = secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);
  return pino({ level, base: null, redact: { paths, censor: '[redacted]' } }, destination);
}

function errorCodes({ errors = [] }: ExecutionResult): Set<unknown> {
  return new Set(errors.map(({ extensions }) => extensions?.code ?? 'UNKNOWN'));
}

/** Writes the line of each operation when it has ended. Variables and addresses of clients are never logged. */
export function useLogging(logger: Logger): Plugin<OperationContext, EdgeContext> {
  function log({ requestId, startedAt, operation, rest }: EdgeContext, errors: Set<unknown>, parts?: number): void {
    const facts = {
      requestId,
      operation: operation?.name?.value.slice(0, longestName),
      type: operation?.operation,
      durationMs: Math.round(performance.now() - startedAt),
      restCalls: rest?.calls.length ?? 0,
      // The number of results of a stream.
      parts,
      errors: [...errors],
    };
    logger.info(facts, 'operation');
  }
  return {
    onParse() {
      return ({ result, context, extendContext }) => {
        if (result === null || result instanceof Error) return;
        extendContext({ operation: getOperationAST(result, context.params.operationName) ?? undefined });
      };
    },
    onExecutionResult({ context, result, setResult }) {
      if (result === undefined) return;
      if (!isAsyncIterable(result)) {
        log(context, errorCodes(result));
        return;
      }
      let parts = 0;
      const errors = new Set<unknown>();
      const counted = mapAsyncIterator(result, (part) => {
        parts += 1;
        for (const code of errorCodes(part)) errors.add(code);
        return part;
      });
      setResult(finalAsyncIterator(counted, () => log(context, errors, parts)));
    },
  };
}
