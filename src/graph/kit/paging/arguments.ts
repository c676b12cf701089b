/** Paging arguments of lists. */
import type { InputFieldMap } from '@pothos/core';
import type { ArgumentBuilder } from '../contract/inputs.ts';

/** Creates the paging arguments of a connection. */
export function pagingArguments(arg: ArgumentBuilder): InputFieldMap {
  return {
    first: arg.int({ description: 'First items, after `after`; 20 by default, at most 10,000.' }),
    after: arg.string({ description: 'Items after this cursor.' }),
    last: arg.int({ description: 'Last items, before `before`; at most 10,000. Not with `first`.' }),
    before: arg.string({ description: 'Items before this cursor.' }),
  };
}
