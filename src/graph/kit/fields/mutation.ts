/** Mutations that call one operation. */
import type { FieldMap, InputFieldMap, InputShapeFromFields } from '@pothos/core';
import {
  attributesOf,
  type BodyOf,
  type OperationId,
  operation,
  type QueryOf,
  resolve,
  type Schema,
} from '../../../contract/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import type { RestRequestOf } from '../../../rest/request.ts';
import { refuse } from '../contract/check.ts';
import {
  type FieldBuilder,
  filterParameters,
  memberFields,
  parameterMembers,
  toBody,
  toQuery,
} from '../contract/inputs.ts';
import { camelCase, describe, toGraphNames } from '../contract/names.ts';
import { describeOperation } from '../contract/types.ts';
import { collectViolations } from '../resources/references.ts';
import type { OperationBelow, PathParameters } from '../resources/resource.ts';
import type { Calls, Step } from './composed.ts';
import { addMutationField, type SecretInput } from './mutation-field.ts';
import { PayloadFields } from './payload.ts';
import { type KnownLocation, locate, locationFields, type WriteLocation } from './write-location.ts';
import { completeRequest, prepareRequest, typedInput } from './write-request.ts';

type WriteMembers<O extends OperationId> = Omit<RestRequestOf<O>, 'operation' | 'path'>;

/** Parameters and members of the body to be added to a call. */
export interface Completion<O extends OperationId> {
  readonly path?: PathParameters;
  readonly body?: Partial<BodyOf<O>>;
}

export interface MutationOptions<O extends OperationId, I extends InputFieldMap> extends WriteLocation<O, I> {
  readonly operation: O;
  /** Description of the operation unless given. */
  readonly description?: string;
  readonly deprecationReason?: string;
  /** Input fields beside the documented body and query and what says where to write, such as members that need a shape of their own. */
  readonly input?: (t: FieldBuilder) => I;
  /** Documented members that the further input fields stand for, or that are not offered. */
  readonly except?: readonly string[];
  /** Body and query, from the further input fields and those that are documented, where they are not just these. */
  readonly request?: (
    input: InputShapeFromFields<I>,
    body: BodyOf<O>,
    query: QueryOf<O>,
    path: PathParameters,
  ) => WriteMembers<O> | Promise<WriteMembers<O>>;
  /** Rules that the contract cannot state. */
  readonly check?: (input: InputShapeFromFields<I>, body: BodyOf<O>) => readonly Violation[];
  /** Members of the call that have to be read first, such as the number of what an input names by its path. */
  readonly completion?: {
    readonly steps: readonly Step[];
    /** Called once nothing speaks against the write. */
    readonly read: (input: InputShapeFromFields<I>, calls: Calls) => Promise<Completion<O>>;
  };
  readonly secret?: SecretInput;
  /** Message for a 401 to a caller whose credential the upstream accepts. */
  readonly forbidden?: string;
  readonly payload: (f: PayloadFields) => FieldMap;
}

/** Adds a mutation, named noun first: `labelCreate`. */
export function addMutation<O extends OperationBelow<never>, I extends InputFieldMap>(
  name: string,
  options: MutationOptions<O, I>,
): void;
export function addMutation<O extends OperationId, I extends InputFieldMap>(
  name: string,
  options: MutationOptions<O, I> & KnownLocation<MutationOptions<O, I>>,
): void;
export function addMutation<O extends OperationId, I extends InputFieldMap>(
  name: string,
  options: MutationOptions<O, I>,
): void {
  const { operation: id, target, in: holder } = options;
  const { body: schema, assumed, deprecated, answers } = operation(id);
  const parameters = filterParameters(id, options.except);
  const members = schema === undefined ? new Map<string, Schema>() : new Map(attributesOf(schema));
  for (const member of options.except ?? []) members.delete(member);
  const required = new Set([
    ...((schema && resolve(schema).required) ?? []),
    ...parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  ]);
  addMutationField(name, {
    operations: [id],
    steps: options.completion?.steps ?? [],
    secret: options.secret,
    forbidden: options.forbidden,
    documented: new Map(
      [...members, ...parameterMembers(parameters)].map(([member, given]) => [camelCase(member), given]),
    ),
    description: describe(options.description ?? describeOperation(id), assumed),
    deprecationReason: options.deprecationReason ?? (deprecated && toGraphNames(deprecated)),
    fields:
      target || holder || options.input || members.size > 0 || parameters.length > 0
        ? (t) => ({
            ...locationFields(target, holder, t),
            ...options.input?.(t),
            ...memberFields(t, members, required),
            ...memberFields(t, parameterMembers(parameters), required),
          })
        : undefined,
    payload: (t) => options.payload(new PayloadFields(t, answers[0])),
    prepare: (args, violations) => {
      const input = typedInput<I>(args);
      // Made from the operation's own members, whose types the input has.
      const body = (schema && toBody(schema, args, options.except)) as BodyOf<O>;
      violations.push(...(options.check?.(input, body) ?? []));
      const query = toQuery<O>(parameters, args);
      const parametersOf = async () => {
        const found: Violation[] = [];
        const path = collectViolations(found, () => locate(options, args, input)) ?? {};
        const own = await collectViolations(
          found,
          () => options.request?.(input, body, query, path) ?? { body, query },
        );
        refuse(found);
        return { path, ...own };
      };
      return prepareRequest(id, body, options.except ?? [], violations, parametersOf);
    },
    complete: async (request, args, calls) =>
      completeRequest(request, await options.completion?.read(typedInput<I>(args), calls)),
  });
}
