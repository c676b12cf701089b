/** One call with one object or value as its answer. */
import type { InputFieldMap } from '@pothos/core';
import { type OperationId, operation, type SchemaName } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { isRestError } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { checkQuery, refuse } from '../contract/check.ts';
import { illFormedTexts } from '../contract/given.ts';
import { argumentsFor, filterParameters, toQuery } from '../contract/inputs.ts';
import { operationOptions, outputField, valueType } from '../contract/types.ts';
import { attempt } from '../resources/attempt.ts';
import { type OperationBelow, objectOrNull, type PathParameters } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { Field, FieldBuilder } from './attribute.ts';
import { type Args, type FieldKind, type FieldPlan, oneOf, type ParentInfo, type PreparedField } from './kind.ts';
import { pathBelow, pathOf, type ReadOptions, requestWith } from './parameters.ts';

export interface CallOptions<Name extends string, O extends OperationId, A extends InputFieldMap>
  extends ReadOptions<Name, O, A> {
  /** Whether a 404 means that there is none, rather than a failure. */
  readonly nullWhenMissing?: boolean;
  /** A read below the same parent that tells a 403 for "there is none" (the read succeeds) from a refusal. */
  readonly nullWhenReadable?: {
    readonly operation: OperationBelow<Name>;
    readonly query: Readonly<Record<string, unknown>>;
  };
}

interface Call {
  readonly operation: OperationId;
  /** Read that succeeds if a 403 means that there is no object. */
  readonly fallback: Pick<RestRequest, 'operation' | 'query'> | undefined;
  readonly isNullIfNotFound: boolean;
  readonly type: ResourceType | undefined;
  readonly representation: SchemaName;
  request(parent: PathParameters, args: Args, selection: Selection): RestRequest;
}

class CallKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  calls() {
    const { operation: id, fallback } = this.#call;
    return [...oneOf([id], 'once'), ...oneOf(fallback === undefined ? [] : [fallback.operation], 'atMostOnce')];
  }

  prepare({ selection, coordinate }: SelectedField): PreparedField {
    return {
      plan: (parent, args) => this.#plan(parent, args, selection),
      value: (parent, args, context) => this.#read(parent, args, context, selection, coordinate),
    };
  }

  #plan({ path }: ParentInfo, args: Args, selection: Selection): FieldPlan {
    const { operation: id, fallback, type, representation } = this.#call;
    const request = path && attempt(() => this.#call.request(path, args, selection));
    const isValid = request !== undefined && checkQuery(id, request.query ?? {}).length === 0;
    const read = { operation: id, request: isValid ? request : undefined, times: 1, isEstimate: false };
    const fallbackReads =
      fallback === undefined ? [] : [{ ...read, operation: fallback.operation, request: undefined, after: 0 }];
    return {
      reads: [read, ...fallbackReads],
      objects: [{ type, path: undefined, first: undefined, representation, selection, after: 0 }],
    };
  }

  async #read(
    parent: unknown,
    args: Args,
    { rest }: GraphContext,
    selection: Selection,
    field: string,
  ): Promise<unknown> {
    const { operation: id, fallback, type, representation, isNullIfNotFound } = this.#call;
    const path = pathOf(parent);
    const request = this.#call.request(path, args, selection);
    refuse([...illFormedTexts(args, []), ...checkQuery(id, request.query ?? {})]);
    try {
      const body = objectOrNull(await rest.read(request, field), request);
      return type ? type.fromItem(body, path, representation, selection.onTypeNamed(type.name)) : body;
    } catch (error) {
      if (isNullIfNotFound && isRestError(error, 'NOT_FOUND')) return null;
      if (fallback === undefined || !isRestError(error, 'FORBIDDEN')) throw error;
      const probe = { ...fallback, path: pathBelow(fallback.operation, path) };
      return rest.read(probe, field).then(
        () => null,
        () => Promise.reject(error),
      );
    }
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
  type?.occursIn(representation);
  const parameters = filterParameters(id, options.bySelection);
  const request = requestWith(id, options, (args) => toQuery<O>(parameters, args));
  const kind = new CallKind({
    operation: id,
    fallback: options.nullWhenReadable,
    isNullIfNotFound: options.nullWhenMissing ?? false,
    request,
    type,
    representation,
  });
  return outputField(t, { list: false, type: type?.ref ?? valueType(representation) }, kind, {
    ...operationOptions(id, options),
    args: { ...options.args?.(t.arg), ...argumentsFor(t.arg, parameters) },
  });
}
