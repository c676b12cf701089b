/** Nulls in fields with `@semanticNonNull`, whose attributes the contract marks as never null. */
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { ExecutionArgs } from '../../execution/index.ts';
import { RestError } from '../../rest/errors.ts';
import { idsOf, type Traced } from './context.ts';

/** Returns the error for a null, or `undefined` if the null is accepted. */
export type NullHandler = NonNullable<ExecutionArgs['onSemanticNull']>;

/** Maximum number of fields that are logged per operation. */
const maxLoggedFields = 20;

/** Creates a handler with one error per field, because creating a stack for each item of a list would dominate the cost. */
function createErrorHandler(): NullHandler {
  const errors = new Map<string, RestError>();
  return (coordinate) => {
    let error = errors.get(coordinate);
    if (error === undefined) {
      const message = `${coordinate} must not be null, but the upstream sent null or omitted the attribute`;
      error = new RestError('UPSTREAM_INVALID_RESPONSE', message);
      errors.set(coordinate, error);
    }
    return error;
  };
}

/** Logs each field once per operation. */
function createLogHandler(logger: Logger, request: Traced): NullHandler {
  const logged = new Set<string>();
  return (coordinate) => {
    if (logged.size < maxLoggedFields && !logged.has(coordinate)) {
      logged.add(coordinate);
      logger.warn({ ...idsOf(request), field: coordinate }, 'unexpected null');
    }
    return undefined;
  };
}

/** Creates the handler of each operation: `UNEXPECTED_NULLS` determines whether nulls are errors or log lines. */
export function nullHandlers(
  { unexpectedNulls }: Pick<Config, 'unexpectedNulls'>,
  logger: Logger,
): (request: Traced) => NullHandler {
  if (unexpectedNulls === 'log') return (request) => createLogHandler(logger, request);
  const handler = createErrorHandler();
  return () => handler;
}
