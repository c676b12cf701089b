/** Describes the REST calls of a field in its description, because GraphiQL does not show directives. */
import type { Contract, OperationId } from '../../contract/index.ts';
import { maxPageSize } from '../../rest/paging.ts';
import { callPerItemMark } from './call-marks.ts';
import { type FieldCall, type FieldKind, getOfferedCalls } from './fields/kind.ts';

/** Maximum number of routes that are listed. Of more routes, only the first one is. */
const maxListedRoutes = 8;

/** Formats a route: `GET /projects/{id}` in backquotes. */
function describeRoute(contract: Contract, id: OperationId): string {
  const { method, path } = contract.operation(id);
  return `\`${method} ${path}\``;
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function describeRoutes(contract: Contract, operations: readonly OperationId[]): string {
  const routes = [...new Set(operations)].map((id) => describeRoute(contract, id));
  if (routes.length > maxListedRoutes) return `one of ${routes.length} routes, such as ${routes[0]}`;
  return alternatives.format(routes);
}

/**
 * @param parent noun of the objects that have the field, such as `merge request`; `undefined` if there is only one
 * object
 */
function describeFrequency({ frequency }: FieldCall, parent: string | undefined): string {
  const each = parent === undefined ? '' : ` for each ${parent}`;
  switch (frequency) {
    case 'once':
      return `one call${each}`;
    case 'perPage':
      return parent === undefined
        ? `one call for each ${maxPageSize} items, one more for \`last\` without \`before\``
        : `one call${each} and each ${maxPageSize} items, one more for \`last\` without \`before\``;
    case 'atMostOnce':
      return `at most one call${each}`;
    case 'perItem':
      return 'at most one call for each item of the value or input';
    case 'forAllFields':
      return `at most one call${each}, for all its fields`;
    case 'perOwner':
      return 'at most one call for each project or group';
    case 'forAnonymous':
      return 'in its place for anonymous callers';
    case 'perOperation':
      return 'at most one call for all objects, if the other calls do not return the value';
    case 'untilReady':
      return 'as many calls as it takes';
    case 'perObject':
      return 'one call for each object, by the route of its type';
    case 'perPoll':
      return 'one call for each poll, shared by all subscribers with the same credential';
    case 'onOpening':
      return 'called when the URL is opened';
    default:
      return `at most ${frequency} calls${each}`;
  }
}

/** Returns the lists from which several items are read together. */
function getLists(contract: Contract, operations: readonly OperationId[]): readonly OperationId[] {
  return operations.flatMap((id) => contract.operation(id).itemOf ?? []);
}

/** Describes the detail call. It is short, because most fields of a resource have it. */
function describeDetail(contract: Contract, [first, ...others]: readonly OperationId[]): string {
  if (first === undefined) return '';
  return others.length === 0
    ? describeRoute(contract, first)
    : `${describeRoute(contract, first)} or ${others.length} like it`;
}

function describeCall(contract: Contract, call: FieldCall, parent: string | undefined): string {
  if (call.frequency === 'forAllFields')
    return `${describeDetail(contract, call.operations)}, ${describeFrequency(call, parent)}`;
  const description = `${describeRoutes(contract, call.operations)}, ${describeFrequency(call, parent)}`;
  const lists = getLists(contract, call.operations);
  if (lists.length === 0 || call.operations.length > maxListedRoutes) return description;
  return `${description}; several together from ${describeRoutes(contract, lists)}`;
}

/** First characters of the paragraph about the calls of a field. */
export const callsPrefix = 'REST: ';

/**
 * Returns the sentence about the calls of a field, `REST: \`GET /runners/{id}\`, at most one call.`; `undefined` if it
 * makes none.
 */
export function describeCalls(
  contract: Contract,
  kind: FieldKind,
  parent: string | undefined,
  isPerItem: boolean,
): string | undefined {
  const calls = getOfferedCalls(contract, kind);
  if (calls.length === 0) return undefined;
  const sentence = `${callsPrefix}${calls.map((call) => describeCall(contract, call, parent)).join('; ')}.`;
  return isPerItem ? `${sentence} ${callPerItemMark}` : sentence;
}

/** Returns the sentence about calls of a field that the REST service does not offer; `undefined` if none exist. */
export function describeAbsentCalls(contract: Contract, kind: FieldKind): string | undefined {
  const isAbsent = (id: OperationId) => contract.gaps.operations.get(id) === 'absent';
  const operations = kind
    .calls()
    .filter((call) => call.operations.length > 0 && call.operations.every(isAbsent))
    .flatMap((call) => call.operations);
  if (operations.length === 0) return undefined;
  return `The REST service does not offer ${describeRoutes(contract, operations)}; what needs it fails with \`NOT_OFFERED\`.`;
}
