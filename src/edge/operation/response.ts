/** Limits on the result of an operation, over any transport. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Config } from '../../config.ts';
import { isSurplus } from '../../graph/kit/field-errors.ts';

const longestMessage = 2000;
const mostViolations = 20;

const [newline, space, quote, backslash] = [10, 32, 34, 92];

/** Bytes of a text as JSON. */
function jsonBytes(text: string): number {
  let bytes = Buffer.byteLength(text) + 3;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote || code === backslash || code === newline) bytes += 1;
    else if (code < space) bytes += 5;
  }
  return bytes;
}

/** Whether a value as JSON would be longer than `maxBytes`. It stops as soon as that is known. */
export function isLongerThan(root: unknown, maxBytes: number): boolean {
  const waiting: unknown[] = [root];
  let bytes = 0;
  while (waiting.length > 0 && bytes <= maxBytes) {
    const value = waiting.pop();
    if (typeof value === 'string') bytes += value.length > maxBytes ? value.length : jsonBytes(value);
    else if (Array.isArray(value)) {
      bytes += value.length + 2;
      if (bytes <= maxBytes) for (const item of value) waiting.push(item);
    } else if (typeof value === 'object' && value !== null) {
      bytes += 2;
      for (const [key, member] of Object.entries(value)) {
        bytes += key.length + 4;
        waiting.push(member);
      }
    } else bytes += 5;
  }
  return bytes > maxBytes;
}

const cutText = (text: string): string =>
  text.length > longestMessage ? `${text.slice(0, longestMessage).toWellFormed()}…` : text;

/** An error with a bounded message and number of violations, as errors of graphql-js quote values in full. */
function cut(error: GraphQLError): GraphQLError {
  const { violations } = error.extensions;
  const tooMany = Array.isArray(violations) && violations.length > mostViolations;
  if (!tooMany && error.message.length <= longestMessage) return error;
  const { message, nodes, source, positions, path, extensions } = error;
  return new GraphQLError(cutText(message), {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: tooMany ? { ...extensions, violations: violations.slice(0, mostViolations) } : extensions,
  });
}

/** The first errors of a result, and one error with the number of the others. @param present masks an error */
export function boundedErrors(
  errors: readonly GraphQLError[],
  { maxErrors }: Pick<Config, 'maxErrors'>,
  present: (error: GraphQLError) => GraphQLError,
): readonly GraphQLError[] {
  const shown = errors
    .filter((error) => !isSurplus(error))
    .slice(0, maxErrors)
    .map(present);
  const others = errors.length - shown.length;
  if (others === 0) return shown;
  const message = `There are ${others} more errors than the ${maxErrors} that MAX_ERRORS allows in one answer`;
  return [...shown, new GraphQLError(message, { extensions: { code: 'ERROR_LIMIT', omitted: others } })];
}

/** A result with errors of bounded length, or an error in place of a result that is too long. */
export function boundedResult(
  result: ExecutionResult,
  { maxResponseBytes }: Pick<Config, 'maxResponseBytes'>,
): ExecutionResult {
  if (!isLongerThan(result.data, maxResponseBytes) && !isLongerThan(result.extensions, maxResponseBytes))
    return result.errors === undefined ? result : { ...result, errors: result.errors.map(cut) };
  const message = `The answer is longer than the ${maxResponseBytes} bytes that MAX_RESPONSE_BYTES allows; select less, or fewer items at a time`;
  return { data: null, errors: [new GraphQLError(message, { extensions: { code: 'RESPONSE_LIMIT' } })] };
}
