/**
 * Mutation fields: one `input`, one write, one payload with the changed object and the errors that the caller can fix.
 */

import type { FieldMap, InputFieldMap, ObjectRef } from '@pothos/core';
import type { OperationId, Schema } from '../../../contract/index.ts';
import type { SelectedField } from '../../../execution/index.ts';
import { asRecord } from '../../../helpers/is-record.ts';
import { badInput, isRestError, RestError, type Violation, withNote } from '../../../rest/errors.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import type { Types } from '../builder.ts';
import { findIllFormedStrings, findMeaninglessNulls, isEmptyObject } from '../contract/input-checks.ts';
import type { InputFieldBuilder } from '../contract/inputs.ts';
import { toMemberName } from '../contract/members.ts';
import { camelCase } from '../contract/names.ts';
import { createField } from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import { isUpdate, UpdateInputs } from '../null-descriptions.ts';
import { Calls, type InputStep, toStepCalls } from './composed.ts';
import { type Args, createKind, type FieldKind, getOwnOperations, toFieldCalls } from './kind.ts';
import {
  type ErrorInputs,
  findMissingValue,
  isAboutPath,
  isTransientConflict,
  type NestedMembers,
  toMutationErrors,
  toUnprocessableError,
} from './mutation-errors.ts';
import { type PayloadFields, PayloadInterface } from './payload.ts';
import type { WriteResult } from './payload-kinds.ts';

/** Secret in an input. A 401 may concern the secret instead of the credential of the caller. */
export interface SecretInput {
  readonly name: string;
  /** Messages for a 401 to a write with the secret, and without it. */
  readonly messageIfPresent: string;
  readonly messageIfAbsent: string;
}

/** Read that shows whether the upstream accepts a credential. */
const credentialCheck: InputStep = { operation: 'getCurrentUser' };

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

class MutationRoot {
  readonly ref: ObjectRef<Types, object>;

  constructor({ builder }: Graph) {
    this.ref = builder.objectRef<object>('Mutation').implement({
      description:
        'Writes to the service. Each mutation accepts one `input` and returns the changed object and `errors`. An update requires at least one value to change. Input fields reject null unless their description states its effect.',
    });
  }
}

/** Performs a write. */
type Write = (input: Args, context: GraphContext, field: SelectedField) => Promise<WriteResult>;

/** Creates the kind of mutations: a write, and the reads that complete it. */
function createMutationKind(
  { operations, getOperation }: Pick<MutationDefinition, 'operations' | 'getOperation'>,
  steps: readonly InputStep[],
  write: Write,
): FieldKind {
  const [operation, ...alternatives] = operations;
  const planWrite = (input: Args) =>
    getOperation === undefined ? { operation, alternatives } : { operation: getOperation(input) };
  return createKind({
    calls: () => [...toFieldCalls(operations, 'once'), ...toStepCalls(steps, 'untilReady')],
    prepare: (field) => {
      const objects = [{ selection: field.selection, after: steps.length }];
      return {
        plan: (_, args) => {
          const input = asRecord(args.input);
          const toRead = ({ times = 1, ...step }: InputStep) => ({
            ...step,
            times: typeof times === 'function' ? times(input) : times,
          });
          return { calls: [...steps.map(toRead), planWrite(input)], objects };
        },
        value: (_, { input = {} }, context) => write(asRecord(input), context, field),
      };
    },
  });
}

/** Returns the message of a successful response that reports that the write failed; `undefined` for any other one. */
export type FindFailure = (request: RestRequest, response: RestResponse) => string | undefined;

interface MutationDefinition {
  /** Operations of which the input determines the one that writes. */
  readonly operations: readonly [OperationId, ...OperationId[]];
  /** Returns the operation that an input determines. `undefined` if there is only one. */
  readonly getOperation?: (input: Args) => OperationId;
  /** Reads before the write. */
  readonly steps: readonly InputStep[];
  readonly secret?: SecretInput | undefined;
  /** Message for a 401 to a caller whose credential the upstream accepts. */
  readonly forbiddenMessage?: string | undefined;
  readonly errorInputs?: ErrorInputs | undefined;
  readonly findFailure?: FindFailure | undefined;
  readonly acceptsNoChange?: boolean | undefined;
  /** Schemas of the input fields that are members of the body or query, by their REST names. */
  readonly documentedMembers: ReadonlyMap<string, Schema>;
  /** Returns path and names of the members of the body, if they are nested in the input. */
  readonly getNestedMembers?: (input: Args) => NestedMembers | undefined;
  readonly description: string;
  readonly deprecationReason: string | undefined;
  /** `undefined` if the mutation has no input. */
  readonly fields: ((t: InputFieldBuilder) => InputFieldMap) | undefined;
  readonly payload: (t: PayloadFields['t']) => FieldMap;
  /**
   * Creates the request.
   * @param violations violations that have already been found
   * @throws RestError BAD_USER_INPUT with all violations
   */
  readonly createRequest: (input: Args, violations: Violation[]) => Promise<RestRequest>;
  /** Adds the parts of the request that have to be read, after the validation. */
  readonly complete: (request: RestRequest, input: Args, calls: Calls) => Promise<RestRequest>;
}

