/** Queries over every field that makes a REST call, each twice at different addresses and beside another object. */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { operations } from '../../../src/contract/index.ts';
import { everything } from '../../graph/everything.ts';
import type { Known } from './values.ts';

/** A field that makes calls, and a query for it. */
export interface Target {
  /** Coordinate, such as `Project.pipelines`. */
  readonly field: string;
  /** The field twice, as `broken` and `good` with other addresses where it has any, and `neighbour`. */
  readonly query: string;
  /** What stands in the paths of the calls below `broken` and not in others; undefined where they have no address. */
  readonly address: string | undefined;
}

type Field = GraphQLField<unknown, unknown>;

/** A selection around `BELOW`, such as `node(id: "…") { … on Project { BELOW } }`, whose address is that of `ADDRESS`. */
type Way = string;

/** The user that stands beside what is broken; calls for it are never broken. */
export const neighbourId = '987654321';
const neighbour = `neighbour: user(by: { id: "${neighbourId}" }) { username name }`;
const own = { broken: '771', good: '772' } as const;

function callsSomething({ extensions: { directives } }: Field): boolean {
  return typeof directives === 'object' && directives !== null && 'rest' in directives;
}

/** Literal of an input; of a choice its id, or its first member. */
function literalOf(type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
  if (named.name === 'ID' || named.name === 'String') return '"7"';
  if (!isInputObjectType(named)) return '7';
  const { id = Object.values(named.getFields())[0] } = named.getFields();
  return id === undefined ? '{}' : `{ ${id.name}: ${literalOf(id.type)} }`;
}

/** The arguments that have to be there. */
function argumentsOf({ args }: Field): string {
  // An object may be named by its id or by something else, of which one is needed.
  const given = args
    .filter((arg) => isRequiredArgument(arg) || arg.name === 'id')
    .map(({ name, type }) => `${name}: ${literalOf(type)}`);
  return given.length === 0 ? '' : `(${given.join(', ')})`;
}

/** What a field is selected with: every attribute, of the items of a list those of three. */
function selectionOf(type: GraphQLNamedType): string {
  if (!isObjectType(type)) return isLeafType(type) ? '' : '{ __typename }';
  const { nodes, pageInfo, totalCount } = type.getFields();
  if (nodes === undefined || pageInfo === undefined) return `{ __typename ${everything(type.name)} }`;
  const items = getNamedType(nodes.type);
  const total = totalCount === undefined ? '' : 'totalCount';
  return `{ ${total} pageInfo { hasNextPage endCursor } nodes ${selectionOf(items)} }`;
}

function fieldsOf(type: GraphQLObjectType): readonly Field[] {
  return Object.values(type.getFields()).filter(({ name }) => !name.startsWith('_'));
}

/** Global ids of each type of node, one for each call that may give it. */
function addressesOf(schema: GraphQLSchema, { ids }: Known): ReadonlyMap<string, readonly string[]> {
  const integrations = [...operations.values()].flatMap(({ method, path }) => {
    const [, slug] = /^\/groups\/\{id\}\/integrations\/([^/{]+)$/.exec(path) ?? [];
    return method === 'GET' && slug !== undefined ? [`gid://service/GroupIntegration/9/${slug}`] : [];
  });
  const noteables = ['issue', 'snippet', 'merge_request', 'epic'];
  const found = new Map<string, readonly string[]>([
    ['GroupIntegration', integrations],
    ['MergeRequestBlock', ['gid://service/MergeRequestBlock/14/3/5']],
    ['Note', noteables.map((noteable) => `gid://service/Note/${noteable}/14/3/5`)],
    ['PullMirror', ['gid://service/PullMirror/14']],
    ['VulnerabilityExport', ['gid://service/VulnerabilityExport/7']],
  ]);
  for (const [typeName, [id]] of ids) {
    const type = schema.getType(typeName);
    const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
    if (isNode && id !== undefined && !found.has(typeName)) found.set(typeName, [id]);
  }
  return found;
}

/** Replaces the first number of a global id, which stands for the project, group or object itself. */
const withAddress = (id: string): string => id.replace(/\/\d+(?=\/|$)/, '/ADDRESS');

/** How to reach each type: from its own global ids, or from the first field that leads to it. */
function waysTo(schema: GraphQLSchema, known: Known): ReadonlyMap<GraphQLObjectType, readonly Way[]> {
  const ways = new Map<GraphQLObjectType, Way[]>();
  const reached: GraphQLObjectType[] = [];
  const add = (type: GraphQLNamedType | undefined, added: Way[]) => {
    if (!isObjectType(type) || ways.has(type)) return;
    ways.set(type, added);
    reached.push(type);
  };
  for (const [typeName, ids] of addressesOf(schema, known))
    add(
      schema.getType(typeName),
      ids.map((id) => {
        const addressed = JSON.stringify(withAddress(id));
        return `PLACE: node(id: ${addressed}) { __typename ... on ${typeName} { BELOW } }`;
      }),
    );
  for (const type of reached)
    for (const field of fieldsOf(type)) {
      const [way] = ways.get(type) ?? [];
      if (way !== undefined)
        add(getNamedType(field.type), [way.replace('BELOW', `${field.name}${argumentsOf(field)} { BELOW }`)]);
    }
  return ways;
}

function queryOf(way: Way, addressed: boolean): string {
  const at = (place: keyof typeof own) => way.replaceAll('PLACE', place).replaceAll('ADDRESS', own[place]);
  return `{ ${at('broken')} ${addressed ? at('good') : ''} ${neighbour} }`;
}

/** Every type that has an address, and every field of it and below it that makes a call. */
export function targetsIn(schema: GraphQLSchema, known: Known): readonly Target[] {
  const targets: Target[] = [];
  for (const [type, ways] of waysTo(schema, known)) {
    const [way = ''] = ways;
    if (type.getInterfaces().length > 0)
      for (const each of ways)
        targets.push({
          field: type.name,
          query: queryOf(each.replace('BELOW', everything(type.name)), true),
          address: own.broken,
        });
    for (const field of fieldsOf(type).filter(callsSomething)) {
      const target = getNamedType(field.type);
      if (isLeafType(target)) continue;
      const asked = `${field.name}${argumentsOf(field)} ${selectionOf(target)}`;
      const query = queryOf(way.replace('BELOW', asked), true);
      targets.push({ field: `${type.name}.${field.name}`, query, address: own.broken });
    }
  }
  const query = schema.getQueryType();
  const addresses = addressesOf(schema, known);
  for (const field of query ? fieldsOf(query).filter(callsSomething) : []) {
    if (['node', 'nodes'].includes(field.name)) continue;
    const target = getNamedType(field.type);
    const args = argumentsOf(field);
    const [id] = field.args.some(({ name }) => name === 'id') ? (addresses.get(target.name) ?? []) : [];
    const address = id === undefined ? 'ADDRESS' : withAddress(id);
    const placed = `PLACE: ${field.name}${args.replace('"7"', JSON.stringify(address))} ${selectionOf(target)}`;
    targets.push({
      field: `Query.${field.name}`,
      query: queryOf(placed, args !== ''),
      address: args === '' ? undefined : own.broken,
    });
  }
  return targets;
}
