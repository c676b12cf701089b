/** Schemas and operations of a REST contract, for the client, the graph, the sandbox and the tests. */
import { suggestName } from '../helpers/nearest-name.ts';
import type { OpenApiDocument, Schema } from './document.ts';
import { methods, type Operation, type Parameter, type ParameterObjects, toOperation } from './operations.ts';
import { attributesOf, refName, target } from './schemas.ts';
import type { OperationId, SchemaName } from './types.ts';

const pagingParameters = new Set(['page', 'per_page', 'pagination', 'cursor', 'id_after']);

const schemaPrefix = '#/components/schemas/';

type Schemas = OpenApiDocument['components']['schemas'];

/** Reason for which an operation is not called: the REST service lacks it, or the facade does not offer it. */
export type Unavailability = 'absent' | 'withheld';

/** Parts of a contract that are not used. */
export interface ContractGaps {
  readonly operations: ReadonlyMap<OperationId, Unavailability>;
  /** Attributes that the REST service does not send, by the schema of their object. */
  readonly attributes: ReadonlyMap<SchemaName, ReadonlySet<string>>;
}

const noGaps: ContractGaps = { operations: new Map(), attributes: new Map() };

/** Merges two records. @throws Error if they have different values for a key */
function union<T>(first: Readonly<Record<string, T>>, second: Readonly<Record<string, T>>, noun: string) {
  for (const [name, value] of Object.entries(second))
    if (Object.hasOwn(first, name) && first[name] !== value) throw new Error(`Two contracts have the ${noun} ${name}`);
  return { ...first, ...second };
}

/** Copies a document, with the target in each reference to a schema. @param shared schemas of other documents by name */
function link(document: OpenApiDocument, shared: Schemas): OpenApiDocument {
  const references: { $ref: string; [target]?: Schema }[] = [];
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const members: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) members[name] = copy(member);
    const { $ref } = members;
    if (typeof $ref === 'string' && $ref.startsWith(schemaPrefix)) references.push(Object.assign(members, { $ref }));
    return members;
  };
  // The copy has the type of the original.
  const linked = copy(document) as OpenApiDocument;
  const schemas = union(shared, linked.components.schemas, 'schema');
  for (const reference of references) {
    const schema = schemas[refName(reference.$ref)];
    if (schema === undefined) throw new Error(`The contract has no schema ${reference.$ref}`);
    reference[target] = schema;
  }
  return linked;
}

function* readOperations({ paths }: OpenApiDocument, parameters: ParameterObjects): Generator<Operation> {
  for (const [path, item] of Object.entries(paths))
    for (const method of Object.keys(methods) as (keyof typeof methods)[]) {
      const object = item[method];
      if (object !== undefined) yield toOperation(method, path, object, parameters);
    }
}

/** Merges operations by id. @throws Error if an id has two different operations */
function addOperations(operations: ReadonlyMap<OperationId, Operation>, added: Iterable<Operation>) {
  const all = new Map(operations);
  for (const operation of added) {
    const existing = all.get(operation.id);
    if (existing !== undefined && existing !== operation)
      throw new Error(`The contract has two operations ${operation.id}`);
    all.set(operation.id, operation);
  }
  return all;
}

/** Merges two documents. @throws Error if a name has different schemas or parameters */
function merge(first: OpenApiDocument, second: OpenApiDocument): OpenApiDocument {
  const paths = new Map(Object.entries(first.paths));
  for (const [path, item] of Object.entries(second.paths)) paths.set(path, { ...paths.get(path), ...item });
  return {
    ...first,
    paths: Object.fromEntries(paths),
    components: {
      ...first.components,
      schemas: union(first.components.schemas, second.components.schemas, 'schema'),
      parameters: union(first.components.parameters ?? {}, second.components.parameters ?? {}, 'parameter'),
    },
  };
}

/** Immutable REST contract. Its operations and schemas are the same objects in every contract that extends it. */
export class Contract {
  /** Each reference contains its target. */
  readonly document: OpenApiDocument;
  /** Every operation by id. */
  readonly operations: ReadonlyMap<OperationId, Operation>;
  /** Parts that are not used. */
  readonly gaps: ContractGaps;
  readonly #attributes = new Map<SchemaName, ReadonlyMap<string, Schema>>();
  readonly #references = new Map<SchemaName, Schema>();
  readonly #optInAttributes = new Map<OperationId, ReadonlyMap<string, readonly string[]>>();

  private constructor(
    document: OpenApiDocument,
    operations: ReadonlyMap<OperationId, Operation>,
    gaps: ContractGaps = noGaps,
  ) {
    this.document = document;
    this.operations = operations;
    this.gaps = gaps;
  }

