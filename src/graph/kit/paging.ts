/** The arguments by which a list is paged, and the reads that give a page. */
import type { InputFieldMap } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Request } from '../../rest/request.ts';
import type { GraphContext } from '../context.ts';
import { refuse } from './check.ts';
import { Connection } from './connection.ts';
import type { Args, ConnectionDeclaration } from './declaration.ts';
import type { Address } from './held.ts';
import type { ArgumentBuilder } from './inputs.ts';
import { readKeysetWindow } from './keyset-window.ts';
import { coordinate } from './names.ts';
import { prepareConnection } from './prepare.ts';
import { Selection } from './selection.ts';
import { readOffsetWindow, readTotal } from './window.ts';

/** Arguments of every connection. */
export function pagingArguments(arg: ArgumentBuilder): InputFieldMap {
  return {
    first: arg.int({ description: 'Items from the start (or after `after`), 20 unless given, at most 10,000.' }),
    after: arg.string({ description: 'Only items after this cursor.' }),
    last: arg.int({
      description:
        'Items from the end (or before `before`), at most 10,000. Without `before`, one more call learns where the end is.',
    }),
    before: arg.string({ description: 'Only items before this cursor.' }),
  };
}

/** Checks the arguments, reads the window with as few calls as can be, and gives the page. */
export async function readConnection(
  declaration: ConnectionDeclaration,
  address: Address,
  args: Args,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<Connection> {
  const { request, window, keyset, wants, selected, violations } = prepareConnection(
    declaration,
    address,
    args,
    Selection.of(info),
    context.cursors,
  );
  refuse(violations);
  const read = (page: Request) => context.rest.read(page, coordinate(info));
  if (wants !== 'items') {
    const total = wants === 'total' ? await readTotal(request, read) : undefined;
    return new Connection([], () => undefined, { total, hasNextPage: false, hasPreviousPage: false });
  }
  const page = keyset ? await readKeysetWindow(request, window, read) : await readOffsetWindow(request, window, read);
  const { entity, within } = declaration;
  const form = declaration.form(request);
  const parent = { ...address, ...within };
  const ofItems = () => selected;
  const nodes = entity ? page.items.map((item) => entity.fromItem(item, parent, form, ofItems)) : page.items;
  const cursorAt = (index: number) => {
    const cursor = page.cursorAt(index);
    return cursor && context.cursors.encode(declaration.operation, cursor);
  };
  return new Connection(nodes, cursorAt, page);
}
