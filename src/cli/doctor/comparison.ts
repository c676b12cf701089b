/** Compares the responses of an upstream with the contract. */
import { distance } from 'fastest-levenshtein';
import {
  attributesOf,
  type Contract,
  resolve,
  type Schema,
  type SchemaName,
  schemaNameOf,
  typesIn,
} from '../../contract/index.ts';
import { getAttribute } from '../../graph/kit/contract/values.ts';
import { asRecord } from '../../helpers/is-record.ts';
import { getShippedNames, loadNameMapping } from '../../name-mapping/load.ts';
import { getObjects, type ProbeResult } from './probes.ts';

/** Differences in the objects of one schema. */
export interface SchemaDifference {
  readonly schema: SchemaName;
  /** Number of compared objects. */
  readonly objects: number;
  /** Attributes of the contract that none of the objects has. */
  readonly missing: readonly string[];
  /** Attributes with `x-never-null` that are null or missing in some of the objects. */
  readonly unexpectedNulls: readonly string[];
  /** Attributes of the objects that the contract does not have. */
  readonly unknown: readonly string[];
  /** Unknown attributes that are probably missing ones under another name, by the name in the contract. */
  readonly suggestions: Readonly<Record<string, string>>;
}

interface ObservedObjects {
  objects: number;
  readonly names: Map<string, unknown>;
  readonly unexpectedNulls: Set<string>;
}

const maxComparedDepth = 6;

function observe(schema: Schema, value: unknown, observed: Map<SchemaName, ObservedObjects>, depth = 0): void {
  if (depth > maxComparedDepth || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const { items } = resolve(schema);
    if (items !== undefined) for (const item of value) observe(items, item, observed, depth + 1);
    return;
  }
  const name = schemaNameOf(schema);
  const attributes = attributesOf(schema);
  if (name !== undefined && attributes.size > 0) {
    const entry: ObservedObjects = observed.get(name) ?? { objects: 0, names: new Map(), unexpectedNulls: new Set() };
    entry.objects += 1;
    for (const [attribute, member] of Object.entries(value).filter(([, each]) => each !== undefined))
      if (!entry.names.has(attribute) || entry.names.get(attribute) === null) entry.names.set(attribute, member);
    const object = asRecord(value);
    for (const [attribute, described] of attributes)
      if (
        described['x-never-null'] &&
        (getAttribute(object, attribute, described) ?? described.default ?? null) === null
      )
        entry.unexpectedNulls.add(attribute);
    observed.set(name, entry);
  }
  for (const [attribute, member] of Object.entries(value)) {
    const described = attributes.get(attribute);
    if (described !== undefined) observe(described, member, observed, depth + 1);
  }
}

/** Similarity of two names from 0 to 1: the share of their common letters or of their common words, whichever is larger. */
function getSimilarity(a: string, b: string): number {
  const letters = 1 - distance(a, b) / Math.max(a.length, b.length);
  const [wordsOfA, wordsOfB] = [a.split('_'), b.split('_')];
  const common = wordsOfA.filter((word) => word.length > 3 && wordsOfB.includes(word)).length;
  return Math.max(letters, common / Math.max(wordsOfA.length, wordsOfB.length));
}

const minSimilarity = 0.5;
// Bounds the work for an upstream that sends very many or very long names.
const maxNameLength = 100;
const maxComparedNames = 200;

const getJsonType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

function acceptsType(schema: Schema, value: unknown): boolean {
  const types = typesIn(schema);
  const type = getJsonType(value);
  return type === 'null' || types.size === 0 || types.has(type) || (type === 'integer' && types.has('number'));
}

