/** What a connection will ask for, known from its address, arguments and selection alone. */
import type { Violation } from '../../rest/errors.ts';
import type { Request } from '../../rest/request.ts';
import { checkQuery } from './check.ts';
import type { Args, ConnectionDeclaration } from './declaration.ts';
import type { Address } from './held.ts';
import type { Selection } from './selection.ts';
import { readWindowArgs, type WindowArgs } from './window.ts';

export interface PreparedConnection {
  /** The call without its page parameters. */
  readonly request: Request;
  readonly window: WindowArgs;
  readonly keyset: boolean;
  /** `total`: nothing but the number of items; `nothing`: not even that, as keyset paging has no totals. */
  readonly wants: 'items' | 'total' | 'nothing';
  /** What is selected on the items, through `nodes` and `edges`. */
  readonly selected: Selection;
  /** What is wrong with the arguments; nothing may be asked for when there is something. */
  readonly violations: readonly Violation[];
}

export function prepareConnection(
  declaration: ConnectionDeclaration,
  address: Address,
  args: Args,
  selection: Selection,
): PreparedConnection {
  const selected = selection.of('nodes').and(selection.of('edges').of('node'));
  const request = declaration.request(address, args, selected);
  const keyset = declaration.keyset(args);
  const violations: Violation[] = [
    ...(declaration.check?.(args, request) ?? checkQuery(declaration.operation, request.query ?? {})),
  ];
  const window = readWindowArgs(args, keyset, violations);
  const items = selection.has('nodes', 'edges', 'pageInfo');
  const wants = items ? 'items' : selection.has('totalCount') && !keyset ? 'total' : 'nothing';
  return { request, window, keyset, wants, selected, violations };
}
