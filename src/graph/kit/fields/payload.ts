/** Fields of the payload of a mutation. They are null if the write was rejected. */
import type { FieldRef, InterfaceRef } from '@pothos/core';
import type { Contract, SchemaName } from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import { RestError } from '../../../rest/errors.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import type { Types } from '../builder.ts';
import { humanizeTypeName } from '../contract/names.ts';
import { createField, ValueTypes } from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import {
  type Attributes,
  asObject,
  type PathParameters,
  pickParameters,
  type Resource,
} from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import { MutationErrorTypes } from './mutation-errors.ts';
import {
  createDeletedIdKind,
  createReadResourceKind,
  createWrittenResourceKind,
  getSuccessfulWrite,
  type SuccessfulWrite,
  type WriteResult,
} from './payload-kinds.ts';
import { createQueryRootKind, QueryRoot } from './query-root.ts';

export const payloadInterfaceName = 'MutationPayload';

/** Interface of all payloads of a graph. */
export class PayloadInterface {
  readonly ref: InterfaceRef<Types, WriteResult>;

  constructor(graph: Graph) {
    this.ref = graph.builder.interfaceRef<WriteResult>(payloadInterfaceName).implement({
      description: 'Result of a mutation.',
      fields: (t) => ({
        errors: t.field({
          type: [graph.singleton(MutationErrorTypes).errorInterface],
          nullable: false,
          description: 'Reasons why the write was rejected; empty on success.',
          resolve: ({ errors }) => errors,
        }),
      }),
    });
  }
}

export class PayloadFields {
  readonly graph: Graph;
  readonly t: PothosSchemaTypes.RootFieldBuilder<Types, WriteResult, 'Object'>;
  readonly #representation: SchemaName | undefined;

  constructor(
    graph: Graph,
    t: PothosSchemaTypes.RootFieldBuilder<Types, WriteResult, 'Object'>,
    representation: SchemaName | undefined,
  ) {
    this.graph = graph;
    this.t = t;
    this.#representation = representation;
  }

  /**
   * Creates a field of the changed object: from the response, or from the path parameters of the request if the
   * response contains no object. Without either, the field fails.
   * @param options `parent` returns path parameters that complete those of the response. Defaults to those of the request
   */
  object(
    type: ResourceType,
    description: string,
    options: { fromResponse?: boolean; parent?: (request: RestRequest) => PathParameters } = {},
  ): FieldRef<Types, unknown> {
    const fromResponse = options.fromResponse ?? this.#representation !== undefined;
    const representation = fromResponse ? this.#representation : undefined;
    return this.resource(type, description, representation, ({ request, response }, selection) => {
      const path: PathParameters = options.parent?.(request) ?? request.path ?? {};
      const item = fromResponse ? asObject(response.body) : null;
      if (item !== null) return type.fromWrite(item, path, representation, selection);
      // The path of a created object is only in the response.
      if (type.parameters.some((name) => path[name] === undefined)) throw createUnusableResponseError(response);
      return type.createVerified(pickParameters(type.parameters, path), selection);
    });
  }

  /** Creates a field of a resource that the area creates from request and response. */
  resource(
    type: ResourceType,
    description: string,
    representation: SchemaName | undefined,
    create: (write: SuccessfulWrite, selection: Selection) => Resource | null,
  ): FieldRef<Types, unknown> {
    const occurrences = this.graph.singleton(ResourceTypes).getOccurrences(type);
    occurrences.addWritten(representation);
    // From an unusable response, only the path parameters are available.
    occurrences.addReference();
    const kind = createWrittenResourceKind(type, representation, create);
    return createField(this.t, { list: false, type }, kind, { description });
  }

  /**
   * Creates a field of the object at path parameters from the request. It is read after the write if attributes of its
   * own are selected.
   */
  lookup(
    type: ResourceType,
    description: string,
    path: (request: RestRequest) => PathParameters,
  ): FieldRef<Types, unknown> {
    return createField(this.t, { list: false, type }, createReadResourceKind(type, path), { description });
  }

  /**
   * Creates a field of the parent of the changed object, for clients that refetch its lists; `null` if the request was
   * below another object. Its existence is not checked: the write proves it.
   * @param alternative what else the mutation may write to, such as `the instance`
   */
  parent(type: ResourceType, alternative?: string): FieldRef<Types, unknown> {
    const sentence = `The ${humanizeTypeName(type.name)} of the written object.`;
    const description =
      alternative === undefined
        ? sentence
        : `${sentence} Null if the object belongs to ${alternative}, or the write was rejected.`;
    return this.resource(type, description, undefined, ({ request }, selection) => {
      const path = findParentPath(this.graph.contract, type, request);
      return path && type.createReference(path, selection);
    });
  }

