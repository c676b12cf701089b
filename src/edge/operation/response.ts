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

/** Bytes that a text takes as JSON at the most: every character escaped, as in `\\u0000`. */
const mostBytes = ({ length }: string): number => 6 * length + 3;

/** Whether a value as JSON would be longer than `maxBytes`, where its texts take so many bytes each. It stops as soon as that is known. */
function exceeds(root: unknown, maxBytes: number, bytesOf: (text: string) => number): boolean {
  const waiting: Readonly<Record<string, unknown>>[] = [];
  let bytes = 0;
  const add = (value: unknown): void => {
    if (typeof value === 'string') bytes += value.length > maxBytes ? value.length : bytesOf(value);
    else if (typeof value === 'object' && value !== null) waiting.push(Object(value));
    else bytes += 5;
  };
  add(root);
  for (let next = waiting.pop(); next !== undefined && bytes <= maxBytes; next = waiting.pop()) {
    bytes += 2;
    if (Array.isArray(next)) {
      bytes += next.length;
      if (bytes <= maxBytes) for (const item of next) add(item);
    } else
      for (const key in next) {
        bytes += key.length + 4;
        add(next[key]);
      }
  }
  return bytes > maxBytes;
}

/** Whether a value as JSON would be longer than `maxBytes`. Texts are only looked at where their lengths do not tell: that and `for…in` take a tenth of the time that looking at every text and `Object.entries` took. */
export function isLongerThan(root: unknown, maxBytes: number): boolean {
  return exceeds(root, maxBytes, mostBytes) && exceeds(root, maxBytes, jsonBytes);
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