/** Whether the upstream accepts the credential of the caller. A 401 may concern the credential or something else. */
async function isCredentialAccepted(calls: Calls): Promise<boolean> {
  if (calls.isAnonymous) return false;
  try {
    await calls.read({ operation: 'getCurrentUser' });
    return true;
  } catch (error) {
    // A credential without permission for this read is valid nevertheless.
    return isRestError(error, 'FORBIDDEN');
  }
}

/**
 * Returns the error for a 401 that does not concern the credential of the caller. It may concern the secret in the
 * input.
 */
function explainUnauthorized(
  error: RestError,
  { secret, forbiddenMessage }: Pick<MutationDefinition, 'secret' | 'forbiddenMessage'>,
  input: Args,
): RestError {
  if (forbiddenMessage !== undefined) return new RestError('FORBIDDEN', forbiddenMessage, error);
  if (secret === undefined) return error;
  if (typeof input[secret.name] !== 'string') return new RestError('FORBIDDEN', secret.messageIfAbsent);
  const message = `${secret.messageIfPresent}: ${error.message}`;
  return withNote(badInput([{ path: ['input', secret.name], message }]), undefined, error.write);
}

/** Maximum number of input fields that a message lists. */
const maxListedNames = 10;

/**
 * Rejects the input of an update that only identifies the object. Nested objects without a value change nothing.
 * @param typeName name of the type of the input
 * @param schemas schemas of the members of the body and query by their names in the input
 */
function assertChanges(
  input: Args,
  typeName: string,
  inputNames: ReadonlySet<string>,
  schemas: ReadonlyMap<string, Schema>,
): void {
  const present = Object.keys(input).filter((name) => {
    const schema = schemas.get(name);
    return input[name] !== undefined && !(schema !== undefined && isEmptyObject(schema, input[name]));
  });
  if (inputNames.size < 2 || present.length > 1 || present.some((name) => schemas.has(name))) return;
  const changes = [...inputNames].filter((name) => !present.includes(name));
  const others = changes.length > maxListedNames ? ` or the other fields of ${typeName}` : '';
  const subject = `${changes.slice(0, maxListedNames).join(', ')}${others}`;
  throw badInput([{ path: ['input'], message: `requires at least one of ${subject}` }]);
}

