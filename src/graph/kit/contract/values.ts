/** Converts values of the upstream to values of scalars. */
import { toDate, toDateTime } from '../../../contract/formats.ts';
import type { Schema } from '../../../contract/index.ts';
import { nameJsonType } from '../../../helpers/json-type.ts';
import { RestError } from '../../../rest/errors.ts';
import type { GraphTypes } from '../builder.ts';

export type ScalarName = keyof GraphTypes['Scalars'];

export type Convert = (value: unknown) => unknown;

/** Returns a number, also if it is sent as a string; `undefined` for other values. */
function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Upper bound on the depth of a JSON value. Serializing deeper ones would exhaust the stack. */
const maxJsonDepth = 100;

function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  // The REST client replaces an ill-formed string with an error.
  if (value instanceof Error) throw value;
  return levels === 0 || Object.values(value).some((member) => nestsDeeperThan(member, levels - 1));
}

/** Forms of booleans in which services return stored settings. */
const booleansByForm: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

/** Whether a number has all digits of the response: parsing rounds integers beyond 2^53. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

const toBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : booleansByForm.get(value);

/** Negates a boolean in any of its forms. Other values pass unchanged; the field reports those that are not null. */
function negate(value: unknown): unknown {
  const boolean = toBoolean(value);
  return boolean === undefined ? value : !boolean;
}

/**
 * Returns an attribute of an object in a response; if the object omits it, the value of its `x-fallback`. `undefined` if the
 * object omits both.
 */
export function getAttribute(
  object: Readonly<Record<string, unknown>>,
  name: string,
  schema: Schema | undefined,
): unknown {
  const value = object[name];
  if (value !== undefined) return value;
  const fallback = schema?.['x-fallback'];
  if (fallback === undefined) return undefined;
  const older = object[fallback.attribute];
  return fallback.negated ? negate(older) : older;
}

const valueIf = <T>(value: T, condition: boolean): T | undefined => (condition ? value : undefined);

/** Converts a non-null value to that of the scalar; `undefined` if the scalar cannot represent it. */
const scalarConversions: Readonly<Partial<Record<ScalarName, (value: unknown) => unknown>>> = {
  String: (value) => valueIf(value, typeof value === 'number' ? isExact(value) : typeof value !== 'object'),
  DateTime: (value) => (typeof value === 'string' ? toDateTime(value) : undefined),
  Date: (value) => (typeof value === 'string' ? toDate(value) : undefined),
  URL: (value) => valueIf(value, typeof value === 'string'),
  EmailAddress: (value) => valueIf(value, typeof value === 'string'),
  Boolean: toBoolean,
  Float: toNumber,
  Int: (value) => {
    const number = toNumber(value);
    return number === (Number(number) | 0) ? number : undefined;
  },
  SafeInt: (value) => {
    const number = toNumber(value);
    return Number.isSafeInteger(number) ? number : undefined;
  },
  JSON: (value) => valueIf(value, !nestsDeeperThan(value, maxJsonDepth)),
};

/** Whether a scalar of this name has its values checked. */
export function isScalarName(name: string): name is ScalarName {
  return name in scalarConversions;
}

function convertWith(name: ScalarName, conversion: Convert): Convert {
  // One shared error: for a long list of invalid values, creating an error with a stack for each would dominate the
  // cost.
  const invalidValueError = new RestError('UPSTREAM_INVALID_RESPONSE', `The upstream returned an invalid ${name}`);
  return (value) => {
    if (value === null || value === undefined) return value;
    if (value instanceof Error) throw value;
    const result = conversion(value);
    if (result === undefined) throw invalidValueError;
    return result;
  };
}

/**
 * Creates the conversion to a scalar. It rejects invalid values before serialization, where an error of the upstream
 * could not be distinguished from one of the facade. `undefined` if the values of the scalar are not checked.
 */
export function createConverter(name: ScalarName): Convert | undefined {
  const conversion = scalarConversions[name];
  return conversion && convertWith(name, conversion);
}

const convertToString = createConverter('String');
const convertToInt = createConverter('Int');

/** Converts a number to the nearest integer, such as a duration with a fraction of a second. */
export const toNearestInt: Convert = (value) => {
  const number = toNumber(value);
  return convertToInt?.(number === undefined ? value : Math.round(number));
};

/** Converts a value to a string; an object or list becomes its JSON. */
export const toJsonText: Convert = (value) =>
  typeof value === 'object' && value !== null && !nestsDeeperThan(value, maxJsonDepth)
    ? JSON.stringify(value)
    : convertToString?.(value);

/** Whether a secret is set. */
export const isSet: Convert = (value) => (value === null || value === undefined ? value : value !== '');

/** Converts a value, and returns an error instead of throwing it, so that it affects this value alone. */
export function convertOrError(convert: Convert, value: unknown): unknown {
  try {
    return convert(value);
  } catch (error) {
    return error;
  }
}

/**
 * Converts the items of a list; `null` if there is no list. A null item is invalid; an invalid item becomes an error.
 */
export function convertList(convert: Convert, value: unknown): readonly unknown[] | null {
  const convertItem = (item: unknown) =>
    item === null
      ? new RestError('UPSTREAM_INVALID_RESPONSE', 'The upstream returned null as an item of a list')
      : convertOrError(convert, item);
  return toList(value)?.map(convertItem) ?? null;
}

/** Creates the error for a value that should be a list. */
export function createNotAListError(value: unknown, status?: number): RestError {
  const message = `Invalid response from the upstream: expected a JSON array, got ${nameJsonType(value)}`;
  return new RestError('UPSTREAM_INVALID_RESPONSE', message, { status });
}

/**
 * Returns a list or `null`.
 * @throws RestError UPSTREAM_INVALID_RESPONSE for other values
 */
export function toList(value: unknown): readonly unknown[] | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value;
  throw createNotAListError(value);
}

/** Values of a string that joins them by commas. A list in its place has its own items. */
export const splitCommaList: Convert = (value) => {
  const text = Array.isArray(value) ? value : convertToString?.(value);
  if (typeof text !== 'string')
    return text === undefined ? text : convertList(convertToString ?? ((item) => item), text);
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
};
