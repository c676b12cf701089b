/** Closed sets of words as enums: of what the upstream sends, which may be a word that nobody knows yet, and of what it accepts. */
import type { EnumRef } from '@pothos/core';
import { document, operations, resolve, type Schema, type SchemaName } from '../../../contract/index.ts';
import { builder, type Types } from '../builder.ts';
import { describe, screamingCase, toGraphNames } from './names.ts';

/** Word for an enum value that the contract does not know, so that a new one upstream fails no query. */
export const unknownWord = 'UNKNOWN';

export type WordEnum = EnumRef<Types, string | number, string | number>;

/** Words of a closed set, through `allOf` of a set and the part of it that is accepted. */
export function wordsOf(schema: Schema): readonly (string | number)[] | undefined {
  const resolved = resolve(schema);
  const words = resolved.enum ?? resolved.allOf?.map(wordsOf).findLast((part) => part !== undefined);
  return words?.filter((word) => word !== null);
}

/** Values of a closed set by the forms in which services send them: numbers also as text or by their name. */
export function enumValuesByForm(schema: Schema): ReadonlyMap<unknown, string | number> {
  const names = resolve(schema)['x-enum-names'] ?? {};
  const formsOf = (value: string | number) => {
    const name = names[String(value)];
    return typeof value === 'string' || name === undefined ? [value] : [value, String(value), name, name.toLowerCase()];
  };
  return new Map((wordsOf(schema) ?? []).flatMap((value) => formsOf(value).map((form) => [form, value] as const)));
}

const schemaOf = (name: SchemaName): Schema => document.components.schemas[name] ?? {};

/** Whether a schema is a closed set that has a name. */
export function isNamedSet(name: SchemaName): boolean {
  return wordsOf(schemaOf(name)) !== undefined;
}

function valuesOf(schema: Schema) {
  return Object.fromEntries(
    (wordsOf(schema) ?? []).map((word) => {
      const deprecation = schema['x-enum-deprecations']?.[String(word)];
      return [
        schema['x-enum-names']?.[String(word)] ?? screamingCase(String(word)),
        {
          value: word,
          description: schema['x-enum-descriptions']?.[String(word)] ?? '',
          ...(deprecation === undefined ? {} : { deprecationReason: toGraphNames(deprecation) }),
        },
      ];
    }),
  );
}

const answerEnums = new Map<SchemaName, WordEnum>();

/** The enum of a closed set in answers. */
export function enumType(name: SchemaName): WordEnum {
  const known = answerEnums.get(name);
  if (known) return known;
  const schema = schemaOf(name);
  const ref: WordEnum = builder.enumType(name, {
    description: describe(schema.description),
    values: {
      ...valuesOf(schema),
      [unknownWord]: {
        value: unknownWord,
        description: 'A word that the upstream sends and this schema does not know yet.',
      },
    },
  });
  answerEnums.set(name, ref);
  return ref;
}

/** Schemas that a part of the contract refers to, and those that they refer to. */
function addReferences(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key !== '$ref' || typeof member !== 'string') addReferences(member, found);
    else addSchema(member.slice(member.lastIndexOf('/') + 1), found);
  }
}

function addSchema(name: string, found: Set<string>): void {
  if (found.has(name)) return;
  found.add(name);
  addReferences(document.components.schemas[name], found);
}

let answered: ReadonlySet<string> | undefined;

/** Whether a closed set occurs in answers, too. */
function isAnswered(name: SchemaName): boolean {
  if (answered === undefined) {
    const found = new Set<string>();
    for (const { answers } of operations.values()) for (const schema of answers) addSchema(schema, found);
    answered = found;
  }
  return answered.has(name) || schemaOf(name)['x-answered'] === true;
}

const inputEnums = new Map<SchemaName, WordEnum>();

/** The enum of a closed set in arguments and inputs; `<Name>Input` where answers have the set as well. */
export function inputEnumType(name: SchemaName): WordEnum {
  const known = inputEnums.get(name);
  if (known) return known;
  const schema = schemaOf(name);
  const ref: WordEnum = builder.enumType(isAnswered(name) ? `${name}Input` : name, {
    description: describe(schema.description),
    values: valuesOf(schema),
  });
  inputEnums.set(name, ref);
  return ref;
}
