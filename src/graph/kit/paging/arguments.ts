/** Paging arguments of lists. */
import type { InputFieldMap } from '@pothos/core';
import type { ArgumentBuilder } from '../contract/inputs.ts';

/** Creates the paging arguments of a connection. */
export function pagingArguments(arg: ArgumentBuilder): InputFieldMap {
  return {
    first: arg.int({ description: 'Items from the start (or after `after`), at most 10,000. Defaults to 20.' }),
    after: arg.string({ description: 'Only items after this cursor.' }),
    last: arg.int({
      description:
        'Items from the end (or before `before`), at most 10,000. Without `before`, costs one more call, which reads the length of the list.',
    }),
    before: arg.string({ description: 'Only items before this cursor.' }),
  };
}
