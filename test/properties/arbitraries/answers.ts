/** Upstream responses generated from the contract. */
import type { OperationObject } from '../../../src/contract/document.ts';
import {
  attributesOf,
  document,
  type OperationId,
  operation,
  operations,
  resolve,
  type Schema,
} from '../../../src/contract/index.ts';
import type { Json } from './values.ts';

/** Call of the contract with the values of a request. */
export interface Call {
  readonly operation: OperationId;
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

export const json = 'application/json';

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Path patterns of all operations; literal parts precede parameters. */
const patterns = [...operations.values()]
  .map(({ id, method, path, pathParameters }) => ({
    id,
    method,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(
      `^${path
        .split(/\{\w+\}/)
        .map(escapeRegExp)
        .join('([^/]+)')}$`,
    ),
    parameters: pathParameters.length,
  }))
  .sort((a, b) => a.parameters - b.parameters);

/** Finds the call of a method and a URL below the base URL. `undefined` if the contract has none. */
export function findCall(method: string, url: string): Call | undefined {
  const [path = '', query = ''] = url.split('?');
  for (const candidate of patterns) {
    const match = candidate.method === method ? candidate.pattern.exec(path) : null;
    if (match === null) continue;
    const values = match.slice(1).map(decodeURIComponent);
    return {
      operation: candidate.id,
      path: Object.fromEntries(candidate.names.map((name, index) => [name, values[index] ?? ''])),
      query: new URLSearchParams(query),
    };
  }
  return undefined;
}

function operationObject(id: OperationId): OperationObject {
  const { path, method } = operation(id);
  const operationDescription = document.paths[path]?.[method.toLowerCase()];
  if (operationDescription === undefined) throw new Error(`The contract has no ${method} ${path}`);
  return operationDescription;
}

/** Returns status, media type and schema of the successful response. */
function getSuccess(id: OperationId): { readonly status: number; readonly type?: string; readonly schema?: Schema } {
  const [first] = Object.entries(operationObject(id).responses).filter(([status]) => status.startsWith('2'));
  const [content] = Object.entries(first?.[1].content ?? {});
  const status = Number(first?.[0] ?? 200);
  return content?.[1].schema === undefined ? { status } : { status, type: content[0], schema: content[1].schema };
}

/** Returns a number that depends only on the seed and the name. */
function pseudoRandom(seed: number, name: string, sides: number): number {
  let state = 0x811c9dc5 ^ seed;
  for (let index = 0; index < name.length; index += 1) state = Math.imul(state ^ name.charCodeAt(index), 0x01000193);
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return ((state ^ (state >>> 13)) >>> 0) % sides;
}

const maxDepth = 6;
const nullableSeeds = 2;

/** Returns a seed whose values are null only if the contract allows nothing else. */
export const seedWithoutNulls = (seed: number): number => seed * nullableSeeds;

/** Whether values drawn with a seed may be null. */
const mayBeNull = (seed: number): boolean => seed % nullableSeeds !== 0;

/** Draws a value of a schema. @param name path of the value, which decides the draw */
function createValue(schema: Schema, seed: number, name: string, depth = 0): Json {
  const target = resolve(schema);
  const { oneOf, anyOf, allOf, type } = target;
  const choices = oneOf ?? anyOf;
  if (choices !== undefined) {
    const allowed = mayBeNull(seed) ? choices : choices.filter((choice) => resolve(choice).type !== 'null');
    const choice = allowed[pseudoRandom(seed, `${name}|`, allowed.length)];
    return choice === undefined ? null : createValue(choice, seed, name, depth);
  }
  if (target.enum !== undefined) {
    const values = target.enum.filter((value) => value !== null);
    return values[pseudoRandom(seed, name, values.length)] ?? null;
  }
  const types = typeof type === 'string' ? [type] : [...(type ?? [])];
  if (types.includes('null') && (depth > maxDepth || (mayBeNull(seed) && pseudoRandom(seed, `${name}?`, 6) === 0)))
    return null;
  if (allOf !== undefined || target.properties !== undefined) return createObject(target, seed, name, depth);
  switch (types.find((each) => each !== 'null')) {
    case 'array': {
      const { items } = target;
      if (items === undefined || depth > maxDepth) return [];
      return Array.from({ length: pseudoRandom(seed, `${name}#`, 4) }, (_, index) =>
        createValue(items, seed, `${name}.${index}`, depth + 1),
      );
    }
    case 'integer':
      return pseudoRandom(seed, name, 2_000_000_000) + 1;
    case 'number':
      return pseudoRandom(seed, name, 1000) / 10;
    case 'boolean':
      return pseudoRandom(seed, name, 2) === 1;
    case 'object':
      return { key: 'value' };
    case 'string':
      if (target.format === 'date-time') return `2026-01-0${pseudoRandom(seed, name, 9) + 1}T10:00:00.000Z`;
      if (target.format === 'decimal') return `${pseudoRandom(seed, name, 100)}.5`;
      if (target.format === 'boolean') return String(pseudoRandom(seed, name, 2) === 1);
      if (target.format === 'date') return `2026-01-0${pseudoRandom(seed, name, 9) + 1}`;
      return `text${pseudoRandom(seed, name, 1000)}`;
    default:
      return null;
  }
}

/** Values of a gate of a feature flag by its key, which decides their type. The contract does not describe this. */
const gateValues = new Map<Json | undefined, Json>([
  ['boolean', true],
  ['percentage_of_actors', 25],
  ['percentage_of_time', 50],
  ['actors', ['User:5']],
  ['groups', ['staff', 'beta']],
]);

function createObject(schema: Schema, seed: number, name: string, depth: number): Json {
  const members: Record<string, Json> = {};
  for (const part of schema.allOf ?? []) {
    const value = createValue(part, seed, name, depth);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) Object.assign(members, value);
  }
  if (depth <= maxDepth)
    for (const [property, each] of Object.entries(schema.properties ?? {}))
      members[property] = createValue(each, seed, `${name}.${property}`, depth + 1);
  const gateValue = 'value' in members ? gateValues.get(members.key) : undefined;
  if (gateValue !== undefined) return { ...members, value: gateValue };
  // A full reference to a merge request begins with the path of its project.
  return 'full' in members && 'relative' in members ? { ...members, full: `group/${String(members.full)}!1` } : members;
}

