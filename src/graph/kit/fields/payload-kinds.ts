/** Kinds of the fields of payloads. */
import type { SchemaName } from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import { getGlobalId, planGlobalId } from '../resources/resource-id.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import {
  createKind,
  emptyFieldPlan,
  type FieldKind,
  hasOwnField,
  type PreparedField,
  toFieldCalls,
  toPlan,
} from './kind.ts';
import { createFinder, planLookup } from './lookup.ts';
import type { MutationError } from './mutation-errors.ts';

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
      const typedSelection = selection.onTypeNamed(type.name);
      return { plan: () => ({ objects }), value: valueAfterWrite((write) => create(write, typedSelection)) };
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
      const typedSelection = selection.onTypeNamed(type.name);
      // The write proves that the object exists.
      const isRead = hasOwnField(typedSelection);
      const find = isRead
        ? createFinder(type, selection, coordinate)
        : (path: PathParameters) => type.createReference(path, typedSelection);
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
        const read = planGlobalId(type.contract, type, undefined, type.schema);
        return toPlan(read && { ...read, isEstimate: true });
      },
      value: valueAfterWrite(({ request }, context) =>
        getGlobalId(type, type.createReference(toPath(request)), context),
      ),
    }),
  });
