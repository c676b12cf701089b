/** Attributes of embedded values, which have no path upstream. */

import type { Schema } from '../../../contract/index.ts';
import type { SelectedField } from '../../../execution/index.ts';
import { type Convert, getAttribute } from '../contract/values.ts';
import { asObject } from '../resources/resource.ts';
import { type FieldKind, type PreparedField, planValues } from './kind.ts';

/** Kind of an attribute of an embedded value. */
export class ValueAttributeKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #name: string;
  readonly #convert: Convert;
  readonly #schema: Schema;

  constructor(name: string, convert: Convert | undefined, schema: Schema) {
    this.#name = name;
    this.#convert = convert ?? ((value) => value);
    this.#schema = schema;
  }

  calls() {
    return [];
  }

  prepare(field: SelectedField): PreparedField {
    return {
      plan: planValues(field),
      value: (parent) => {
        const value = getAttribute(asObject(parent) ?? {}, this.#name, this.#schema);
        return this.#convert(value === undefined ? this.#schema.default : value);
      },
    };
  }
}
