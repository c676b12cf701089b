/** Collects values of a sandbox, so that random documents request existing objects. */
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { SandboxValues } from './values.ts';

const telling = new Set([
  'id',
  'iid',
  'databaseId',
  'fullPath',
  'username',
  'key',
  'name',
  'title',
  'ref',
  'sha',
  'cursor',
]);
const keptOfEach = 12;

/** Returns a selection of the names and ids of a type and of the types below it. */
function selectionOf(type: GraphQLObjectType, depth: number): string {
  const parts = ['__typename'];
  for (const field of Object.values(type.getFields())) {
    const named = getNamedType(field.type);
    if (field.args.some(isRequiredArgument) || field.name.startsWith('_')) continue;
    if (isLeafType(named) && telling.has(field.name)) parts.push(field.name);
    else if (
      isObjectType(named) &&
      named.getInterfaces().some(isInterfaceType) &&
      ['node', 'nodes'].includes(field.name)
    )
      parts.push(`${field.name} { ${selectionOf(named, depth)} }`);
    else if (isObjectType(named) && /Connection$/.test(named.name) && depth > 0)
      parts.push(`${field.name}(first: 3) { ${selectionOf(named, depth - 1)} }`);
    else if (isObjectType(named) && /Edge$/.test(named.name)) parts.push(`${field.name} { cursor }`);
    else if (isObjectType(named) && named.getFields().id !== undefined && depth > 0)
      parts.push(`${field.name} { ${selectionOf(named, 0)} }`);
  }
  return parts.join(' ');
}

/** Reads everything that is reachable from these selections of Query, with the types that they return. */
export async function collectValues(
  schema: GraphQLSchema,
  execute: (query: string) => Promise<unknown>,
  places: readonly (readonly [field: string, type: string])[],
): Promise<SandboxValues> {
  const ids = new Map<string, Set<string>>();
  const byField = new Map<string, Set<string | number>>();

  function note(value: unknown): void {
    if (Array.isArray(value)) value.forEach(note);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const members: Readonly<Record<string, unknown>> = { ...value };
    const { __typename: typename, id } = members;
    if (typeof typename === 'string' && typeof id === 'string') keep(ids, typename, id);
    for (const [name, member] of Object.entries(members))
      if (typeof member === 'object') note(member);
      else if (telling.has(name) && name !== 'id' && (typeof member === 'string' || typeof member === 'number'))
        keep(byField, name, member);
  }

  for (const [field, typeName] of places) {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) throw new Error(`${typeName} is not an object type`);
    note(await execute(`{ ${field} { ${selectionOf(type, 2)} } }`));
  }
  const lists = <Value>(sets: ReadonlyMap<string, ReadonlySet<Value>>) =>
    new Map([...sets].map(([name, set]) => [name, [...set]]));
  return { ids: lists(ids), byField: lists(byField) };
}

function keep<Value>(sets: Map<string, Set<Value>>, name: string, value: Value): void {
  let set = sets.get(name);
  if (set === undefined) {
    set = new Set();
    sets.set(name, set);
  }
  if (set.size < keptOfEach) set.add(value);
}
