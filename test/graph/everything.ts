/** Selections of all attributes of a type, so that tests include new fields. */
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
} from 'graphql';
import { OperationTree, SelectedField } from '../../src/execution/index.ts';
import { schema } from '../../src/graph/index.ts';
import { type Args, type FieldPlan, getKind, type ParentInfo } from '../../src/graph/kit/fields/kind.ts';
import { isConnectionType } from '../../src/graph/kit/paging/connection.ts';
import { Cursors } from '../../src/graph/kit/paging/cursors.ts';
import { getResourceType } from '../../src/graph/kit/resources/resource-type.ts';
import { rootObjects } from '../../src/graph/kit/resources/response-value.ts';

/** Parent about which nothing is available before execution. */
const unknownParent: ParentInfo = {
  type: undefined,
  path: undefined,
  attributes: {},
  objects: rootObjects,
  representation: undefined,
  mayBeEmpty: false,
  cursors: new Cursors(),
};

/** Whether a field returns an attribute or a part of one, as opposed to another object or a list. */
function isAttribute(field: GraphQLField<unknown, unknown>): boolean {
  if (field.args.some(isRequiredArgument) || isConnectionType(getNamedType(field.type))) return false;
  const kind = getKind(field);
  if (kind === undefined || field.name === 'id') return true;
  const makesCall = kind
    .calls()
    .some(
      ({ frequency }) => !['forAllFields', 'forAnonymous', 'perOperation', 'onOpening'].includes(String(frequency)),
    );
  return !makesCall && field.name !== 'extra' && getResourceType(getNamedType(field.type)) === undefined;
}

/**
 * Plans a field.
 * @param selection selection on its value, such as `{ id }`
 */
export function planField(
  field: GraphQLField<unknown, unknown>,
  selection = '',
  parent = unknownParent,
  args: Args = {},
): FieldPlan | undefined {
  const [operation] = parse(`{ ${field.name} ${selection} }`).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The document has no operation');
  const nodes = operation.selectionSet.selections.filter((node) => node.kind === Kind.FIELD);
  const tree = new OperationTree(schema, {}, operation);
  const selected = new SelectedField(field.name, tree.select(undefined, []), field, nodes);
  return getKind(field)?.prepare(selected).plan(parent, args);
}

/** Whether a field returns another object whose number the response contains, so that the number costs no call. */
function isReferenceInResponse(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean {
  const mayCall = getKind(field)
    ?.calls()
    .some(({ frequency }) => frequency === 'atMostOnce');
  const target = getResourceType(getNamedType(field.type));
  if (!mayCall || target === undefined || field.args.length > 0) return false;
  if (!target.isInPath('id')) return false;
  const { schema: representation, parameters: [first, ...others] = [] } = getResourceType(type) ?? {};
  // A response contains the number of the object itself, not always that of its project or group.
  const path = first === undefined ? undefined : { [others.at(-1) ?? '']: rootObjects.valueOf('id', true) };
  const parent = { ...unknownParent, path, representation };
  const { calls = [], objects = [] } = planField(field, '{ databaseId }', parent) ?? {};
  // Conditional calls are needed only if the response lacks the number.
  const isComplete = calls.every(({ isConditional = false }) => isConditional);
  return isComplete && objects.length > 0 && objects.every(({ representation }) => representation !== undefined);
}

/** Returns the selection, without braces, of all attributes of a type, including those of embedded objects. */
export function everything(typeName: string, nesting: readonly string[] = []): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is not an object type`);
  return Object.values(type.getFields())
    .flatMap((field) => {
      if (isReferenceInResponse(type, field)) return [`${field.name} { databaseId }`];
      if (!isAttribute(field)) return [];
      const fieldType = getNamedType(field.type);
      if (isLeafType(fieldType)) return [field.name];
      if (isAbstractType(fieldType)) return [`${field.name} { __typename }`];
      if (nesting.includes(fieldType.name)) return [];
      return [`${field.name} { ${everything(fieldType.name, [...nesting, fieldType.name])} }`];
    })
    .join(' ');
}

const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Converts a documented response to the names of the graph, for attributes whose values are returned unchanged, and for
 * numbers of objects.
 */
export function inGraphNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inGraphNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const reference = /^((?:source_|target_)?project|group|user)_id$/.exec(name)?.[1];
      if (reference !== undefined) return [toCamelCase(reference), member === null ? null : { databaseId: member }];
      return [name === 'id' ? 'databaseId' : toCamelCase(name), inGraphNames(member)];
    }),
  );
}
