/** Tells in the description of a field which REST calls it makes and how many, as GraphiQL shows no directives. */
import { type OperationId, operation } from '../../contract/index.ts';
import { maxPageSize } from '../../rest/paging.ts';
import type { FieldCall, FieldKind } from './fields/kind.ts';

/** Routes that are named; of more, only the first is. */
const mostRoutes = 8;

/** `GET /projects/{id}`, in backquotes. */
function route(id: OperationId): string {
  const { method, path } = operation(id);
  return `\`${method} ${path}\``;
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function routesOf(operations: readonly OperationId[]): string {
  const routes = [...new Set(operations)].map(route);
  if (routes.length > mostRoutes) return `one of ${routes.length} routes, such as ${routes[0]}`;
  return alternatives.format(routes);
}

/** @param parent what the field belongs to, such as `merge request`; undefined where there is only one */
function countOf({ frequency }: FieldCall, parent: string | undefined): string {
  const each = parent === undefined ? '' : ` for each ${parent}`;
  switch (frequency) {
    case 'once':
      return `one call${each}`;
    case 'perPage':
      return parent === undefined
        ? `one call for each ${maxPageSize} items`
        : `one call${each} and each ${maxPageSize} items`;
    case 'atMostOnce':
      return `at most one call${each}`;
    case 'perItem':
      return 'at most one call for each item of the value';
    case 'forAllFields':
      return `at most one call${each}, for all its fields`;
    case 'perOwner':
      return 'at most one call for each project or group';
    case 'untilReady':
      return 'as many calls as it takes';
    case 'perObject':
      return 'one call for each object, by the route of its type';
    case 'perPoll':
      return 'one call for each poll, shared by all subscribers with the same credential';
    case 'onOpening':
      return 'called when the address is opened';
    default:
      return `at most ${frequency} calls${each}`;
  }
}

/** Lists that several items asked for together are read from. */
function listsOf(operations: readonly OperationId[]): readonly OperationId[] {
  return operations.flatMap((id) => operation(id).itemOf ?? []);
}

/** The call for the attributes of an object, in one of several places. So many fields have it that it is named in short. */
function detailOf([first, ...others]: readonly OperationId[]): string {
  if (first === undefined) return '';
  return others.length === 0 ? route(first) : `${route(first)} or ${others.length} like it`;
}

function describeCall(call: FieldCall, parent: string | undefined): string {
  if (call.frequency === 'forAllFields') return `${detailOf(call.operations)}, ${countOf(call, parent)}`;
  const made = `${routesOf(call.operations)}, ${countOf(call, parent)}`;
  const lists = listsOf(call.operations);
  if (lists.length === 0 || call.operations.length > mostRoutes) return made;
  return `${made}; several together from ${routesOf(lists)}`;
}

/** The sentence on the calls of a field, `REST: \`GET /runners/{id}\`, at most one call.`; undefined where it makes none. */
export function describeCalls(kind: FieldKind, parent: string | undefined): string | undefined {
  const calls = kind.calls();
  if (calls.length === 0) return undefined;
  return `REST: ${calls.map((call) => describeCall(call, parent)).join('; ')}.`;
}
