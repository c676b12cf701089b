/** Counts what a document selects, without expanding its fragments. */
import { type DocumentNode, type GraphQLError, type GraphQLSchema, Kind, type SelectionNode } from 'graphql';
import type { Config } from '../../config.ts';
import { introspectionDepth, introspectionValues } from './introspection.ts';
import { refusal } from './refusal.ts';
import { foldSelections, fragmentsOf } from './selections.ts';

export type ExtentLimits = Pick<Config, 'maxSelections' | 'maxIntrospectionValues'>;
export type PolicyLimits = Pick<Config, 'maxDepth' | 'maxAliases'>;

/** The same maximum as that of graphql-js. */
const maxIntrospectionDepth = 2;

interface Extent {
  /** Fields on the longest path, without those of introspection. */
  readonly depth: number;
  readonly aliases: number;
  /** Fields and fragments, with those of a fragment counted at each use. */
  readonly selections: number;
}

const nothing: Extent = { depth: 0, aliases: 0, selections: 0 };

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

/** Refuses a document that selects too much to be validated, planned and executed in time, also in report-only mode. */
export function checkSelections(schema: GraphQLSchema, document: DocumentNode, limits: ExtentLimits): void {
  const { maxSelections, maxIntrospectionValues } = limits;
  const { selections } = extentOf(document);
  if (selections > maxSelections)
    throw refusal(
      'SELECTION_LIMIT',
      `The document has ${selections} selections, those of fragments counted at each use; MAX_SELECTIONS allows ${maxSelections}`,
    );
  const depth = introspectionDepth(document);
  if (depth > maxIntrospectionDepth)
    throw refusal(
      'INTROSPECTION_LIMIT',
      `Introspection asks for lists of fields and types ${depth} deep within each other; at most ${maxIntrospectionDepth} are answered`,
    );
  const values = introspectionValues(schema, document);
  if (values > maxIntrospectionValues)
    throw refusal(
      'INTROSPECTION_LIMIT',
      `Introspection would answer with about ${Math.round(values)} values; MAX_INTROSPECTION_VALUES allows ${maxIntrospectionValues}`,
    );
}

/** The limits on depth and aliases that a document exceeds. */
export function policyProblems(document: DocumentNode, { maxDepth, maxAliases }: PolicyLimits): GraphQLError[] {
  const { depth, aliases } = extentOf(document);
  const problems: GraphQLError[] = [];
  if (depth > maxDepth)
    problems.push(refusal('DEPTH_LIMIT', `Fields are nested ${depth} deep; MAX_DEPTH allows ${maxDepth}`));
  if (aliases > maxAliases)
    problems.push(refusal('ALIAS_LIMIT', `The operation has ${aliases} aliases; MAX_ALIASES allows ${maxAliases}`));
  return problems;
}
