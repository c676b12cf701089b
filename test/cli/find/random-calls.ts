/** Random query parameters and bodies that the contract accepts. */
import fc from 'fast-check';
import {
  attributesOf,
  type Constraints,
  constraintsOf,
  type OperationId,
  operation,
  type Parameter,
  resolve,
  type Schema,
  typesIn,
} from '../../../src/contract/index.ts';
import { getEnumValues } from '../../../src/graph/kit/contract/enums.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type Members = Readonly<Record<string, Json>>;

/** Query parameters and members of the body of a call, by their names in the contract. */
export interface Parameters {
  readonly query: Members;
  readonly body: Members | undefined;
}

const sampleTexts = ['main', 'a bug', 'C++', 'a=b&c', 'x,y', 'ünïcödé', '42', 'true', 'name'];

const byFormat: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-01-09', '2027-12-31'],
  'date-time': ['2026-01-09T08:00:00Z', '2025-02-28T23:59:59Z'],
  uri: ['https://example.com', 'https://tracker.example.com/a?b=c'],
  email: ['nora@example.com', 'c++@example.net'],
  decimal: ['1.5', '0.25'],
  boolean: ['true', 'false'],
};

/** Strings that a schema accepts. */
function anyText(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 255 } = schema;
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    const fitting = [...sampleTexts, '#428bca', 'red', '75', ...(byFormat[format ?? ''] ?? [])].filter(
      (text) => expression.test(text) && fits(text),
    );
    if (fitting.length === 0) throw new Error(`No sample matches ${pattern}`);
    return fc.constantFrom(...fitting);
  }
  if (maxLength === 0) return fc.constant('');
  const samples = (byFormat[format ?? ''] ?? sampleTexts).map((text) => text.padEnd(minLength, 'x')).filter(fits);
  return fc.constantFrom(...samples);
}

/** Values of secrets, which are masked wherever a call contains them. */
const secrets = ['https://example.com/s3cret.git', 'https://example.com/s3cret-2.git'];

const isSecret = (schema: Schema): boolean => schema['x-secret'] ?? resolve(schema)['x-secret'] ?? false;

const maxDepth = 3;

/** Values that a schema accepts. */
function anyValue(schema: Schema, inQuery: boolean, depth = 0): fc.Arbitrary<Json> {
  const resolved = resolve(schema);
  const enumValues = getEnumValues(schema);
  if (enumValues !== undefined) return fc.constantFrom(...enumValues);
  const forms = (resolved.oneOf ?? resolved.anyOf ?? []).filter(({ type }) => !inQuery || type !== 'null');
  if (forms.length > 0) return fc.oneof(...forms.map((form) => anyValue(form, inQuery, depth)));
  const types = typesIn(schema);
  const nullable = !inQuery && types.has('null');
  const value = ((): fc.Arbitrary<Json> => {
    if (types.has('array') || resolved.items !== undefined)
      return fc.array(anyValue(resolved.items ?? {}, inQuery, depth + 1), {
        minLength: Math.max(resolved.minItems ?? 0, inQuery ? 1 : 0),
        maxLength: Math.min(resolved.maxItems ?? 3, 3),
      });
    if (attributesOf(schema).size > 0) return anyMembers(schema, inQuery, depth);
    if (types.has('object'))
      return fc.dictionary(fc.constantFrom('SCALE', 'region', 'a b'), fc.constantFrom('10', 'north'), { maxKeys: 2 });
    if (types.has('boolean')) return fc.boolean();
    const { minimum = 1, maximum = 10_000 } = resolved;
    if (types.has('integer'))
      return fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 3_000_000_000)) });
    if (types.has('number')) return fc.constantFrom(minimum, Math.min(minimum + 0.5, maximum));
    return isSecret(schema) ? fc.constantFrom(...secrets) : anyText(resolved);
  })();
  return nullable ? fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }) : value;
}

const withoutBrackets = (name: string): string => name.replace(/\[\]$/, '');

