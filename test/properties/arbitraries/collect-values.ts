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

const collectedFields = new Set([
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
const maxValues = 12;

/** Returns a selection of the names and ids of a type and of the types below it. */
function createSelection(type: GraphQLObjectType, depth: number): string {
  const parts = ['__typename'];
  for (const field of Object.values(type.getFields())) {
    const named = getNamedType(field.type);
    if (field.args.some(isRequiredArgument) || field.name.startsWith('_')) continue;
    if (isLeafType(named) && collectedFields.has(field.name)) parts.push(field.name);
    else if (
      isObjectType(named) &&
      named.getInterfaces().some(isInterfaceType) &&
      ['node', 'nodes'].includes(field.name)
    )
      parts.push(`${field.name} { ${createSelection(named, depth)} }`);
    else if (isObjectType(named) && /Connection$/.test(named.name) && depth > 0)
      parts.push(`${field.name}(first: 3) { ${createSelection(named, depth - 1)} }`);
    else if (isObjectType(named) && /Edge$/.test(named.name)) parts.push(`${field.name} { cursor }`);
    else if (isObjectType(named) && named.getFields().id !== undefined && depth > 0)
      parts.push(`${field.name} { ${createSelection(named, 0)} }`);
  }
  return parts.join(' ');
}

/** Reads values from fields of Query. @param roots fields with their arguments, and the types that they return */
export async function collectValues(
  schema: GraphQLSchema,
  execute: (query: string) => Promise<unknown>,
  roots: readonly (readonly [field: string, type: string])[],
): Promise<SandboxValues> {
  const ids = new Map<string, Set<string>>();
  const byField = new Map<string, Set<string | number>>();

  function collect(value: unknown): void {
    if (Array.isArray(value)) value.forEach(collect);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const members: Readonly<Record<string, unknown>> = { ...value };
    const { __typename: typename, id } = members;
    if (typeof typename === 'string' && typeof id === 'string') addValue(ids, typename, id);
    for (const [name, member] of Object.entries(members))
      if (typeof member === 'object') collect(member);
      else if (collectedFields.has(name) && name !== 'id' && (typeof member === 'string' || typeof member === 'number'))
        addValue(byField, name, member);
  }

  for (const [field, typeName] of roots) {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) throw new Error(`${typeName} is not an object type`);
    collect(await execute(`{ ${field} { ${createSelection(type, 2)} } }`));
  }
  const toLists = <Value>(sets: ReadonlyMap<string, ReadonlySet<Value>>) =>
    new Map([...sets].map(([name, set]) => [name, [...set]]));
  return { ids: toLists(ids), byField: toLists(byField) };
}

function addValue<Value>(sets: Map<string, Set<Value>>, name: string, value: Value): void {
  let set = sets.get(name);
  if (set === undefined) {
    set = new Set();
    sets.set(name, set);
  }
  if (set.size < maxValues) set.add(value);
}
