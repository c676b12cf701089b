/** Breaks of upstream responses. */
import fc from 'fast-check';
import { type Call, createValidResponse, json, type ResponseStyle } from './answers.ts';
import type { Json } from './values.ts';

/** HTTP response. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Whether the connection is cut before or within the body. */
  readonly cut?: 'before' | 'within';
  /** Attribute that a break of the kind `value` or `remove` changes. */
  readonly change?: Change | undefined;
}

export interface Change {
  /** Name of the attribute, or index of a list item. */
  readonly name: string | number;
  /** Whether it belongs to the object of the response itself, or to an item of its list. */
  readonly isOwn: boolean;
}

/** Numbers that JSON can represent and JavaScript cannot. */
const rawNumbers = ['1e400', '-1e400', '9007199254740993', '1.0000000000000000001', '-0', '1E2'];

/** Placeholders for values that JSON.stringify would not write: numbers as they are, and deeply nested lists and objects. */
const rawNumber = (text: string) => `rawNumber:${text}`;
const nestedValue = (depth: number, kind: 'list' | 'object') => `nestedValue:${kind}:${depth}`;

function formatNested(depth: number, kind: string): string {
  return kind === 'list'
    ? `${'['.repeat(depth)}1${']'.repeat(depth)}`
    : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

function write(body: Json): string {
  return JSON.stringify(body)
    .replace(/"rawNumber:([^"]*)"/g, '$1')
    .replace(/"nestedValue:(list|object):(\d+)"/g, (_, kind: string, depth: string) =>
      formatNested(Number(depth), kind),
    );
}

/** Values in other forms than in the contract: numbers and booleans as strings, invalid dates, and similar ones. */
export const otherForms: readonly Json[] = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '34',
    '-1',
    '1.5',
    ' 7 ',
    '1e3',
    '0x10',
    '1,000',
    '9007199254740993',
    'n/a',
    'NaN',
    'Infinity',
  ],
  ...['null', 'true', 'false', 'TRUE', 'yes', 'x', 'not_a_word', 'maintainer', '[]', '{}'],
  ...[
    'yesterday',
    '2026-01-01',
    '2026-13-45',
    '2026-02-30T00:00:00Z',
    '0000-00-00 00:00:00',
    '2024-05-01 11:28:34 UTC',
  ],
  ...['2024-05-01T11:28:34', '10000-01-01T00:00:00Z', '1714562914', '2024-05-01T11:28:34.123456789+14:00'],
  ...['\ud800', 'a\udc00b', '\u0000', '\ufeff', '\u202e', '..', 'a/b?c#d', 'gid://service/User/1', 'x'.repeat(10_000)],
  ...[true, false, 0, -1, 1, 14, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e300, 1_714_562_914_000],
  ...[[], {}, [null], [[]], [{}], [14], ['x'], [1, 'a', null, {}, []]],
  ...[{ id: null }, { id: 'x' }, { id: 1 }, { id: '\ud800' }, { name: 'x' }, { name: { name: 1 } }, { error: 'e' }],
];

/** Values with types that no attribute has. */
export const unusualValue: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Json>(null, ...otherForms) },
  fc.constantFrom(...rawNumbers.map(rawNumber)),
  fc.constantFrom(
    ...['__proto__', 'constructor', 'toString', 'then', 'hasOwnProperty', 'length', 'toJSON'].map(
      (name): Json => Object.fromEntries([[name, 'function']]),
    ),
  ),
  fc
    .tuple(fc.constantFrom(50, 2400, 6000), fc.constantFrom('list', 'object'))
    .map(([depth, kind]) => nestedValue(depth, kind)),
  fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value))),
);

