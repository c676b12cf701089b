/** Attributes of an object that a response with another object contains, so that they cost no call. */
import { type Contract, type SchemaName, schemaNameOf } from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import { type Attributes, asObject, covers } from '../resources/resource.ts';
import { type FieldPlan, getKinds, type ParentInfo } from './kind.ts';

/** Attribute of an object in a response with another object. */
export interface ContainedAttribute {
  /** Attribute of the other object that contains the value. */
  readonly attribute: string;
  /** Member of that attribute which contains the value, if it is an object. */
  readonly member?: string;
  /** Extracts the value from the attribute or its member; `null` or `undefined` if it is absent. Defaults to the attribute or member itself. */
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

/**
 * Adds the calls of another plan to that of an object in a response. They are made if the service omits some of the contained
 * attributes; none is added if responses always have them.
 * @param representation schema of the response
 */
export function withFallback(
  plan: FieldPlan,
  { calls = [] }: FieldPlan,
  contract: Contract,
  representation: SchemaName,
  contained: ContainedAttributes,
): FieldPlan {
  return Object.values(contained).every((source) => isNeverNull(contract, representation, source))
    ? plan
    : { ...plan, calls: calls.map((call) => ({ ...call, isEstimate: true, isConditional: true })) };
}

function isNeverNull(
  contract: Contract,
  representation: SchemaName,
  { attribute, member }: ContainedAttribute,
): boolean {
  const schema = contract.attributesOf(representation).get(attribute);
  if (schema?.['x-never-null'] !== true) return false;
  if (member === undefined) return true;
  const embedded = schemaNameOf(schema);
  return embedded !== undefined && contract.attributesOf(embedded).get(member)?.['x-never-null'] === true;
}

/** Extracts contained attributes from those of the other object; `undefined` if one is missing. */
export function extractContained(
  contained: ContainedAttributes,
  attributes: Attributes | undefined = {},
): Attributes | undefined {
  const extracted: Record<string, unknown> = {};
  for (const [name, { attribute, member, extract }] of Object.entries(contained)) {
    const value = member === undefined ? attributes[attribute] : asObject(attributes[attribute])?.[member];
    extracted[name] = extract === undefined ? value : extract(value);
    if (extracted[name] === undefined || extracted[name] === null) return undefined;
  }
  return extracted;
}
