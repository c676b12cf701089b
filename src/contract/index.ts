/** What the REST contract says, as facts for the client, the graph, the sandbox and the tests. */

import { document } from './document.gen.ts';
import type { OpenApiDocument, OperationObject, ParameterObject, Schema } from './document.ts';
import type { components, operations as OperationTypes } from './types.gen.ts';

export type { Schema } from './document.ts';
export { document };

export type OperationId = keyof OperationTypes;
export type SchemaName = keyof components['schemas'];
export type SchemaType<S extends SchemaName> = components['schemas'][S];

type Parameters<O extends OperationId, In extends string> = OperationTypes[O] extends {
  parameters: Readonly<Record<In, infer P>>;
}
  ? P
  : never;
/** Path parameters of an operation by name. */
export type PathOf<O extends OperationId> = Parameters<O, 'path'>;
/** Query parameters of an operation by their name on the wire, `[]` included. */
export type QueryOf<O extends OperationId> = OperationTypes[O] extends { parameters: { readonly query?: infer Q } }
  ? NonNullable<Q>
  : never;
/** JSON body of an operation. */
export type BodyOf<O extends OperationId> = OperationTypes[O] extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: Readonly<Record<'application/json', infer J>> }
    ? J
    : never
  : never;

export interface Parameter {
  /** Name on the wire without `[]`. */
  readonly name: string;
  readonly wireName: string;
  readonly description: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly deprecated: string | undefined;
  readonly encodeUnderscore: boolean;
  /** `repeat`: `a[]=1&a[]=2`; `comma`: `a=1,2`; `hash`: `a[key]=1`; `plain`: `a=1`. */
  readonly style: 'plain' | 'repeat' | 'comma' | 'hash';
  readonly secret: boolean;
  readonly neverSent: boolean;
  readonly source: string | undefined;
}

export interface Constraints {
  readonly exclusive: readonly (readonly string[])[];
  readonly atLeastOne: readonly (readonly string[])[];
  readonly requires: Readonly<Record<string, readonly string[]>>;
}

export interface Operation {
  readonly id: OperationId;
  readonly aliases: readonly string[];
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template below the base URL, parameters in braces. */
  readonly path: string;
  readonly area: string;
  /** What the operation is or does, in one sentence. */
  readonly summary: string;
  /** What else a caller must know: effects, roles, tiers, pitfalls. */
  readonly description: string;
  readonly source: string;
  readonly deprecated: string | undefined;
  readonly assumed: boolean;
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  readonly constraints: Constraints;
  readonly body: Schema | undefined;
  readonly multipart: Schema | undefined;
  /** Whether the success answer is an array. */
  readonly list: boolean;
  /** Whether the list takes `pagination=keyset`. */
  readonly keyset: boolean;
  /** Names of the schemas of the success answer (of its items for a list). */
  readonly answers: readonly SchemaName[];
  /** Schema of the rows of a file in columns, where the answer is one. */
  readonly rows: SchemaName | undefined;
  /** Statuses of success whose answer may have no body: none is documented, or it is there and not ready. */
  readonly bodiless: ReadonlySet<number>;
  /** Attributes that a status implies if its response has no body. */
  readonly implied: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  /** Whether the success answer may be null. */
  readonly answersNull: boolean;
  /** The list whose items are what this operation answers. */
  readonly itemOf: OperationId | undefined;
  /** Query with which that list carries the whole item. */
  readonly itemOfQuery: Readonly<Record<string, unknown>>;
  /** What the documents say of each status that is not a success. */
  readonly errors: ReadonlyMap<number, string>;
  /** Whether an answer can carry a secret; it is then never kept. */
  readonly secret: boolean;
}

const pagingParameters = new Set(['page', 'per_page', 'pagination', 'cursor', 'id_after']);

const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const isSchemaName = (name: string): name is SchemaName => name in document.components.schemas;

/** The schema a reference stands for; any other schema as it is. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = document.components.schemas[refName(schema.$ref)];
  if (target === undefined) throw new Error(`The contract has no schema ${schema.$ref}`);
  return resolve(target);
}

/** Name of the component schema that a schema refers to, through `oneOf: [$ref, null]` and `allOf: [$ref, …]` too. */
export function schemaNameOf(schema: Schema): SchemaName | undefined {
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    return isSchemaName(name) ? name : undefined;
  }
  const members = (schema.oneOf ?? schema.anyOf ?? schema.allOf)?.filter((member) => member.type !== 'null');
  const [first] = members ?? [];
  if (first === undefined || (schema.allOf === undefined && members?.length !== 1)) return undefined;
  return schemaNameOf(first);
}

