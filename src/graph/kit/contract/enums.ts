/**
 * Closed sets of values as enums: of responses, which may contain values that the contract does not have yet, and of
 * inputs.
 */

import type { EnumRef } from '@pothos/core';
import { type Contract, resolve, type Schema, type SchemaName } from '../../../contract/index.ts';
import { memoizeByName } from '../../../helpers/memoize.ts';
import type { Types } from '../builder.ts';
import type { Graph } from '../graph.ts';
import { describe, screamingCase, toGraphNames } from './names.ts';

/** Enum value for values that the contract does not have, so that a new value upstream does not fail a query. */
export const unknownEnumValue = 'UNKNOWN';

export type ContractEnum = EnumRef<Types, string | number, string | number>;

/** Returns the values of a closed set. In an `allOf`, the last schema with an enum lists the accepted values. */
export function getEnumValues(schema: Schema): readonly (string | number)[] | undefined {
  const resolved = resolve(schema);
  const values = resolved.enum ?? resolved.allOf?.map(getEnumValues).findLast((part) => part !== undefined);
  return values?.filter((value) => value !== null);
}

/**
 * Maps the forms in which services send values of a closed set to the values: numbers are also sent as strings or by
 * their name.
 */
export function enumValuesByForm(schema: Schema): ReadonlyMap<unknown, string | number> {
  const names = resolve(schema)['x-enum-names'] ?? {};
  const getForms = (value: string | number) => {
    const name = names[String(value)];
    return typeof value === 'string' || name === undefined ? [value] : [value, String(value), name, name.toLowerCase()];
  };
  return new Map(
    (getEnumValues(schema) ?? []).flatMap((value) => getForms(value).map((form) => [form, value] as const)),
  );
}

/** Returns names, descriptions or deprecations of the values of a closed set, also of an `allOf` of a set and its accepted part. */
export function getEnumTexts(
  schema: Schema,
  keyword: 'x-enum-names' | 'x-enum-descriptions' | 'x-enum-deprecations',
): Readonly<Record<string, string>> {
  const resolved = resolve(schema);
  const [set] = resolved.allOf ?? [];
  return resolved[keyword] ?? (set === undefined ? {} : getEnumTexts(set, keyword));
}

function toEnumValueConfigs(schema: Schema) {
  const names = getEnumTexts(schema, 'x-enum-names');
  const descriptions = getEnumTexts(schema, 'x-enum-descriptions');
  const deprecations = getEnumTexts(schema, 'x-enum-deprecations');
  const assumed = resolve(schema)['x-enum-assumed'] ?? [];
  return Object.fromEntries(
    (getEnumValues(schema) ?? []).map((value) => {
      const deprecation = deprecations[String(value)];
      return [
        names[String(value)] ?? screamingCase(String(value)),
        {
          value: value,
          description: describe(descriptions[String(value)], assumed.includes(String(value))),
          ...(deprecation === undefined ? {} : { deprecationReason: toGraphNames(deprecation) }),
        },
      ];
    }),
  );
}

/** Adds the names of the schemas that a part of the contract refers to, directly or through other schemas. */
function addReferences(contract: Contract, value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key !== '$ref' || typeof member !== 'string') addReferences(contract, member, names);
    else addSchema(contract, member.slice(member.lastIndexOf('/') + 1), names);
  }
}

function addSchema(contract: Contract, name: string, names: Set<string>): void {
  if (names.has(name)) return;
  names.add(name);
  addReferences(contract, contract.document.components.schemas[name], names);
}

export class Enums {
  readonly #graph: Graph;
  #responseSchemas: ReadonlySet<string> | undefined;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Returns the enum of a closed set in responses. */
  readonly forResponses = memoizeByName((name: SchemaName): ContractEnum => {
    const schema = this.#graph.contract.schema(name);
    return this.#graph.builder.enumType(name, {
      description: describe(schema.description),
      values: {
        ...toEnumValueConfigs(schema),
        [unknownEnumValue]: {
          value: unknownEnumValue,
          description: getEnumTexts(schema, 'x-enum-descriptions')[unknownEnumValue] ?? 'Value that this schema lacks.',
        },
      },
    });
  });

  /**
   * Returns the enum of a closed set in arguments and inputs. Its name is `<Name>Input` if responses contain the set,
   * too. Only then has it deprecated values, so that inputs accept what responses contain.
   */
  readonly forInputs = memoizeByName((name: SchemaName): ContractEnum => {
    const schema = this.#graph.contract.schema(name);
    const isInResponses = this.#isInResponses(name);
    return this.#graph.builder.enumType(isInResponses ? `${name}Input` : name, {
      description: describe(schema.description),
      values: Object.fromEntries(
        Object.entries(toEnumValueConfigs(schema)).filter(
          ([, config]) => isInResponses || !('deprecationReason' in config),
        ),
      ),
    });
  });

  #isInResponses(name: SchemaName): boolean {
    if (this.#responseSchemas === undefined) {
      const names = new Set<string>();
      const { contract } = this.#graph;
      for (const { responseSchemas } of contract.operations.values())
        for (const schema of responseSchemas) addSchema(contract, schema, names);
      this.#responseSchemas = names;
    }
    return this.#responseSchemas.has(name) || this.#graph.contract.schema(name)['x-in-response'] === true;
  }
}
