/** Kinds of the fields of payloads. */
import type { Contract, OperationId, SchemaName } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { toFieldName } from '../contract/types.ts';
import { getAttribute } from '../contract/values.ts';
import { type Attributes, asObject, type PathParameters, parseObject, type Resource } from '../resources/resource.ts';
import { getGlobalId, planGlobalId } from '../resources/resource-id.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { completeWrite } from '../resources/retrieval.ts';
import {
  createKind,
  emptyFieldPlan,
  type FieldKind,
  getKinds,
  hasOwnField,
  type PreparedField,
  toFieldCalls,
} from './kind.ts';
import { createFinder, planLookup } from './lookup.ts';
import type { MutationError } from './mutation-errors.ts';
import { selectPathParameters } from './parameters.ts';

/** Result of a write: request and response, or errors. */
export interface WriteResult {
  readonly request: RestRequest | undefined;
  readonly response: RestResponse | undefined;
  readonly errors: readonly MutationError[];
}

export type SuccessfulWrite = { readonly request: RestRequest; readonly response: RestResponse };

export const getSuccessfulWrite = ({ request, response }: WriteResult): SuccessfulWrite | undefined =>
  request === undefined || response === undefined ? undefined : { request, response };

/** Returns the `value` of a prepared field: null if the write was rejected. */
const valueAfterWrite =
  (read: (write: SuccessfulWrite, context: GraphContext) => unknown): PreparedField['value'] =>
  (result: WriteResult, _, context) => {
    const write = getSuccessfulWrite(result);
    return write === undefined ? null : read(write, context);
  };

/**
 * Creates the kind of a resource that the response of the write contains or identifies.
 * @param representation schema of the response of the write
 */
export const createWrittenResourceKind = (
  type: ResourceType,
  representation: SchemaName | undefined,
  create: (write: SuccessfulWrite, selection: Selection) => Resource | null,
): FieldKind =>
  createKind({
    prepare: ({ selection }) => {
      const objects = [{ type, representation, mayBeEmpty: true, selection }];
      const typed = selection.onTypeNamed(type.name);
      return { plan: () => ({ objects }), value: valueAfterWrite((write) => create(write, typed)) };
    },
  });

/** Creates the kind of a resource that is read after the write. */
export const createReadResourceKind = (
  type: ResourceType,
  toPath: (request: RestRequest) => PathParameters,
): FieldKind =>
  createKind({
    calls: () => toFieldCalls(type.detailOperations, 'atMostOnce'),
    prepare: ({ selection, coordinate }) => {
      const typed = selection.onTypeNamed(type.name);
      // The write proves that the object exists.
      const isRead = hasOwnField(typed);
      const find = isRead
        ? createFinder(type, selection, coordinate)
        : (path: PathParameters) => type.createReference(path, typed);
      return {
        plan: () => ({ ...planLookup(type, undefined, selection), ...(!isRead && { calls: [] }) }),
        value: valueAfterWrite(({ request }, context) => find(toPath(request), context)),
      };
    },
  });

/**
 * Creates the kind of the global id of a deleted object: the number of its owner is read if the input identifies it by
 * its path.
 */
export const createDeletedIdKind = (type: ResourceType, toPath: (request: RestRequest) => PathParameters): FieldKind =>
  createKind({
    calls: () => toFieldCalls(type.ownerOperations, 'perOwner'),
    prepare: () => ({
      plan: () => {
        if (type.ownerOperations.length === 0) return emptyFieldPlan;
        const reads = planGlobalId(type.contract, type, undefined, undefined, type.schema);
        return { calls: reads.map((read) => ({ ...read, isEstimate: true })) };
      },
      value: valueAfterWrite(({ request }, context) =>
        getGlobalId(type, type.createReference(toPath(request)), context),
      ),
    }),
  });

/** Kind of the embedded object that a write changed. What the response omits is read below the same path. */
export class WrittenValueKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #contract: Contract;
  readonly #read: OperationId;
  /** Schema of the response to the read, which has all fields of the type. */
  readonly schema: SchemaName;
  readonly #writtenSchema: SchemaName;

  constructor(contract: Contract, read: OperationId, write: SchemaName) {
    const [complete] = contract.operation(read).responseSchemas;
    if (complete === undefined) throw new Error(`${read} does not return an object`);
    this.#contract = contract;
    this.#read = read;
    this.schema = complete;
    this.#writtenSchema = write;
  }

  calls() {
    return toFieldCalls([this.#read], 'atMostOnce');
  }

  prepare({ selection, coordinate }: SelectedField): PreparedField {
    const needed = this.#neededAttributes(selection);
    const schemas = this.#contract.attributesOf(this.schema);
    const missingFrom = (object: Attributes) =>
      needed.filter((name) => getAttribute(object, name, schemas.get(name)) === undefined);
    // A response may omit attributes of its schema.
    const isEstimate = missingFrom(Object.fromEntries(this.#contract.attributesOf(this.#writtenSchema))).length === 0;
    const calls = [{ operation: this.#read, isEstimate }];
    return {
      plan: () => ({ calls }),
      value: valueAfterWrite(({ request, response }, context) => {
        const object = asObject(response.body) ?? {};
        const missing = missingFrom(object);
        return missing.length === 0 ? object : this.#complete(object, missing, request.path ?? {}, context, coordinate);
      }),
    };
  }

  #neededAttributes(selection: Selection): readonly string[] {
    const attributes = [...this.#contract.attributesOf(this.schema)];
    const byField = new Map(attributes.map(([name, schema]) => [toFieldName(name, schema), name]));
    const ofFields = selection.fields.flatMap(({ name }) => byField.get(name) ?? []);
    const ofKinds = getKinds(selection).flatMap((kind) => kind.attributes);
    return [...new Set([...ofFields, ...ofKinds])].filter((name) => !this.#contract.lacks(this.schema, name));
  }

  /**
   * Adds the missing attributes to an object, from a read of the same path. If the read fails, only these attributes
   * fail; if there are no other attributes, the whole field fails.
   */
  async #complete(
    object: Attributes,
    missing: readonly string[],
    path: PathParameters,
    { rest }: GraphContext,
    field: string,
  ): Promise<Attributes> {
    const request = { operation: this.#read, path: selectPathParameters(this.#contract, this.#read, path) };
    try {
      const read = await completeWrite(async () => parseObject(await rest.read(request, field)));
      return { ...read, ...object };
    } catch (error) {
      if (Object.keys(object).length === 0) throw error;
      return withFailingAttributes(object, missing, error);
    }
  }
}

/** Returns an object whose missing attributes each throw when a field reads them. */
function withFailingAttributes(object: Attributes, missing: readonly string[], error: unknown): Attributes {
  const failing = {
    get(): never {
      throw error;
    },
  };
  return Object.defineProperties({ ...object }, Object.fromEntries(missing.map((name) => [name, failing])));
}
