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
import { Cursors } from '../graph/kit/paging/cursors.ts';
import type { Plan } from '../graph/plan/plan.ts';
import { planDocument } from '../graph/plan/planner.ts';
import { CommandFailure } from '../helpers/command-failure.ts';
import type { SourceOperation } from './documents.ts';
import { createPlaceholders, type Placeholder } from './placeholders.ts';

/** Far above any useful operation, so that the plan of every useful operation is complete. */
const limits = { maxCalls: 100_000, maxSelections: 1_000_000, maxValues: 1_000_000_000 };

const maxPlannedCombinations = 64;

/** Creates a document of an operation and the fragments that it uses. */
export const toDocument = ({ definition, fragments }: SourceOperation): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: [definition, ...fragments],
});

/** `query Pipelines`, or `query` for an operation without a name. */
export const formatTitle = ({ definition: { operation, name } }: SourceOperation): string =>
  name === undefined ? operation : `${operation} ${name.value}`;

/** Returns the validation errors of an operation. */
export const validateOperation = (operation: SourceOperation, schema: GraphQLSchema): readonly GraphQLError[] =>
  validate(schema, toDocument(operation));

/** Returns a warning for each use of a deprecated schema element. */
export const findDeprecations = (operation: SourceOperation, schema: GraphQLSchema): readonly GraphQLError[] =>
  validate(schema, toDocument(operation), [NoDeprecatedCustomRule]);

type Variables = Readonly<Record<string, unknown>>;

export interface OfflinePlan {
  readonly plan: Plan;
  /** Placeholder values of the variables that have no value. */
  readonly placeholders: Variables;
}

/** Combinations of one placeholder per variable, at most `maxPlannedCombinations`. */
function combine(placeholders: readonly Placeholder[]): readonly Variables[] {
  let combinations: Variables[] = [{}];
  for (const { name, values } of placeholders)
    combinations = combinations
      .flatMap((combination) => values.map((value) => ({ ...combination, [name]: value })))
      .slice(0, maxPlannedCombinations);
  return combinations;
}

function planWith(
  schema: GraphQLSchema,
  document: DocumentNode,
  { definition }: SourceOperation,
  variables: Variables,
): Plan {
  const { variableValues, errors } = getVariableValues(schema, definition.variableDefinitions ?? [], variables);
  if (errors !== undefined) throw new CommandFailure(errors.map(({ message }) => message).join('; '));
  const plan = planDocument({ schema, document, variableValues, limits, cursors: new Cursors() });
  if (!plan.isComplete)
    throw new CommandFailure(
      `the operation is too large to plan: it has more than ${limits.maxCalls} REST calls, ${limits.maxSelections} selections or ${limits.maxValues} values`,
    );
  return plan;
}

/**
 * Plans a valid operation. Required variables without a value get placeholders: those with the largest plan.
 * @throws CommandFailure if a variable does not have its type, or the operation is too large
 */
export function planOffline(schema: GraphQLSchema, operation: SourceOperation, variables: Variables = {}): OfflinePlan {
  const document = toDocument(operation);
  const plans = combine(createPlaceholders(schema, document, operation.definition, variables)).map((placeholders) => ({
    placeholders,
    plan: planWith(schema, document, operation, { ...variables, ...placeholders }),
  }));
  return plans.reduce((largest, other) => (other.plan.upperBound > largest.plan.upperBound ? other : largest));
}
