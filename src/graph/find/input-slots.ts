/** Positions in the arguments of a field at which a value can be set. */
import {
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isRequiredInputField,
} from 'graphql';
import { asRecord } from '../../helpers/is-record.ts';
import { camelCase } from '../kit/contract/names.ts';
import { toInternal } from './values.ts';

/** Argument or nested input field that accepts a value. */
export interface InputSlot {
  /** Names from the argument inwards. */
  readonly path: readonly string[];
  readonly type: GraphQLInputType;
  /** Values of required sibling fields, which are set unless they have a value. */
  readonly siblings: Readonly<Record<string, unknown>>;
}

/**
 * Arguments and nested input fields that accept a value.
 * @param parameters query parameters, from which required siblings have their values
 */
export function findSlots(
  args: readonly { readonly name: string; readonly type: GraphQLInputType }[],
  parameters: Readonly<Record<string, unknown>>,
  depth = 3,
): readonly InputSlot[] {
  return args.flatMap(({ name, type }): readonly InputSlot[] => {
    const nullable = getNullableType(type);
    if (!isInputObjectType(nullable)) return [{ path: [name], type, siblings: {} }];
    if (depth === 0) return [];
    const fields = Object.values(nullable.getFields());
    const siblings = getRequiredValues(fields, parameters);
    return findSlots(fields, parameters, depth - 1).map((slot) => ({
      ...slot,
      path: [name, ...slot.path],
      siblings: slot.path.length === 1 ? siblings : slot.siblings,
    }));
  });
}

/** Values of the required fields of an input object: those of the query parameters with their names, or the first one of an enum. */
function getRequiredValues(
  fields: readonly GraphQLInputField[],
  parameters: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const byName = new Map(Object.entries(parameters).map(([name, value]) => [camelCase(name), value]));
  return Object.fromEntries(
    fields.filter(isRequiredInputField).flatMap(({ name, type }) => {
      const nullable = getNullableType(type);
      const value = byName.has(name) ? toInternal(byName.get(name), type) : undefined;
      if (value !== undefined) return [[name, value]];
      return isEnumType(nullable) ? [[name, nullable.getValues()[0]?.value]] : [];
    }),
  );
}

const normalize = (text: string): string =>
  text
    .replace(/[^a-z]/gi, '')
    .replace(/s$/, '')
    .toLowerCase();

/** Distance between the names of a slot and of a parameter; smaller is more similar. */
export function getNameDistance({ path }: InputSlot, name: string): number {
  const wanted = normalize(name);
  const inner = path.slice(1);
  if (path.at(-1) === camelCase(name) && path.length <= 2) return 0;
  if (normalize(inner.join('')) === wanted || normalize(path.join('')) === wanted) return 1;
  return inner.some((part) => wanted.includes(normalize(part))) ? 2 : 3;
}

/** Returns a copy of nested arguments with one more value. */
export function withValue(
  tree: Readonly<Record<string, unknown>>,
  [name = '', ...further]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  return { ...tree, [name]: further.length === 0 ? value : withValue(asRecord(tree[name]), further, value) };
}

/** Returns a copy of nested arguments with a value in a slot, and with the required siblings of the slot. */
export function withSlotValue(tree: Readonly<Record<string, unknown>>, { path, siblings }: InputSlot, value: unknown) {
  const filled = withValue(tree, path, value);
  return Object.entries(siblings).reduce((result, [name, siblingValue]) => {
    const sibling = [...path.slice(0, -1), name];
    const present = sibling.reduce<unknown>((member, part) => asRecord(member)[part], result);
    return present === undefined ? withValue(result, sibling, siblingValue) : result;
  }, filled);
}
