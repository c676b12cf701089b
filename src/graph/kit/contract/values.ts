/** Values of the upstream as the scalars of the graph show them. */
import { toDate, toDateTime } from '../../../contract/formats.ts';
import { RestError } from '../../../rest/errors.ts';
import type { GraphTypes } from '../builder.ts';

export type ScalarName = keyof GraphTypes['Scalars'];

export type Convert = (value: unknown) => unknown;

/** A number, also one that comes as a text; undefined for anything else. */
function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Levels of a JSON value at the most; writing many more would take the whole stack. */
const deepestJson = 100;

function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  // A failure takes the place of an ill-formed string.
  if (value instanceof Error) throw value;
  return levels === 0 || Object.values(value).some((member) => nestsDeeperThan(member, levels - 1));
}

/** Forms of booleans in which services return stored settings. */
const switches: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

/** Whether a number has all the digits that the response contained: parsing rounds integers beyond 2^53. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

const onlyIf = <T>(value: T, holds: boolean): T | undefined => (holds ? value : undefined);

/** What a scalar shows of a value that is not null; undefined where it can show none. */
const shown: Readonly<Partial<Record<ScalarName, (value: unknown) => unknown>>> = {
  String: (value) => onlyIf(value, typeof value === 'number' ? isExact(value) : typeof value !== 'object'),
  DateTime: (value) => (typeof value === 'string' ? toDateTime(value) : undefined),
  Date: (value) => (typeof value === 'string' ? toDate(value) : undefined),
  URL: (value) => onlyIf(value, typeof value === 'string'),
  EmailAddress: (value) => onlyIf(value, typeof value === 'string'),
  Boolean: (value) => (typeof value === 'boolean' ? value : switches.get(value)),
  Float: toNumber,
  Int: (value) => {
    const number = toNumber(value);
    return number === (Number(number) | 0) ? number : undefined;
  },
  SafeInt: (value) => {
    const number = toNumber(value);
    return Number.isSafeInteger(number) ? number : undefined;
  },
  JSON: (value) => onlyIf(value, !nestsDeeperThan(value, deepestJson)),
};

/** Whether a name is that of a scalar whose values are checked. */
export function isScalarName(name: string): name is ScalarName {
  return name in shown;
}

function converterTo(name: ScalarName, show: Convert): Convert {
  // One for all: where each value of a long list is refused, to make an error with a stack takes longer than all else.
  const refused = new RestError('UPSTREAM_INVALID_ANSWER', `The upstream sends something that is no ${name}`);
  return (value) => {
    if (value === null || value === undefined) return value;
    if (value instanceof Error) throw value;
    const result = show(value);
    if (result === undefined) throw refused;
    return result;
  };
}

/** Refuses here what the scalar would refuse when the answer is written, where nothing tells the upstream's fault from ours. */
export function checked(name: ScalarName): Convert | undefined {
  const show = shown[name];
  return show && converterTo(name, show);
}

const toText = checked('String');

/** A text, or the JSON of an object or list in its place. */
export const toJsonText: Convert = (value) =>
  typeof value === 'object' && value !== null && !nestsDeeperThan(value, deepestJson)
    ? JSON.stringify(value)
    : toText?.(value);

/** What is shown of a secret: whether there is one. */
export const isSet: Convert = (value) => (value === null || value === undefined ? value : value !== '');

/** A converted value; a failure stands in its place, so that it costs only itself. */
export function converted(convert: Convert, value: unknown): unknown {
  try {
    return convert(value);
  } catch (error) {
    return error;
  }
}

/** A list of converted items; null for none. Null is no item, and the failure of one costs that item alone. */
export function convertedList(convert: Convert, value: unknown): readonly unknown[] | null {
  const convertItem = (item: unknown) =>
    item === null
      ? new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream sends null as an item of a list')
      : converted(convert, item);
  return toList(value)?.map(convertItem) ?? null;
}

/** A list, or null. Fails with `UPSTREAM_INVALID_ANSWER` for anything else. */
export function toList(value: unknown): readonly unknown[] | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value;
  throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream sends something other than a list');
}
