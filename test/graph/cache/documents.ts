/** Documents that select every field that a page could show of an object, for its first request and for payloads of mutations. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../../../src/graph/index.ts';
import { getKind } from '../../../src/graph/kit/fields/kind.ts';

/** Items of each list of a page. */
const listLength = 4;
/** Depth to which values without an id are selected. */
const maxEmbeddedDepth = 3;

const isNode = (type: GraphQLNamedType): boolean =>
  (isObjectType(type) || isInterfaceType(type)) &&
  (type.name === 'Node' || type.getInterfaces().some(({ name }) => name === 'Node'));

/** Fields without required arguments, except `extra` and those whose name starts with `_`. */
const selectableFields = (type: GraphQLObjectType): readonly GraphQLField<unknown, unknown>[] =>
  Object.values(type.getFields()).filter(
    ({ name, args }) => name !== 'extra' && !name.startsWith('_') && !args.some(isRequiredArgument),
  );

/** Whether a field has a REST call of its own. */
const hasCall = (field: GraphQLField<unknown, unknown>): boolean => (getKind(field)?.calls() ?? []).length > 0;

/** Selects the values of an object that are not objects with an id or lists of them. */
function selectValues(type: GraphQLObjectType, depth = 0): readonly string[] {
  return selectableFields(type).flatMap((field) => {
    if (depth > 0 && hasCall(field)) return [];
    const named = getNamedType(field.type);
    if (isLeafType(named)) return field.name;
    if (!isObjectType(named) || isNode(named) || named.name.endsWith('Connection') || depth >= maxEmbeddedDepth)
      return [];
    const values = selectValues(named, depth + 1);
    return values.length === 0 ? [] : `${field.name} { ${values.join(' ')} }`;
  });
}

/** Types of which a parent has at most one object, such as the settings of a project. */
const singletonTypes: ReadonlySet<string> = new Set([
  'ApprovalConfiguration',
  'ErrorTrackingSettings',
  'MergeRequestApprovalState',
  'PullMirror',
]);

/** Selects the values of an object and of its singletons, references to other objects, and lists with the values of their items. */
export function selectObject(type: GraphQLObjectType): string {
  const references = selectableFields(type).flatMap((field) => {
    const named = getNamedType(field.type);
    if (isObjectType(named) && singletonTypes.has(named.name))
      return `${field.name} { __typename ${selectValues(named).join(' ')} }`;
    if (isNode(named)) return `${field.name} { __typename id }`;
    if (!isObjectType(named) || !named.name.endsWith('Connection')) return [];
    const item = getNamedType(named.getFields().nodes?.type);
    if (!isObjectType(item)) return [];
    return `${field.name}(first: ${listLength}) { nodes { ${selectValues(item, 1).join(' ')} } }`;
  });
  return [...selectValues(type), ...references].join(' ');
}

/** Selects the objects of a payload, with the same fields as a page. */
export function selectPayload(type: GraphQLObjectType): string {
  return Object.values(type.getFields())
    .flatMap((field) => {
      const named = getNamedType(field.type);
      if (field.name === 'query') return `query { ${selectRoots()} }`;
      if (isObjectType(named)) return `${field.name} { ${selectObject(named)} }`;
      if (!isInterfaceType(named)) return field.name;
      const fragments = schema
        .getPossibleTypes(named)
        .map((possible) => `... on ${possible.name} { ${selectObject(possible)} }`);
      return `${field.name} { __typename ${fragments.join(' ')} }`;
    })
    .join(' ');
}

/** Selects the lists at the root. */
function selectRoots(): string {
  const query = schema.getQueryType();
  return query ? selectObject(query) : '';
}

function selectType(name: string): string {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is not an object type`);
  return `... on ${name} { ${selectObject(type)} }`;
}

/** Type of an object with a global id. Ids of labels and notes contain the type of their parent instead. */
function getTypeName(id: string): string {
  const name = id.split('/')[3] ?? '';
  return schema.getType(name) === undefined ? (name.endsWith('Label') ? 'Label' : name) : name;
}

/** Document of a page with the lists at the root, a project, a group, a merge request, and the objects with these ids. */
export function createPage(ids: readonly string[]): string {
  const types = [...new Set(ids.map(getTypeName))];
  const nodes = `nodes(ids: ${JSON.stringify(ids)}) { __typename ${types.map(selectType).join(' ')} }`;
  return `query Page {
    ${selectRoots()}
    project(id: "14") { ${selectType('Project')} }
    group(id: "9") { ${selectType('Group')} }
    mergeRequest(id: "gid://service/MergeRequest/14/1") { ${selectType('MergeRequest')} }
    ${ids.length === 0 ? '' : nodes}
  }`;
}