function suggestNames(
  attributes: ReadonlyMap<string, Schema>,
  missing: readonly string[],
  names: ReadonlyMap<string, unknown>,
  unknown: readonly string[],
) {
  const candidates = unknown.filter((name) => name.length <= maxNameLength).slice(0, maxComparedNames);
  const pairs = missing.flatMap((attribute) =>
    candidates.map((name) => ({ attribute, name, score: getSimilarity(attribute, name) })),
  );
  const suggestions: Record<string, string> = {};
  const usedNames = new Set<string>();
  for (const { attribute, name, score } of pairs.sort((a, b) => b.score - a.score)) {
    const described = attributes.get(attribute);
    if (score < minSimilarity || attribute in suggestions || usedNames.has(name) || described === undefined) continue;
    if (!acceptsType(described, names.get(name))) continue;
    suggestions[attribute] = name;
    usedNames.add(name);
  }
  return suggestions;
}

/** Comparison of the responses of an upstream with the contract. */
export interface Comparison {
  /** Omits schemas without a difference. */
  readonly differences: readonly SchemaDifference[];
  /** Shipped mapping file whose names the upstream uses in place of those of the contract; `undefined` if none matches. */
  readonly shippedWords: string | undefined;
}

/** Attributes that an upstream sends under the name in a shipped mapping file, by the name in the contract. */
function findShippedNames(
  contract: Contract,
  file: string,
  { schema, missing, unknown }: SchemaDifference,
): Readonly<Record<string, string>> {
  const mapping = loadNameMapping(file);
  if ('problems' in mapping) return {};
  const pairs = missing.map((name) => [name, mapping.toUpstreamAttribute(contract.reference(schema), name)] as const);
  return Object.fromEntries(pairs.filter(([, upstreamName]) => unknown.includes(upstreamName)));
}

/** Whether a response has a header such as `x-example-meta` for the file `example`. */
const hasHeaderOf = (results: readonly ProbeResult[], file: string): boolean =>
  results.some(({ response }) => Object.keys(response?.headers ?? {}).some((name) => name.startsWith(`x-${file}-`)));

/**
 * Compares the responses with the schemas of the contract.
 * @param isMapped whether a mapping file has translated the responses. Otherwise, the shipped mapping files are compared, too
 */
export function compareResponses(contract: Contract, results: readonly ProbeResult[], isMapped: boolean): Comparison {
  const differences = findDifferences(contract, results);
  if (isMapped) return { differences, shippedWords: undefined };
  const matches = getShippedNames().map((file) => {
    const names = differences.map((difference) => findShippedNames(contract, file, difference));
    const count = names.reduce((sum, each) => sum + Object.keys(each).length, Number(hasHeaderOf(results, file)));
    return { file, names, count };
  });
  const [match] = matches.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  if (match === undefined) return { differences, shippedWords: undefined };
  return {
    differences: differences.map((each, index) => ({
      ...each,
      suggestions: { ...each.suggestions, ...match.names[index] },
    })),
    shippedWords: match.file,
  };
}

/** Finds the differences of each schema. Omits schemas without a difference. */
function findDifferences(contract: Contract, results: readonly ProbeResult[]): readonly SchemaDifference[] {
  const observed = new Map<SchemaName, ObservedObjects>();
  for (const { operation: id, response } of results) {
    const [schemaName] = contract.operation(id).responseSchemas;
    if (schemaName === undefined) continue;
    for (const item of getObjects(response?.body)) observe(contract.reference(schemaName), item, observed);
  }
  return [...observed]
    .map(([schema, { objects, names, unexpectedNulls: nulls }]) => {
      const attributes = contract.attributesOf(schema);
      const missing = [...attributes.keys()].filter((name) => !names.has(name));
      const unknown = [...names.keys()].filter((name) => !attributes.has(name));
      const unexpectedNulls = [...nulls].filter((name) => names.has(name));
      const suggestions = suggestNames(attributes, missing, names, unknown);
      return { schema, objects, missing, unexpectedNulls, unknown, suggestions };
    })
    .filter(({ missing, unexpectedNulls, unknown }) => missing.length + unexpectedNulls.length + unknown.length > 0);
}
