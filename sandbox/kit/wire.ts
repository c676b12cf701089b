/** Decodes parameters: nested names in queries and forms, numbers as strings, multipart bodies. */
import { attributesOf, type Operation, type Parameter, resolve, type Schema } from '../../src/contract/index.ts';
import type { UploadedFile } from './area.ts';
import { badParameters } from './http-error.ts';

/** Parameters by name. */
export interface Tree {
  [name: string]: unknown;
}

/** Whether a value has named members. */
export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without a prototype, so that no parameter name has a special meaning. */
function newTree(): Tree {
  return Object.create(null);
}

/** Splits `a[b][]` into `a`, `b` and the empty string. */
function partsOf(name: string): string[] {
  const [, first, rest] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(name) ?? [];
  if (first === undefined || rest === undefined) return [name];
  return [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part ?? '')];
}

function place(tree: Tree, [name = '', ...rest]: readonly string[], value: string): void {
  const [next, ...below] = rest;
  if (next === undefined) {
    tree[name] = value;
    return;
  }
  if (next !== '') {
    const child = isTree(tree[name]) ? tree[name] : newTree();
    tree[name] = child;
    place(child, rest, value);
    return;
  }
  const items: unknown[] = Array.isArray(tree[name]) ? tree[name] : [];
  tree[name] = items;
  const [key] = below;
  if (key === undefined) {
    items.push(value);
    return;
  }
  // `list[][a]=1&list[][b]=2` is one item; a name that the last item already has starts the next item.
  const last = items.at(-1);
  const item = isTree(last) && !(key in last) ? last : newTree();
  if (item !== last) items.push(item);
  place(item, below, value);
}

/** Nests the parameters of a query or form by the brackets of their names. */
export function nest(pairs: Iterable<readonly [string, string]>): Tree {
  const tree = newTree();
  for (const [name, value] of pairs) place(tree, partsOf(name), value);
  return tree;
}

function alternatives(schema: Schema): readonly Schema[] {
  const target = resolve(schema);
  const members = [...(target.oneOf ?? []), ...(target.anyOf ?? []), ...(target.allOf ?? [])];
  return [target, ...members.flatMap(alternatives)];
}

function typeWords(schema: Schema): ReadonlySet<string> {
  return new Set(alternatives(schema).flatMap(({ type }) => (type === undefined ? [] : type)));
}

function fromText(schema: Schema, text: string): unknown {
  const types = typeWords(schema);
  if (types.has('integer') && /^-?\d+$/.test(text)) return Number(text);
  if (types.has('number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (types.has('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** Converts a string to its type in the contract; returns it unchanged if that is not possible. */
export function coerce(schema: Schema, value: unknown): unknown {
  if (typeof value === 'string') return fromText(schema, value);
  if (Array.isArray(value)) {
    const { items = {} } = alternatives(schema).find((member) => member.items !== undefined) ?? {};
    return value.map((item) => coerce(items, item));
  }
  return isTree(value) ? coerceMembers(schema, value) : value;
}

/** Converts the members of an object from strings to their types. */
export function coerceMembers(schema: Schema, tree: Tree): Tree {
  const attributes = attributesOf(schema);
  const { additionalProperties } = resolve(schema);
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const coerced = newTree();
  for (const [name, member] of Object.entries(tree)) {
    const attribute = attributes.get(name) ?? others;
    const split = attribute['x-comma-separated'] && typeof member === 'string';
    coerced[name] = coerce(attribute, split ? member.split(',') : member);
  }
  return coerced;
}

/** Keyword such as `None` instead of a list. */
function wordInstead(schema: Schema, value: unknown): string | undefined {
  const word: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof word !== 'string') return undefined;
  return alternatives(schema).some((member) => member.enum?.includes(word)) ? word : undefined;
}

function readParameter({ schema, style }: Parameter, value: unknown): unknown {
  if (style === 'repeat' || style === 'comma') {
    const word = wordInstead(schema, value);
    if (word !== undefined) return word;
  }
  if (style === 'comma' && typeof value === 'string') return coerce(schema, value === '' ? [] : value.split(','));
  return coerce(schema, value);
}

/** Separates the documented query parameters of an operation from all others. */
export function readQuery(operation: Operation, tree: Tree): { query: Tree; others: Tree } {
  const query = newTree();
  const others = newTree();
  for (const [name, value] of Object.entries(tree)) {
    const parameter = operation.queryParameters.find((candidate) => candidate.name === name);
    if (parameter) query[parameter.wireName] = readParameter(parameter, value);
    else others[name] = value;
  }
  // Services reduce page sizes that are too large instead of rejecting them.
  if (typeof query.per_page === 'number' && query.per_page > 100) query.per_page = 100;
  return { query, others };
}

/** Converts path parameters to their types in the contract. */
export function readPath(operation: Operation, texts: Readonly<Record<string, string>>): Tree {
  const path = newTree();
  for (const { name, schema } of operation.pathParameters) path[name] = fromText(schema, texts[name] ?? '');
  return path;
}

/** Parsed body: JSON has types, forms contain strings. */
export interface RawBody {
  readonly value: unknown;
  readonly texts: boolean;
  readonly files: readonly UploadedFile[];
}

/** Parses a body by its content type. */
export async function readBody(bytes: Buffer, contentType: string | undefined): Promise<RawBody> {
  const [type = ''] = (contentType ?? '').split(';');
  if (bytes.length === 0) return { value: undefined, texts: false, files: [] };
  if (type === 'application/x-www-form-urlencoded')
    return { value: nest(new URLSearchParams(bytes.toString('utf8'))), texts: true, files: [] };
  if (type === 'multipart/form-data') return readMultipart(bytes, contentType ?? '');
  if (type !== 'application/json') throw badParameters([`The provided content-type '${type}' is not supported.`]);
  try {
    return { value: JSON.parse(bytes.toString('utf8')), texts: false, files: [] };
  } catch {
    throw badParameters(['Problem while parsing request body']);
  }
}

async function readMultipart(bytes: Buffer, contentType: string): Promise<RawBody> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  const pairs: [string, string][] = [];
  const files: UploadedFile[] = [];
  for (const [field, value] of form) {
    if (typeof value === 'string') pairs.push([field, value]);
    else
      files.push({ field, filename: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) });
  }
  return { value: nest(pairs), texts: true, files };
}
