/** Attributes of an object that a response with another object contains, so that they cost no call. */
import type { Contract } from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import { type Attributes, covers } from '../resources/resource.ts';
import { getKinds, type ParentInfo } from './kind.ts';

/** Attribute of an object in a response with another object. */
export interface ContainedAttribute {
  /** Attribute of the other object that contains the value. */
  readonly attribute: string;
  /** Extracts the value; `null` or `undefined` if the attribute lacks it. Defaults to the attribute itself. */
  readonly extract?: (value: unknown) => unknown;
}

/** Contained attributes, by their names in the object that they belong to. */
export type ContainedAttributes = Readonly<Record<string, ContainedAttribute>>;

/**
 * Returns the contained attributes that a selection needs; `undefined` if it needs more than these and path parameters,
 * so that the object has to be loaded.
 */
export function findContained(
  selection: Selection,
  contained: ContainedAttributes = {},
): ContainedAttributes | undefined {
  const own = getKinds(selection).filter((kind) => kind.needsObject);
  const needed: Record<string, ContainedAttribute> = {};
  for (const { isInPath = false, attributes } of own) {
    if (isInPath) continue;
    for (const name of attributes) {
      const source = contained[name];
      if (source === undefined) return undefined;
      needed[name] = source;
    }
    if (attributes.length === 0) return undefined;
  }
  return own.length === 0 ? undefined : needed;
}

/** Whether the response with the other object has all of its attributes that contain some. */
export const coversContained = (
  contract: Contract,
  { representation, mayBeEmpty }: Pick<ParentInfo, 'representation' | 'mayBeEmpty'>,
  contained: ContainedAttributes,
): boolean =>
  !mayBeEmpty && Object.values(contained).every(({ attribute }) => covers(contract, representation, attribute));

/** Extracts contained attributes from those of the other object; `undefined` if one is missing. */
export function extractContained(
  contained: ContainedAttributes,
  attributes: Attributes | undefined = {},
): Attributes | undefined {
  const extracted: Record<string, unknown> = {};
  for (const [name, { attribute, extract }] of Object.entries(contained)) {
    const value = attributes[attribute];
    extracted[name] = extract === undefined ? value : extract(value);
    if (extracted[name] === undefined || extracted[name] === null) return undefined;
  }
  return extracted;
}
