/** Candidate values of arguments and input fields, made from the values of a call. */

import {
  coerceInputValue,
  type GraphQLEnumValue,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLList,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  print,
  valueToLiteral,
} from 'graphql';
import { asRecord } from '../../helpers/is-record.ts';
import { camelCase } from '../kit/contract/names.ts';
import { encodeGlobalId, encodePath, isGlobalId } from '../kit/resources/global-id.ts';
import type { ResourceType } from '../kit/resources/resource-type.ts';
import { getResourceTypes } from '../kit/resources/resource-types.ts';
import type { SearchTarget, Target } from './target.ts';

/** Converts a value to the internal value of a type, which is that of the contract for an enum; `undefined` if the type does not accept it. */
export function toInternal(value: unknown, type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const entries = toEntries(value, nullable);
    if (entries !== undefined) return entries;
    const items = (Array.isArray(value) ? value : [value]).map((item) => toInternal(item, nullable.ofType));
    return items.includes(undefined) ? undefined : items;
  }
  if (Array.isArray(value)) return undefined;
  if (isEnumType(nullable))
    return nullable
      .getValues()
      .find((enumValue) => String(enumValue.value).toLowerCase() === String(value).toLowerCase())?.value;
  if (isInputObjectType(nullable)) return undefined;
  switch (nullable.name) {
    case 'Boolean':
      return /^(?:true|false)$/.test(String(value)) ? String(value) === 'true' : undefined;
    case 'Int':
    case 'SafeInt':
      return /^\d+$/.test(String(value)) ? Number(value) : undefined;
    case 'Float':
      return Number.isFinite(Number(value)) ? Number(value) : undefined;
    case 'File':
      return undefined;
    case 'JSON':
      return value;
    default:
      return typeof value === 'object' ? undefined : String(value);
  }
}

/** Converts a value of the contract to a variable. Omits members that the type does not have. */
export function toVariable(value: unknown, type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (value === null || value instanceof File) return value;
  if (isListType(nullable))
    return (Array.isArray(value) ? value : [value]).map((item) => toVariable(item, nullable.ofType));
  if (isEnumType(nullable))
    return (
      nullable.getValues().find((enumValue) => String(enumValue.value) === String(value) || enumValue.name === value)
        ?.name ?? value
    );
  if (isInputObjectType(nullable)) {
    const fields = nullable.getFields();
    return Object.fromEntries(
      Object.entries(asRecord(value)).flatMap(([name, member]) => {
        const field = fields[camelCase(name)];
        return field === undefined ? [] : [[field.name, toVariable(member, field.type)]];
      }),
    );
  }
  if (nullable.name === 'ID') return String(value);
  return toInternal(value, nullable) ?? value;
}

/** Whether the keys of a value are names, which alone can be printed in a literal. */
function hasNames(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasNames);
  return Object.entries(asRecord(value)).every(([key, member]) => /^[_a-z]\w*$/i.test(key) && hasNames(member));
}

/**
 * Prints a value of the contract as a literal; `undefined` if the type does not accept it, or if a key of a map is not a
 * name.
 */
export function printLiteral(value: unknown, type: GraphQLInputType): string | undefined {
  const variable = toVariable(value, type);
  if (!hasNames(variable) || coerceInputValue(variable, type) === undefined) return undefined;
  const node = valueToLiteral(variable, type);
  return node && print(node);
}

/** Literal segments of a path in the singular. Some global ids contain one of them. */
const getKinds = ({ operation }: Target): readonly string[] =>
  operation.path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .map((part) => part.replace(/s$/, ''));

/** Whether parts are those of a global id. The graph rejects a name in place of the number at the end; the remarks say so. */
const isIdOf = (type: ResourceType, parts: readonly (string | number)[], isNamedByPath: boolean): boolean =>
  [parts, ...(isNamedByPath ? [parts.with(-1, 1)] : [])].some((each) => type.decode(encodePath(each)) !== undefined);

