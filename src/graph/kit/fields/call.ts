/** One call with one object or value as its answer. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { type OperationId, operation, type QueryOf, type SchemaName } from '../../../contract/index.ts';
import { isRestError } from '../../../rest/errors.ts';
import type { AnyRequest, RestRequest } from '../../../rest/request.ts';
import { checkQuery, refuse } from '../contract/check.ts';
import { type ArgumentBuilder, argumentsFor, filterParameters, toQuery } from '../contract/inputs.ts';
import { coordinate } from '../contract/names.ts';
import { operationOptions, valueType } from '../contract/types.ts';
import { attempt } from '../resources/attempt.ts';
import { objectOrNull, type PathParameters } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { Selection } from '../resources/selection.ts';
import type { Described, Field, FieldBuilder } from './attribute.ts';
import { type Args, type FieldKind, type Foreseen, ofKind, oneOf, type Place } from './kind.ts';
import { type Parameters, pathBelow, pathOf, typedArgs } from './parameters.ts';

export interface CallOptions<Name extends string, O extends OperationId, A extends InputFieldMap> extends Described {
  /**
   * Parameters by those of the parent, documented filters as they go on the wire, selection, and further arguments. Unless given,
   * the path parameters of the parent and the filters.
   */
  readonly request?: (
    parent: PathParameters<Name>,
    filters: QueryOf<O>,
    selection: Selection,
    args: InputShapeFromFields<A>,
  ) => Parameters<O>;
  /** Query parameters that the selection decides instead of the client. */
  readonly bySelection?: readonly string[];
  /** Further arguments beside the documented filters. */
  readonly args?: (t: ArgumentBuilder) => A;
  /** Whether a 404 means that there is none, rather than a failure. */
  readonly nullWhenMissing?: boolean;
  /** A read that tells a 403 for "there is none" (the read succeeds) from a refusal. */
  readonly nullWhenReadable?: { readonly operation: OperationId; request(parent: PathParameters<Name>): AnyRequest };
}

interface Call {
  readonly operation: OperationId;
  readonly fallback: OperationId | undefined;
  readonly type: ResourceType | undefined;
  readonly representation: SchemaName;
  request(parent: PathParameters, args: Args, selection: Selection): RestRequest;
}

class CallKind implements FieldKind {
  readonly attributes = [];
  readonly isOwn = false;
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  calls() {
    const { operation: id, fallback } = this.#call;
    return [...oneOf([id], 'once'), ...oneOf(fallback === undefined ? [] : [fallback], 'atMostOnce')];
  }

  costsCall() {
    return true;
  }

  foresee({ path }: Place, args: Args, selection: Selection): Foreseen {
    const { operation: id, fallback, type, representation } = this.#call;
    const request = path && attempt(() => this.#call.request(path, args, selection));
    const valid = request !== undefined && checkQuery(id, request.query ?? {}).length === 0;
    const read = { operation: id, request: valid ? request : undefined, times: 1, assumed: false };
    return {
      reads: [
        read,
        ...(fallback === undefined ? [] : [{ ...read, operation: fallback, request: undefined, after: 0 }]),
      ],
      objects: [{ type, path: undefined, first: undefined, representation, selection, after: 0 }],
    };
  }
}

/** A field whose value is the answer of one call: a value or, with `type`, a resource. */
export function callField<Parent, Name extends string, O extends OperationId, A extends InputFieldMap>(
  t: FieldBuilder<Parent>,
  id: O,
  options: CallOptions<Name, O, A>,
  type?: ResourceType,
): Field {
  const representation = operation(id).answers[0];
  if (representation === undefined || operation(id).list) throw new Error(`${id} does not answer with one object`);
  const parameters = filterParameters(id, options.bySelection);
  const request = (parent: PathParameters<Name>, args: Args, selection: Selection): RestRequest => {
    const filters = toQuery<O>(parameters, args);
    const own = options.request?.(parent, filters, selection, typedArgs<A>(args)) ?? { path: pathBelow(id, parent) };
    return { operation: id, query: filters, ...own };
  };
  type?.occursIn(representation);
  const fallback = options.nullWhenReadable?.operation;
  return t.field({
    ...operationOptions(id, options),
    ...ofKind(new CallKind({ operation: id, fallback, request, type, representation })),
    type: type?.ref ?? valueType(representation),
    nullable: true,
    args: { ...options.args?.(t.arg), ...argumentsFor(t.arg, parameters) },
    resolve: async (parent, args, context, info) => {
      const path = pathOf<Name>(parent);
      const asked = request(path, args, Selection.of(info));
      refuse(checkQuery(id, asked.query ?? {}));
      try {
        const body = objectOrNull(await context.rest.read(asked, coordinate(info)), asked);
        return type ? type.fromItem(body, path, representation, () => Selection.of(info)) : body;
      } catch (error) {
        if (options.nullWhenMissing && isRestError(error, 'NOT_FOUND')) return null;
        if (!options.nullWhenReadable || !isRestError(error, 'FORBIDDEN')) throw error;
        const readable = context.rest.read(options.nullWhenReadable.request(path), coordinate(info));
        return readable.then(
          () => null,
          () => Promise.reject(error),
        );
      }
    },
  });
}
