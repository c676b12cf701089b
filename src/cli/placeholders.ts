/** Placeholder values for required variables without a value, so that an operation can be planned. */
import {
  type ArgumentNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
  visit,
} from 'graphql';
import { encodeGlobalId } from '../graph/kit/resources/global-id.ts';
import { getResourceTypes } from '../graph/kit/resources/resource-types.ts';
import { assumedItems } from './estimates.ts';

/** Sample values of scalars. Any other scalar gets a numeric string. */
const scalarSamples: Readonly<Record<string, unknown>> = {
  Boolean: true,
  Int: 1,
  Float: 1,
  SafeInt: 1,
  Date: '2026-01-01',
  DateTime: '2026-01-01T00:00:00Z',
  URL: 'https://example.com/',
  EmailAddress: 'somebody@example.com',
  JSON: {},
  File: new File([], 'file'),
};

/** Uses of a variable that affect the plan. */
interface VariableUse {
  /** Names of the types whose ids the variable may contain, as an argument of `node` or `nodes`. */
  readonly types: Set<string>;
  /** Whether the variable is a page size. */
  isPageSize: boolean;
  /** Whether the variable is the condition of `@skip`. */
  isSkipCondition: boolean;
}

function findTypeConditions(set: SelectionSetNode | undefined, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const names = new Set<string>();
  const seen = new Set<string>();
  const collect = (selections: SelectionSetNode | undefined): void => {
    for (const selection of selections?.selections ?? []) {
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (selection.typeCondition) names.add(selection.typeCondition.name.value);
        collect(selection.selectionSet);
      } else if (selection.kind === Kind.FRAGMENT_SPREAD && !seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) names.add(fragment.typeCondition.name.value);
        collect(fragment?.selectionSet);
      }
    }
  };
  collect(set);
  return names;
}

const pageSizeArguments = new Set(['first', 'last']);
const idArguments = new Set(['id', 'ids']);

function findVariableUses(document: DocumentNode): ReadonlyMap<string, VariableUse> {
  const uses = new Map<string, VariableUse>();
  const getUse = ({ value }: ArgumentNode): VariableUse | undefined => {
    if (value.kind !== Kind.VARIABLE) return undefined;
    const name = value.name.value;
    const use = uses.get(name) ?? { types: new Set<string>(), isPageSize: false, isSkipCondition: false };
    uses.set(name, use);
    return use;
  };
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  visit(document, {
    Field({ name: { value: field }, arguments: args = [], selectionSet }) {
      for (const argument of args) {
        const { value: name } = argument.name;
        const use = getUse(argument);
        if (use === undefined) continue;
        if (pageSizeArguments.has(name)) use.isPageSize = true;
        if ((field === 'node' || field === 'nodes') && idArguments.has(name)) {
          const types = findTypeConditions(selectionSet, fragments);
          for (const type of types.size === 0 ? ['Node'] : types) use.types.add(type);
        }
      }
    },
    Directive({ name: { value: directive }, arguments: args = [] }) {
      for (const argument of args) {
        const use = getUse(argument);
        if (use !== undefined && directive === 'skip') use.isSkipCondition = true;
      }
    },
  });
  return uses;
}

/** Creates a global id of each type. The operation may have a different plan for each. */
function createGlobalIds(schema: GraphQLSchema, types: ReadonlySet<string>, number: number): readonly string[] {
  const resourceTypes = getResourceTypes(schema);
  const names = [...types].flatMap((name) => {
    const type = schema.getType(name);
    return isAbstractType(type) ? schema.getPossibleTypes(type).map((possible) => possible.name) : [name];
  });
  return [...new Set(names)].flatMap((name) => {
    const type = resourceTypes.get(name);
    return type?.isNode ? [encodeGlobalId(name, type.idParameters.map(() => number).join('/'))] : [];
  });
}

/** Creates a value that has the input type. The rules of the upstream are not applied. */
function createSample(type: GraphQLInputType, number: number): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [createSample(nullable.ofType, number)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const fieldsToSet = nullable.isOneOf ? fields.slice(0, 1) : fields.filter(isRequiredInputField);
    return Object.fromEntries(fieldsToSet.map((field) => [field.name, createSample(field.type, number)]));
  }
  return scalarSamples[nullable.name] ?? String(number);
}

/** Placeholder values of a variable. If there are several, the one with the largest plan is used. */
function createPlaceholderValues(
  schema: GraphQLSchema,
  type: GraphQLInputType,
  use: VariableUse | undefined,
  number: number,
): readonly unknown[] {
  if (use?.isPageSize) return [assumedItems];
  if (use?.isSkipCondition) return [false];
  const isList = isListType(getNullableType(type));
  const ids = createGlobalIds(schema, use?.types ?? new Set(), number);
  if (ids.length > 0 && isList)
    return ids.map((id) => Array.from({ length: assumedItems }, (_, index) => id.replace(/\d+$/, String(index + 1))));
  return ids.length > 0 ? ids : [createSample(type, number)];
}

/** Variable without a value, with the placeholders that may replace it. */
export interface Placeholder {
  readonly name: string;
  readonly values: readonly unknown[];
}

/**
 * Creates placeholders for the required variables of an operation that have no value.
 * @param document the operation and its fragments
 */
export function createPlaceholders(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): readonly Placeholder[] {
  const uses = findVariableUses(document);
  return variableDefinitions.flatMap(({ variable, type: node, defaultValue }, index) => {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    if (name in variables || defaultValue !== undefined || type === undefined) return [];
    if (!isNonNullType(type) || !isInputType(type)) return [];
    return [{ name, values: createPlaceholderValues(schema, type, uses.get(name), index + 1) }];
  });
}
