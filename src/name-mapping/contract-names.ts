/** Names and values of the contract that can be mapped. */
import {
  attributesOf,
  document,
  type Operation,
  operations,
  resolve,
  type Schema,
  type SchemaName,
  standardContract,
} from '../contract/index.ts';
import { getProperties, type SchemaProperty } from './names.ts';

/** Named schemas of the contract. */
export const schemas: Readonly<Record<string, Schema>> = document.components.schemas;

/** A reference to a named schema. @throws Error if none has this name */
export const refTo = (name: string): Schema => standardContract.reference(name as SchemaName);

/** Inputs in the query and body of an operation by name. */
export function getInputs({ queryParameters, body = {}, multipart = {} }: Operation): ReadonlyMap<string, Schema> {
  return new Map([
    ...attributesOf(multipart),
    ...attributesOf(body),
    ...queryParameters.map(({ name, schema }): [string, Schema] => [name, schema]),
  ]);
}

function* objectsIn(schema: Schema, seen: Set<Schema>): Generator<Schema> {
  const target = resolve(schema);
  if (seen.has(target)) return;
  seen.add(target);
  if (getProperties(schema).length > 0) yield schema;
  const { items, additionalProperties: others, allOf = [], oneOf = [], anyOf = [], properties = {} } = target;
  const below = [...allOf, ...oneOf, ...anyOf, ...Object.values(properties), ...(items ? [items] : [])];
  for (const part of typeof others === 'object' ? [...below, others] : below) yield* objectsIn(part, seen);
}

/** Every object schema of the contract, unnamed ones included. */
export function getObjectSchemas(contract = standardContract): readonly Schema[] {
  const seen = new Set<Schema>();
  const inputs = [...contract.operations.values()].flatMap(({ body, multipart, queryParameters }) => [
    ...(body ? [body] : []),
    ...(multipart ? [multipart] : []),
    ...queryParameters.map(({ schema }) => schema),
  ]);
  const named = Object.keys(contract.document.components.schemas).map((name) => contract.reference(name as SchemaName));
  return [...named, ...inputs].flatMap((root) => [...objectsIn(root, seen)]);
}

/** Names of all attributes of responses and inputs. */
export function getAttributeNames(contract = standardContract): ReadonlySet<string> {
  return new Set([
    ...getObjectSchemas(contract).flatMap((schema) => getProperties(schema).map(({ name }) => name)),
    ...[...contract.operations.values()].flatMap((operation) => [...getInputs(operation).keys()]),
  ]);
}

/** Path segments that are not parameters. */
export function getPathSegments(): ReadonlySet<string> {
  const segments = [...operations.values()].flatMap(({ path }) => path.split('/').slice(1));
  return new Set(segments.filter((segment) => !segment.startsWith('{')));
}

/** String values of each enum, by the name of its schema. */
export function getEnumValues(): ReadonlyMap<string, readonly string[]> {
  const sets = Object.entries(schemas).map(([name, { enum: words = [] }]): [string, readonly string[]] => [
    name,
    words.filter((word) => typeof word === 'string'),
  ]);
  return new Map(sets.filter(([, words]) => words.length > 0));
}

/** Whether a path leads to one object of a list: `/projects/{id}/pipelines/{pipeline_id}` for `/pipelines`. */
const isItemPath = (path: string, list: string): boolean =>
  path.replace(/\/\{\w+\}$/, '').endsWith(list) && /\/\{\w+\}$/.test(path);

let fullerSchemas: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/**
 * More complete schemas of the same objects, by the less complete schema: those composed of it, and those of operations
 * that return one object of its list.
 */
function findFullerSchemas(): ReadonlyMap<string, ReadonlySet<string>> {
  const fullerSchemasByName = new Map<string, Set<string>>();
  const add = (schema: string, fuller: string) => {
    if (schema !== fuller) fullerSchemasByName.set(schema, (fullerSchemasByName.get(schema) ?? new Set()).add(fuller));
  };
  for (const name of Object.keys(schemas))
    for (const { owners } of getProperties(refTo(name))) for (const owner of owners) add(owner, name);
  const reads = [...operations.values()].filter(({ method }) => method === 'GET');
  for (const { path, responseSchemas } of reads.filter(({ list }) => list)) {
    const last = path.slice(path.lastIndexOf('/'));
    const details = reads.filter((read) => !read.list && isItemPath(read.path, last));
    for (const schema of responseSchemas)
      for (const fuller of details.flatMap((read) => read.responseSchemas)) add(schema, fuller);
  }
  return fullerSchemasByName;
}

/** Properties of more complete schemas of the same objects that a schema lacks. */
export function getUndocumentedProperties(members: readonly SchemaProperty[]): readonly SchemaProperty[] {
  fullerSchemas ??= findFullerSchemas();
  const own = new Set(members.map(({ name }) => name));
  const outermost = new Set(members.flatMap(({ owners }) => owners.slice(0, 1)));
  const fuller = new Set([...outermost].flatMap((schema) => [...(fullerSchemas?.get(schema) ?? [])]));
  return [...fuller].flatMap((schema) => getProperties(refTo(schema)).filter(({ name }) => !own.has(name)));
}

let membersByName: ReadonlyMap<string, readonly SchemaProperty[]> | undefined;

/** Properties of all named object schemas by their name. */
export function getPropertiesByName(): ReadonlyMap<string, readonly SchemaProperty[]> {
  membersByName ??= Map.groupBy(
    Object.keys(schemas).flatMap((name) => getProperties(refTo(name))),
    ({ name }) => name,
  );
  return membersByName;
}
