/** Mutations that call one operation. */
import type { FieldMap, InputFieldMap, InputShapeFromFields } from '@pothos/core';
import {
  attributesOf,
  type BodyOf,
  type Contract,
  type OperationId,
  type QueryOf,
  resolve,
  type Schema,
} from '../../../contract/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import type { RestRequestOf } from '../../../rest/request.ts';
import { assertValid } from '../contract/check.ts';
import {
  createMemberFields,
  getFilterParameters,
  type InputFieldBuilder,
  toBody,
  toMembers,
  toQuery,
} from '../contract/inputs.ts';
import { describe, toGraphNames } from '../contract/names.ts';
import { describeOperation } from '../contract/types.ts';
import { createDeclaration, type Declaration, type Graph } from '../graph.ts';
import { collectViolations } from '../resources/references.ts';
import type { OperationBelow, PathName, PathParameters } from '../resources/resource.ts';
import type { Calls, InputStep } from './composed.ts';
import type { ErrorInputs } from './mutation-errors.ts';
import { addMutationField, type SecretInput } from './mutation-field.ts';
import { PayloadFields } from './payload.ts';
import { getWritePath, locationFields, type RequiredLocation, type WriteLocation } from './write-location.ts';
import { completeRequest, createWriteRequest, typedInput } from './write-request.ts';

/** Members of the body of an operation. */
type BodyMember<O extends OperationId> = keyof BodyOf<O> & string;

/** Body, query and form of a write, without the members of the body that a completion reads. */
type WriteMembers<O extends OperationId, Completed extends BodyMember<O>> = [Completed] extends [never]
  ? Omit<RestRequestOf<O>, 'operation' | 'path'>
  : Omit<RestRequestOf<O>, 'operation' | 'path' | 'body'> & { readonly body: Omit<BodyOf<O>, Completed> };

/** Path parameters and members of the body that are read before the write. */
export interface Completion<O extends OperationId> {
  readonly path?: PathParameters;
  readonly body?: Partial<BodyOf<O>>;
}

export interface MutationOptions<
  O extends OperationId,
  I extends InputFieldMap,
  Completed extends BodyMember<O> = BodyMember<O>,
> extends WriteLocation<O, I> {
  readonly operation: O;
  /** Defaults to the description of the operation. */
  readonly description?: string;
  readonly deprecationReason?: string;
  /** Input fields besides the documented body and query and the location, such as members that need another type. */
  readonly input?: (t: InputFieldBuilder) => I;
  /** Documented members that the further input fields replace, or that are not offered. */
  readonly except?: readonly string[];
  /** Returns body and query, from the further input fields and the documented ones. Defaults to the documented ones. */
  readonly request?: (
    input: InputShapeFromFields<I>,
    body: BodyOf<O>,
    query: QueryOf<O>,
    path: PathParameters,
  ) => WriteMembers<O, Completed> | Promise<WriteMembers<O, Completed>>;
  /** Returns violations of rules that the contract cannot express. */
  readonly check?: (input: InputShapeFromFields<I>, body: BodyOf<O>) => readonly Violation[];
  /**
   * Parts of the request that are read before the write, such as the number of an object that the input identifies by
   * its path.
   */
  readonly completion?: {
    /** Members of the body that `read` returns, and that `request` omits. */
    readonly members?: readonly Completed[];
    /** Path parameters that `read` returns. Before, they are references in any form. */
    readonly parameters?: readonly PathName<O>[];
    readonly steps: readonly InputStep[];
    /** Called after the input has been validated. */
    readonly read: (input: InputShapeFromFields<I>, calls: Calls) => Promise<Completion<O>>;
  };
  readonly secret?: SecretInput;
  /** Message for a 401 to a caller whose credential the upstream accepts. */
  readonly forbiddenMessage?: string;
  readonly errorInputs?: ErrorInputs;
  /** Whether an update may change nothing, as the upstream accepts it without a value. Defaults to `false`. */
  readonly acceptsNoChange?: boolean | undefined;
  readonly payload: (f: PayloadFields) => FieldMap;
}

/** Defines a mutation. Its name starts with the noun: `labelCreate`. */
export function defineMutation<
  O extends OperationBelow<never>,
  I extends InputFieldMap,
  Completed extends BodyMember<O> = never,
