/** Values of resources as properties of the names that fields have, for schemas whose fields have no resolvers. */
import type { GraphQLSchema } from 'graphql';
import type { SchemaName } from '../../../contract/index.ts';
import { type Attributes, covers, type Resource } from './resource.ts';
import type { Selection } from './selection.ts';

/** A field, and how its value is taken from an object whose representation covers the attributes. */
export interface ValueReader {
  readonly name: string;
  readonly attributes: readonly string[];
  valueIn(attributes: Attributes | undefined): unknown;
}

/** The readers of a selection, and those of them whose values an answer of each schema has at hand. */
interface Readers {
  readonly all: readonly ValueReader[];
  readonly covered: Map<SchemaName | undefined, ReadonlySet<ValueReader>>;
}

const readersBySchema = new WeakMap<GraphQLSchema, (selection: Selection) => readonly ValueReader[]>();
/** The objects of a list share their selection. */
const readersBySelection = new WeakMap<Selection, Readers>();

/** Shows where the plan would not have known of a field that has its resolver. One for all, as an error with a stack costs more than an object. */
const notAtHand = new Error('The value is in the detail of the object only');

/** From now on, objects of operations that are executed with this schema have as properties what is selected of them. */
export function exposeValues(schema: GraphQLSchema, readersOf: (selection: Selection) => readonly ValueReader[]): void {
  readersBySchema.set(schema, readersOf);
}

function readersFor(selection: Selection): Readers | undefined {
  const known = readersBySelection.get(selection);
  if (known !== undefined) return known;
  const readersOf = selection.schema && readersBySchema.get(selection.schema);
  if (readersOf === undefined) return undefined;
  const readers = { all: readersOf(selection), covered: new Map() };
  readersBySelection.set(selection, readers);
  return readers;
}

function coveredBy(representation: SchemaName | undefined, { all, covered }: Readers): ReadonlySet<ValueReader> {
  const known = covered.get(representation);
  if (known !== undefined) return known;
  const found = new Set(all.filter(({ attributes }) => attributes.every((name) => covers(representation, name))));
  covered.set(representation, found);
  return found;
}

/** Gives an object its values, where its schema asks for that. */
export function setValues(resource: Resource, selection: Selection): void {
  const readers = readersFor(selection);
  if (readers === undefined) return;
  const covered = coveredBy(resource.representation, readers);
  const values: Record<string, unknown> = Object(resource);
  for (const reader of readers.all) {
    const atHand = covered.has(reader) || reader.attributes.every((attribute) => tells(resource, attribute));
    values[reader.name] = atHand ? reader.valueIn(resource.attributes) : notAtHand;
  }
}

const tells = (resource: Resource, attribute: string): boolean =>
  resource.attributes?.[attribute] !== undefined || resource.covers(attribute);