const attributeCache = new Map<Schema | SchemaName, ReadonlyMap<string, Schema>>();

/** Attributes of an object schema by name, `allOf` flattened. */
export function attributesOf(schema: Schema | SchemaName): ReadonlyMap<string, Schema> {
  const known = attributeCache.get(schema);
  if (known) return known;
  const resolved = resolve(typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema);
  const attributes = new Map<string, Schema>();
  for (const part of resolved.allOf ?? [])
    for (const [name, attribute] of attributesOf(part)) attributes.set(name, attribute);
  for (const [name, attribute] of Object.entries(resolved.properties ?? {})) attributes.set(name, attribute);
  attributeCache.set(schema, attributes);
  return attributes;
}

/** Whether a schema or anything below it is marked `x-secret`. */
export function carriesSecret(schema: Schema, seen = new Set<Schema>()): boolean {
  if (schema['x-secret']) return true;
  const target = resolve(schema);
  if (seen.has(target)) return false;
  seen.add(target);
  if (target['x-secret']) return true;
  const below = [
    ...Object.values(target.properties ?? {}),
    ...(target.allOf ?? []),
    ...(target.oneOf ?? []),
    ...(target.anyOf ?? []),
    ...(target.items ? [target.items] : []),
  ];
  return below.some((member) => carriesSecret(member, seen));
}

