/** One call with one object or value as its answer. */
import type { InputFieldMap } from '@pothos/core';
import { type OperationId, operation, type SchemaName } from '../../../contract/index.ts';
import { isRestError } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { checkQuery, refuse } from '../contract/check.ts';
import { illFormedTexts } from '../contract/given.ts';
import { argumentsFor, filterParameters, toQuery } from '../contract/inputs.ts';
import { coordinate } from '../contract/names.ts';
import { operationOptions, valueType } from '../contract/types.ts';
import { attempt } from '../resources/attempt.ts';
import { type OperationBelow, objectOrNull, type PathParameters } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { Selection } from '../resources/selection.ts';
import type { Field, FieldBuilder } from './attribute.ts';
import { type Args, type FieldKind, type Foreseen, ofKind, oneOf, type Place } from './kind.ts';
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
  type?.occursIn(representation);
  const parameters = filterParameters(id, options.bySelection);
  const request = requestWith(id, options, (args) => toQuery<O>(parameters, args));
  const { nullWhenReadable } = options;
  const fallback = nullWhenReadable?.operation;
  return t.field({
    ...operationOptions(id, options),
    ...ofKind(new CallKind({ operation: id, fallback, request, type, representation })),
    type: type?.ref ?? valueType(representation),
    nullable: true,
    args: { ...options.args?.(t.arg), ...argumentsFor(t.arg, parameters) },
    resolve: async (parent, args, context, info) => {
      const path = pathOf<Name>(parent);
      const asked = request(path, args, Selection.of(info));
      refuse([...illFormedTexts(args, []), ...checkQuery(id, asked.query ?? {})]);
      try {
        const body = objectOrNull(await context.rest.read(asked, coordinate(info)), asked);
        return type ? type.fromItem(body, path, representation, () => Selection.of(info)) : body;
      } catch (error) {
        if (options.nullWhenMissing && isRestError(error, 'NOT_FOUND')) return null;
        if (nullWhenReadable === undefined || !isRestError(error, 'FORBIDDEN')) throw error;
        const probe = { ...nullWhenReadable, path: pathBelow(nullWhenReadable.operation, path) };
        const readable = context.rest.read(probe, coordinate(info));
        return readable.then(
          () => null,
          () => Promise.reject(error),
        );
      }
    },
  });
}