/**
 * Omits attributes that may be absent, or makes them null: all but those with `x-never-null`.
 * @param name path of the value, which decides the draw
 */
function omitAttributes(value: Json, schema: Schema, seed: number, name: string): Json {
  if (typeof value !== 'object' || value === null) return value;
  const target = resolve(schema);
  const { items = {}, oneOf, anyOf } = target;
  if (Array.isArray(value)) return value.map((item, index) => omitAttributes(item, items, seed, `${name}.${index}`));
  const attributes = new Map([target, ...(oneOf ?? anyOf ?? [])].flatMap((form) => [...attributesOf(form)]));
  const members = Object.entries(value).flatMap(([member, memberValue]): [string, Json][] => {
    const attribute = attributes.get(member);
    const draw = attribute === undefined || attribute['x-never-null'] ? 0 : pseudoRandom(seed, `${name}.${member}!`, 4);
    if (draw === 1) return [];
    if (draw === 2) return [[member, null]];
    return [[member, omitAttributes(memberValue, attribute ?? {}, seed, `${name}.${member}`)]];
  });
  return Object.fromEntries(members);
}

const isPositiveInteger = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d*$/.test(text);

/** Adds the values of the path of a call to its object. */
function withPathValues(object: Json, { operation: id, path }: Call, index: number | undefined): Json {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return object;
  const members: Record<string, Json> = Object.fromEntries(Object.entries(object));
  const names = operation(id).pathParameters.map((parameter) => parameter.name);
  const [first, last] = [names[0], names.at(-1)];
  const owner = operation(id).path.startsWith('/groups/') ? 'group_id' : 'project_id';
  if (first !== undefined && owner in members && isPositiveInteger(path[first])) members[owner] = Number(path[first]);
  if (index !== undefined || last === undefined) return members;
  const value = isPositiveInteger(path[last]) ? Number(path[last]) : (path[last] ?? null);
  // A name in the path, such as that of a label, is not the number of the object.
  for (const own of [last, last.endsWith('iid') ? 'iid' : 'id'])
    if (
      own in members &&
      (own !== 'id' || last !== 'key') &&
      (typeof value === 'number' || typeof members[own] !== 'number')
    )
      members[own] = value;
  return members;
}

/** Attributes that fields below an object require. */
const requiredAttributes: Partial<Record<OperationId, Readonly<Record<string, Json>>>> = {
  getVulnerabilityExport: { format: 'csv', status: 'finished' },
};

/** Returns a file of a media type: for a table, a line with the names of its columns. */
function createFile({ contentSchema }: Schema): string {
  const row = contentSchema?.items;
  return row === undefined ? 'bytes' : `${[...attributesOf(row).keys()].join(',')}\n`;
}

/** Style of the lists of an upstream, all of one length. */
export interface ListStyle {
  readonly length: number;
  readonly pageHeaders: 'totals' | 'next' | 'none';
  /** Maximum number of items of a page, for any requested size. */
  readonly cap: number;
}

/** Deviations of an upstream from complete responses. */
export interface ResponseStyle {
  readonly lists?: ListStyle | undefined;
  /** Whether it omits attributes that may be absent. Defaults to false. */
  readonly omits?: boolean | undefined;
}

const shortLists: ListStyle = { length: 3, pageHeaders: 'none', cap: 100 };

/** Returns the valid response to a call. It depends only on the call and the seed. */
export function createValidResponse(
  call: Call,
  seed: number,
  { lists = shortLists, omits = false }: ResponseStyle = {},
): {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
} {
  const { status, type = json, schema } = getSuccess(call.operation);
  const name = `${call.operation} ${Object.values(call.path).join('/')}`;
  if (schema === undefined) return { status, type, headers: {}, body: {} };
  if (type !== json) return { status, type, headers: {}, body: createFile(resolve(schema)) };
  const { items } = resolve(schema);
  const toSent = (value: Json, form: Schema, valueName: string) =>
    omits ? omitAttributes(value, form, seed, valueName) : value;
  if (!operation(call.operation).list || items === undefined) {
    const body = toSent(withPathValues(createValue(schema, seed, name), call, undefined), schema, name);
    const attributes = requiredAttributes[call.operation];
    return {
      status,
      type,
      headers: {},
      body: attributes !== undefined && typeof body === 'object' ? { ...body, ...attributes } : body,
    };
  }
  const perPage = Math.min(lists.cap, Number(call.query.get('per_page') ?? 20));
  const page = Number(call.query.get('page') ?? 1);
  const [start, end] = [(page - 1) * perPage, Math.min(page * perPage, lists.length)];
  const list = Array.from({ length: Math.max(0, end - start) }, (_, index) => {
    const itemName = `${name}.${start + index}`;
    return toSent(withPathValues(createValue(items, seed, itemName, 1), call, start + index), items, itemName);
  });
  const headers: Record<string, string> =
    lists.pageHeaders === 'none'
      ? {}
      : {
          'x-page': String(page),
          'x-per-page': String(perPage),
          'x-next-page': end < lists.length ? String(page + 1) : '',
          ...(lists.pageHeaders === 'totals' ? { 'x-total': String(lists.length) } : {}),
        };
  return { status, type, headers, body: list };
}
