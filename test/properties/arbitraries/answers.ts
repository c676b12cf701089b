/** Upstream answers made from the contract, and ways to break them. */
import fc from 'fast-check';
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

/** An HTTP answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Whether the connection is cut before or within the body. */
  readonly cut?: 'before' | 'within';
}

/** A call of the contract, as a request named it. */
export interface Call {
  readonly operation: OperationId;
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

const json = 'application/json';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Every operation as a pattern of its path; literal parts before parameters. */
const patterns = [...operations.values()]
  .map(({ id, method, path, pathParameters }) => ({
    id,
    method,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(
      `^${path
        .split(/\{\w+\}/)
        .map(escaped)
        .join('([^/]+)')}$`,
    ),
    parameters: pathParameters.length,
  }))
  .sort((one, other) => one.parameters - other.parameters);

/** The call that a method and URL below the base URL are; undefined where the contract has none. */
export function callOf(method: string, url: string): Call | undefined {
  const [path = '', query = ''] = url.split('?');
  for (const candidate of patterns) {
    const found = candidate.method === method ? candidate.pattern.exec(path) : null;
    if (found === null) continue;
    const values = found.slice(1).map(decodeURIComponent);
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
  const found = document.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`The contract has no ${method} ${path}`);
  return found;
}

/** The schema of the answer, and the media type that it comes in. */
function successOf(id: OperationId): { readonly status: number; readonly type?: string; readonly schema?: Schema } {
  const [first] = Object.entries(operationObject(id).responses).filter(([status]) => status.startsWith('2'));
  const [content] = Object.entries(first?.[1].content ?? {});
  const status = Number(first?.[0] ?? 200);
  return content?.[1].schema === undefined ? { status } : { status, type: content[0], schema: content[1].schema };
}

/** Numbers that depend on nothing but a seed and a name. */
function dice(seed: number, name: string, sides: number): number {
  let state = 0x811c9dc5 ^ seed;
  for (let index = 0; index < name.length; index += 1) state = Math.imul(state ^ name.charCodeAt(index), 0x01000193);
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return ((state ^ (state >>> 13)) >>> 0) % sides;
}

const deepest = 6;

/** A value that a schema describes. @param name where it stands, which decides what is drawn */
function valueOf(schema: Schema, seed: number, name: string, depth = 0): Json {
  const target = resolve(schema);
  const { oneOf, anyOf, allOf, type } = target;
  const choices = oneOf ?? anyOf;
  if (choices !== undefined) {
    const choice = choices[dice(seed, `${name}|`, choices.length)];
    return choice === undefined ? null : valueOf(choice, seed, name, depth);
  }
  if (target.enum !== undefined) {
    const words = target.enum.filter((word) => word !== null);
    return words[dice(seed, name, words.length)] ?? null;
  }
  const types = typeof type === 'string' ? [type] : [...(type ?? [])];
  if (types.includes('null') && (depth > deepest || dice(seed, `${name}?`, 6) === 0)) return null;
  if (allOf !== undefined || target.properties !== undefined) return objectOf(target, seed, name, depth);
  switch (types.find((each) => each !== 'null')) {
    case 'array': {
      const { items } = target;
      if (items === undefined || depth > deepest) return [];
      return Array.from({ length: dice(seed, `${name}#`, 4) }, (_, index) =>
        valueOf(items, seed, `${name}.${index}`, depth + 1),
      );
    }
    case 'integer':
      return dice(seed, name, 90_000) + 1;
    case 'number':
      return dice(seed, name, 1000) / 10;
    case 'boolean':
      return dice(seed, name, 2) === 1;
    case 'object':
      return { key: 'value' };
    case 'string':
      if (target.format === 'date-time') return `2026-01-0${dice(seed, name, 9) + 1}T10:00:00.000Z`;
      if (target.format === 'date') return `2026-01-0${dice(seed, name, 9) + 1}`;
      return `text${dice(seed, name, 1000)}`;
    default:
      return null;
  }
}

function objectOf(schema: Schema, seed: number, name: string, depth: number): Json {
  const members: Record<string, Json> = {};
  for (const part of schema.allOf ?? []) {
    const value = valueOf(part, seed, name, depth);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) Object.assign(members, value);
  }
  if (depth <= deepest)
    for (const [property, each] of Object.entries(schema.properties ?? {}))
      members[property] = valueOf(each, seed, `${name}.${property}`, depth + 1);
  return members;
}