/** Global ids that the path parameters can form, the longest first; of these, first those of types that the path names. */
export function createGlobalIds(target: SearchTarget): readonly { readonly type: ResourceType; readonly id: string }[] {
  const values = Object.values(target.path);
  const kinds = getKinds(target);
  const names = new Set(kinds.map((kind) => kind.replaceAll('_', '')));
  const types = [...getResourceTypes(target.schema).all].toSorted(
    (a, b) => Number(names.has(b.name.toLowerCase())) - Number(names.has(a.name.toLowerCase())),
  );
  const ids: { readonly type: ResourceType; readonly id: string }[] = [];
  for (let length = values.length; length > 0; length -= 1) {
    const parts = values.slice(0, length);
    for (const type of types)
      for (const idParts of type.idParameters[0] === 'kind' ? kinds.map((kind) => [kind, ...parts]) : [parts])
        if (isIdOf(type, idParts, names.has(type.name.toLowerCase())))
          ids.push({ type, id: encodeGlobalId(type.name, encodePath(idParts)) });
  }
  return ids;
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Lists in the body and query, including comma-separated ones. */
export function getLists({ body, query }: Target): readonly (readonly string[])[] {
  return [...Object.values(body), ...Object.values(query)].flatMap((value) => {
    if (Array.isArray(value)) return value.every(isPlain) ? [value.map(String)] : [];
    return typeof value === 'string' && value.includes(',') ? [value.split(',')] : [];
  });
}

/** Strings of a call: path parameters, the global ids that they form, and values of body and query. */
export function getStrings(target: SearchTarget): readonly string[] {
  const { path, body, query } = target;
  const sent = [...Object.values(body), ...Object.values(query)].filter(isPlain).map(String);
  const ids = createGlobalIds(target).map(({ id }) => id);
  return [...new Set([...Object.values(path).map(String), ...ids, ...sent, ...getLists(target).flat()])];
}

const maxProductSize = 4000;

/** Combinations of one value per name, at most 4000. Omits names whose value is `undefined`. */
export function product(
  choices: readonly (readonly [string, readonly unknown[]])[],
): readonly Readonly<Record<string, unknown>>[] {
  let combinations: Readonly<Record<string, unknown>>[] = [{}];
  for (const [name, values] of choices)
    combinations = combinations
      .flatMap((combination) =>
        values.map((value) => (value === undefined ? combination : { ...combination, [name]: value })),
      )
      .slice(0, maxProductSize);
  return combinations;
}

const scalarSamples: Readonly<Record<string, unknown>> = {
  Boolean: true,
  Int: 1,
  SafeInt: 1,
  Float: 1,
  Date: '2030-01-01',
  DateTime: '2030-01-01T00:00:00Z',
  URL: 'https://example.com',
  EmailAddress: 'somebody@example.com',
  JSON: {},
};

/** Values of a call, from which the values of an input are made. */
export interface ValueSource {
  /** Id of the operation, which resembles the member of a `@oneOf` input that chooses it. */
  readonly operation: string;
  /** Path parameters, global ids and values of the call. */
  readonly texts: readonly string[];
  /** Lists of the call. */
  readonly lists: readonly (readonly string[])[];
  /** Members of the body and query parameters. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Whether a scalar without a value in the call gets a sample. */
  readonly usesSamples: boolean;
  /** Whether an enum may have values that the call does not contain. */
  readonly usesAnyEnumValue: boolean;
  /** Values of a field of an input object that the call determines; `undefined` if any value may be tried. */
  decide(field: GraphQLInputField): readonly unknown[] | undefined;
}

/** Members of a `@oneOf` input: the one that the operation is named after if there is one, otherwise all. */
function alternatives(fields: readonly GraphQLInputField[], { operation }: ValueSource): readonly GraphQLInputField[] {
  const id = operation.toLowerCase();
  const named = fields.filter(({ name }) => name.length > 2 && id.includes(name.toLowerCase()));
  const [longest] = named.toSorted((a, b) => b.name.length - a.name.length);
  return longest === undefined ? fields : [longest];
}

/** Values of a list whose items the call has as members, such as `read_code: true` for the item `READ_CODE`. */
function flagItems({ ofType }: GraphQLList<GraphQLInputType>, { members }: ValueSource): readonly unknown[] {
  const type = getNullableType(ofType);
  if (!isEnumType(type)) return [];
  const items = type.getValues().filter(({ value }) => String(members[String(value)]) === 'true');
  return items.length === 0 ? [] : [items.map(({ name }) => name)];
}

/** Converts a map to a list of names and values; `undefined` for another value or type. */
function toEntries(map: unknown, { ofType }: GraphQLList<GraphQLInputType>): readonly unknown[] | undefined {
  if (typeof map !== 'object' || map === null || Array.isArray(map) || map instanceof File) return undefined;
  const type = getNullableType(ofType);
  if (!isInputObjectType(type) || type.isOneOf) return undefined;
  const [key, value, ...others] = Object.values(type.getFields()).filter(isRequiredInputField);
  if (key === undefined || value === undefined || others.length > 0) return undefined;
  return Object.entries(map).map(([name, member]) => ({
    [key.name]: name,
    [value.name]: wrapInForm(member, value.type),
  }));
}

/** Values of a list of names and values that the call has as a map. */
const mapEntries = (type: GraphQLList<GraphQLInputType>, { members }: ValueSource): readonly unknown[] =>
  Object.values(members).flatMap((map) => {
    const entries = toEntries(map, type);
    return entries === undefined ? [] : [entries];
  });

/** A value in the form that a `@oneOf` input has for its type. */
function wrapInForm(value: unknown, type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (!isInputObjectType(nullable) || !nullable.isOneOf) return toVariable(value, type);
  const scalars: Readonly<Record<string, readonly string[]>> = {
    boolean: ['Boolean'],
    number: ['Float', 'Int', 'SafeInt'],
    string: ['String'],
  };
  const fields = Object.values(nullable.getFields());
  const isList = Array.isArray(value);
  const names = scalars[typeof (isList ? value[0] : value)] ?? [];
  const field = fields.find(
    (each) => isListType(getNullableType(each.type)) === isList && names.includes(getNamedType(each.type).name),
  );
  return field === undefined ? value : { [field.name]: value };
}

/** Values of a list type. */
function listChoices(type: GraphQLList<GraphQLInputType>, source: ValueSource): readonly unknown[] {
  const lists = source.lists.flatMap((texts) => {
    const items = texts.map((text) => choicesFor(type.ofType, { ...source, texts: [text], usesSamples: false })[0]);
    return items.includes(undefined) ? [] : [items];
  });
  const single = choicesFor(type.ofType, source).map((value) => [value]);
  return [...flagItems(type, source), ...mapEntries(type, source), ...lists, ...single];
}

/** Values of a scalar type that the call contains. */
function scalarChoices(name: string, texts: readonly string[]): readonly unknown[] {
  if (name === 'Boolean') return texts.filter((text) => /^(?:true|false)$/.test(text)).map((text) => text === 'true');
  if (name === 'Int' || name === 'SafeInt') return texts.filter((text) => /^\d{1,15}$/.test(text)).map(Number);
  if (name !== 'EmailAddress') return name === 'ID' || name === 'String' ? texts : [];
  const addresses = texts.filter((text) => text.includes('@'));
  return addresses.length > 0 ? addresses : texts.filter((text) => !isGlobalId(text));
}

/** Values of a member of a `@oneOf` input. A flag such as `instance` accepts only true, which the call need not contain. */
function alternativeChoices({ type }: GraphQLInputField, source: ValueSource): readonly unknown[] {
  const values = choicesFor(type, source);
  const isFlag = source.usesSamples && getNamedType(type).name === 'Boolean' && !isListType(getNullableType(type));
  return isFlag ? [...new Set([...values, true])] : values;
}

/** Variables of a type that are made from the values of a call, the more specific ones first. */
export function choicesFor(type: GraphQLInputType, source: ValueSource): readonly unknown[] {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listChoices(nullable, source);
  if (isEnumType(nullable)) {
    const values = nullable.getValues();
    const isUsed = ({ name, value }: GraphQLEnumValue) =>
      source.texts.some((text) => text === name || text.toLowerCase() === String(value).toLowerCase());
    return values.filter((value) => source.usesAnyEnumValue || isUsed(value)).map(({ name }) => name);
  }
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    if (!nullable.isOneOf)
      return product(fields.map((field) => [field.name, choicesForField(field, source, true)])).filter(
        (value) => Object.keys(value).length > 0,
      );
    return alternatives(fields, source).flatMap((field) =>
      (source.decide(field) ?? alternativeChoices(field, source)).flatMap((value) =>
        value === undefined ? [] : [{ [field.name]: value }],
      ),
    );
  }
  if (nullable.name === 'File') return Object.values(source.members).filter((value) => value instanceof File);
  const values = scalarChoices(nullable.name, source.texts);
  return values.length > 0 || !source.usesSamples ? values : [scalarSamples[nullable.name] ?? 'name'];
}

/**
 * Values of a field of an input object. `undefined` leaves an optional field out.
 * @param isNested whether optional fields are tried, too, as the fields of a nested object often need each other
 */
export function choicesForField(field: GraphQLInputField, source: ValueSource, isNested = false): readonly unknown[] {
  const decided = source.decide(field);
  if (decided !== undefined) return decided;
  if (isRequiredInputField(field)) return choicesFor(field.type, source);
  const isScalar = !isInputObjectType(getNamedType(field.type));
  return isNested && isScalar ? [undefined, ...choicesFor(field.type, { ...source, usesSamples: false })] : [undefined];
}
