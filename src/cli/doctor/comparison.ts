/** Compares what an upstream sends with what the contract says that it sends. */
import {
  attributesOf,
  operation,
  resolve,
  type Schema,
  type SchemaName,
  schemaNameOf,
  typesIn,
} from '../../contract/index.ts';
import { objectsIn, type ProbeResult } from './probes.ts';

/** What differs in the objects of one schema. */
export interface SchemaDifference {
  readonly schema: SchemaName;
  /** Objects that were looked at. */
  readonly objects: number;
  /** Attributes of the contract that none of them has. */
  readonly missing: readonly string[];
  /** Attributes that the contract does not have. */
  readonly unknown: readonly string[];
  /** Unknown attributes that may be missing ones under another name. */
  readonly suggestions: Readonly<Record<string, string>>;
}

interface Seen {
  objects: number;
  readonly names: Map<string, unknown>;
}

/** Levels of nested objects that are compared. */
const deepest = 6;

function look(schema: Schema, value: unknown, seen: Map<SchemaName, Seen>, depth = 0): void {
  if (depth > deepest || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const { items } = resolve(schema);
    if (items !== undefined) for (const item of value) look(items, item, seen, depth + 1);
    return;
  }
  const name = schemaNameOf(schema);
  const attributes = attributesOf(name ?? schema);
  if (name !== undefined && attributes.size > 0) {
    const entry = seen.get(name) ?? { objects: 0, names: new Map<string, unknown>() };
    entry.objects += 1;
    for (const [attribute, member] of Object.entries(value).filter(([, each]) => each !== undefined))
      if (!entry.names.has(attribute) || entry.names.get(attribute) === null) entry.names.set(attribute, member);
    seen.set(name, entry);
  }
  for (const [attribute, member] of Object.entries(value)) {
    const described = attributes.get(attribute);
    if (described !== undefined) look(described, member, seen, depth + 1);
  }
}

/** Steps by which one text becomes another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++)
      next.push(
        Math.min(
          (next[to - 1] ?? 0) + 1,
          (row[to] ?? 0) + 1,
          (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}

/** How much two names have in common, from 0 to 1: their letters, or the words that they are made of. */
function similarity(one: string, other: string): number {
  const letters = 1 - distance(one, other) / Math.max(one.length, other.length);
  const [mine, theirs] = [one.split('_'), other.split('_')];
  const common = mine.filter((word) => word.length > 3 && theirs.includes(word)).length;
  return Math.max(letters, common / Math.max(mine.length, theirs.length));
}

const leastSimilarity = 0.5;
/** Names of an upstream that are compared; its attributes are few, unless it means harm. */
const longestName = 100;
const mostNames = 200;

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

function couldBe(schema: Schema, value: unknown): boolean {
  const types = typesIn(schema);
  const type = typeOf(value);
  return type === 'null' || types.size === 0 || types.has(type) || (type === 'integer' && types.has('number'));
}

function suggestionsFor(
  schema: SchemaName,
  missing: readonly string[],
  names: ReadonlyMap<string, unknown>,
  unknown: readonly string[],
) {
  const candidates = unknown.filter((name) => name.length <= longestName).slice(0, mostNames);
  const pairs = missing.flatMap((attribute) =>
    candidates.map((name) => ({ attribute, name, score: similarity(attribute, name) })),
  );
  const suggestions: Record<string, string> = {};
  const taken = new Set<string>();
  for (const { attribute, name, score } of pairs.sort((one, other) => other.score - one.score)) {
    const described = attributesOf(schema).get(attribute);
    if (score < leastSimilarity || attribute in suggestions || taken.has(name) || described === undefined) continue;
    if (!couldBe(described, names.get(name))) continue;
    suggestions[attribute] = name;
    taken.add(name);
  }
  return suggestions;
}

/** What differs, schema by schema; schemas without a difference are left out. */
export function compareAnswers(results: readonly ProbeResult[]): readonly SchemaDifference[] {
  const seen = new Map<SchemaName, Seen>();
  for (const { operation: id, response } of results) {
    const [answer] = operation(id).answers;
    if (answer === undefined) continue;
    for (const item of objectsIn(response?.body)) look({ $ref: `#/components/schemas/${answer}` }, item, seen);
  }
  return [...seen]
    .map(([schema, { objects, names }]) => {
      const attributes = attributesOf(schema);
      const missing = [...attributes.keys()].filter((name) => !names.has(name));
      const unknown = [...names.keys()].filter((name) => !attributes.has(name));
      return { schema, objects, missing, unknown, suggestions: suggestionsFor(schema, missing, names, unknown) };
    })
    .filter(({ missing, unknown }) => missing.length + unknown.length > 0);
}
