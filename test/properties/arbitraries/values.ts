/** Random inputs of the graph, with values of existing objects and unusual values. */
import fc from 'fast-check';
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNullableType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * Form of a value in a document: a literal, a variable that is sent, a variable with only a default, a variable that is sent in spite of
 * its default, or a variable that is neither sent nor has a default.
 */
export type Passing = 'literal' | 'sent' | 'default' | 'overridden' | 'absent';

/** Value of an input type, each part of which may be a variable. */
export type Input = { readonly passing: Passing } & (
  | { readonly kind: 'leaf'; readonly value: Json }
  | { readonly kind: 'list'; readonly items: readonly Input[] }
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, Input>> }
);

/** Values of a sandbox. */
export interface SandboxValues {
  /** Global ids by type name. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** Strings and numbers by the name of the field that returned them. */
  readonly byField: ReadonlyMap<string, readonly (string | number)[]>;
}

export function toJson(input: Input): Json {
  if (input.kind === 'leaf') return input.value;
  if (input.kind === 'list') return input.items.map(toJson);
  return Object.fromEntries(Object.entries(input.members).map(([name, member]) => [name, toJson(member)]));
}

const unusualTexts = [
  '',
  ' ',
  '0',
  '007',
  '-1',
  '9007199254740993',
  'null',
  '..',
  '../../user',
  '%2e%2e',
  'a/b?c=d#e',
  'a,b;c&d=1',
  '[]',
  '\\',
  '"',
  "'",
  'ünïcödé 🚀',
  '\u0000',
  '\r\nX-Injected: 1',
  '\u202e',
  '\ufeff',
  'x'.repeat(300),
];

/** Strings with a meaning for a parser, and any string. */
export const unusualString: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...unusualTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
);

const passing: fc.Arbitrary<Passing> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Passing>('literal') },
  { weight: 3, arbitrary: fc.constantFrom<Passing>('sent', 'default', 'overridden') },
  { weight: 1, arbitrary: fc.constant<Passing>('absent') },
);