  /** Creates a contract from an OpenAPI document. @throws Error for duplicate operation ids and dangling references */
  static from(document: OpenApiDocument): Contract {
    const linked = link(document, {});
    return new Contract(linked, addOperations(new Map(), readOperations(linked, linked.components.parameters ?? {})));
  }

  /**
   * Extends this contract by a document, which may refer to the schemas and parameters of this one.
   * @throws Error if the document redefines an operation or a schema, or has a dangling reference
   */
  with(document: OpenApiDocument): Contract {
    const linked = link(document, this.document.components.schemas);
    const merged = merge(this.document, linked);
    const added = readOperations(linked, merged.components.parameters ?? {});
    return new Contract(merged, addOperations(this.operations, added));
  }

  /** Merges two contracts. @throws Error if a name has different operations or schemas */
  and(other: Contract): Contract {
    const operations = addOperations(this.operations, other.operations.values());
    if (operations.size === this.operations.size) return this;
    if (operations.size === other.operations.size) return other;
    return new Contract(merge(this.document, other.document), operations);
  }

  /** Adds gaps. Items are not read from lists that are gaps. */
  without({ operations: missing, attributes = new Map() }: Partial<ContractGaps>): Contract {
    const gaps = {
      operations: new Map([...this.gaps.operations, ...(missing ?? [])]),
      attributes: new Map([...this.gaps.attributes, ...attributes]),
    };
    const operations = new Map<OperationId, Operation>();
    for (const [id, operation] of this.operations) {
      const { itemOf } = operation;
      const isListed = itemOf === undefined || !gaps.operations.has(itemOf);
      operations.set(id, isListed ? operation : { ...operation, itemOf: undefined });
    }
    return new Contract(this.document, operations, gaps);
  }

  /** Whether calls of an operation are made. */
  offers(id: OperationId): boolean {
    return !this.gaps.operations.has(id);
  }

  /** Whether the REST service does not send an attribute. */
  lacks(schema: SchemaName, attribute: string): boolean {
    return this.gaps.attributes.get(schema)?.has(attribute) === true;
  }

  /** Operation by id. @throws Error if none has this id */
  operation(id: OperationId): Operation {
    const operation = this.operations.get(id);
    if (operation === undefined)
      throw new Error(`The contract has no operation ${id}${suggestName(id, this.operations.keys())}`);
    return operation;
  }

  /** Operation by id that is a read. @throws Error if none has this id, or if it is a write */
  read(id: OperationId): Operation {
    const operation = this.operation(id);
    const { method, path } = operation;
    if (method !== 'GET') throw new Error(`${id} (${method} ${path}) is a write, which only a mutation makes`);
    return operation;
  }

  /** Component schema by name. @throws Error if none has this name */
  schema(name: SchemaName): Schema {
    const schema = this.document.components.schemas[name];
    if (schema === undefined)
      throw new Error(
        `The contract has no schema ${name}${suggestName(name, Object.keys(this.document.components.schemas))}`,
      );
    return schema;
  }

  /** Reference to a component schema. @throws Error if none has this name */
  reference(name: SchemaName): Schema {
    const existing = this.#references.get(name);
    if (existing !== undefined) return existing;
    const reference = { $ref: `${schemaPrefix}${name}`, [target]: this.schema(name) };
    this.#references.set(name, reference);
    return reference;
  }

  /** Attributes of a component schema by name. */
  attributesOf(name: SchemaName): ReadonlyMap<string, Schema> {
    const existing = this.#attributes.get(name);
    if (existing !== undefined) return existing;
    const attributes = attributesOf(this.schema(name));
    this.#attributes.set(name, attributes);
    return attributes;
  }

  /** Query parameters of an operation that include opt-in attributes in its response, each with these attributes. */
  getOptInAttributes(id: OperationId): ReadonlyMap<string, readonly string[]> {
    const existing = this.#optInAttributes.get(id);
    if (existing !== undefined) return existing;
    const { responseSchemas, queryParameters } = this.operation(id);
    const attributes = new Map<string, readonly string[]>();
    for (const [name, schema] of responseSchemas.flatMap((schemaName) => [...this.attributesOf(schemaName)])) {
      const parameter = schema['x-on-request'];
      if (parameter !== undefined && queryParameters.some((each) => each.name === parameter))
        attributes.set(parameter, [...(attributes.get(parameter) ?? []), name]);
    }
    this.#optInAttributes.set(id, attributes);
    return attributes;
  }

  /** Query parameters that filter, sort or shape a response, without those of paging. */
  filtersOf(id: OperationId): readonly Parameter[] {
    return this.operation(id).queryParameters.filter(
      (parameter) => !pagingParameters.has(parameter.name) && !parameter.neverSent,
    );
  }
}
