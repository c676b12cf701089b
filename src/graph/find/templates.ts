/** Matches the parameters of calls with templates, which contain markers in place of values. */

import { asRecord, isRecord } from '../../helpers/is-record.ts';
import { isGlobalId } from '../kit/resources/global-id.ts';
import { toItems } from './values.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Path parameters of a call, as `:name`, and its query parameters and members of the body. Those in objects are `object.name`. */
export type Parameters = ReadonlyMap<string, unknown>;

const flatten = (values: unknown, prefix: string): readonly (readonly [string, unknown])[] =>
  Object.entries(asRecord(values)).flatMap(([name, value]) =>
    isRecord(value) && !(value instanceof File) && Object.keys(value).length > 0
      ? flatten(value, `${prefix}${name}.`)
      : value === undefined
        ? []
        : [[`${prefix}${name}`, value] as const],
  );

export function toParameters(request: object): Parameters {
  const { path, query, body, form } = asRecord(request);
  return new Map([...flatten(path, ':'), ...flatten({ ...asRecord(query), ...asRecord(body), ...asRecord(form) }, '')]);
}

/** Markers: strings and numbers that occur only in samples. */
const markerPattern = /(?:https:\/\/)?marker\d\d(?:@example\.com)?|\b[6-9]\d\b/g;

/** Creates markers that differ from each other: numbers from 60 to 99, which all inputs accept, or strings with such a number. */
export function* createMarkers(): Generator<number, never> {
  for (let marker = 60; ; marker = marker === 99 ? 60 : marker + 1) yield marker;
}

/** The file in samples. */
export const markerFile = new File(['file'], 'sample');

const getMarkers = (text: string): readonly string[] => text.match(markerPattern) ?? [];

/** Markers in a value at any depth. */
export const markersIn = (value: unknown): readonly string[] =>
  value instanceof File
    ? [value.name]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(markersIn)
      : getMarkers(String(value));

/** Normalizes values for comparison, because equal values of JSON and query parameters differ in their types. */
function toComparable(value: unknown): unknown {
  if (value instanceof File) return `file ${value.name}`;
  if (Array.isArray(value)) return value.map(toComparable);
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => [name, toComparable(member)]),
    );
  return value === null ? null : String(value);
}

export const isEqual = (a: unknown, b: unknown): boolean =>
  JSON.stringify(toComparable(a)) === JSON.stringify(toComparable(b));

/** Values by their markers. */
export type Bindings = Map<string, unknown>;

/**
 * Matches a value with a template, and binds the markers of the template to the parts of the value.
 * @returns whether the value has the form of the template
 */
export function bind(template: unknown, value: unknown, bindings: Bindings): boolean {
  if (template instanceof File) {
    bindings.set(template.name, value);
    return value instanceof File;
  }
  const [item] = Array.isArray(template) ? template : [template];
  const text = String(item);
  const markers = getMarkers(text);
  const [marker] = markers;
  if (marker === undefined || typeof item === 'object') return isEqual([template].flat(), [value].flat());
  if (Array.isArray(template) || Array.isArray(value)) {
    bindings.set(marker, value);
    return text === marker && value !== null && !isRecord(value);
  }
  const escaped = text.split(markerPattern).map((part) => part.replace(/[^\w]/g, '\\$&'));
  const parts = typeof value === 'object' ? null : new RegExp(`^${escaped.join('(.+)')}$`, 's').exec(String(value));
  if (parts !== null) for (const [index, each] of markers.entries()) bindings.set(each, parts[index + 1]);
  return parts !== null;
}

/** Replaces the markers of arguments by values. Markers without a value stay. */
export function fill(args: unknown, bindings: Bindings): unknown {
  if (Array.isArray(args)) {
    const [item] = args;
    const bound = isRecord(item) ? undefined : bindings.get(String(item));
    if (bound === undefined) return args.map((each) => fill(each, bindings));
    return toItems(bound).map((each) => toTypeOf(item, each));
  }
  if (args instanceof File) return bindings.get(args.name) ?? args;
  if (isRecord(args))
    return Object.fromEntries(Object.entries(args).map(([name, member]) => [name, fill(member, bindings)]));
  const text = String(args);
  const [whole] = getMarkers(text);
  if (whole === text && bindings.has(text)) return toTypeOf(args, bindings.get(text));
  if (!isGlobalId(text)) return args;
  return text.replace(markerPattern, (marker) => encodeURIComponent(String(bindings.get(marker) ?? marker)));
}

/** Converts a value to the type of a sample. */
function toTypeOf(sample: unknown, value: unknown): unknown {
  if (typeof sample === 'number') return /^\d{1,15}$/.test(String(value)) ? Number(value) : value;
  return typeof value === 'object' ? value : String(value);
}

/** Merges arguments. @param join whether lists are joined. By default, the second one replaces the first one */
export function merge(a: unknown, b: unknown, join = false): unknown {
  if (join && Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  if (!isRecord(a) || !isRecord(b) || a instanceof File || b instanceof File) return b;
  const members = Object.entries(b).map(([name, value]) => [name, name in a ? merge(a[name], value, join) : value]);
  return { ...a, ...Object.fromEntries(members) };
}
