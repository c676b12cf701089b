/** Values for variables that nobody gave, so that an operation can be planned all the same. */
import {
  type ArgumentNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
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
import { resourceTypeNamed } from '../graph/kit/resources/resource-type.ts';

/** Items of a list, or of a page of one, whose length a variable decides. */
export const assumedItems = 20;

/** What texts of a scalar look like; any other scalar is taken for a plain text. */
const texts: Readonly<Record<string, unknown>> = {
  Boolean: true,
  Int: 1,
  Float: 1,
  SafeInt: 1,
  Date: '2026-01-01',
  DateTime: '2026-01-01T00:00:00Z',
  URL: 'https://example.com/',
  EmailAddress: 'somebody@example.com',
  JSON: {},
};

/** How a document uses a variable, as far as it matters to a plan. */
interface Use {
  /** Names of the types that an argument of `node` or `nodes` can be an id of. */
  readonly types: Set<string>;
  /** Whether it tells how many items a list gives. */
  counts: boolean;
  /** Whether fields are left out where it is true. */
  skips: boolean;
}

function conditionsIn(set: SelectionSetNode | undefined, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
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

const countNames = new Set(['first', 'last']);
const idNames = new Set(['id', 'ids']);

function usesOf(document: DocumentNode): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>();
  const useOf = ({ value }: ArgumentNode): Use | undefined => {
    if (value.kind !== Kind.VARIABLE) return undefined;
    const name = value.name.value;
    const use = uses.get(name) ?? { types: new Set<string>(), counts: false, skips: false };
    uses.set(name, use);
    return use;
  };
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  visit(document, {
    Field({ name: { value: field }, arguments: given = [], selectionSet }) {
      for (const argument of given) {
        const { value: name } = argument.name;
        const use = useOf(argument);
        if (use === undefined) continue;
        if (countNames.has(name)) use.counts = true;
        if ((field === 'node' || field === 'nodes') && idNames.has(name))
          for (const type of conditionsIn(selectionSet, fragments)) use.types.add(type);
      }
    },
    Directive({ name: { value: directive }, arguments: given = [] }) {
      for (const argument of given) {
        const use = useOf(argument);
        if (use !== undefined && directive === 'skip') use.skips = true;
      }
    },
  });
  return uses;
}

/** Global ids of the types, of which each plan is one that the operation may have. */
function idsOf(types: ReadonlySet<string>, number: number): readonly string[] {
  return [...types].flatMap((name) => {
    const type = resourceTypeNamed(name);
    return type?.isNode ? [encodeGlobalId(name, type.idParameters.map(() => number).join('/'))] : [];
  });
}

/** Something of an input type that no rule of the upstream is asked about. */
function sampleOf(type: GraphQLInputType, number: number): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [sampleOf(nullable.ofType, number)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const taken = nullable.isOneOf ? fields.slice(0, 1) : fields.filter(isRequiredInputField);
    return Object.fromEntries(taken.map((field) => [field.name, sampleOf(field.type, number)]));
  }
  return texts[nullable.name] ?? String(number);
}

/** Values that a variable can be planned with; of several, the one with the largest plan counts. */
function valuesFor(type: GraphQLInputType, use: Use | undefined, number: number): readonly unknown[] {
  if (use?.counts) return [assumedItems];
  if (use?.skips) return [false];
  const isList = isListType(getNullableType(type));
  const ids = idsOf(use?.types ?? new Set(), number);
  if (ids.length > 0 && isList)
    return ids.map((id) => Array.from({ length: assumedItems }, (_, index) => id.replace(/\d+$/, String(index + 1))));
  return ids.length > 0 ? ids : [sampleOf(type, number)];
}

/** A variable without a value, and the values that stand in for it. */
export interface Placeholder {
  readonly name: string;
  readonly values: readonly unknown[];
}

/**
 * The variables that an operation cannot do without and that nobody gave.
 * @param document the operation and its fragments
 */
export function placeholdersFor(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): readonly Placeholder[] {
  const uses = usesOf(document);
  return variableDefinitions.flatMap(({ variable, type: node, defaultValue }, index) => {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    if (name in given || defaultValue !== undefined || type === undefined) return [];
    if (!isNonNullType(type) || !isInputType(type)) return [];
    return [{ name, values: valuesFor(type, uses.get(name), index + 1) }];
  });
}
