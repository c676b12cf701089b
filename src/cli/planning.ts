/** Plans operations without a server, as the facade does before it executes them. */
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  NoDeprecatedCustomRule,
  validate,
} from 'graphql';
import { schema } from '../graph/index.ts';
import { Cursors } from '../graph/kit/paging/cursors.ts';
import { type Plan, planDocument } from '../graph/plan/plan.ts';
import type { FoundOperation } from './documents.ts';
import { CommandFailure } from './failure.ts';
import { placeholdersFor } from './placeholders.ts';

/** So large that only an operation without any reason to be planned further is beyond them. */
const limits = { maxCalls: 100_000, maxSelections: 1_000_000, maxValues: 1_000_000_000 };
/** Combinations of placeholders that are planned. */
const mostCombinations = 64;

/** An operation with the fragments that it uses, as one document. */
export const documentOf = ({ definition, fragments }: FoundOperation): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: [definition, ...fragments],
});

/** `query Pipelines`, or `query` where it has no name. */
export const titleOf = ({ definition: { operation, name } }: FoundOperation): string =>
  name === undefined ? operation : `${operation} ${name.value}`;

/** What a schema says against an operation. */
export const errorsIn = (found: FoundOperation, against: GraphQLSchema = schema): readonly GraphQLError[] =>
  validate(against, documentOf(found));

/** What an operation uses although the schema advises against it. */
export const deprecationsIn = (found: FoundOperation, against: GraphQLSchema = schema): readonly GraphQLError[] =>
  validate(against, documentOf(found), [NoDeprecatedCustomRule]);

type Variables = Readonly<Record<string, unknown>>;

export interface OfflinePlan {
  readonly plan: Plan;
  /** Values that were made up for variables without one. */
  readonly placeholders: Variables;
}

/** Every choice of one value for each variable. */
function combinations(placeholders: ReturnType<typeof placeholdersFor>): readonly Variables[] {
  let found: Variables[] = [{}];
  for (const { name, values } of placeholders)
    found = found.flatMap((before) => values.map((value) => ({ ...before, [name]: value }))).slice(0, mostCombinations);
  return found;
}

function planWith(document: DocumentNode, { definition }: FoundOperation, variables: Variables): Plan {
  const { variableValues, errors } = getVariableValues(schema, definition.variableDefinitions ?? [], variables);
  if (errors !== undefined) throw new CommandFailure(errors.map(({ message }) => message).join('; '));
  const plan = planDocument({ schema, document, variableValues, limits, cursors: new Cursors() });
  if (!plan.isComplete) throw new CommandFailure('the operation is too large to be planned');
  return plan;
}

/**
 * Plans a valid operation. Required variables without a value get placeholders; where there is a choice, that of the largest plan.
 * @throws CommandFailure where the variables are not of their types
 */
export function planOffline(found: FoundOperation, given: Variables = {}): OfflinePlan {
  const document = documentOf(found);
  const plans = combinations(placeholdersFor(schema, document, found.definition, given)).map((placeholders) => ({
    placeholders,
    plan: planWith(document, found, { ...given, ...placeholders }),
  }));
  return plans.reduce((largest, other) => (other.plan.upperBound > largest.plan.upperBound ? other : largest));
}
