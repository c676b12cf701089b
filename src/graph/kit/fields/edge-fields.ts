/** Fields of the edges of connections: facts about an object that only the list that contains it reports. */
import type { FieldMap } from '@pothos/core';
import type { SchemaName, SchemaType } from '../../../contract/index.ts';
import { describe, toGraphNames } from '../contract/names.ts';
import { createResolvedField, type FieldType, getDescription, getOutputShape } from '../contract/types.ts';
import { createDeclaration, type Declaration, type Graph } from '../graph.ts';
import { ConnectionTypes, type Edge } from '../paging/connection.ts';
import { Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { type Field, type FieldBuilder, getAttributeSchema } from './attribute.ts';

type AttributeName<S extends SchemaName> = keyof SchemaType<S> & string;

/** Returns an attribute of the list item of an edge; `null` if the item is invalid or lacks the attribute. */
const getItemAttribute = ({ node }: Edge, name: string): unknown =>
  (node instanceof Resource ? node.attributes?.[name] : undefined) ?? null;

/** Fields of the edges of a resource type. */
class EdgeFields<S extends SchemaName> {
  readonly #graph: Graph;
  readonly #t: FieldBuilder<Edge>;
  readonly #type: ResourceType<S>;

  constructor(graph: Graph, t: FieldBuilder<Edge>, type: ResourceType<S>) {
    this.#graph = graph;
    this.#t = t;
    this.#type = type;
  }

  /** Creates a field of an attribute of list items, with type and description from the contract. */
  attribute(name: AttributeName<S>): Field {
    const schema = getAttributeSchema(this.#type, name);
    const { convert = (value: unknown) => value, ...shape } = getOutputShape(this.#graph, schema);
    const description = describe(toGraphNames(getDescription(schema)), schema['x-assumed']);
    return createResolvedField(this.#t, shape, { description }, (edge) => convert(getItemAttribute(edge, name)));
  }

  /**
   * Creates a field that is derived from an attribute of list items.
   * @param derive receives the REST value, which services may send in another form than the contract describes; `null`
   * if it is null or absent, for which `derive` returns `null`
   */
  derived(
    name: AttributeName<S>,
    leaf: FieldType,
    options: { readonly description: string },
    derive: (attribute: unknown) => unknown,
  ): Field {
    return createResolvedField(this.#t, { list: false, type: leaf }, options, (edge) =>
      derive(getItemAttribute(edge, name)),
    );
  }
}

/** Defines fields of the edges of all connections with objects of a type. */
export function defineEdgeFields<S extends SchemaName>(
  type: ResourceType<S>,
  fields: (f: EdgeFields<S>) => FieldMap,
): Declaration {
  return createDeclaration((graph) => {
    graph.builder.objectFields(
      graph.singleton(ConnectionTypes).getEdge(type),
      graph.declareFields(`${type.name}Edge`, (t: FieldBuilder<Edge>) => fields(new EdgeFields(graph, t, type))),
    );
  });
}