/** Selects members that satisfy the constraints: removes members that exclude each other, and adds required ones. */
function applyConstraints(
  { exclusive, atLeastOne, requires }: Constraints,
  all: Members,
  chosen: ReadonlySet<string>,
): Members {
  const names = new Set(chosen);
  for (const group of atLeastOne.map((group) => group.map(withoutBrackets)))
    if (!group.some((name) => names.has(name))) names.add(group[0] ?? '');
  for (const [name, requirements] of Object.entries(requires))
    if (names.has(withoutBrackets(name)))
      for (const requirement of requirements) names.add(withoutBrackets(requirement));
  for (const group of exclusive.map((group) => group.map(withoutBrackets)))
    for (const excluded of group.filter((name) => names.has(name)).slice(1)) names.delete(excluded);
  for (const [name, requirements] of Object.entries(requires))
    if (requirements.some((requirement) => !names.has(withoutBrackets(requirement))))
      names.delete(withoutBrackets(name));
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

function anySubset(
  members: ReadonlyMap<string, fc.Arbitrary<Json>>,
  required: ReadonlySet<string>,
  constraints: Constraints,
): fc.Arbitrary<Members> {
  const optional = [...members.keys()].filter((name) => !required.has(name));
  const chosen = fc.oneof(
    { weight: 3, arbitrary: fc.subarray(optional, { maxLength: Math.min(optional.length, 3) }) },
    { weight: 1, arbitrary: fc.subarray(optional, { maxLength: Math.min(optional.length, 12) }) },
  );
  return fc
    .tuple(fc.record(Object.fromEntries(members)), chosen)
    .map(([all, names]) => applyConstraints(constraints, all, new Set([...required, ...names])));
}

function anyMembers(schema: Schema, inQuery: boolean, depth: number): fc.Arbitrary<Members> {
  const resolved = resolve(schema);
  const required = new Set(resolved.required ?? []);
  const attributes = [...attributesOf(schema)].filter(
    ([name, member]) => !member['x-never-sent'] && (depth < maxDepth || required.has(name)),
  );
  const members = attributes.map(([name, member]) => [name, anyValue(member, inQuery, depth + 1)] as const);
  return anySubset(new Map(members), required, constraintsOf(resolved));
}

/** Parameters of pagination, for which the graph has cursors and `first`. */
const paging = new Set(['page', 'per_page', 'pagination', 'cursor', 'id_after']);

export const getFilters = ({ queryParameters }: { readonly queryParameters: readonly Parameter[] }) =>
  queryParameters.filter(({ name, neverSent }) => !paging.has(name) && !neverSent);

/** Random parameters of an operation. */
export function anyParameters(id: OperationId): fc.Arbitrary<Parameters> {
  const contractOperation = operation(id);
  const filters = getFilters(contractOperation);
  const required = new Set(filters.filter((parameter) => parameter.required).map(({ name }) => name));
  const query = anySubset(
    new Map(filters.map(({ name, schema }) => [name, anyValue(schema, true)])),
    required,
    contractOperation.constraints,
  );
  const { body } = contractOperation;
  return fc.record({ query, body: body === undefined ? fc.constant(undefined) : anyMembers(body, false, 0) });
}

/** Formats a query in the styles of the contract. */
export function formatQuery(id: OperationId, query: Members): string {
  const pairs = new URLSearchParams();
  for (const { name, wireName, style, schema } of operation(id).queryParameters) {
    const value = query[name];
    if (value === undefined) continue;
    if (Array.isArray(value) && style === 'repeat') for (const item of value) pairs.append(wireName, String(item));
    else if (Array.isArray(value)) pairs.append(name, value.join(','));
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) {
        const isJoined = attributesOf(schema).get(key)?.['x-comma-separated'] ?? false;
        if (Array.isArray(member) && !isJoined)
          for (const item of member) pairs.append(`${name}[${key}][]`, String(item));
        else pairs.append(`${name}[${key}]`, String(member));
      }
    else pairs.append(wireName, String(value));
  }
  return pairs.toString();
}
