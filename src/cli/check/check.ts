/** What is wrong with the operations of an application, and what their authors should know. */
import { type GraphQLSchema, Kind, visit } from 'graphql';
import type { Plan } from '../../graph/plan/plan.ts';
import { type FoundOperation, type FoundOperations, type Place, placeOf, placeOfError } from '../documents.ts';
import { CommandFailure } from '../failure.ts';
import { assumedItems } from '../placeholders.ts';
import { deprecationsIn, documentOf, errorsIn, planOffline } from '../planning.ts';

/** `error` fails the check; `warning` does not. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly place: Place;
  readonly message: string;
}

export interface CheckedOperation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** Empty where it has none. */
  readonly name: string;
  readonly place: Place;
  /** REST calls at worst that the document decides; absent where it cannot be planned. */
  readonly calls: number | undefined;
  /** Further calls at worst, for lists whose length nobody states, taken to be 20. */
  readonly assumed: number;
  readonly findings: readonly Finding[];
}

export interface CheckReport {
  readonly operations: readonly CheckedOperation[];
  /** What is wrong with files as a whole. */
  readonly findings: readonly Finding[];
  readonly maxCalls: number;
}

export interface CheckSettings {
  /** REST calls that an operation may need, counted as `MAX_REST_CALLS` counts them. */
  readonly maxCalls: number;
  /** Schema that the operations are validated against; that of this version unless given. */
  readonly schema?: GraphQLSchema | undefined;
  /** Told how many operations are done. */
  readonly progress: (done: number, total: number) => void;
}

const error = (place: Place, message: string): Finding => ({ severity: 'error', place, message });
const warning = (place: Place, message: string): Finding => ({ severity: 'warning', place, message });

const pageSizes = new Set(['first', 'last']);

/** The lists whose length the caller decides by a variable. */
function variablePages(found: FoundOperation): readonly Finding[] {
  const findings: Finding[] = [];
  visit(documentOf(found), {
    Field(node) {
      for (const { name, value } of node.arguments ?? [])
        if (pageSizes.has(name.value) && value.kind === Kind.VARIABLE)
          findings.push(
            warning(
              placeOf(node),
              `may page without end: $${value.name.value} decides how many items of ${node.name.value} are read, up to 10,000; planned with its default, or with ${assumedItems}`,
            ),
          );
    },
  });
  return findings;
}

/** The places where the number of calls rests on lengths that nobody states. */
function assumedLengths({ calls }: Plan, place: Place): readonly Finding[] {
  const several = calls.filter(({ isEstimate, times }) => isEstimate && times > 1);
  const paths = [...new Set(several.map(({ path }) => path))];
  if (paths.length === 0) return [];
  const message = `may page without end: how often it calls at ${paths.join(', ')} rests on lengths that nobody states, taken to be ${assumedItems}`;
  return [warning(place, message)];
}

/** The places that need most of the calls. */
function largest({ calls }: Plan): string {
  return [...calls]
    .filter(({ isEstimate }) => !isEstimate)
    .sort((one, other) => other.times - one.times)
    .slice(0, 3)
    .map(({ path, times }) => `${path} (${times})`)
    .join(', ');
}

function checkOperation(found: FoundOperation, { maxCalls, schema }: CheckSettings): CheckedOperation {
  const { definition, place } = found;
  const described = { kind: definition.operation, name: definition.name?.value ?? '', place };
  const located = (problem: Error): Place => placeOfError(place.file, problem);
  const errors = errorsIn(found, schema);
  if (errors.length > 0) {
    const findings = errors.map((problem) => error(located(problem), problem.message));
    return { ...described, calls: undefined, assumed: 0, findings };
  }
  const deprecated = deprecationsIn(found, schema).map((problem) => warning(located(problem), problem.message));
  const unknown = schema === undefined ? [] : errorsIn(found);
  if (unknown.length > 0) {
    const message = 'cannot be planned: the schema of this version of portico does not have all of it';
    return { ...described, calls: undefined, assumed: 0, findings: [...deprecated, warning(place, message)] };
  }
  try {
    const { plan } = planOffline(found);
    const { knownUpperBound, upperBound } = plan;
    const beyond =
      knownUpperBound <= maxCalls
        ? []
        : [
            error(
              place,
              `may need ${knownUpperBound} REST calls, more than ${maxCalls}; most of them at ${largest(plan)}`,
            ),
          ];
    const findings = [...beyond, ...deprecated, ...variablePages(found), ...assumedLengths(plan, place)];
    return { ...described, calls: knownUpperBound, assumed: upperBound - knownUpperBound, findings };
  } catch (problem) {
    if (!(problem instanceof CommandFailure)) throw problem;
    return { ...described, calls: undefined, assumed: 0, findings: [...deprecated, error(place, problem.message)] };
  }
}

/** By name, so that the order does not change with that of the files. */
function inOrder(one: CheckedOperation, other: CheckedOperation): number {
  const [first, second] = [one, other].map(({ name, place }) => `${name}\0${place.file}\0${place.line}`);
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

/** Checks operations: that they are valid, what they use although they should not, and how many calls they may need. */
export function check({ operations, problems }: FoundOperations, settings: CheckSettings): CheckReport {
  const checked = operations.map((found, index) => {
    settings.progress(index, operations.length);
    return checkOperation(found, settings);
  });
  return {
    operations: checked.sort(inOrder),
    findings: problems.map(({ place, message }) => error(place, message)),
    maxCalls: settings.maxCalls,
  };
}

/** Everything that was found. */
export const allFindings = ({ operations, findings }: CheckReport): readonly Finding[] => [
  ...findings,
  ...operations.flatMap((operation) => operation.findings),
];