  /** Creates a field of the root of queries, for clients that refetch root lists. */
  query(): FieldRef<Types, unknown> {
    const kind = createQueryRootKind((result: WriteResult) => getSuccessfulWrite(result) !== undefined);
    const description = 'Root of queries, to read the changed lists in the same operation.';
    return createField(this.t, { list: false, type: this.graph.singleton(QueryRoot).ref }, kind, { description });
  }

  /**
   * Creates a field of an embedded object, whose attributes are those of the response.
   * @param convert converts these attributes
   */
  details(
    schema: SchemaName,
    description: string,
    convert: (attributes: Attributes) => Attributes = (attributes) => attributes,
  ): FieldRef<Types, unknown> {
    return this.t.field({
      type: this.graph.singleton(ValueTypes).get(schema),
      nullable: true,
      description,
      resolve: (result) => {
        const attributes = parseWriteResponse(this.graph.contract, result);
        return attributes && convert(attributes);
      },
    });
  }

  /**
   * Creates a field of the global id of the deleted object. @param path returns its path parameters. Defaults to those
   * of the request
   */
  deletedId(
    type: ResourceType,
    description: string,
    path: (request: RestRequest) => PathParameters = (request) => request.path ?? {},
  ): FieldRef<Types, unknown> {
    return createField(this.t, { list: false, type: 'ID' }, createDeletedIdKind(type, path), { description });
  }

  /** Creates a field that states whether the write changed anything; a documented 304 means that it did not. */
  changed(description: string): FieldRef<Types, unknown> {
    return this.t.field({
      type: 'Boolean',
      nullable: true,
      description,
      resolve: ({ response }) => (response === undefined ? null : response.status !== 304),
    });
  }

  /**
   * Creates a field that is derived from the object of the response.
   * @param read receives the attributes, of which any may be absent; `{}` if the response has no body
   */
  derived<T>(
    type: 'String' | 'Boolean' | 'SafeInt' | 'DateTime',
    description: string,
    read: (body: Attributes) => T,
  ): FieldRef<Types, unknown> {
    return this.t.field({
      type,
      nullable: true,
      description,
      resolve: (result) =>
        result.response === undefined ? null : read(parseWriteResponse(this.graph.contract, result) ?? {}),
    });
  }
}

/** Returns the path parameters of the object that a request was below; `null` if it is of another type. */
function findParentPath(
  contract: Contract,
  type: ResourceType,
  { operation: id, path = {} }: RestRequest,
): PathParameters | null {
  // Groups and projects have a parameter of the same name.
  const root = type.parameters.length === 1 ? `/${type.name.toLowerCase()}s/{` : '/';
  if (!contract.operation(id).path.startsWith(root) || type.parameters.some((name) => path[name] === undefined))
    return null;
  return pickParameters(type.parameters, path);
}

/** Creates the error for a response to a write without the selected values. */
export function createUnusableResponseError({
  status,
  problem = 'is not the documented object',
}: RestResponse): RestError {
  const message = `The upstream accepted the write, but its response cannot be used: it ${problem}`;
  return new RestError('UPSTREAM_INVALID_RESPONSE', message, { status });
}

/**
 * Returns the object of the response to a write; `null` if the write was rejected or the contract allows a response
 * without an object.
 * @throws RestError UPSTREAM_INVALID_RESPONSE for other responses, and for an object without any documented attribute
 */
function parseWriteResponse(contract: Contract, { request, response }: WriteResult): Attributes | null {
  if (request === undefined || response === undefined) return null;
  const object = asObject(response.body);
  const { responseSchemas, bodiless } = contract.operation(request.operation);
  if (object !== null) {
    const names = Object.keys(object);
    if (
      responseSchemas.length > 0 &&
      !responseSchemas.some((schema) => names.some((name) => contract.attributesOf(schema).has(name)))
    )
      throw createUnusableResponseError(response);
    return object;
  }
  if (responseSchemas.length === 0 || (response.body === undefined && bodiless.has(response.status))) return null;
  throw createUnusableResponseError(response);
}
