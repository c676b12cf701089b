/** Limits on the result of an operation, over any transport. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Config } from '../../config.ts';
import { isSurplus } from '../../graph/kit/field-errors.ts';

type ResponseLimits = Pick<Config, 'maxResponseBytes'>;

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

/** Characters of a text as JSON, at the least. */
const jsonLength = (text: string): number => text.length + 2;

/**
 * Whether a value as JSON would be longer than `maxBytes`. It stops as soon as that is known.
 * @param lengthOf the bytes that a text is taken to have
 */
export function isLongerThan(root: unknown, maxBytes: number, lengthOf = jsonBytes): boolean {
  const waiting: unknown[] = [root];
  let bytes = 0;
  while (waiting.length > 0 && bytes <= maxBytes) {
    const value = waiting.pop();
    if (typeof value === 'string') bytes += value.length > maxBytes ? value.length : lengthOf(value);
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

function tooLong({ maxResponseBytes }: ResponseLimits): ExecutionResult {
  const message = `The answer is longer than the ${maxResponseBytes} bytes that MAX_RESPONSE_BYTES allows; select less, or fewer items at a time`;
  return { data: null, errors: [new GraphQLError(message, { extensions: { code: 'RESPONSE_LIMIT' } })] };
}

/** A result with errors of bounded length, or an error in place of a result that is too long. */
export function boundedResult(result: ExecutionResult, limits: ResponseLimits, lengthOf = jsonBytes): ExecutionResult {
  const { maxResponseBytes } = limits;
  const isTooLong = (value: unknown) => isLongerThan(value, maxResponseBytes, lengthOf);
  if (isTooLong(result.data) || isTooLong(result.extensions)) return tooLong(limits);
  return result.errors === undefined ? result : { ...result, errors: result.errors.map(cut) };
}

/** Errors as clients are shown them: without what only the facade is to know. */
export function presentErrors(errors: readonly GraphQLError[]): GraphQLFormattedError[] {
  return errors.map((error) => {
    const { extensions, ...formatted } = error.toJSON();
    const { http, unexpected, ...shown } = extensions ?? {};
    return Object.keys(shown).length === 0 ? formatted : { ...formatted, extensions: shown };
  });
}

/** A result as JSON. */
export function textOf(result: ExecutionResult): string {
  return JSON.stringify(result.errors === undefined ? result : { ...result, errors: presentErrors(result.errors) });
}

export interface BoundedText {
  readonly result: ExecutionResult;
  readonly text: string;
}

/**
 * A result and its JSON, or both of an error in place of a result that is too long. Its length is first estimated from below, so that
 * no text becomes many times as long as the limit, and then known.
 */
export function boundedText(result: ExecutionResult, limits: ResponseLimits): BoundedText {
  const bounded = boundedResult(result, limits, jsonLength);
  const text = textOf(bounded);
  const isOnlyErrors = (bounded.data ?? bounded.extensions) === undefined;
  if (isOnlyErrors || Buffer.byteLength(text) <= limits.maxResponseBytes) return { result: bounded, text };
  const error = tooLong(limits);
  return { result: error, text: textOf(error) };
}