const numbers: Readonly<Record<string, readonly number[]>> = {
  Int: [0, -1, 100, 101, 2_147_483_647, -2_147_483_648],
  SafeInt: [0, -1, 2_147_483_648, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
  Float: [0, -1.5, 1e300, 0.1],
};

const dateTimes = [
  '2026-01-09T08:00:00Z',
  '2025-02-28T23:59:59.999+14:00',
  '1970-01-01T00:00Z',
  '9999-12-31T23:59:59Z',
];
const days = ['2026-01-09', '1970-01-01', '9999-12-31'];

/** Position of a value: an argument or a member of an input, and its field or input type. */
export interface Site {
  readonly name: string;
  /** Name that shows the type of ids: the type that the field returns, or the name of the input. */
  readonly about: string;
}

/** Cached arbitraries of input types. */
export class Inputs {
  readonly #sandboxValues: SandboxValues;
  readonly #arbitraries = new Map<string, fc.Arbitrary<Input>>();

  constructor(sandboxValues: SandboxValues) {
    this.#sandboxValues = sandboxValues;
  }

  /** Returns values of a type; rarely null, and only if it is nullable. */
  forType(type: GraphQLInputType, site: Site): fc.Arbitrary<Input> {
    const key = `${type} ${site.name} ${site.about}`;
    let arbitrary = this.#arbitraries.get(key);
    if (arbitrary === undefined) {
      // Input types refer to each other.
      this.#arbitraries.set(
        key,
        fc.constant(null).chain(() => this.forType(type, site)),
      );
      arbitrary = isNonNullType(type)
        ? this.#valueOf(getNullableType(type), site)
        : fc.oneof(
            { weight: 19, arbitrary: this.#valueOf(getNullableType(type), site) },
            { weight: 1, arbitrary: this.#leaf(fc.constant(null)) },
          );
      this.#arbitraries.set(key, arbitrary);
    }
    return arbitrary;
  }

  #valueOf(type: GraphQLNullableType & GraphQLInputType, site: Site): fc.Arbitrary<Input> {
    if (isListType(type))
      return fc.record({
        kind: fc.constant('list'),
        passing,
        items: fc.array(this.forType(type.ofType, site), { maxLength: 3 }),
      });
    if (isInputObjectType(type)) return this.#objectOf(type, site);
    return this.#leaf(this.#leafOf(type, site));
  }

  #leaf(value: fc.Arbitrary<Json>): fc.Arbitrary<Input> {
    return fc.record({ kind: fc.constant('leaf'), passing, value });
  }

  #objectOf(type: GraphQLInputObjectType, { about }: Site): fc.Arbitrary<Input> {
    const fields = Object.values(type.getFields());
    const createSite = (name: string): Site => ({ name, about: `${about} ${type.name}` });
    if (type.isOneOf)
      return fc
        .oneof(
          ...fields.map((field) =>
            this.#valueOf(getNullableType(field.type), createSite(field.name)).map(
              (member): Readonly<Record<string, Input>> => ({ [field.name]: { ...member, passing: 'literal' } }),
            ),
          ),
        )
        .map((members): Input => ({ kind: 'object', passing: 'literal', members }));
    const required = fields.filter(isRequiredInputField).map(({ name }) => name);
    const each = Object.fromEntries(
      fields.map((field) => [field.name, this.forType(field.type, createSite(field.name))]),
    );
    const optional = fields.map(({ name }) => name).filter((name) => !required.includes(name));
    return fc
      .tuple(passing, fc.record(each), fc.subarray(optional, { maxLength: Math.min(4, optional.length) }))
      .map(([objectPassing, all, chosen]): Input => {
        const members: Record<string, Input> = {};
        for (const [name, member] of Object.entries(all))
          if (required.includes(name) || chosen.includes(name)) members[name] = member;
        return { kind: 'object', passing: objectPassing, members };
      });
  }

  #leafOf(type: GraphQLInputType, site: Site): fc.Arbitrary<Json> {
    const named = getNamedType(type);
    if (isEnumType(named)) return fc.constantFrom(...named.getValues().map(({ name }) => name));
    switch (named.name) {
      case 'ID':
        return this.#idOf(site);
      case 'Boolean':
        // A random upstream may never be ready, so that each run would last until its deadline.
        return site.name === 'waitUntilReady' ? fc.constant(false) : fc.boolean();
      case 'Int':
        return fc.oneof(
          { weight: 12, arbitrary: fc.integer({ min: 1, max: 3 }) },
          { weight: 1, arbitrary: fc.constantFrom(...(numbers.Int ?? [])) },
        );
      case 'SafeInt':
      case 'Float':
        return fc.oneof(
          { weight: 3, arbitrary: this.#knownNumber(site) },
          { weight: 1, arbitrary: fc.constantFrom(...(numbers[named.name] ?? [])) },
        );
      case 'DateTime':
        return fc.constantFrom(...dateTimes);
      case 'Date':
        return fc.constantFrom(...days);
      case '_Any':
        return this.#representation(site);
      case 'JSON':
        return fc.oneof(
          fc.constantFrom<Json>({}, [], 'text', 7, null, { a: { b: [1] } }),
          fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.constantFrom<Json>('x', 1, true, null, ['y'])),
        );
      default:
        return this.#textOf(site);
    }
  }

  /** Returns mostly ids of the type of the site, then ids of other types, then invalid ids. */
  #idOf({ name, about }: Site): fc.Arbitrary<string> {
    const { ids, byField } = this.#sandboxValues;
    const types = [...ids.keys()].sort((a, b) => b.length - a.length);
    const findTypes = (text: string) => types.filter((type) => text.toLowerCase().includes(type.toLowerCase()));
    const [likely] = [...findTypes(name), ...findTypes(about)];
    const likelyIds = (likely === undefined ? undefined : ids.get(likely)) ?? [...ids.values()].flat();
    const paths = byField.get(likely === 'User' ? 'username' : 'fullPath') ?? [];
    const any = [...ids.values()].flat();
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...likelyIds) },
      ...(paths.length === 0 ? [] : [{ weight: 2, arbitrary: fc.constantFrom(...paths.map(String)) }]),
      { weight: 1, arbitrary: fc.constantFrom(...any) },
      { weight: 1, arbitrary: unusualString },
      { weight: 1, arbitrary: fc.constantFrom(...likelyIds).chain(brokenId) },
    );
  }

  /** Returns representations of an object by a gateway. */
  #representation({ about }: Site): fc.Arbitrary<Json> {
    const { ids, byField } = this.#sandboxValues;
    const [typename = ''] = about.split(' ');
    const entities = (ids.get(typename) ?? []).map((id): Json => ({ __typename: typename, id }));
    const paths = (byField.get('fullPath') ?? []).map((fullPath): Json => ({ __typename: 'Project', fullPath }));
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...entities, ...paths) },
      {
        weight: 1,
        arbitrary: fc.record({ __typename: fc.constantFrom(typename, 'Query', 'Nothing'), id: unusualString }),
      },
    );
  }

  #knownNumber({ name }: Site): fc.Arbitrary<number> {
    const numbers = [
      ...(this.#sandboxValues.byField.get(name) ?? []),
      ...(this.#sandboxValues.byField.get('databaseId') ?? []),
    ].filter((value) => typeof value === 'number');
    return numbers.length === 0 ? fc.nat(20) : fc.constantFrom(...numbers);
  }

  /** Returns mostly values of a field of the same name, then values of any field. */
  #textOf({ name }: Site): fc.Arbitrary<string> {
    const { byField } = this.#sandboxValues;
    const texts = (values: readonly (string | number)[]) => values.filter((value) => typeof value === 'string');
    const same = texts(byField.get(name === 'after' || name === 'before' ? 'cursor' : name) ?? []);
    const any = texts([...byField.values()].flat());
    return fc.oneof(
      ...(same.length === 0 ? [] : [{ weight: 6, arbitrary: fc.constantFrom(...same) }]),
      ...(any.length === 0 ? [] : [{ weight: 2, arbitrary: fc.constantFrom(...any) }]),
      { weight: 1, arbitrary: unusualString },
    );
  }
}

/** Returns strings that are similar to a global id. */
export function brokenId(id: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      `${id}/`,
      `${id}/1`,
      `${id}%2f`,
      `${id}0`,
      `${id}?a=b`,
      id.toUpperCase(),
      id.replace(/\d+$/, '..'),
      id.replace(/\d+$/, '%2e%2e'),
      id.replace(/\d+$/, '%252e%252e'),
      id.replace(/\d+$/, '%E0%A4%A'),
      id.replace(/\d+$/, '%ff'),
      id.replace(/\d+$/, '007'),
      id.replace(/\d+$/, '1e3'),
      id.replace(/\d+$/, '99999999999999999999'),
      id.replace(/\/[^/]+$/, ''),
    ),
    fc.nat(id.length).map((at) => id.slice(0, at)),
    fc.tuple(fc.nat(id.length), unusualString).map(([at, text]) => `${id.slice(0, at)}${text}${id.slice(at)}`),
  );
}