const isNumber = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d*$/.test(text);

/** An object with what its own path already told of it. */
function named(value: Json, { operation: id, path }: Call, index: number | undefined): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members: Record<string, Json> = Object.fromEntries(Object.entries(value));
  const names = operation(id).pathParameters.map((parameter) => parameter.name);
  const [first, last] = [names[0], names.at(-1)];
  if (first !== undefined && 'project_id' in members && isNumber(path[first])) members.project_id = Number(path[first]);
  if (index !== undefined || last === undefined) return members;
  for (const own of [last, last.endsWith('iid') ? 'iid' : 'id'])
    if (own in members && (own !== 'id' || last !== 'key'))
      members[own] = isNumber(path[last]) ? Number(path[last]) : (path[last] ?? null);
  return members;
}

/** What objects are like so that fields below them have something to give. */
const facts: Partial<Record<OperationId, Readonly<Record<string, Json>>>> = {
  getVulnerabilityExport: { format: 'csv', status: 'finished' },
};

/** A file as its media type wants it: for a table, a line with the names of its columns. */
function fileOf({ contentSchema }: Schema): string {
  const row = contentSchema?.items;
  return row === undefined ? 'bytes' : `${[...attributesOf(row).keys()].join(',')}\n`;
}

/** What an upstream that keeps the contract answers; the same to the same call and seed. */
export function goodAnswer(
  call: Call,
  seed: number,
): { readonly status: number; readonly type: string; readonly body: Json } {
  const { status, type = json, schema } = successOf(call.operation);
  const name = `${call.operation} ${Object.values(call.path).join('/')}`;
  if (schema === undefined) return { status, type, body: {} };
  if (type !== json) return { status, type, body: fileOf(resolve(schema)) };
  const { items } = resolve(schema);
  if (!operation(call.operation).list || items === undefined) {
    const body = named(valueOf(schema, seed, name), call, undefined);
    const known = facts[call.operation];
    return { status, type, body: known !== undefined && typeof body === 'object' ? { ...body, ...known } : body };
  }
  const count = Math.min(3, Number(call.query.get('per_page') ?? 3));
  const list = Array.from({ length: count }, (_, index) =>
    named(valueOf(items, seed, `${name}.${index}`, 1), call, index),
  );
  return { status, type, body: Number(call.query.get('page') ?? 1) > 1 ? [] : list };
}

/** Numbers that JSON has and JavaScript has not. */
const rawNumbers = ['1e400', '-1e400', '9007199254740993', '1.0000000000000000001', '-0', '1E2'];

/** Texts that stand for what JSON.stringify would not write: numbers as they are, and lists and objects nested that deep. */
const raw = (text: string) => `raw:${text}`;
const nested = (depth: number, kind: 'list' | 'object') => `nested:${kind}:${depth}`;

function nestedText(depth: number, kind: string): string {
  return kind === 'list'
    ? `${'['.repeat(depth)}1${']'.repeat(depth)}`
    : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

function write(body: Json): string {
  return JSON.stringify(body)
    .replace(/"raw:([^"]*)"/g, '$1')
    .replace(/"nested:(list|object):(\d+)"/g, (_, kind: string, depth: string) => nestedText(Number(depth), kind));
}

