/** Resource types of a graph, and the occurrences of their objects in it. */
import type { ImplementableObjectRef } from '@pothos/core';
import type { GraphQLSchema } from 'graphql';
import type { Contract, SchemaName } from '../../../contract/index.ts';
import type { Builder, Types } from '../builder.ts';
import { describe } from '../contract/names.ts';
import { type Graph, getGraph } from '../graph.ts';
import { covers, type Resource } from './resource.ts';
import type { ResourceType } from './resource-type.ts';

/** Occurrences of a resource type in one graph: the representations of its objects in responses. */
export class Occurrences {
  readonly #representations = new Set<SchemaName>();
  readonly #written = new Set<SchemaName>();
  readonly #embedding = new Set<string>();
  readonly #contract: Contract;
  #occursAsReference = false;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /**
   * Registers a response schema that contains this type. Attributes missing from any of them may need a detail call.
   */
  add(representation: SchemaName | undefined): void {
    if (representation !== undefined) this.#representations.add(representation);
  }

  /** Registers the schema of the response to a write. An attribute that this response omits is that of the detail. */
  addWritten(representation: SchemaName | undefined): void {
    if (representation !== undefined) this.#written.add(representation);
  }

  /**
   * Registers that only the path parameters of an object may be available, so that any attribute may need a detail
   * call.
   */
  addReference(): void {
    this.#occursAsReference = true;
  }

  /** Whether responses contain objects of the type in this schema. */
  has(representation: SchemaName): boolean {
    return this.#representations.has(representation) || this.#written.has(representation);
  }

  /** Registers an attribute that embeds other resources. */
  addEmbedding(attribute: string): void {
    this.#embedding.add(attribute);
  }

  embeds(attribute: string): boolean {
    return this.#embedding.has(attribute);
  }

  /**
   * Whether an attribute has a value in every response that contains it. An attribute that a representation lacks is that of the detail.
   * @param detail schema of the detail
   */
  guarantee(detail: SchemaName, attribute: string): boolean {
    return [detail, ...this.#representations].every(
      (schema) =>
        !covers(this.#contract, schema, attribute) ||
        this.#contract.attributesOf(schema).get(attribute)?.['x-never-null'] === true,
    );
  }

  /** Whether some representation lacks the attribute. */
  mayNeedDetail(attribute: string): boolean {
    return (
      this.#occursAsReference ||
      [...this.#representations, ...this.#written].some((schema) => !covers(this.#contract, schema, attribute))
    );
  }
}

const defineNode = (builder: Builder) =>
  builder.interfaceRef<Resource>('Node').implement({
    description: 'Object with a global id.',
    resolveType: ({ typeName }) => typeName,
    fields: (t) => ({
      id: t.field({
        type: 'ID',
        nullable: false,
        description:
          'Global id of the object, `gid://service/<Type>/<path parameters>`, the same in each field that returns it.',
      }),
    }),
  });

interface Entry {
  readonly ref: ImplementableObjectRef<Types, Resource>;
  readonly occurrences: Occurrences;
}

export class ResourceTypes {
  /** Interface of the objects that `node` returns by their global id. */
  readonly node: ReturnType<typeof defineNode>;
  readonly #builder: Builder;
  readonly #contract: Contract;
  readonly #byName = new Map<string, ResourceType>();
  readonly #entries = new Map<ResourceType, Entry>();

  constructor({ builder, contract }: Graph) {
    this.#builder = builder;
    this.#contract = contract;
    this.node = defineNode(builder);
  }

  /** All types, ordered by name. */
  get all(): readonly ResourceType[] {
    return [...this.#byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Returns the type of a global id; `undefined` if none has that name. */
  get(name: string): ResourceType | undefined {
    return this.#byName.get(name);
  }

  /**
   * Adds a type that an area declares.
   * @throws Error if two areas declare a type of this name
   */
  add(type: ResourceType): void {
    if (this.#byName.has(type.name)) throw new Error(`Two areas declare ${type.name}`);
    this.#byName.set(type.name, type);
    const schema = this.#contract.schema(type.schema);
    this.ref(type).implement({
      description: describe(type.description ?? schema.description),
      interfaces: type.isNode ? [this.node] : [],
      extensions: { resourceType: type },
    });
  }

  /** Removes the types that a graph does not offer, so that global ids of these types are invalid. */
  retain(isOffered: (type: ResourceType) => boolean): void {
    for (const type of this.all) if (!isOffered(type)) this.#byName.delete(type.name);
  }

  /** Returns the object type of a resource type. */
  ref(type: ResourceType): Entry['ref'] {
    return this.#entry(type).ref;
  }

  getOccurrences(type: ResourceType): Occurrences {
    return this.#entry(type).occurrences;
  }

  /** Returns a type that a declaration uses and no area declares; `undefined` if none exists. */
  findUndeclared(): ResourceType | undefined {
    return this.#entries.keys().find((type) => this.#byName.get(type.name) !== type);
  }

  #entry(type: ResourceType): Entry {
    const existing = this.#entries.get(type);
    if (existing) return existing;
    const ref = this.#builder.objectRef<Resource>(type.name);
    const entry = { ref, occurrences: new Occurrences(this.#contract) };
    this.#entries.set(type, entry);
    // Fields use the resource type itself as their type.
    this.#builder.configStore.associateParamWithRef(type, ref);
    return entry;
  }
}

export function getResourceTypes(schema: Pick<GraphQLSchema, 'extensions'>): ResourceTypes {
  return getGraph(schema).singleton(ResourceTypes);
}