/** Type words of a schema, `null` included. */
export function typesOf(schema: Schema): readonly string[] {
  const { type } = resolve(schema);
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

const typesCache = new WeakMap<Schema, ReadonlySet<string>>();

/** Type words of a schema and of the forms that it may have. */
export function typesIn(schema: Schema): ReadonlySet<string> {
  const known = typesCache.get(schema);
  if (known !== undefined) return known;
  const { oneOf = [], anyOf = [] } = resolve(schema);
  const types = new Set([...typesOf(schema), ...[...oneOf, ...anyOf].flatMap((form) => [...typesIn(form)])]);
  typesCache.set(schema, types);
  return types;
}

function parameterStyle(parameter: ParameterObject): Parameter['style'] {
  if (parameter.style === 'deepObject') return 'hash';
  if (parameter.name?.endsWith('[]')) return 'repeat';
  return parameter.explode === false ? 'comma' : 'plain';
}

function toParameter(object: ParameterObject): Parameter & { in: string } {
  const parameter = object.$ref === undefined ? object : document.components.parameters?.[refName(object.$ref)];
  if (parameter?.name === undefined || parameter.in === undefined || parameter.schema === undefined)
    throw new Error(`The contract has no parameter ${object.$ref ?? object.name}`);
  return {
    in: parameter.in,
    name: parameter.name.replace(/\[\]$/, ''),
    wireName: parameter.name,
    description: parameter.description ?? '',
    schema: parameter.schema,
    required: parameter.required ?? false,
    deprecated: parameter.deprecated ? (parameter['x-deprecation'] ?? 'Deprecated upstream.') : undefined,
    encodeUnderscore: parameter['x-encode-underscore'] ?? false,
    style: parameterStyle(parameter),
    secret: parameter['x-secret'] ?? false,
    neverSent: parameter['x-never-sent'] ?? false,
    source: parameter['x-source'],
  };
}

/** Rules between the members of a query or a body. */
export function constraintsOf(
  holder: Pick<OperationObject, 'x-exclusive' | 'x-at-least-one' | 'x-requires'>,
): Constraints {
  return {
    exclusive: holder['x-exclusive'] ?? [],
    atLeastOne: holder['x-at-least-one'] ?? [],
    requires: holder['x-requires'] ?? {},
  };
}

function answersOf(schema: Schema): SchemaName[] {
  const name = schemaNameOf(schema);
  if (name !== undefined) return [name];
  return (schema.oneOf ?? schema.anyOf ?? []).flatMap(answersOf);
}

/** Schema of the rows of a CSV file that an operation answers with. */
function rowsOf({ responses }: OperationObject): SchemaName | undefined {
  const files = Object.values(responses).flatMap(({ content }) => content?.['text/csv']?.schema?.contentSchema ?? []);
  const [items] = files.flatMap((file) => file.items ?? []);
  return items && schemaNameOf(items);
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

function toOperation(method: keyof typeof methods, path: string, object: OperationObject): Operation {
  const parameters = (object.parameters ?? []).map(toParameter);
  const successes = Object.entries(object.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => response.content?.['application/json']?.schema ?? []);
  const list = successes.some((schema) => resolve(schema).type === 'array');
  const items = successes.map((schema) => (resolve(schema).type === 'array' ? (resolve(schema).items ?? {}) : schema));
  return {
    // The ids of document and types are generated from the same contract.
    id: object.operationId as OperationId,
    aliases: object['x-aliases'] ?? [],
    method: methods[method],
    path,
    area: object.tags?.[0] ?? '',
    summary: object.summary ?? '',
    description: object.description ?? '',
    source: object['x-source'] ?? '',
    deprecated: object.deprecated ? (object['x-deprecation'] ?? 'Deprecated upstream.') : undefined,
    assumed: object['x-assumed'] ?? false,
    pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
    queryParameters: parameters.filter((parameter) => parameter.in === 'query'),
    constraints: constraintsOf(object),
    body: object.requestBody?.content['application/json']?.schema,
    multipart: object.requestBody?.content['multipart/form-data']?.schema,
    list,
    keyset: parameters.some((parameter) => parameter.name === 'pagination'),
    answers: items.flatMap(answersOf),
    rows: rowsOf(object),
    bodiless: new Set(
      Object.entries(object.responses).flatMap(([status, { content }]) =>
        // What is read before it is ready may have no body even when it is.
        /^[23]/.test(status) && (content === undefined || (method === 'get' && '202' in object.responses))
          ? [Number(status)]
          : [],
      ),
    ),
    implied: new Map(
      Object.entries(object.responses).flatMap(([status, { 'x-implied': implied }]) =>
        implied === undefined ? [] : [[Number(status), implied]],
      ),
    ),
    answersNull: successes.some((schema) => typesIn(schema).has('null')),
    errors: new Map(
      Object.entries(object.responses)
        .filter(([status]) => /^[345]/.test(status))
        .map(([status, response]) => [Number(status), response.description ?? '']),
    ),
    itemOf: object['x-item-of'] as OperationId | undefined,
    itemOfQuery: object['x-item-of-query'] ?? {},
    secret: successes.some((schema) => carriesSecret(schema)),
  };
}

function readOperations({ paths }: OpenApiDocument): ReadonlyMap<OperationId, Operation> {
  const found = new Map<OperationId, Operation>();
  for (const [path, item] of Object.entries(paths))
    for (const method of Object.keys(methods) as (keyof typeof methods)[]) {
      const object = item[method];
      if (object === undefined) continue;
      const operation = toOperation(method, path, object);
      if (found.has(operation.id)) throw new Error(`The contract has two operations ${operation.id}`);
      found.set(operation.id, operation);
    }
  return found;
}

/** Every operation of the contract by id. */
export const operations: ReadonlyMap<OperationId, Operation> = readOperations(document);

/** One operation of the contract. */
export function operation(id: OperationId): Operation {
  const found = operations.get(id);
  if (found === undefined) throw new Error(`The contract has no operation ${id}`);
  return found;
}

const onRequest = new Map<OperationId, ReadonlyMap<string, readonly string[]>>();

/** Query parameters of an operation that ask for attributes of its answer, each with these attributes. */
export function attributesOnRequest(id: OperationId): ReadonlyMap<string, readonly string[]> {
  const known = onRequest.get(id);
  if (known !== undefined) return known;
  const { answers, queryParameters } = operation(id);
  const found = new Map<string, readonly string[]>();
  for (const [name, schema] of answers.flatMap((answer) => [...attributesOf(answer)])) {
    const parameter = schema['x-on-request'];
    if (parameter !== undefined && queryParameters.some((each) => each.name === parameter))
      found.set(parameter, [...(found.get(parameter) ?? []), name]);
  }
  onRequest.set(id, found);
  return found;
}

/** Query parameters that filter, order or shape, without those of paging. */
export function filtersOf(id: OperationId): readonly Parameter[] {
  return operation(id).queryParameters.filter(
    (parameter) => !pagingParameters.has(parameter.name) && !parameter.neverSent,
  );
}

/** Attributes that an answer of this schema lists, whether or not an answer at hand sends them. */
export function carries(schema: SchemaName, attribute: string): boolean {
  return attributesOf(schema).has(attribute);
}
