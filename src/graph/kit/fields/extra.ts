/** What the answer at hand sent of an object that the schema does not know. */
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import type { SchemaName } from '../../../contract/index.ts';
import type { GraphContext } from '../../context.ts';
import { builder } from '../builder.ts';
import { isResourceField } from '../contract/types.ts';
import { UnknownValues } from '../contract/unknown-values.ts';
import type { Attributes, Resource } from '../resources/resource.ts';
import { type ResourceType, resourceTypes } from '../resources/resource-type.ts';
import { readDetail } from '../resources/retrieval.ts';
import { emptyFieldPlan, type FieldKind, kindOf, ofKind, type PreparedField } from './kind.ts';

class ExtraKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = true;
  readonly #type: ResourceType;

  constructor(type: ResourceType) {
    this.#type = type;
  }

  calls() {
    return [];
  }

  prepare(): PreparedField {
    return {
      plan: () => emptyFieldPlan,
      value: (parent: Resource, _, context: GraphContext) => readExtra(this.#type, parent, context),
    };
  }
}

const unknownValues = new UnknownValues(
  (schema) => isResourceField(schema) || resourceTypes().some((type) => type.isKnownIn(schema)),
);

interface Found {
  readonly type: ResourceType;
  readonly schemas: readonly SchemaName[];
  readonly extra: Attributes | null;
}

/** What was found in an answer, as any number of aliases can ask for it. */
const found = new WeakMap<Attributes, Found>();

const areSame = (one: readonly SchemaName[], other: readonly SchemaName[]): boolean =>
  one.length === other.length && one.every((schema, index) => schema === other[index]);

function extraOf(
  type: ResourceType,
  { path }: Resource,
  attributes: Attributes,
  representation: SchemaName | undefined,
): Attributes | null {
  const schemas = [type.schemaAt(path) ?? [], representation ?? [], type.schema].flat();
  const known = found.get(attributes);
  if (known?.type === type && areSame(known.schemas, schemas)) return known.extra;
  const extra = unknownValues.in(attributes, { schemas, shown: type.shown, embeds: (name) => type.isHeld(name) });
  found.set(attributes, { type, schemas, extra });
  return extra;
}

/** Of an object that is known by its address alone, the detail is the answer at hand where another field has it read. */
function readAnyway(type: ResourceType, resource: Resource, context: GraphContext): Promise<Attributes> | undefined {
  const { fields } = resource.selection.onTypeNamed(type.name);
  const isLoaded = (attribute: string) => resource.attributes?.[attribute] !== undefined || resource.covers(attribute);
  const reader = fields.find(({ definition }) => kindOf(definition)?.attributes.every(isLoaded) === false);
  return reader === undefined ? undefined : readDetail(type, resource, context, reader.coordinate);
}

function readExtra(
  type: ResourceType,
  resource: Resource,
  context: GraphContext,
): Attributes | null | Promise<Attributes | null> {
  const { attributes = {}, representation } = resource;
  const detail = representation === undefined ? readAnyway(type, resource, context) : undefined;
  return detail === undefined
    ? extraOf(type, resource, attributes, representation)
    : detail.then((read) => extraOf(type, resource, read, undefined));
}

const description = `Everything that the answer at hand sent of the object and this schema does not know, under the names of the REST interface: unknown attributes, those of nested values at their place, and the raw word of each enum that reads \`UNKNOWN\`. In place of a list stands one of the same length, with null for items of which nothing is unknown; objects with a global id have an \`extra\` of their own. Null where there is nothing.

It costs no call where a response contains the object, so that it depends on the way to the object, unlike all other fields of one id: a list may send less than the object alone does. Texts and numbers under names of secrets are masked, and so are tokens and PEM blocks in other texts; credentials in URLs are removed. At most 16 KB of JSON; attributes that do not fit are left out.`;

/** Gives a resource type its field `extra`. */
export function addExtra(type: ResourceType): void {
  builder.objectField(type.ref, 'extra', (t) =>
    t.field({
      type: 'JSON',
      nullable: true,
      description,
      ...ofKind(new ExtraKind(type)),
    }),
  );
}

const reduced = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The schema without the field `extra`. */
export function withoutExtra(schema: GraphQLSchema): GraphQLSchema {
  const known =
    reduced.get(schema) ??
    mapSchema(schema, {
      [MapperKind.OBJECT_FIELD]: (field) =>
        kindOf({ extensions: field.extensions ?? {} }) instanceof ExtraKind ? null : undefined,
    });
  reduced.set(schema, known);
  return known;
}
