/** What arguments and input fields can be given, so that a call with certain values comes of it. */
import {
  coerceInputValue,
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  print,
  valueToLiteral,
} from 'graphql';
import { camelCase } from '../../graph/kit/contract/names.ts';
import { encodeGlobalId, encodePath } from '../../graph/kit/resources/global-id.ts';
import { type ResourceType, resourceTypes } from '../../graph/kit/resources/resource-type.ts';
import type { Target } from './target.ts';

/** A value as the schema holds it, enum values by the words of the contract; undefined where a type cannot hold it. */
export function toInternal(value: unknown, type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const items = (Array.isArray(value) ? value : [value]).map((item) => toInternal(item, nullable.ofType));
    return items.includes(undefined) ? undefined : items;
  }
  if (Array.isArray(value)) return undefined;
  if (isEnumType(nullable))
    return nullable.getValues().find((known) => String(known.value).toLowerCase() === String(value).toLowerCase())
      ?.value;
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

/** A value of the contract as a variable takes it. Members that the type does not have are left out. */
export function toVariable(value: unknown, type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (value === null) return null;
  if (isListType(nullable))
    return (Array.isArray(value) ? value : [value]).map((item) => toVariable(item, nullable.ofType));
  if (isEnumType(nullable))
    return (
      nullable.getValues().find((known) => String(known.value) === String(value) || known.name === value)?.name ?? value
    );
  if (isInputObjectType(nullable)) {
    const fields = nullable.getFields();
    return Object.fromEntries(
      Object.entries(Object(value)).flatMap(([name, member]) => {
        const field = fields[camelCase(name)];
        return field === undefined ? [] : [[field.name, toVariable(member, field.type)]];
      }),
    );
  }
  if (nullable.name === 'ID') return String(value);
  return toInternal(value, nullable) ?? value;
}

/** A value of the contract in the text of a document; undefined where it is not of the type. */
export function literal(value: unknown, type: GraphQLInputType): string | undefined {
  const variable = toVariable(value, type);
  const node = coerceInputValue(variable, type) === undefined ? undefined : valueToLiteral(variable, type);
  return node && print(node);
}

/** Words of a path in the singular, one of which tells the kind of an object where its global id holds one. */
const kindsIn = ({ operation }: Target): readonly string[] =>
  operation.path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .map((part) => part.replace(/s$/, ''));

const isIdOf = (type: ResourceType, parts: readonly (string | number)[]): boolean =>
  type.decode(encodePath(parts)) !== undefined;

/** Global ids of everything that path parameters can be the address of, longest first. */
export function globalIds(target: Target): readonly { readonly type: ResourceType; readonly id: string }[] {
  const values = Object.values(target.path);
  const found: { readonly type: ResourceType; readonly id: string }[] = [];
  for (let length = values.length; length > 0; length -= 1) {
    const parts = values.slice(0, length);
    const kinds = kindsIn(target);
    for (const type of resourceTypes())
      for (const address of [parts, ...kinds.map((kind) => [kind, ...parts])])
        if (isIdOf(type, address)) found.push({ type, id: encodeGlobalId(type.name, encodePath(address)) });
  }
  return found;
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Lists in the body and the query, those that are joined by commas too. */
export function listsOf({ body, query }: Target): readonly (readonly string[])[] {
  return [...Object.values(body), ...Object.values(query)].flatMap((value) => {
    if (Array.isArray(value)) return value.every(isPlain) ? [value.map(String)] : [];
    return typeof value === 'string' && value.includes(',') ? [value.split(',')] : [];
  });
}

/** Texts that a call may need somewhere: its path parameters, the global ids made of them, and what its body and query hold. */
export function textsOf(target: Target): readonly string[] {
  const { path, body, query } = target;
  const given = [...Object.values(body), ...Object.values(query)].filter(isPlain).map(String);
  const ids = globalIds(target).map(({ id }) => id);
  return [...new Set([...Object.values(path).map(String), ...ids, ...given, ...listsOf(target).flat()])];
}

const longestProduct = 4000;

/** Every combination of one value for each name; names whose value is undefined are left out. */
export function product(
  choices: readonly (readonly [string, readonly unknown[]])[],
): readonly Readonly<Record<string, unknown>>[] {
  let found: Readonly<Record<string, unknown>>[] = [{}];
  for (const [name, values] of choices)
    found = found
      .flatMap((before) => values.map((value) => (value === undefined ? before : { ...before, [name]: value })))
      .slice(0, longestProduct);
  return found;
}

/** Values of a type without an own meaning in the call. */
const fallbacks: Readonly<Record<string, unknown>> = {
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

/** What is known of the values that an input may need. */
export interface Known {
  /** Id of the operation, which resembles the member of an input that chooses it. */
  readonly operation: string;
  /** Texts that the call may need somewhere. */
  readonly texts: readonly string[];
  /** Lists of texts that the call may need as they are. */
  readonly lists: readonly (readonly string[])[];
  /** What a field of an input object is given, where the call decides that; undefined where any value may be tried. */
  decided(field: GraphQLInputField): readonly unknown[] | undefined;
}

/** Members of which one is given: the one that the operation is named after, or else any. */
function alternatives(fields: readonly GraphQLInputField[], { operation }: Known): readonly GraphQLInputField[] {
  const id = operation.toLowerCase();
  const named = fields.filter(({ name }) => name.length > 2 && id.includes(name.toLowerCase()));
  const [longest] = named.toSorted((one, other) => other.name.length - one.name.length);
  return longest === undefined ? fields : [longest];
}

/** Variables that a type can be given. */
export function choicesFor(type: GraphQLInputType, known: Known): readonly unknown[] {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const alone = choicesFor(nullable.ofType, known).map((value) => [value]);
    const together = known.lists.map((texts) =>
      texts.flatMap((text) => choicesFor(nullable.ofType, { ...known, texts: [text] })),
    );
    return [...alone, ...together];
  }
  if (isEnumType(nullable)) return nullable.getValues().map(({ name }) => name);
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    if (!nullable.isOneOf) return product(fields.map((field) => [field.name, choicesForField(field, known)]));
    return alternatives(fields, known).flatMap((field) =>
      (known.decided(field) ?? choicesFor(field.type, known)).flatMap((value) =>
        value === undefined ? [] : [{ [field.name]: value }],
      ),
    );
  }
  if (nullable.name === 'File') return [];
  const isNumber = nullable.name === 'Int' || nullable.name === 'SafeInt';
  const values = known.texts.flatMap((text) => {
    if (nullable.name === 'Boolean') return /^(?:true|false)$/.test(text) ? text === 'true' : [];
    if (isNumber) return /^\d{1,15}$/.test(text) ? Number(text) : [];
    if (nullable.name === 'EmailAddress') return text.includes('@') ? text : [];
    return nullable.name === 'ID' || nullable.name === 'String' ? text : [];
  });
  return values.length > 0 ? values : [fallbacks[nullable.name] ?? 'name'];
}

/** What a field of an input object is given: where nothing decides it, it is left out unless it is required. */
export function choicesForField(field: GraphQLInputField, known: Known): readonly unknown[] {
  return known.decided(field) ?? (isRequiredInputField(field) ? choicesFor(field.type, known) : [undefined]);
}
