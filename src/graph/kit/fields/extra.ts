/** The field `extra`: attributes of the loaded representation that have no field of their own. */

import { MapperKind, mapSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import type { SchemaName } from '../../../contract/index.ts';
import { memoize } from '../../../helpers/memoize.ts';
import type { Cancellation } from '../../../rest/cancellation.ts';
import { LinkedList } from '../../../rest/linked-list.ts';
import type { GraphContext } from '../../context.ts';
import { extraRules } from '../contract/names.ts';
import { createField, ValueTypes } from '../contract/types.ts';
import { UnknownValues } from '../contract/unknown-values.ts';
import type { Graph } from '../graph.ts';
import { type Attributes, asObject, type Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import type { Field, FieldBuilder } from './attribute.ts';
import { readRequestedDetail } from './attribute-reader.ts';
import { type FieldKind, getKind, type PreparedField, planNothing, toFieldOptions } from './kind.ts';

class ExtraKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject: boolean;
  readonly #value: PreparedField['value'];

  constructor(needsObject: boolean, value: PreparedField['value']) {
    this.needsObject = needsObject;
    this.#value = value;
  }

  calls() {
    return [];
  }

  prepare(): PreparedField {
    return { plan: planNothing, value: this.#value };
  }
}

interface CachedExtra {
  readonly type: ResourceType;
  readonly schemas: readonly SchemaName[];
  readonly extra: Attributes | null;
}

const areEqual = (a: readonly SchemaName[], b: readonly SchemaName[]): boolean =>
  a.length === b.length && a.every((schema, index) => schema === b[index]);

/** Number of values visited in one turn of the event loop after which no further object is started. */
const maxVisitedPerTurn = 5000;

/** Collects and caches the values of the field `extra` in a graph. */
class Extras {
  readonly #types: ResourceTypes;
  readonly #unknownValues: UnknownValues;
  /** Values by response, because a document can select the field under many aliases. */
  readonly #cache = new WeakMap<Attributes, CachedExtra>();
  readonly #valueCache = new WeakMap<Attributes, Attributes | null>();
  /** Functions that collect values in later turns, by the cancellation of their operation. The operations alternate. */
  readonly #waiting = new Map<Cancellation, LinkedList<() => void>>();
  #visitedBeforeTurn = 0;
  #isScheduled = false;
  /** Schemas of embedded objects that have their own `extra`; the `extra` of the object that contains them omits their attributes. */
  readonly #valueSchemas = new Set<SchemaName>();

  constructor(graph: Graph) {
    const types = graph.singleton(ResourceTypes);
    const valueTypes = graph.singleton(ValueTypes);
    this.#types = types;
    this.#unknownValues = new UnknownValues(
      graph.contract,
      (schema) =>
        this.#valueSchemas.has(schema) ||
        valueTypes.isResourceField(schema) ||
        types.all.some((type) => types.getOccurrences(type).has(schema)),
    );
  }

  /**
   * Collects the values of an object now, or in a later turn of the event loop if many have been visited in this one. The promise is rejected if
   * the operation has been cancelled by then.
   */
  collect(
    { rest: { cancellation } }: GraphContext,
    getExtra: () => Attributes | null,
  ): Attributes | null | Promise<Attributes | null> {
    this.#schedule();
    if (this.#waiting.size === 0 && this.#hasTime()) return getExtra();
    const { promise, resolve, reject } = Promise.withResolvers<Attributes | null>();
    const waiting = this.#waiting.get(cancellation) ?? new LinkedList<() => void>();
    this.#waiting.set(cancellation, waiting);
    waiting.append(() => {
      if (cancellation.isCancelled) {
        reject(cancellation.reason);
        return;
      }
      try {
        resolve(getExtra());
      } catch (error) {
        reject(error);
      }
    });
    return promise;
  }

  #hasTime(): boolean {
    return this.#unknownValues.visitedCount - this.#visitedBeforeTurn < maxVisitedPerTurn;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#visitedBeforeTurn = this.#unknownValues.visitedCount;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#waiting.size > 0) this.#schedule();
      for (const [cancellation, waiting] of this.#waiting) {
        const { first } = waiting;
        if (first === undefined || !this.#hasTime()) return;
        waiting.remove(first);
        // A map that is iterated visits an entry that is set again last, so the other operations come first.
        this.#waiting.delete(cancellation);
        if (waiting.size > 0) this.#waiting.set(cancellation, waiting);
        first.value();
      }
    });
  }

  addValue(schema: SchemaName): void {
    this.#valueSchemas.add(schema);
  }

  getForValue(schema: SchemaName, attributes: Attributes): Attributes | null {
    let extra = this.#valueCache.get(attributes);
    if (extra === undefined) {
      extra = this.#unknownValues.find(attributes, { schemas: [schema], embeds: () => false });
      this.#valueCache.set(attributes, extra);
    }
    return extra;
  }

  get(
    type: ResourceType,
    { path }: Resource,
    attributes: Attributes,
    representation: SchemaName | undefined,
  ): Attributes | null {
    const schemas = [type.getSchemaFor(path) ?? [], representation ?? [], type.schema].flat();
    const cached = this.#cache.get(attributes);
    if (cached?.type === type && areEqual(cached.schemas, schemas)) return cached.extra;
    const occurrences = this.#types.getOccurrences(type);
    const embeds = (name: string) => occurrences.embeds(name);
    const extra = this.#unknownValues.find(attributes, { schemas, embeds });
    this.#cache.set(attributes, { type, schemas, extra });
    return extra;
  }
}

function readExtra(
  extras: Extras,
  type: ResourceType,
  resource: Resource,
  context: GraphContext,
): Attributes | null | Promise<Attributes | null> {
  const { attributes = {}, representation } = resource;
  const detail = representation === undefined ? readRequestedDetail(type, resource, context) : undefined;
  return detail === undefined
    ? extras.collect(context, () => extras.get(type, resource, attributes, representation))
    : detail.then((read) => extras.collect(context, () => extras.get(type, resource, read, undefined)));
}

const description = `Attributes without a field of their own; null if none.

${extraRules}`;

/** Adds the field `extra` to a resource type. */
export function addExtra(graph: Graph, type: ResourceType): void {
  const extras = graph.singleton(Extras);
  const kind = new ExtraKind(true, (parent: Resource, _, context) => readExtra(extras, type, parent, context));
  graph.builder.objectField(graph.singleton(ResourceTypes).ref(type), 'extra', (t) =>
    t.field({
      type: 'JSON',
      nullable: true,
      description,
      ...toFieldOptions(kind),
    }),
  );
}

/** Creates the field `extra` of an embedded object. */
export function createValueExtra(graph: Graph, t: FieldBuilder<unknown>, schema: SchemaName): Field {
  const extras = graph.singleton(Extras);
  extras.addValue(schema);
  const kind = new ExtraKind(false, (parent, _, context) =>
    extras.collect(context, () => extras.getForValue(schema, asObject(parent) ?? {})),
  );
  return createField(t, { list: false, type: 'JSON' }, kind, { description });
}

/** Returns the schema without the field `extra`. */
export const withoutExtra = memoize((schema: GraphQLSchema) =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field) =>
      getKind({ extensions: field.extensions ?? {} }) instanceof ExtraKind ? null : undefined,
  }),
);
