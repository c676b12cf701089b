/** How much a document selects, counted without writing its fragments out. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Config } from '../../config.ts';
import { refusal } from './refusal.ts';

export type ExtentLimits = Pick<Config, 'maxSelections' | 'maxIntrospectionValues'>;
export type PolicyLimits = Pick<Config, 'maxDepth' | 'maxAliases'>;

interface Extent {
  /** Fields on the longest way down, those of introspection aside. */
  readonly depth: number;
  readonly aliases: number;
  /** Fields and fragments, those of a fragment at each use. */
  readonly selections: number;
}

const nothing: Extent = { depth: 0, aliases: 0, selections: 0 };

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function fragmentsOf({ definitions }: DocumentNode): Fragments {
  return new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
}

/** Something of a selection set that is computed from its selections, once for each fragment. One within itself counts as `none`. */
function foldSelections<T>(
  fragments: Fragments,
  none: T,
  fold: (selection: SelectionNode, below: T) => T,
  add: (sum: T, one: T) => T,
) {
  const known = new Map<string, T>();
  const ofFragment = (name: string): T => {
    const value = known.get(name);
    if (value !== undefined) return value;
    known.set(name, none);
    const computed = ofSet(fragments.get(name)?.selectionSet);
    known.set(name, computed);
    return computed;
  };
  const ofSet = (set: SelectionSetNode | undefined): T => {
    let sum = none;
    for (const selection of set?.selections ?? []) {
      const below =
        selection.kind === Kind.FRAGMENT_SPREAD ? ofFragment(selection.name.value) : ofSet(selection.selectionSet);
      sum = add(sum, fold(selection, below));
    }
    return sum;
  };
  return ofSet;
}

const addExtents = (sum: Extent, one: Extent): Extent => ({
  depth: Math.max(sum.depth, one.depth),
  aliases: sum.aliases + one.aliases,
  selections: sum.selections + one.selections,
});

function extentOfSelection(selection: SelectionNode, below: Extent): Extent {
  const selections = below.selections + 1;
  if (selection.kind !== Kind.FIELD) return { ...below, selections };
  const aliases = below.aliases + (selection.alias === undefined ? 0 : 1);
  return { depth: selection.name.value.startsWith('__') ? 0 : below.depth + 1, aliases, selections };
}

/** Depth and aliases of the largest operation, and the selections of all of them. */
export function extentOf(document: DocumentNode): Extent {
  const extentOfSet = foldSelections(fragmentsOf(document), nothing, extentOfSelection, addExtents);
  let total = nothing;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, aliases, selections } = extentOfSet(definition.selectionSet);
    total = {
      depth: Math.max(total.depth, depth),
      aliases: Math.max(total.aliases, aliases),
      selections: total.selections + selections,
    };
  }
  return total;
}

/** How many members the lists of introspection have: on average, or where that is asked of one type, at the most. */
interface SchemaSize {
  readonly types: number;
  readonly directives: number;
  readonly fields: number;
  readonly mostFields: number;
}

const sizes = new WeakMap<GraphQLSchema, SchemaSize>();

function sizeOf(schema: GraphQLSchema): SchemaSize {
  let size = sizes.get(schema);
  if (size === undefined) {
    const types = Object.values(schema.getTypeMap());
    const counts = types.map((type) =>
      isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()).length : 0,
    );
    const composite = counts.filter((count) => count > 0);
    const fields = composite.reduce((sum, count) => sum + count, 0) / Math.max(1, composite.length);
    size = {
      types: types.length,
      directives: schema.getDirectives().length,
      fields,
      mostFields: Math.max(1, ...counts),
    };
    sizes.set(schema, size);
  }
  return size;
}

/** Members of enums, inputs and fields, and of interfaces, where there are any. */
const fewMembers = 3;
const manyTypes = 10;

/** About how many values the introspection in a document answers with. */
export function introspectionValues(schema: GraphQLSchema, document: DocumentNode): number {
  const { types, directives, fields, mostFields } = sizeOf(schema);
  const lengths: Readonly<Record<string, number>> = {
    types,
    directives,
    fields,
    inputFields: fewMembers,
    args: fewMembers,
    enumValues: fewMembers,
    interfaces: 1,
    possibleTypes: manyTypes,
    // Half of the types are wrapped in another, whatever a client asks in case they are.
    ofType: 0.5,
    // Whoever asks for one type asks for the largest.
    __type: mostFields / fields,
  };
  const fragments = fragmentsOf(document);
  const below = foldSelections<number>(
    fragments,
    0,
    (selection, values) => (selection.kind === Kind.FIELD ? 1 + values * (lengths[selection.name.value] ?? 1) : values),
    (sum, one) => sum + one,
  );
  const within = foldSelections<number>(
    fragments,
    0,
    (selection, values) => {
      if (selection.kind !== Kind.FIELD || !/^__(schema|type)$/.test(selection.name.value)) return values;
      return below({ kind: Kind.SELECTION_SET, selections: [selection] });
    },
    (sum, one) => sum + one,
  );
  return document.definitions.reduce(
    (sum, node) => sum + (node.kind === Kind.OPERATION_DEFINITION ? within(node.selectionSet) : 0),
    0,
  );
}

/** Refuses a document that selects more than can be validated, planned and executed in good time, whatever the policy. */
export function checkSelections(schema: GraphQLSchema, document: DocumentNode, limits: ExtentLimits): void {
  const { maxSelections, maxIntrospectionValues } = limits;
  const { selections } = extentOf(document);
  if (selections > maxSelections)
    throw refusal(
      'SELECTION_LIMIT',
      `The document has ${selections} selections, those of fragments counted at each use; MAX_SELECTIONS allows ${maxSelections}`,
    );
  const values = introspectionValues(schema, document);
  if (values > maxIntrospectionValues)
    throw refusal(
      'INTROSPECTION_LIMIT',
      `Introspection would answer with about ${Math.round(values)} values; MAX_INTROSPECTION_VALUES allows ${maxIntrospectionValues}`,
    );
}

/** What of a document is beyond the policy. */
export function policyProblems(document: DocumentNode, { maxDepth, maxAliases }: PolicyLimits): GraphQLError[] {
  const { depth, aliases } = extentOf(document);
  const problems: GraphQLError[] = [];
  if (depth > maxDepth)
    problems.push(refusal('DEPTH_LIMIT', `Fields are nested ${depth} deep; MAX_DEPTH allows ${maxDepth}`));
  if (aliases > maxAliases)
    problems.push(refusal('ALIAS_LIMIT', `The operation has ${aliases} aliases; MAX_ALIASES allows ${maxAliases}`));
  return problems;
}
