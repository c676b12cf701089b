/** Limits on the result of an operation, over any transport. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Config } from '../../config.ts';

type ResponseLimits = Pick<Config, 'maxResponseBytes'>;

/** Bytes in UTF-8 for each UTF-16 unit of a text, at the most. */
const bytesPerUnit = 3;
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

/** Levels down to which a value is measured by recursion. */
const recursedLevels = 200;

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

/** Bytes that a value takes as JSON at the least, where it is no object. */
const leastBytes = (value: unknown): number => (typeof value === 'string' ? value.length + 2 : 1);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What is left of so many bytes when an object has taken, as JSON, at least its own; below zero where that is not enough. */
function leftAfter(value: object, bytes: number, level: number): number {
  if (level > recursedLevels) return isLongerThan(value, bytes) ? -1 : bytes;
  let left = bytes - 2;
  if (Array.isArray(value))
    for (let at = 0; at < value.length && left >= 0; at++) {
      const item: unknown = value[at];
      left = isObject(item) ? leftAfter(item, left, level + 1) : left - leastBytes(item);
    }
  else if (isRecord(value))
    for (const key in value) {
      const item = value[key];
      left -= key.length + 3;
      left = isObject(item) ? leftAfter(item, left, level + 1) : left - leastBytes(item);
      if (left < 0) break;
    }
  return left;
}

const isRecord = (value: object): value is Readonly<Record<string, unknown>> => !Array.isArray(value);

/** Whether a value as JSON is longer than `maxBytes` in any case. What is not may still be some times as long. */
export const isSurelyLongerThan = (value: unknown, maxBytes: number): boolean =>
  (isObject(value) ? leftAfter(value, maxBytes, 0) : maxBytes - leastBytes(value)) < 0;

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

/**
 * The first errors of a result, and one error with the number of the others.
 * @param omitted number of errors that the executor has only counted
 * @param present masks an error
 */
export function boundedErrors(
  errors: readonly GraphQLError[],
  omitted: number | undefined,
  { maxErrors }: Pick<Config, 'maxErrors'>,
  present: (error: GraphQLError) => GraphQLError,
): readonly GraphQLError[] {
  const shown = errors.slice(0, maxErrors).map(present);
  const others = errors.length + (omitted ?? 0) - shown.length;
  if (others === 0) return shown;
  const message = `There are ${others} more errors than the ${maxErrors} that MAX_ERRORS allows in one answer`;
  return [...shown, new GraphQLError(message, { extensions: { code: 'ERROR_LIMIT', omitted: others } })];
}

function tooLong({ maxResponseBytes }: ResponseLimits): ExecutionResult {
  const message = `The answer is longer than the ${maxResponseBytes} bytes that MAX_RESPONSE_BYTES allows; select less, or fewer items at a time`;
  return { data: null, errors: [new GraphQLError(message, { extensions: { code: 'RESPONSE_LIMIT' } })] };
}

/** A result with errors of bounded length, or an error in place of a result that is too long. */
export function boundedResult(
  result: ExecutionResult,
  limits: ResponseLimits,
  isTooLong = isLongerThan,
): ExecutionResult {
  const { maxResponseBytes } = limits;
  if (isTooLong(result.data, maxResponseBytes) || isTooLong(result.extensions, maxResponseBytes))
    return tooLong(limits);
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
  const bounded = boundedResult(result, limits, isSurelyLongerThan);
  const text = textOf(bounded);
  const isOnlyErrors = (bounded.data ?? bounded.extensions) === undefined;
  const { maxResponseBytes } = limits;
  if (isOnlyErrors || text.length * bytesPerUnit <= maxResponseBytes || Buffer.byteLength(text) <= maxResponseBytes)
    return { result: bounded, text };
  const error = tooLong(limits);
  return { result: error, text: textOf(error) };
}
