/** What a connection will ask for, known from its address, arguments and selection alone. */
import type { Violation } from '../../rest/errors.ts';
import type { Request } from '../../rest/request.ts';
import { checkQuery } from './check.ts';
import type { Cursors } from './cursors.ts';
import type { Args, ConnectionDeclaration } from './declaration.ts';
import type { Address } from './held.ts';
import { byKeyset } from './keyset-window.ts';
import type { Selection } from './selection.ts';
import { readWindowArgs, type WindowArgs } from './window-args.ts';

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
  cursors: Cursors,
): PreparedConnection {
  const selected = selection.of('nodes').and(selection.of('edges').of('node'));
  const filtered = declaration.request(address, args, selected);
  const keyset = declaration.keyset(args);
  const violations: Violation[] = [
    ...(declaration.check?.(args, filtered) ?? checkQuery(declaration.operation, filtered.query ?? {})),
  ];
  const decode = (text: string) => cursors.decode(declaration.operation, text);
  const window = readWindowArgs(args, keyset, decode, violations);
  const items = selection.has('nodes', 'edges', 'pageInfo');
  const wants = items ? 'items' : selection.has('totalCount') && !keyset ? 'total' : 'nothing';
  const request = keyset ? byKeyset(filtered) : filtered;
  return { request, window, keyset, wants, selected, violations };
}
