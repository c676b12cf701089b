/** Limits on the result of an operation, over any transport. */

import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Config } from '../../config/config.ts';
import { isRecord } from '../../helpers/is-record.ts';
import { truncate } from '../../helpers/truncate.ts';
import type { WriteEffect } from '../../rest/errors.ts';
import { findLargestPath, type LocatedValue } from './largest-path.ts';
import { RequestError } from './request-error.ts';

type ResponseLimits = Pick<Config, 'maxResponseBytes'>;

/** Effect of the writes of an operation, for an error that replaces its result. Empty for a query. */
export interface ReplacedWrite {
  readonly write?: WriteEffect;
}

/** Upper bound on UTF-8 bytes per UTF-16 unit. */
const bytesPerUnit = 3;
const maxMessageLength = 2000;
const maxViolations = 20;

const [newline, space, quote, backslash] = [10, 32, 34, 92];

/** Bytes of a string as JSON. */
function jsonBytes(text: string): number {
  let bytes = Buffer.byteLength(text) + 3;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote || code === backslash || code === newline) bytes += 1;
    else if (code < space) bytes += 5;
  }
  return bytes;
}

/** Levels up to which a value is measured recursively. */
const recursedLevels = 200;

/** Upper bound on the bytes of a string as JSON: every character escaped, as in `\\u0000`. */
const maxJsonBytes = ({ length }: string): number => 6 * length + 3;

/** Whether a value as JSON is longer than `maxBytes`, with the given measure of strings. Stops as soon as this is determined. */
function exceeds(root: unknown, maxBytes: number, bytesOf: (text: string) => number): boolean {
  const waiting: object[] = [];
  let bytes = 0;
  const add = (value: unknown): void => {
    if (typeof value === 'string') bytes += value.length > maxBytes ? value.length : bytesOf(value);
    else if (typeof value === 'object' && value !== null) waiting.push(value);
    else bytes += 5;
  };
  add(root);
  for (let next = waiting.pop(); next !== undefined && bytes <= maxBytes; next = waiting.pop()) {
    bytes += 2;
    if (Array.isArray(next)) {
      bytes += next.length;
      if (bytes <= maxBytes) for (const item of next) add(item);
    } else if (isRecord(next))
      for (const key in next) {
        bytes += key.length + 4;
        add(next[key]);
      }
  }
  return bytes > maxBytes;
}

/**
 * Whether a value as JSON is longer than `maxBytes`. Strings are read only if their lengths are inconclusive: this and
 * `for…in` take a tenth of the time of reading every string with `Object.entries`.
 */
export function isLongerThan(root: unknown, maxBytes: number): boolean {
  return exceeds(root, maxBytes, maxJsonBytes) && exceeds(root, maxBytes, jsonBytes);
}

/** Lower bound on the bytes of a non-object value as JSON. */
const minJsonBytes = (value: unknown): number => (typeof value === 'string' ? value.length + 2 : 1);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Remaining bytes after an object, by a lower bound on its length as JSON; negative if they do not suffice. */
function subtractMinBytes(value: object, bytes: number, level: number): number {
  if (level > recursedLevels) return isLongerThan(value, bytes) ? -1 : bytes;
  let left = bytes - 2;
  if (Array.isArray(value))
    for (let at = 0; at < value.length && left >= 0; at++) {
      const item: unknown = value[at];
      left = isObject(item) ? subtractMinBytes(item, left, level + 1) : left - minJsonBytes(item);
    }
  else if (isRecord(value))
    for (const key in value) {
      const item = value[key];
      left -= key.length + 3;
      left = isObject(item) ? subtractMinBytes(item, left, level + 1) : left - minJsonBytes(item);
      if (left < 0) break;
    }
  return left;
}

/**
 * Whether a value as JSON is longer than `maxBytes` by a lower bound. Other values may still be several times as long.
 */
export const isSurelyLongerThan = (value: unknown, maxBytes: number): boolean =>
  (isObject(value) ? subtractMinBytes(value, maxBytes, 0) : maxBytes - minJsonBytes(value)) < 0;

