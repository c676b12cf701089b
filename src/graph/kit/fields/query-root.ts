/** The root type of queries. */
import type { ObjectRef } from '@pothos/core';
import type { SelectedField } from '../../../execution/index.ts';
import type { Types } from '../builder.ts';
import type { Graph } from '../graph.ts';
import type { FieldKind, PreparedField } from './kind.ts';

export class QueryRoot {
  readonly ref: ObjectRef<Types, object>;

  constructor({ builder }: Graph) {
    this.ref = builder.objectRef<object>('Query').implement({
      description:
        'Reads from the upstream: objects by their path, lists of the whole instance, and objects of any type by global id.',
    });
  }
}

/** Kind of fields that return the root of queries. */
export class QueryRootKind<Parent> implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #isAvailable: (parent: Parent) => boolean;

  /** @param isAvailable whether the field of a parent has a value */
  constructor(isAvailable: (parent: Parent) => boolean) {
    this.#isAvailable = isAvailable;
  }

  calls() {
    return [];
  }

  prepare({ selection }: SelectedField): PreparedField {
    return {
      plan: () => ({ reads: [], objects: [{ selection, path: {} }] }),
      value: (parent: Parent) => (this.#isAvailable(parent) ? {} : null),
    };
  }
}