>(name: string, options: MutationOptions<O, I, Completed>): Declaration;
export function defineMutation<O extends OperationId, I extends InputFieldMap, Completed extends BodyMember<O> = never>(
  name: string,
  options: MutationOptions<O, I, Completed> & RequiredLocation<MutationOptions<O, I, Completed>>,
): Declaration;
export function defineMutation<O extends OperationId, I extends InputFieldMap>(
  name: string,
  options: MutationOptions<O, I>,
): Declaration {
  return createDeclaration((graph) => addMutation(graph, name, options));
}

/** @throws Error if the location of a mutation does not have all path parameters of its operation */
function checkLocation<O extends OperationId, I extends InputFieldMap>(
  contract: Contract,
  name: string,
  { operation: id, target, in: parent, path: getPath, completion }: MutationOptions<O, I>,
): void {
  if (getPath !== undefined) return;
  const { method, path, pathParameters } = contract.operation(id);
  const completed: readonly string[] = completion?.parameters ?? [];
  const location = target ?? parent;
  const existing: readonly string[] = target?.parameters ?? (parent === undefined ? [] : [parent.firstParameter]);
  const missing = pathParameters
    .map((parameter) => parameter.name)
    .filter((parameter) => !completed.includes(parameter) && !existing.includes(parameter));
  if (missing.length === 0) return;
  const route = `${id} (${method} ${path})`;
  throw new Error(
    location === undefined
      ? `${name} needs target, in or path: ${route} has path parameters`
      : `${name}: ${location.name} does not identify ${missing.join(' and ')} of ${route}; declare path, or another ${target === undefined ? 'in' : 'target'}`,
  );
}

function addMutation<O extends OperationId, I extends InputFieldMap>(
  graph: Graph,
  name: string,
  options: MutationOptions<O, I>,
): void {
  const { operation: id, target, in: parent, singleton } = options;
  const { method, path, body: schema, assumed, deprecated, responseSchemas } = graph.contract.operation(id);
  if (method === 'GET') throw new Error(`${name}: ${id} (GET ${path}) is a read; declare a field that makes it`);
  checkLocation(graph.contract, name, options);
  const parameters = getFilterParameters(graph.contract, id, options.except);
  const bodyMembers = schema === undefined ? new Map<string, Schema>() : new Map(attributesOf(schema));
  for (const member of options.except ?? []) bodyMembers.delete(member);
  const required = new Set([
    ...((schema && resolve(schema).required) ?? []),
    ...parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  ]);
  const { members: completed = [], parameters: completedParameters = [] } = options.completion ?? {};
  const write = {
    contract: graph.contract,
    operation: id,
    replaced: options.except ?? [],
    completed,
    completedParameters,
  };
  addMutationField(graph, name, {
    operations: [id],
    steps: options.completion?.steps ?? [],
    secret: options.secret,
    forbiddenMessage: options.forbiddenMessage,
    errorInputs: options.errorInputs,
    acceptsNoChange: options.acceptsNoChange,
    documentedMembers: new Map([...bodyMembers, ...toMembers(parameters)]),
    description: describe(options.description ?? describeOperation(graph.contract, id), assumed),
    deprecationReason: options.deprecationReason ?? (deprecated && toGraphNames(deprecated)),
    fields:
      target || parent || options.input || bodyMembers.size > 0 || parameters.length > 0
        ? (t) => ({
            ...locationFields(target, parent, singleton, t),
            ...options.input?.(t),
            ...createMemberFields(graph, t, bodyMembers, required),
            ...createMemberFields(graph, t, toMembers(parameters), required),
          })
        : undefined,
    payload: (t) => options.payload(new PayloadFields(graph, t, responseSchemas[0])),
    createRequest: (untyped, violations) => {
      const input = typedInput<I>(untyped);
      // The members are those of the operation, and the input has their types.
      const body = (schema && toBody(schema, untyped, options.except)) as BodyOf<O>;
      violations.push(...(options.check?.(input, body) ?? []));
      const query = toQuery<O>(parameters, untyped);
      const createRequestParts = async () => {
        const requestViolations: Violation[] = [];
        const path = collectViolations(requestViolations, () => getWritePath<O, I>(options, untyped)) ?? {};
        const bodyAndQuery = await collectViolations(
          requestViolations,
          () => options.request?.(input, body, query, path) ?? { body, query },
        );
        assertValid(requestViolations);
        return { path, ...bodyAndQuery };
      };
      return createWriteRequest(write, body, violations, createRequestParts);
    },
    complete: async (request, input, calls) =>
      completeRequest(request, await options.completion?.read(typedInput<I>(input), calls)),
  });
}
