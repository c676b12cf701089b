/** The root type of queries. */
import type { ObjectRef } from '@pothos/core';
import type { Types } from '../builder.ts';
import type { Graph } from '../graph.ts';
import { createKind, type FieldKind } from './kind.ts';

export class QueryRoot {
  readonly ref: ObjectRef<Types, object>;

  constructor({ builder }: Graph) {
    this.ref = builder.objectRef<object>('Query').implement({
      description:
        'Reads from the service: objects by their id or path, and lists of the whole instance. A field for a single object is null if the service reports that none exists, and has an error if the caller may not read it, unless its description or `@semanticNonNull` states otherwise.',
    });
  }
}

/** Creates the kind of fields that return the root of queries. @param isAvailable whether the field of a parent has a value */
export const createQueryRootKind = <Parent>(isAvailable: (parent: Parent) => boolean): FieldKind =>
  createKind({
    prepare: ({ selection }) => ({
      plan: () => ({ objects: [{ selection, path: {} }] }),
      value: (parent: Parent) => (isAvailable(parent) ? {} : null),
    }),
  });
