/** Queries of every field that makes a REST call, each twice with different paths and next to another object. */
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
import type { SandboxValues } from './values.ts';

/** Field that makes calls, and a query of it. */
export interface Target {
  /** Schema coordinate, such as `Project.pipelines`. */
  readonly field: string;
  /** Query of the field as `broken` and as `good`, with different ids if it has any, and of `neighbour`. */
  readonly query: string;
  /** Part of the paths of calls below `broken` that others do not contain. `undefined` if the paths have no parameter. */
  readonly address: string | undefined;
}

type Field = GraphQLField<unknown, unknown>;

/** A selection around `BELOW`, such as `node(id: "…") { … on Project { BELOW } }`, whose id contains `ADDRESS`. */
type QueryTemplate = string;

/** User that is selected next to broken fields. Calls for it are never broken. */
export const neighbourId = '987654321';
const neighbour = `neighbour: user(by: { id: "${neighbourId}" }) { username name }`;
const objectIds = { broken: '771', good: '772' } as const;

function makesRestCall({ extensions: { directives } }: Field): boolean {
  return typeof directives === 'object' && directives !== null && 'rest' in directives;
}

/** Returns a literal of an input type; of a `@oneOf` type its id, or its first member. */
function createLiteral(type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
  if (named.name === 'ID' || named.name === 'String') return '"7"';
  if (!isInputObjectType(named)) return '7';
  const { id = Object.values(named.getFields())[0] } = named.getFields();
  return id === undefined ? '{}' : `{ ${id.name}: ${createLiteral(id.type)} }`;
}

/** Returns the required arguments. */
function createArguments({ args }: Field): string {
  // An object may have several lookups, one of which is required.
  const requiredArgs = args
    .filter((arg) => isRequiredArgument(arg) || arg.name === 'id')
    .map(({ name, type }) => `${name}: ${createLiteral(type)}`);
  return requiredArgs.length === 0 ? '' : `(${requiredArgs.join(', ')})`;
}

/** Returns the selection of a field: every attribute, and of a list those of three items. */
function createSelection(type: GraphQLNamedType): string {
  if (!isObjectType(type)) return isLeafType(type) ? '' : '{ __typename }';
  const { nodes, pageInfo, totalCount } = type.getFields();
  if (nodes === undefined || pageInfo === undefined) return `{ __typename ${everything(type.name)} }`;
  const items = getNamedType(nodes.type);
  const total = totalCount === undefined ? '' : 'totalCount';
  return `{ ${total} pageInfo { hasNextPage endCursor } nodes ${createSelection(items)} }`;
}

function listFields(type: GraphQLObjectType): readonly Field[] {
  return Object.values(type.getFields()).filter(({ name }) => !name.startsWith('_'));
}

