/** Values of resources as properties of the names that fields have, for schemas whose fields have no resolvers. */
import type { GraphQLSchema } from 'graphql';
import type { Resource } from './resource.ts';
import type { Selection } from './selection.ts';

/** A field, and how its value is taken from an object whose representation covers the attributes. */
export interface ValueReader {
  readonly name: string;
  readonly attributes: readonly string[];
  valueIn(resource: Resource): unknown;
}

const readersBySchema = new WeakMap<GraphQLSchema, (selection: Selection) => readonly ValueReader[]>();
/** The objects of a list share their selection. */
const readersBySelection = new WeakMap<Selection, readonly ValueReader[]>();

/** From now on, objects of operations that are executed with this schema have as properties what is selected of them. */
export function exposeValues(schema: GraphQLSchema, readersOf: (selection: Selection) => readonly ValueReader[]): void {
  readersBySchema.set(schema, readersOf);
}

/** Gives an object its values, where its schema asks for that. */
export function setValues(resource: Resource, selection: Selection): void {
  const readersOf = selection.schema && readersBySchema.get(selection.schema);
  if (readersOf === undefined) return;
  let readers = readersBySelection.get(selection);
  if (readers === undefined) {
    readers = readersOf(selection);
    readersBySelection.set(selection, readers);
  }
  const values: Record<string, unknown> = Object(resource);
  for (const { name, attributes, valueIn } of readers) {
    const atHand = attributes.every((attribute) => tells(resource, attribute));
    // A field whose value is not at hand has its resolver; this shows where the plan would not have known of it.
    values[name] = atHand ? valueIn(resource) : new Error('The value is in the detail of the object only');
  }
}

const tells = (resource: Resource, attribute: string): boolean =>
  resource.attributes?.[attribute] !== undefined || resource.covers(attribute);
