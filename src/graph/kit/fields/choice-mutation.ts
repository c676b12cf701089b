/** Mutations whose input determines which of several operations is called. */
import type { FieldMap, InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { attributesOf, type OperationId, resolve } from '../../../contract/index.ts';
import { badInput, type Violation } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { createMemberFields, getBodySchema, type InputFieldBuilder, toBody } from '../contract/inputs.ts';
import { camelCase, describe } from '../contract/names.ts';
import { createDeclaration, type Declaration, type Graph } from '../graph.ts';
import { collectViolations } from '../resources/references.ts';
import type { Attributes } from '../resources/resource.ts';
import type { Calls, InputStep } from './composed.ts';
import type { ErrorInputs } from './mutation-errors.ts';
import { addMutationField, type FindFailure } from './mutation-field.ts';
import { PayloadFields } from './payload.ts';
import { completeRequest, createWriteRequest, typedInput } from './write-request.ts';

export interface ChoiceOptions<I extends InputFieldMap> {
  readonly operations: readonly [OperationId, ...OperationId[]];
  readonly description: string;
  readonly deprecationReason?: string;
  /** Input fields that identify the object and determine the operation, usually with a `@oneOf` input. */
  readonly input: (t: InputFieldBuilder) => I;
  /**
   * Operations whose documented members are input fields, each once. A member that the chosen operation does not accept
   * is rejected.
   */
  readonly members?: readonly OperationId[];
  /** Documented members that the further input fields replace, or that are not offered. */
  readonly except?: readonly string[];
  /** Body that is nested in the input, with the path of its members; instead of `members`. */
  readonly nested?: (input: InputShapeFromFields<I>) => {
    readonly body: Attributes;
    readonly inputPath: Violation['path'];
  };
  /** Members of the call that are read before the write, after the input has been validated. */
  readonly completion?: {
    readonly steps: readonly InputStep[];
    readonly read: (
      input: InputShapeFromFields<I>,
      request: RestRequest,
      calls: Calls,
    ) => Promise<Pick<RestRequest, 'path' | 'body'>>;
  };
  /** Returns the operation that an input determines. */
  readonly operation: (input: InputShapeFromFields<I>) => OperationId;
  /** Creates the request from the further input fields and the documented members. */
  readonly request: (input: InputShapeFromFields<I>, body: Attributes) => Omit<RestRequest, 'operation'>;
  /** Returns violations of rules that the contract cannot express. */
  readonly check?: (input: InputShapeFromFields<I>, body: Attributes) => readonly Violation[];
  readonly errorInputs?: ErrorInputs;
  /** Returns the message of a successful response that reports that the write failed. */
  readonly findFailure?: FindFailure;
  readonly payload: (f: PayloadFields) => FieldMap;
}

/** Defines a mutation of several similar operations, such as `noteCreate` on an issue, a snippet or an epic. */
export function defineChoiceMutation<I extends InputFieldMap>(name: string, options: ChoiceOptions<I>): Declaration {
  return createDeclaration((graph) => addChoiceMutation(graph, name, options));
}

function addChoiceMutation<I extends InputFieldMap>(graph: Graph, name: string, options: ChoiceOptions<I>): void {
  const { contract } = graph;
  const [first] = options.operations;
  const bodies = (options.members ?? []).map((id) => getBodySchema(contract, id));
  const members = new Map(bodies.toReversed().flatMap((body) => [...attributesOf(body)]));
  for (const member of options.except ?? []) members.delete(member);
  const required = new Set(
    [...members.keys()].filter((member) => bodies.every((body) => resolve(body).required?.includes(member))),
  );
  addMutationField(graph, name, {
    operations: options.operations,
    getOperation: (input) => options.operation(typedInput<I>(input)),
    steps: options.completion?.steps ?? [],
    errorInputs: options.errorInputs,
    findFailure: options.findFailure,
    documentedMembers: members,
    description: describe(
      options.description,
      options.operations.every((id) => contract.operation(id).assumed),
    ),
    deprecationReason: options.deprecationReason,
    fields: (t) => ({ ...options.input(t), ...createMemberFields(graph, t, members, required) }),
    payload: (t) => options.payload(new PayloadFields(graph, t, contract.operation(first).responseSchemas[0])),
    getNestedMembers: (untyped) => {
      const input = typedInput<I>(untyped);
      const inputPath = options.nested?.(input).inputPath;
      if (inputPath === undefined) return undefined;
      return {
        inputPath,
        names: new Set([...attributesOf(getBodySchema(contract, options.operation(input))).keys()].map(camelCase)),
      };
    },
    createRequest: async (untyped, violations) => {
      const input = typedInput<I>(untyped);
      const documentedBody: Attributes = Object.assign(
        {},
        ...bodies.map((schema) => toBody(schema, untyped, options.except)),
      );
      const { body, inputPath } = options.nested?.(input) ?? { body: documentedBody, inputPath: ['input'] };
      violations.push(...(options.check?.(input, body) ?? []));
      const createRequestParts = () => options.request(input, body);
      const id = collectViolations(violations, () => options.operation(input));
      if (id === undefined) throw badInput(violations);
      const write = { contract, operation: id, inputPath, replaced: options.except ?? [] };
      return createWriteRequest(write, body, violations, createRequestParts);
    },
    complete: async (request, input, calls) =>
      completeRequest(request, await options.completion?.read(typedInput<I>(input), request, calls)),
  });
}
