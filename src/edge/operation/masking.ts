/** Masks errors: clients see translated failures of the upstream and errors of GraphQL itself, and nothing else. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { OperationResult } from '../../execution/index.ts';
import { RestError, type WriteEffect } from '../../rest/errors.ts';
import { idsOf, type OperationContext, type Traced } from './context.ts';
import { RequestError } from './request-error.ts';
import { boundedErrors } from './response.ts';
import { rewordNull } from './variables.ts';

/** The original error, which the executor may have wrapped several times. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.cause instanceof Error ? causeOf(error.cause) : error;
}

function restExtensions({ code, status, requestId, retryAfter, violations }: RestError): Record<string, unknown> {
  return {
    code,
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(violations.length === 0 ? {} : { violations }),
  };
}

/** Location of an error in the document and in the result. */
function getLocation(error: unknown) {
  if (!(error instanceof GraphQLError)) return {};
  const { nodes, source, positions, path } = error;
  return { nodes: nodes ?? null, source: source ?? null, positions: positions ?? null, path: path ?? null };
}

/**
 * Stack of an error and of its causes, without other properties, which may contain headers, and with redacted secrets.
 */
export function describeError(error: unknown, secrets: readonly string[] = []): string {
  const parts: string[] = [];
  for (let each = error; each !== undefined && parts.length < 5; each = each instanceof Error ? each.cause : undefined)
    parts.push(each instanceof Error ? (each.stack ?? each.message) : `thrown: ${typeof each}`);
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), parts.join('\ncaused by: '));
}

/**
 * Adds a code to an error of graphql-js, which during execution always concerns variables or other client values, and the effect of the
 * write.
 */
function withCode(error: GraphQLError, effect: { readonly write?: WriteEffect }): GraphQLError {
  return new GraphQLError(rewordNull(error.message), {
    ...getLocation(error),
    extensions: { code: 'BAD_USER_INPUT', ...error.extensions, ...effect },
  });
}

/** Request ids for the log, the session whose secrets are redacted, and whether the operation writes. */
export type ErrorContext = Partial<Traced & Pick<OperationContext, 'rest' | 'isMutation'>>;

/** Effect of the write whose field an error concerns; `undefined` if it concerns no field of a mutation. */
function getWriteEffect(error: unknown, cause: unknown, { isMutation }: ErrorContext): WriteEffect | undefined {
  if (!isMutation || !(error instanceof GraphQLError) || error.path === undefined) return undefined;
  // Fields of a payload are read only after the write was accepted. Their invalid arguments fail in any case, so that the effect is unknown.
  if (error.path.length > 1) return error.path.length === 2 && cause instanceof GraphQLError ? 'UNKNOWN' : 'ACCEPTED';
  // Errors of a write contain its effect; others occurred before it.
  if (cause instanceof RestError) return cause.write ?? 'NOT_SENT';
  // Arguments are coerced before the write.
  return cause instanceof GraphQLError ? 'NOT_SENT' : 'UNKNOWN';
}

/**
 * Converts any error to one that is safe for clients. An unexpected error is logged in full under the id of the
 * request.
 */
export function toClientError(error: unknown, logger: Logger, context: ErrorContext = {}): GraphQLError {
  if (error instanceof RequestError) return error;
  const cause = causeOf(error);
  const write = getWriteEffect(error, cause, context);
  const effect = write === undefined ? {} : { write };
  if (cause instanceof RestError)
    return new GraphQLError(cause.message, {
      ...getLocation(error),
      extensions: { ...restExtensions(cause), ...effect },
    });
  if (cause instanceof GraphQLError && error instanceof GraphQLError) return withCode(error, effect);
  if (cause instanceof RangeError && /call stack/.test(cause.message))
    return new GraphQLError(
      'The request or its response is nested too deep to be processed. Select fewer nested fields',
      {
        ...getLocation(error),
        extensions: { code: 'NESTING_LIMIT', ...effect },
      },
    );
  const { requestId } = context;
  const facts = { ...idsOf(context), error: describeError(cause, context.rest?.credential.secrets) };
  logger.error(facts, 'unexpected error');
  return new GraphQLError('Unexpected error', {
    ...getLocation(error),
    extensions: {
      code: 'INTERNAL_SERVER_ERROR',
      ...(requestId === undefined ? {} : { requestId }),
      ...effect,
    },
  });
}

/** Masks the first errors of a result, and counts the others. */
export function masked(
  { omittedErrors, ...result }: OperationResult,
  limits: Pick<Config, 'maxErrors'>,
  logger: Logger,
  context: ErrorContext,
): ExecutionResult {
  if (result.errors === undefined) return result;
  const present = (error: GraphQLError) => toClientError(error, logger, context);
  return { ...result, errors: boundedErrors(result.errors, omittedErrors, limits, present) };
}
