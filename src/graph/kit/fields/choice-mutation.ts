/** Mutations whose input chooses which of several operations is called. */
import type { FieldMap, InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { attributesOf, type OperationId, operation, resolve } from '../../../contract/index.ts';
import { badInput, type Violation } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { bodySchema, type FieldBuilder, memberFields, toBody } from '../contract/inputs.ts';
import { camelCase, describe } from '../contract/names.ts';
import { collectViolations } from '../resources/references.ts';
import type { Attributes } from '../resources/resource.ts';
import type { Calls, Step } from './composed.ts';
import { addMutationField } from './mutation-field.ts';
import { PayloadFields } from './payload.ts';
import { completeRequest, prepareRequest, typedInput } from './write-request.ts';

/** A mutation whose input chooses which of several operations is called. */
export interface ChoiceOptions<I extends InputFieldMap> {
  readonly operations: readonly [OperationId, ...OperationId[]];
  readonly description: string;
  readonly deprecationReason?: string;
  /** What to write to and which operation that takes, usually with a `@oneOf` input among the fields. */
  readonly input: (t: FieldBuilder) => I;
  /** Operations whose documented members are input fields too, each once; what the chosen operation does not take is refused. */
  readonly members?: readonly OperationId[];
  /** Documented members that the further input fields stand for, or that are not offered. */
  readonly except?: readonly string[];
  /** The body where it stands further inside the input, with the place of its members; instead of `members`. */
  readonly nested?: (input: InputShapeFromFields<I>) => {
    readonly body: Attributes;
    readonly place: Violation['path'];
  };
  /** Members of the call that have to be read first, once nothing speaks against the write. */
  readonly completion?: {
    readonly steps: readonly Step[];
    readonly read: (
      input: InputShapeFromFields<I>,
      request: RestRequest,
      calls: Calls,
    ) => Promise<Pick<RestRequest, 'path' | 'body'>>;
  };
  /** The operation that an input chooses. */
  readonly operation: (input: InputShapeFromFields<I>) => OperationId;
  /** Its parameters, from the further input fields and the documented members that were given. */
  readonly request: (input: InputShapeFromFields<I>, body: Attributes) => Omit<RestRequest, 'operation'>;
  /** Rules that the contract cannot state. */
  readonly check?: (input: InputShapeFromFields<I>, body: Attributes) => readonly Violation[];
  readonly payload: (f: PayloadFields) => FieldMap;
}

/** Adds a mutation over several operations of one kind, such as `noteCreate` on an issue, a snippet, an epic. */
export function addChoiceMutation<I extends InputFieldMap>(name: string, options: ChoiceOptions<I>): void {
  const [first] = options.operations;
  const bodies = (options.members ?? []).map(bodySchema);
  const members = new Map(bodies.toReversed().flatMap((body) => [...attributesOf(body)]));
  for (const member of options.except ?? []) members.delete(member);
  const required = new Set(
    [...members.keys()].filter((member) => bodies.every((body) => resolve(body).required?.includes(member))),
  );
  addMutationField(name, {
    operations: options.operations,
    steps: options.completion?.steps ?? [],
    documented: new Map([...members].map(([member, given]) => [camelCase(member), given])),
    description: describe(
      options.description,
      options.operations.every((id) => operation(id).assumed),
    ),
    deprecationReason: options.deprecationReason,
    fields: (t) => ({ ...options.input(t), ...memberFields(t, members, required) }),
    payload: (t) => options.payload(new PayloadFields(t, operation(first).answers[0])),
    nestedAt: (args) => {
      const input = typedInput<I>(args);
      const place = options.nested?.(input).place;
      if (place === undefined) return undefined;
      return { place, names: new Set([...attributesOf(bodySchema(options.operation(input))).keys()].map(camelCase)) };
    },
    prepare: async (args, violations) => {
      const input = typedInput<I>(args);
      const given: Attributes = Object.assign({}, ...bodies.map((schema) => toBody(schema, args, options.except)));
      const { body, place } = options.nested?.(input) ?? { body: given, place: ['input'] };
      violations.push(...(options.check?.(input, body) ?? []));
      const parametersOf = () => options.request(input, body);
      const id = collectViolations(violations, () => options.operation(input));
      if (id === undefined) throw badInput(violations);
      return prepareRequest(id, body, options.except ?? [], violations, parametersOf, place);
    },
    complete: async (request, args, calls) =>
      completeRequest(request, await options.completion?.read(typedInput<I>(args), request, calls)),
  });
}
