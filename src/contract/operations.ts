/** Operations of a contract. */
import type { FilterObject, OperationObject, ParameterObject, Schema } from './document.ts';
import { type Constraints, constraintsOf, containsSecret, refName, resolve, schemaNameOf, typesIn } from './schemas.ts';
import type { OperationId, SchemaName } from './types.ts';

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

export interface Operation {
  readonly id: OperationId;
  readonly aliases: readonly string[];
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template below the base URL, parameters in braces. */
  readonly path: string;
  readonly area: string;
  /** Purpose of the operation, in one sentence. */
  readonly summary: string;
  /** Effects, roles, tiers and pitfalls. */
  readonly description: string;
  readonly source: string;
  readonly deprecated: string | undefined;
  readonly assumed: boolean;
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  /** Filters of the graph that set several query parameters, by their names. */
  readonly filters: ReadonlyMap<string, FilterObject>;
  /** Type of the filter in the graph, if lists share it. */
  readonly filterType: string | undefined;
  readonly constraints: Constraints;
  readonly body: Schema | undefined;
  readonly multipart: Schema | undefined;
  /** Whether the success response is an array. */
  readonly list: boolean;
  /** Whether the list accepts `pagination=keyset`. */
  readonly keyset: boolean;
  /** Names of the schemas of the success response (of its items for a list). */
  readonly responseSchemas: readonly SchemaName[];
  /** Schema of the rows of a CSV file; `undefined` if the response is not CSV. */
  readonly rows: SchemaName | undefined;
  /** Success statuses whose response may have no body: none is documented, or the object is not ready. */
  readonly bodiless: ReadonlySet<number>;
  /** Attributes that a status implies if its response has no body. */
  readonly implied: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  /** Whether the success response may be null. */
  readonly mayBeNull: boolean;
  /** List that contains the object that this operation returns. */
  readonly itemOf: OperationId | undefined;
  /** Query with which that list contains the complete object. */
  readonly itemOfQuery: Readonly<Record<string, unknown>>;
  /** Documented meaning of each error status. */
  readonly errors: ReadonlyMap<number, string>;
  /** Whether a response may contain a secret; it is never cached then. */
  readonly containsSecret: boolean;
}

function parameterStyle(parameter: ParameterObject): Parameter['style'] {
  if (parameter.style === 'deepObject') return 'hash';
  if (parameter.name?.endsWith('[]')) return 'repeat';
  return parameter.explode === false ? 'comma' : 'plain';
}

/** Component parameters by name. */
export type ParameterObjects = Readonly<Record<string, ParameterObject>>;

function toParameter(object: ParameterObject, shared: ParameterObjects): Parameter & { in: string } {
  const parameter = object.$ref === undefined ? object : shared[refName(object.$ref)];
  if (parameter === undefined) throw new Error(`The contract has no parameter ${object.$ref}`);
  if (parameter.name === undefined || parameter.in === undefined || parameter.schema === undefined)
    throw new Error(`The parameter ${object.$ref ?? object.name ?? 'without a name'} requires name, in and schema`);
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

function findSchemaNames(schema: Schema): SchemaName[] {
  const name = schemaNameOf(schema);
  if (name !== undefined) return [name];
  return (schema.oneOf ?? schema.anyOf ?? []).flatMap(findSchemaNames);
}

/** Schema of the rows of a CSV response. */
function rowsOf({ responses }: OperationObject): SchemaName | undefined {
  const files = Object.values(responses).flatMap(({ content }) => content?.['text/csv']?.schema?.contentSchema ?? []);
  const [items] = files.flatMap((file) => file.items ?? []);
  return items && schemaNameOf(items);
}

export const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/** Whether a member of a path item is an operation. */
export const isMethod = (name: unknown): boolean => typeof name === 'string' && Object.hasOwn(methods, name);

/** Reads one operation. @param shared parameters that it may refer to */
export function toOperation(
  method: keyof typeof methods,
  path: string,
  object: OperationObject,
  shared: ParameterObjects,
): Operation {
  const parameters = (object.parameters ?? []).map((parameter) => toParameter(parameter, shared));
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
    filters: new Map(Object.entries(object['x-filters'] ?? {})),
    filterType: object['x-filter-type'],
    constraints: constraintsOf(object),
    body: object.requestBody?.content['application/json']?.schema,
    multipart: object.requestBody?.content['multipart/form-data']?.schema,
    list,
    keyset: parameters.some((parameter) => parameter.name === 'pagination'),
    responseSchemas: items.flatMap(findSchemaNames),
    rows: rowsOf(object),
    bodiless: new Set(
      Object.entries(object.responses).flatMap(([status, { content }]) =>
        // An object that is read before it is ready may have no body even when it is ready.
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
    mayBeNull: successes.some((schema) => typesIn(schema).has('null')),
    errors: new Map(
      Object.entries(object.responses)
        .filter(([status]) => /^[345]/.test(status))
        .map(([status, response]) => [Number(status), response.description ?? '']),
    ),
    itemOf: object['x-item-of'] as OperationId | undefined,
    itemOfQuery: object['x-item-of-query'] ?? {},
    containsSecret: successes.some((schema) => containsSecret(schema)),
  };
}