/** Adds a mutation to a graph. */
export function addMutationField(
  graph: Graph,
  name: string,
  { operations, description, deprecationReason, ...definition }: MutationDefinition,
): void {
  const { builder } = graph;
  graph.declare(`Mutation.${name}`);
  const { fields: inputFields, secret } = definition;
  const operationsWithAmbiguous401 = new Set(
    operations.filter((id) => secret !== undefined || graph.contract.operation(id).errors.has(401)),
  );
  const inputNames = new Set<string>();
  const inputTypeName = `${pascalCase(name)}Input`;
  const inputType = builder.inputRef<object>(inputTypeName);
  if (inputFields !== undefined)
    inputType.implement({
      description: `Values for \`${name}\`.`,
      fields: (t) => {
        const fields = inputFields(t);
        for (const field of Object.keys(fields)) inputNames.add(field);
        return fields;
      },
    });

  const payloadType = builder.objectRef<WriteResult>(`${pascalCase(name)}Payload`);
  payloadType.implement({
    description: `Result of \`${name}\`.`,
    interfaces: [graph.singleton(PayloadInterface).ref],
    fields: definition.payload,
  });

  const members = [...definition.documentedMembers];
  const schemas = new Map(members.map(([member, schema]) => [toMemberName(member, schema), schema]));
  graph.singleton(UpdateInputs).add(name, inputTypeName, schemas);
  const memberNames = new Map([
    ...members.map(([member, schema]): [string, string] => [camelCase(member), toMemberName(member, schema)]),
    ...Object.entries(definition.errorInputs?.attributes ?? {}),
  ]);

  /** Returns the input field that an error without a path concerns; `undefined` unless status and message prove it. */
  const getErrorInput = ({ code, message }: RestError, request: RestRequest | undefined, input: Args) => {
    const { NOT_FOUND: notFound, CONFLICT: conflict } = definition.errorInputs ?? {};
    if (code === 'CONFLICT') {
      if (conflict === undefined || isTransientConflict(message) || !conflict.message.test(message)) return undefined;
      return (input[conflict.name] ?? null) === null ? undefined : conflict.name;
    }
    if (code !== 'NOT_FOUND' || notFound === null) return undefined;
    const operation = request?.operation ?? definition.getOperation?.(input) ?? operations[0];
    if (!isAboutPath(message, graph.contract.operation(operation).path)) return undefined;
    const [only, ...others] = [...inputNames].filter((inputName) => !schemas.has(inputName));
    return notFound ?? (others.length === 0 ? only : undefined);
  };

  /** Errors by input, because many writes can use the same variable. */
  const inputErrors = new WeakMap<object, RestError>();

  const createRequestOrRethrow = async (input: Args): Promise<RestRequest> => {
    const cached = inputErrors.get(input);
    if (cached !== undefined) throw cached;
    const violations = [...findIllFormedStrings(input), ...findMeaninglessNulls(input, schemas)];
    try {
      const request = await definition.createRequest(input, violations);
      if (isUpdate(name) && !definition.acceptsNoChange) assertChanges(input, inputTypeName, inputNames, schemas);
      return request;
    } catch (error) {
      if (isRestError(error, 'BAD_USER_INPUT')) inputErrors.set(input, error);
      throw error;
    }
  };

  const getErrorPath = (error: RestError, request: RestRequest | undefined, input: Args) => {
    if (error.code === 'BAD_USER_INPUT') return findMissingValue(error.message, input);
    const name = getErrorInput(error, request, input);
    return name === undefined ? undefined : ['input', name];
  };

  /** Explains a 401 that does not concern the credential; `undefined` for any other 401. */
  const explainAmbiguous401 = async (error: RestError, request: RestRequest | undefined, input: Args, calls: Calls) => {
    if (request === undefined || !operationsWithAmbiguous401.has(request.operation)) return undefined;
    return (await isCredentialAccepted(calls)) ? explainUnauthorized(error, definition, input) : undefined;
  };

  /** Converts an error to `errors` of the payload; `undefined` if it has to be a GraphQL error. */
  const toPayloadErrors = async (error: unknown, request: RestRequest | undefined, input: Args, calls: Calls) => {
    if (!isRestError(error)) return undefined;
    const explained =
      error.code === 'UNAUTHENTICATED' ? await explainAmbiguous401(error, request, input, calls) : error;
    if (explained === undefined) return undefined;
    const nested = definition.getNestedMembers?.(input);
    return toMutationErrors(explained, { inputNames, memberNames }, nested, (each) =>
      getErrorPath(each, request, input),
    );
  };

  const write: Write = async (input, context, field) => {
    const calls = new Calls(undefined, new Set(getOwnOperations(kind)), context, field);
    let request: RestRequest | undefined;
    try {
      request = await definition.complete(await createRequestOrRethrow(input), input, calls);
      const response = await context.rest.write(request, field.coordinate);
      const failure = definition.findFailure?.(request, response);
      const errors = failure === undefined ? [] : [toUnprocessableError(failure)];
      if (errors.length > 0) context.onPayloadErrors?.(errors.map(({ code }) => code));
      return { request, response, errors };
    } catch (error) {
      const errors = await toPayloadErrors(error, request, input, calls);
      if (errors === undefined) throw error;
      context.onPayloadErrors?.(errors.map(({ code }) => code));
      return { request: undefined, response: undefined, errors };
    }
  };

  const steps = [...definition.steps, ...(operationsWithAmbiguous401.size > 0 ? [credentialCheck] : [])];
  const kind = createMutationKind({ ...definition, operations }, steps, write);

  builder.objectField(graph.singleton(MutationRoot).ref, name, (t) =>
    createField(t, { list: false, type: payloadType }, kind, {
      description,
      semanticNonNull: [0],
      ...(deprecationReason === undefined ? {} : { deprecationReason }),
      args: inputFields
        ? { input: t.arg({ type: inputType, required: true, description: 'Values of the mutation.' }) }
        : {},
    }),
  );
}
