/** Checks the operations of an application: errors that fail the check, and warnings for their authors. */
import { type GraphQLSchema, Kind, visit } from 'graphql';
import type { Plan } from '../../graph/plan/plan.ts';
import { serializePlan } from '../../graph/plan/serialize-plan.ts';
import { CommandFailure } from '../../helpers/command-failure.ts';
import {
  locateError,
  locateNode,
  type SourceLocation,
  type SourceOperation,
  type SourceOperations,
} from '../documents.ts';
import { assumedItems } from '../estimates.ts';
import { findDeprecations, planOffline, toDocument, validateOperation } from '../planning.ts';

/** `error` fails the check; `warning` does not. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly place: SourceLocation;
  readonly message: string;
}

export interface CheckedOperation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** Empty for an operation without a name. */
  readonly name: string;
  readonly place: SourceLocation;
  /** Upper bound on REST calls, without estimated calls; `undefined` if the operation cannot be planned. */
  readonly calls: number | undefined;
  /** Further estimated calls, assuming 20 items in each list of unknown length. */
  readonly assumed: number;
  /** Calls and round trips before the first part; `undefined` unless `@defer` or `@stream` delivers calls later. */
  readonly firstPart?: { readonly calls: number; readonly roundTrips: number } | undefined;
  readonly findings: readonly Finding[];
}

export interface CheckReport {
  readonly operations: readonly CheckedOperation[];
  /** Findings about files, such as syntax errors. */
  readonly findings: readonly Finding[];
  readonly maxCalls: number;
}

export interface CheckSettings {
  /** Maximum number of REST calls of an operation, counted like those of `MAX_REST_CALLS`. */
  readonly maxCalls: number;
  /** Schema that the operations are validated against. Defaults to `localSchema`. */
  readonly schema?: GraphQLSchema | undefined;
  /** Schema of this version, in which the operations are planned. */
  readonly localSchema: GraphQLSchema;
  /** Called with the number of checked operations before each operation. */
  readonly onProgress: (done: number, total: number) => void;
}

const error = (place: SourceLocation, message: string): Finding => ({ severity: 'error', place, message });
const warning = (place: SourceLocation, message: string): Finding => ({ severity: 'warning', place, message });

const pageSizeArguments = new Set(['first', 'last']);

/** Warns about page sizes that are variables. */
function findVariablePageSizes(operation: SourceOperation): readonly Finding[] {
  const findings: Finding[] = [];
  visit(toDocument(operation), {
    Field(node) {
      for (const { name, value } of node.arguments ?? [])
        if (pageSizeArguments.has(name.value) && value.kind === Kind.VARIABLE)
          findings.push(
            warning(
              locateNode(node),
              `the page size of ${node.name.value} is the variable $${value.name.value}, which may be up to 10,000; planned with its default value, or with ${assumedItems}`,
            ),
          );
    },
  });
  return findings;
}

/** Warns about fields whose number of calls is an estimate. */
function findEstimates({ calls }: Plan, place: SourceLocation): readonly Finding[] {
  const estimated = calls.filter(({ isEstimate, times }) => isEstimate && times > 1);
  const paths = [...new Set(estimated.map(({ at }) => at))];
  if (paths.length === 0) return [];
  const message = `the number of calls at ${paths.join(', ')} is an estimate: assumes ${assumedItems} items in each list of unknown length`;
  return [warning(place, message)];
}

/** The three fields that need the most calls, with their number of calls. */
function describeLargest({ calls }: Plan): string {
  return [...calls]
    .filter(({ isEstimate }) => !isEstimate)
    .sort((a, b) => b.times - a.times)
    .slice(0, 3)
    .map(({ at, times }) => `${at} (${times})`)
    .join(', ');
}

/** Calls and round trips before the first part; `undefined` if there is no other part. */
function getFirstPart(plan: Plan): CheckedOperation['firstPart'] {
  const [first, ...others] = serializePlan(plan).parts;
  return first === undefined || others.length === 0 ? undefined : { calls: first.calls, roundTrips: first.roundTrips };
}

function checkOperation(
  operation: SourceOperation,
  { maxCalls, schema, localSchema }: CheckSettings,
): CheckedOperation {
  const { definition, place } = operation;
  const described = { kind: definition.operation, name: definition.name?.value ?? '', place };
  const locate = (problem: Error): SourceLocation => locateError(place.file, problem);
  const errors = validateOperation(operation, schema ?? localSchema);
  if (errors.length > 0) {
    const findings = errors.map((problem) => error(locate(problem), problem.message));
    return { ...described, calls: undefined, assumed: 0, findings };
  }
  const deprecated = findDeprecations(operation, schema ?? localSchema).map((problem) =>
    warning(locate(problem), problem.message),
  );
  const localErrors = schema === undefined ? [] : validateOperation(operation, localSchema);
  if (localErrors.length > 0) {
    const message =
      'cannot be planned: the schema of this version of portico lacks some of its fields or arguments; use the version of the facade';
    return { ...described, calls: undefined, assumed: 0, findings: [...deprecated, warning(place, message)] };
  }
  try {
    const { plan } = planOffline(localSchema, operation);
    const { knownUpperBound, upperBound } = plan;
    const excess =
      knownUpperBound <= maxCalls
        ? []
        : [
            error(
              place,
              `may need ${knownUpperBound} REST calls, more than the limit of ${maxCalls} (--max-calls); most of them at ${describeLargest(plan)}`,
            ),
          ];
    const findings = [...excess, ...deprecated, ...findVariablePageSizes(operation), ...findEstimates(plan, place)];
    return {
      ...described,
      calls: knownUpperBound,
      assumed: upperBound - knownUpperBound,
      firstPart: getFirstPart(plan),
      findings,
    };
  } catch (problem) {
    if (!(problem instanceof CommandFailure)) throw problem;
    return { ...described, calls: undefined, assumed: 0, findings: [...deprecated, error(place, problem.message)] };
  }
}

/** Compares by name, so that the order does not depend on the order of the files. */
function compareOperations(a: CheckedOperation, b: CheckedOperation): number {
  const [first, second] = [a, b].map(({ name, place }) => `${name}\0${place.file}\0${place.line}`);
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

/** Checks operations for validation errors, deprecated fields, and the number of REST calls that they may need. */
export function check({ operations, problems }: SourceOperations, settings: CheckSettings): CheckReport {
  const checked = operations.map((operation, index) => {
    settings.onProgress(index, operations.length);
    return checkOperation(operation, settings);
  });
  return {
    operations: checked.sort(compareOperations),
    findings: problems.map(({ place, message }) => error(place, message)),
    maxCalls: settings.maxCalls,
  };
}

/** Findings about files and operations. */
export const getAllFindings = ({ operations, findings }: CheckReport): readonly Finding[] => [
  ...findings,
  ...operations.flatMap((operation) => operation.findings),
];
