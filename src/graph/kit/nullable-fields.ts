/** States in the description of each nullable field when it is null. */
import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { getSemanticNonNullLevels } from '../../execution/index.ts';
import { nullReasons } from './contract/names.ts';
import { getKind } from './fields/kind.ts';
import { payloadInterfaceName } from './fields/payload.ts';
import type { Graph } from './graph.ts';
import { ResourceTypes } from './resources/resource-types.ts';

type FieldDefinition = GraphQLField<unknown, unknown>;

/** Whether a field makes calls to find its value, besides the detail of its object. */
const findsValue = (field: FieldDefinition): boolean =>
  getKind(field)
    ?.calls()
    .some(({ frequency }) => frequency !== 'forAllFields') ?? false;

function getReason(
  types: ResourceTypes,
  parent: GraphQLObjectType | GraphQLInterfaceType,
  field: FieldDefinition,
): string {
  const type = getNullableType(field.type);
  const isObject = isInterfaceType(type) || (isObjectType(type) && types.get(type.name) !== undefined);
  const findsObject = isObject && findsValue(field);
  if (parent.getInterfaces().some(({ name }) => name === payloadInterfaceName))
    return findsObject ? nullReasons.rejectedWriteOrUnreadableObject : nullReasons.rejectedWrite;
  return findsObject ? nullReasons.missingObject : nullReasons.missingAttribute;
}

/** Whether `null` is a value of a field, without an error. */
const canBeNull = (field: FieldDefinition): boolean =>
  !isNonNullType(field.type) && !getSemanticNonNullLevels(field).has(0);

/** Adds a paragraph to the description of each nullable field that does not state when it is null. */
export function describeNullableFields(graph: Graph, schema: GraphQLSchema): void {
  const resourceTypes = graph.singleton(ResourceTypes);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(isObjectType(type) || isInterfaceType(type)) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (canBeNull(field) && !/\bnull\b/i.test(field.description ?? ''))
        field.description = [field.description, getReason(resourceTypes, type, field)].filter(Boolean).join('\n\n');
  }
}
