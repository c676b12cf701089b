/** What of the contract can have other words upstream. */
import { attributesOf, document, type Operation, operations, resolve, type Schema } from '../contract/index.ts';
import { type Member, membersOf } from './names.ts';

/** The named schemas of the contract. */
export const schemas: Readonly<Record<string, Schema>> = document.components.schemas;

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Members of the query and body of an operation by name. */
export function inputsOf({ queryParameters, body = {}, multipart = {} }: Operation): ReadonlyMap<string, Schema> {
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
  if (membersOf(schema).length > 0) yield schema;
  const { items, additionalProperties: others, allOf = [], oneOf = [], anyOf = [], properties = {} } = target;
  const below = [...allOf, ...oneOf, ...anyOf, ...Object.values(properties), ...(items ? [items] : [])];
  for (const part of typeof others === 'object' ? [...below, others] : below) yield* objectsIn(part, seen);
}

/** Every object schema of the contract, those that have no name of their own included. */
export function objectSchemas(): readonly Schema[] {
  const seen = new Set<Schema>();
  const inputs = [...operations.values()].flatMap(({ body, multipart, queryParameters }) => [
    ...(body ? [body] : []),
    ...(multipart ? [multipart] : []),
    ...queryParameters.map(({ schema }) => schema),
  ]);
  return [...Object.keys(schemas).map(refTo), ...inputs].flatMap((root) => [...objectsIn(root, seen)]);
}

/** Every attribute of an answer and member of an input. */
export function attributeNames(): ReadonlySet<string> {
  return new Set([
    ...objectSchemas().flatMap((schema) => membersOf(schema).map(({ name }) => name)),
    ...[...operations.values()].flatMap((operation) => [...inputsOf(operation).keys()]),
  ]);
}

/** Whole segments of paths that are no parameters. */
export function pathSegments(): ReadonlySet<string> {
  const segments = [...operations.values()].flatMap(({ path }) => path.split('/').slice(1));
  return new Set(segments.filter((segment) => !segment.startsWith('{')));
}

/** The words of each closed set of texts, by the schema of the set. */
export function wordSets(): ReadonlyMap<string, readonly string[]> {
  const sets = Object.entries(schemas).map(([name, { enum: words = [] }]): [string, readonly string[]] => [
    name,
    words.filter((word) => typeof word === 'string'),
  ]);
  return new Map(sets.filter(([, words]) => words.length > 0));
}

/** Ends of the paths that lead to one object of a list: `/projects/{id}/pipelines/{pipeline_id}` for `/pipelines`. */
const isItemPath = (path: string, list: string): boolean =>
  path.replace(/\/\{\w+\}$/, '').endsWith(list) && /\/\{\w+\}$/.test(path);

let fullerSchemas: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/**
 * Schemas with more attributes of the same objects, by the schema that has fewer: those that are composed of it, and those of the
 * operations that read one object of its list.
 */
function findFullerSchemas(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (schema: string, fuller: string) => {
    if (schema !== fuller) found.set(schema, (found.get(schema) ?? new Set()).add(fuller));
  };
  for (const name of Object.keys(schemas))
    for (const { owners } of membersOf(refTo(name))) for (const owner of owners) add(owner, name);
  const reads = [...operations.values()].filter(({ method }) => method === 'GET');
  for (const { path, answers } of reads.filter(({ list }) => list)) {
    const last = path.slice(path.lastIndexOf('/'));
    const details = reads.filter((read) => !read.list && isItemPath(read.path, last));
    for (const schema of answers) for (const fuller of details.flatMap((read) => read.answers)) add(schema, fuller);
  }
  return found;
}

/** Members that fuller schemas of the same objects have beside those of a schema. */
export function furtherMembers(members: readonly Member[]): readonly Member[] {
  fullerSchemas ??= findFullerSchemas();
  const own = new Set(members.map(({ name }) => name));
  const outermost = new Set(members.flatMap(({ owners }) => owners.slice(0, 1)));
  const fuller = new Set([...outermost].flatMap((schema) => [...(fullerSchemas?.get(schema) ?? [])]));
  return [...fuller].flatMap((schema) => membersOf(refTo(schema)).filter(({ name }) => !own.has(name)));
}

let membersByName: ReadonlyMap<string, readonly Member[]> | undefined;

/** Members of all object schemas that have a name, by their own name. */
export function allMembers(): ReadonlyMap<string, readonly Member[]> {
  membersByName ??= Map.groupBy(
    Object.keys(schemas).flatMap((name) => membersOf(refTo(name))),
    ({ name }) => name,
  );
  return membersByName;
}