/** Deviation of a response from the contract. */
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
  `{"message":${formatNested(3000, 'list')}}`,
  JSON.stringify({ message: 'long '.repeat(20_000) }),
  JSON.stringify({ message: Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a${index}`, ['bad']])) }),
];

const statuses = [
  201, 202, 203, 204, 205, 206, 299, 300, 301, 302, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 409, 410, 412,
  413, 414, 415, 418, 422, 423, 425, 426, 428, 429, 431, 451, 499, 500, 501, 502, 503, 504, 507, 511, 520, 599,
];

/** Any break of a response. */
export const anyBreak: fc.Arbitrary<Break> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('value'), at: fc.nat(400), value: unusualValue }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), at: fc.nat(400), value: fc.constant(null) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('extra'),
      at: fc.nat(400),
      name: fc.constantFrom('__proto__', 'constructor', 'then', 'toJSON', 'unknown', '', 'id '),
      value: unusualValue,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat'), times: fc.constantFrom(101, 2000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('whole'), value: unusualValue }) },
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

/** Position in a value: the parent and the name in it. */
type Position = readonly [parent: Json, name: string | number];

function findPositions(value: Json, into: Position[] = []): Position[] {
  if (typeof value !== 'object' || value === null) return into;
  const entries: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [name, member] of entries) {
    into.push([value, name]);
    findPositions(member, into);
  }
  return into;
}

/** Copies a value with another member at one position. */
function replaceMember(value: Json, [parent, name]: Position, member: Json | undefined): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.flatMap((each: Json, index) =>
      value === parent && index === name
        ? member === undefined
          ? []
          : [member]
        : [replaceMember(each, [parent, name], member)],
    );
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]): [string, Json][] => {
      if (value !== parent || key !== name) return [[key, replaceMember(each, [parent, name], member)]];
      return member === undefined ? [] : [[key, member]];
    }),
  );
}

function findPosition(body: Json, fault: Break): Position | undefined {
  if (!('at' in fault)) return undefined;
  const positions = findPositions(body);
  return positions[fault.at % Math.max(1, positions.length)];
}

function toChange(body: Json, fault: Break): Change | undefined {
  const [parent, name] =
    (fault.kind === 'value' || fault.kind === 'remove' ? findPosition(body, fault) : undefined) ?? [];
  if (name === undefined) return undefined;
  return { name, isOwn: parent === body || (Array.isArray(body) && body.some((item) => item === parent)) };
}

function breakBody(body: Json, fault: Break): string {
  const position = findPosition(body, fault);
  switch (fault.kind) {
    case 'value':
      return write(position === undefined ? fault.value : replaceMember(body, position, fault.value));
    case 'remove':
      return write(position === undefined ? null : replaceMember(body, position, undefined));
    case 'extra': {
      const extra = `{${JSON.stringify(fault.name)}:${write(fault.value)},`;
      return write(body).replaceAll(/\{(?=")/g, () => extra);
    }
    case 'repeat':
      return write(Array.from({ length: fault.times }, () => (Array.isArray(body) ? (body[0] ?? null) : body)));
    case 'whole':
      return write(fault.value);
    case 'text':
      return fault.text;
    case 'truncated': {
      const text = write(body);
      return text.slice(0, fault.at % Math.max(1, text.length));
    }
    default:
      return write(body);
  }
}

function encodeText(text: string, encoding: 'bom' | 'utf16le' | 'latin1' | 'invalid'): Buffer {
  if (encoding === 'bom') return Buffer.from(`\ufeff${text}`);
  if (encoding === 'invalid') return Buffer.concat([Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from(text)]);
  return Buffer.from(text, encoding);
}

/** Returns the response to a call, broken or not. */
export function createResponse(
  call: Call,
  seed: number,
  fault: Break | undefined,
  style?: ResponseStyle,
): UpstreamResponse {
  const { status, type, headers: pageHeaders, body } = createValidResponse(call, seed, style);
  const validHeaders = { 'content-type': type, ...pageHeaders };
  if (fault === undefined)
    return { status, headers: validHeaders, body: typeof body === 'string' && type !== json ? body : write(body) };
  if (fault.kind === 'status')
    return { status: fault.status, headers: { ...validHeaders, ...fault.headers }, body: fault.text };
  const text = breakBody(body, fault);
  return {
    status,
    headers: fault.kind === 'headers' ? { ...validHeaders, ...fault.headers } : validHeaders,
    body: fault.kind === 'bytes' ? encodeText(text, fault.encoding) : text,
    ...(fault.kind === 'cut' ? { cut: fault.cut } : {}),
    change: toChange(body, fault),
  };
}