/** Values of kinds that no attribute expects. */
export const oddValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 53,
    -(2 ** 53),
    2 ** 31,
    1e21,
    '',
    ' ',
    'null',
    '0',
    '1',
    '1.5',
    'true',
    '1e3',
    '2026-13-45',
    '2026-01-01',
    'not_a_word',
    '\ud800',
    '\u0000',
    'x'.repeat(10_000),
    [],
    {},
    [null],
    [[]],
    [{}],
    { id: null },
    { id: 'x' },
    { id: 1 },
    [1, 'a', null, {}, []],
  ),
  fc.constantFrom(...rawNumbers.map(raw)),
  fc.constantFrom(
    ...['__proto__', 'constructor', 'toString', 'then', 'hasOwnProperty', 'length', 'toJSON'].map(
      (name): Json => Object.fromEntries([[name, 'function']]),
    ),
  ),
  fc
    .tuple(fc.constantFrom(50, 2400, 6000), fc.constantFrom('list', 'object'))
    .map(([depth, kind]) => nested(depth, kind)),
  fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value))),
);

/** A way in which an answer is not what the contract says. */
export type Break =
  | { readonly kind: 'value' | 'remove'; readonly at: number; readonly value: Json }
  | { readonly kind: 'extra'; readonly at: number; readonly name: string; readonly value: Json }
  | { readonly kind: 'repeat'; readonly times: number }
  | { readonly kind: 'whole'; readonly value: Json }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'truncated'; readonly at: number }
  | { readonly kind: 'bytes'; readonly encoding: 'bom' | 'utf16le' | 'latin1' | 'invalid' }
  | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly text: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'cut'; readonly cut: 'before' | 'within' };

const texts = [
  '',
  ' ',
  'null',
  '{',
  '[',
  '[1,',
  '"',
  '{"id":1,}',
  'NaN',
  'undefined',
  '<html><body>502</body></html>',
  ")]}'\n{}",
  '{"id":1}{"id":2}',
  '{"id":1,"id":2}',
  '\u0000',
];

const hugeNumbers = [
  '',
  '-1',
  '0',
  '1',
  '1.5',
  'abc',
  '100000000000000000000',
  '9007199254740993',
  '1e9',
  'Infinity',
  '0x10',
  '2, 3',
];
const links = [
  '<http://127.0.0.1:9/api/v4/elsewhere?page=2>; rel="next"',
  '</api/v4/groups?page=2>; rel="next"',
  '<not a url>; rel="next"',
  '<>; rel="next"',
  'rel="next"',
  '<http://[>; rel="next"',
  '<?cursor=%>; rel="next"',
  ','.repeat(1000),
];

const headers: fc.Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'x-total',
        'x-total-pages',
        'x-next-page',
        'x-page',
        'x-per-page',
        'x-prev-page',
        'retry-after',
        'ratelimit-remaining',
        'ratelimit-reset',
        'ratelimit-limit',
      ),
      fc.constantFrom(...hugeNumbers),
    )
    .map(([name, value]) => ({ [name]: value })),
  fc.constantFrom(...links).map((link) => ({ link })),
  fc
    .constantFrom('text/html', 'application/xml', 'application/json; charset=utf-16', '', 'image/png', 'text/csv')
    .map((type) => ({ 'content-type': type })),
  fc.constantFrom('"a"', 'W/"a"', '', 'x'.repeat(5000), '*').map((etag) => ({ etag })),
  fc
    .constantFrom('gzip', 'br', 'deflate', 'zstd', 'identity', 'nothing')
    .map((encoding) => ({ 'content-encoding': encoding })),
  fc.constantFrom('/', '/api/v4/user', 'http://127.0.0.1:9/', '//', 'http://[').map((location) => ({ location })),
);

