/** Attributes of embedded values, which have no path upstream. */
import type { SelectedField } from '../../../execution/index.ts';
import type { Convert } from '../contract/values.ts';
import { asObject } from '../resources/resource.ts';
import { type FieldKind, type PreparedField, planValues } from './kind.ts';

/** Kind of an attribute of an embedded value. */
export class ValueAttributeKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #name: string;
  readonly #convert: Convert;
  readonly #defaultValue: unknown;

  /** @param defaultValue value of an attribute that the response omits */
  constructor(name: string, convert: Convert | undefined, defaultValue: unknown) {
    this.#name = name;
    this.#convert = convert ?? ((value) => value);
    this.#defaultValue = defaultValue;
  }

  calls() {
    return [];
  }

  prepare(field: SelectedField): PreparedField {
    return {
      plan: planValues(field),
      value: (parent) => {
        const { [this.#name]: value = this.#defaultValue } = asObject(parent) ?? {};
        return this.#convert(value);
      },
    };
  }
}