/** Truncates the message and violations of an error, because errors of graphql-js quote values in full. */
function truncateError(error: GraphQLError): GraphQLError {
  const { violations } = error.extensions;
  const tooMany = Array.isArray(violations) && violations.length > maxViolations;
  if (!tooMany && error.message.length <= maxMessageLength) return error;
  const { nodes, source, positions, path, extensions } = error;
  const message = truncate(error.message, maxMessageLength);
  if (error instanceof RequestError) return new RequestError(error.code, message, error);
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: tooMany ? { ...extensions, violations: violations.slice(0, maxViolations) } : extensions,
  });
}

/**
 * First errors of a result, and one error with the number of the others.
 * @param omitted number of errors that the executor has only counted
 * @param present masks an error
 * @param maxShown maximum number of errors in this part of the response. Defaults to that of the whole response.
 */
export function boundedErrors(
  errors: readonly GraphQLError[],
  omitted: number | undefined,
  { maxErrors }: Pick<Config, 'maxErrors'>,
  present: (error: GraphQLError) => GraphQLError,
  maxShown = maxErrors,
): readonly GraphQLError[] {
  const shown = errors.slice(0, maxShown).map((error) => truncateError(present(error)));
  const others = errors.length + (omitted ?? 0) - shown.length;
  if (others === 0) return shown;
  const message = `${others} more ${others === 1 ? 'error is' : 'errors are'} omitted: the limit is ${maxErrors} per response. Correct the reported ones first`;
  return [...shown, new GraphQLError(message, { extensions: { code: 'ERROR_LIMIT', omitted: others } })];
}

/** Error instead of a result that is too long. @param values of the response */
export function createTooLongError(
  { maxResponseBytes }: ResponseLimits,
  values: Iterable<LocatedValue>,
  replaced: ReplacedWrite = {},
): GraphQLError {
  const path = findLargestPath(values);
  const message = `The response is too long: the limit is ${maxResponseBytes} bytes (MAX_RESPONSE_BYTES). The largest part is at "${path}": omit it, select fewer fields or request smaller pages there`;
  return new GraphQLError(message, { extensions: { code: 'RESPONSE_LIMIT', ...replaced } });
}

/** Result with the error that replaces another result. */
export const replacedBy = (error: GraphQLError): ExecutionResult => ({ data: null, errors: [error] });

/** Values of a single result. */
const valuesOf = ({ data, extensions }: ExecutionResult): readonly LocatedValue[] => [
  [[], data],
  [['extensions'], extensions],
];

/** Result with bounded errors, or an error instead of a result that is too long. */
export function boundedResult(
  result: ExecutionResult,
  limits: ResponseLimits,
  replaced?: ReplacedWrite,
  isTooLong = isLongerThan,
): ExecutionResult {
  const { maxResponseBytes } = limits;
  if (isTooLong(result.data, maxResponseBytes) || isTooLong(result.extensions, maxResponseBytes))
    return replacedBy(createTooLongError(limits, valuesOf(result), replaced));
  return result.errors === undefined ? result : { ...result, errors: result.errors.map(truncateError) };
}

/** Errors in the format for clients. */
export const presentErrors = (errors: readonly GraphQLError[]): GraphQLFormattedError[] =>
  errors.map((error) => error.toJSON());

/** Serializes a result. */
export function textOf(result: ExecutionResult): string {
  return JSON.stringify(result.errors === undefined ? result : { ...result, errors: presentErrors(result.errors) });
}

export interface BoundedText {
  readonly result: ExecutionResult;
  readonly text: string;
}

/**
 * Result with its JSON, or an error instead of a result that is too long. The length is first estimated from below, so
 * that no string becomes many times as long as the limit, and then measured.
 */
export function boundedText(result: ExecutionResult, limits: ResponseLimits, replaced?: ReplacedWrite): BoundedText {
  const bounded = boundedResult(result, limits, replaced, isSurelyLongerThan);
  const text = textOf(bounded);
  const isOnlyErrors = (bounded.data ?? bounded.extensions) === undefined;
  const { maxResponseBytes } = limits;
  if (isOnlyErrors || text.length * bytesPerUnit <= maxResponseBytes || Buffer.byteLength(text) <= maxResponseBytes)
    return { result: bounded, text };
  const error = replacedBy(createTooLongError(limits, valuesOf(bounded), replaced));
  return { result: error, text: textOf(error) };
}