const errorBodies = [
  '',
  '{}',
  '[]',
  'null',
  '"text"',
  '{"message":"m"}',
  '{"message":{"name":["is too long"]}}',
  '{"message":[{"base":["a"]},null,7]}',
  '{"error":"e","error_description":"d"}',
  '{"errors":[{"detail":"x"}]}',
  '{"errors":{"a":{"b":{"c":["d"]}}}}',
  '{"message":null}',
  '<html>PG::ConnectionBad: postgres://user:secret@db.internal/main</html>',
  '{"message":"\\ud800"}',
  '{"message":',
  `{"message":${nestedText(3000, 'list')}}`,
  JSON.stringify({ message: 'long '.repeat(20_000) }),
  JSON.stringify({ message: Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a${index}`, ['bad']])) }),
];

const statuses = [
  201, 202, 203, 204, 205, 206, 299, 300, 301, 302, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 409, 410, 412,
  413, 414, 415, 418, 422, 423, 425, 426, 428, 429, 431, 451, 499, 500, 501, 502, 503, 504, 507, 511, 520, 599,
];

/** Any way to break an answer. */
export const anyBreak: fc.Arbitrary<Break> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('value'), at: fc.nat(400), value: oddValue }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), at: fc.nat(400), value: fc.constant(null) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('extra'),
      at: fc.nat(400),
      name: fc.constantFrom('__proto__', 'constructor', 'then', 'toJSON', 'unknown', '', 'id '),
      value: oddValue,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat'), times: fc.constantFrom(101, 2000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('whole'), value: oddValue }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('text'), text: fc.constantFrom(...texts) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('truncated'), at: fc.nat(2000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bytes'),
      encoding: fc.constantFrom('bom', 'utf16le', 'latin1', 'invalid'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('headers'), headers }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('status'),
      status: fc.constantFrom(...statuses),
      text: fc.constantFrom(...errorBodies),
      headers: fc.oneof(fc.constant({}), headers),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut'), cut: fc.constantFrom('before', 'within') }) },
);

/** A place in a value: what holds it, and under which name. */
type Place = readonly [holder: Json, name: string | number];

function placesIn(value: Json, into: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return into;
  const entries: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [name, member] of entries) {
    into.push([value, name]);
    placesIn(member, into);
  }
  return into;
}

/** A copy with something else at one place. */
function replaced(value: Json, [holder, name]: Place, member: Json | undefined): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.flatMap((each: Json, index) =>
      value === holder && index === name
        ? member === undefined
          ? []
          : [member]
        : [replaced(each, [holder, name], member)],
    );
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]): [string, Json][] => {
      if (value !== holder || key !== name) return [[key, replaced(each, [holder, name], member)]];
      return member === undefined ? [] : [[key, member]];
    }),
  );
}

function brokenBody(body: Json, how: Break): string {
  const places = placesIn(body);
  const place = 'at' in how ? places[how.at % Math.max(1, places.length)] : undefined;
  switch (how.kind) {
    case 'value':
      return write(place === undefined ? how.value : replaced(body, place, how.value));
    case 'remove':
      return write(place === undefined ? null : replaced(body, place, undefined));
    case 'extra': {
      const extra = `{${JSON.stringify(how.name)}:${write(how.value)},`;
      return write(body).replaceAll(/\{(?=")/g, () => extra);
    }
    case 'repeat':
      return write(Array.from({ length: how.times }, () => (Array.isArray(body) ? (body[0] ?? null) : body)));
    case 'whole':
      return write(how.value);
    case 'text':
      return how.text;
    case 'truncated': {
      const text = write(body);
      return text.slice(0, how.at % Math.max(1, text.length));
    }
    default:
      return write(body);
  }
}

function encoded(text: string, encoding: 'bom' | 'utf16le' | 'latin1' | 'invalid'): Buffer {
  if (encoding === 'bom') return Buffer.from(`\ufeff${text}`);
  if (encoding === 'invalid') return Buffer.concat([Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from(text)]);
  return Buffer.from(text, encoding);
}

/** The answer to a call, broken or not. */
export function answerTo(call: Call, seed: number, how: Break | undefined): Answer {
  const { status, type, body } = goodAnswer(call, seed);
  const headersOf = { 'content-type': type };
  if (how === undefined)
    return { status, headers: headersOf, body: typeof body === 'string' && type !== json ? body : write(body) };
  if (how.kind === 'status') return { status: how.status, headers: { ...headersOf, ...how.headers }, body: how.text };
  const text = brokenBody(body, how);
  return {
    status,
    headers: how.kind === 'headers' ? { ...headersOf, ...how.headers } : headersOf,
    body: how.kind === 'bytes' ? encoded(text, how.encoding) : text,
    ...(how.kind === 'cut' ? { cut: how.cut } : {}),
  };
}