/** Returns global ids of each node type, one for each call that may return it. */
function getGlobalIds(schema: GraphQLSchema, { ids }: SandboxValues): ReadonlyMap<string, readonly string[]> {
  const integrations = [...operations.values()].flatMap(({ method, path }) => {
    const [, slug] = /^\/groups\/\{id\}\/integrations\/([^/{]+)$/.exec(path) ?? [];
    return method === 'GET' && slug !== undefined ? [`gid://service/GroupIntegration/9/${slug}`] : [];
  });
  const noteables = ['issue', 'snippet', 'merge_request', 'epic'];
  const idsByType = new Map<string, readonly string[]>([
    ['ApprovalConfiguration', ['gid://service/ApprovalConfiguration/14']],
    ['Epic', ['gid://service/Epic/9/3']],
    ['ErrorTrackingSettings', ['gid://service/ErrorTrackingSettings/14']],
    ['GroupIntegration', integrations],
    ['Issue', ['gid://service/Issue/14/3']],
    ['MergeRequestApprovalState', ['gid://service/MergeRequestApprovalState/14/3']],
    ['MergeRequestBlock', ['gid://service/MergeRequestBlock/14/3/5']],
    ['Note', noteables.map((noteable) => `gid://service/Note/${noteable}/14/3/5`)],
    ['PullMirror', ['gid://service/PullMirror/14']],
    ['Snippet', ['gid://service/Snippet/14/3']],
    ['VulnerabilityExport', ['gid://service/VulnerabilityExport/7']],
  ]);
  for (const [typeName, [id]] of ids) {
    const type = schema.getType(typeName);
    const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
    if (isNode && id !== undefined && !idsByType.has(typeName)) idsByType.set(typeName, [id]);
  }
  return idsByType;
}

/** Replaces the first number of a global id, which identifies the project, group or object itself. */
const withAddress = (id: string): string => id.replace(/\/\d+(?=\/|$)/, '/ADDRESS');

/** Returns the templates to query each type: by its global ids, or by the first field that returns it. */
function findTemplates(
  schema: GraphQLSchema,
  sandboxValues: SandboxValues,
): ReadonlyMap<GraphQLObjectType, readonly QueryTemplate[]> {
  const templates = new Map<GraphQLObjectType, QueryTemplate[]>();
  const reached: GraphQLObjectType[] = [];
  const add = (type: GraphQLNamedType | undefined, added: QueryTemplate[]) => {
    if (!isObjectType(type) || templates.has(type)) return;
    templates.set(type, added);
    reached.push(type);
  };
  for (const [typeName, ids] of getGlobalIds(schema, sandboxValues))
    add(
      schema.getType(typeName),
      ids.map((id) => {
        const address = JSON.stringify(withAddress(id));
        return `ALIAS: node(id: ${address}) { __typename ... on ${typeName} { BELOW } }`;
      }),
    );
  for (const type of reached)
    for (const field of listFields(type)) {
      const [template] = templates.get(type) ?? [];
      if (template !== undefined)
        add(getNamedType(field.type), [template.replace('BELOW', `${field.name}${createArguments(field)} { BELOW }`)]);
    }
  return templates;
}

function createQuery(template: QueryTemplate, isAddressed: boolean): string {
  const at = (alias: keyof typeof objectIds) =>
    template.replaceAll('ALIAS', alias).replaceAll('ADDRESS', objectIds[alias]);
  return `{ ${at('broken')} ${isAddressed ? at('good') : ''} ${neighbour} }`;
}

/** Returns a target for every field of or below a type with an id that makes a call. */
export function findTargets(schema: GraphQLSchema, sandboxValues: SandboxValues): readonly Target[] {
  const targets: Target[] = [];
  for (const [type, templates] of findTemplates(schema, sandboxValues)) {
    const [template = ''] = templates;
    if (type.getInterfaces().length > 0)
      for (const each of templates)
        targets.push({
          field: type.name,
          query: createQuery(each.replace('BELOW', everything(type.name)), true),
          address: objectIds.broken,
        });
    for (const field of listFields(type).filter(makesRestCall)) {
      const target = getNamedType(field.type);
      if (isLeafType(target)) continue;
      const selectedField = `${field.name}${createArguments(field)} ${createSelection(target)}`;
      const query = createQuery(template.replace('BELOW', selectedField), true);
      targets.push({ field: `${type.name}.${field.name}`, query, address: objectIds.broken });
    }
  }
  const query = schema.getQueryType();
  const addresses = getGlobalIds(schema, sandboxValues);
  for (const field of query ? listFields(query).filter(makesRestCall) : []) {
    if (['node', 'nodes'].includes(field.name)) continue;
    const target = getNamedType(field.type);
    const args = createArguments(field);
    const [id] = field.args.some(({ name }) => name === 'id') ? (addresses.get(target.name) ?? []) : [];
    const address = id === undefined ? 'ADDRESS' : withAddress(id);
    const aliasedField = `ALIAS: ${field.name}${args.replace('"7"', JSON.stringify(address))} ${createSelection(target)}`;
    targets.push({
      field: `Query.${field.name}`,
      query: createQuery(aliasedField, args !== ''),
      address: args === '' ? undefined : objectIds.broken,
    });
  }
  return targets;
}
