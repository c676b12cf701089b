/** A mutation as a field: one `input`, one write, one payload with the changed object and what the caller can act on. */
import type { FieldMap, InputFieldMap } from '@pothos/core';
import { type OperationId, operation, type Schema } from '../../../contract/index.ts';
import type { SelectedField } from '../../../execution/index.ts';
import { badInput, isRestError, RestError, type Violation } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { builder } from '../builder.ts';
import { illFormedTexts, meaninglessNulls } from '../contract/given.ts';
import type { FieldBuilder } from '../contract/inputs.ts';
import { outputField } from '../contract/types.ts';
import { Calls, type Step, stepCalls, stepReads } from './composed.ts';
import { type Args, type FieldKind, oneOf, ownOperations, type PreparedField } from './kind.ts';
import { mutationError, type NestedMembers, toMutationErrors } from './mutation-errors.ts';
import type { Outcome, PayloadFields } from './payload.ts';

/** A secret in an input that a 401 can be about, rather than about the credential of the caller. */
export interface SecretInput {
  readonly name: string;
  /** What a 401 says of the secret that was given, and of the write when none was. */
  readonly whenGiven: string;
  readonly whenAbsent: string;
}

/** The read that tells whether the upstream accepts a credential. */
const currentUser: Step = { operation: 'getCurrentUser' };

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const mutationType = builder.objectRef<object>('Mutation').implement({
  description:
    'Writes to the upstream. Each mutation takes one `input` and answers with the changed object and `errors`.',
});

/** Performs a write. */
type Write = (args: Args, context: GraphContext, field: SelectedField) => Promise<Outcome>;

/** Kind of mutations: a write, and the reads that complete it. */
class MutationKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #operations: readonly OperationId[];
  readonly #steps: readonly Step[];
  readonly #write: Write;

  /** @param operations operations of which an input chooses one */
  constructor(operations: readonly OperationId[], steps: readonly Step[], write: Write) {
    this.#operations = operations;
    this.#steps = steps;
    this.#write = write;
  }

  calls() {
    return [...oneOf(this.#operations, 'once'), ...stepCalls(this.#steps, 'untilReady')];
  }

  prepare(field: SelectedField): PreparedField {
    const [operation] = this.#operations;
    const writes = operation === undefined ? [] : [{ operation, request: undefined, times: 1, isEstimate: false }];
    const { selection } = field;
    return {
      plan: ({ listLength }) => {
        const reads = stepReads(this.#steps, listLength);
        const after = reads.length;
        return { reads: [...reads, ...writes], objects: [{ selection, after }] };
      },
      value: (_, { input = {} }, context) => this.#write(isInput(input) ? input : {}, context, field),
    };
  }
}

const isInput = (value: unknown): value is Args => typeof value === 'object' && value !== null;

interface Definition {
  /** What may be called to write. */
  readonly operations: readonly OperationId[];
  /** What is read before. */
  readonly steps: readonly Step[];
  readonly secret?: SecretInput | undefined;
  /** Message for a 401 to a caller whose credential the upstream accepts. */
  readonly forbidden?: string | undefined;
  /** Schemas of the input fields that are members of the body or query, by their names in the graph. */
  readonly documented: ReadonlyMap<string, Schema>;
  /** Where further inside the input the members of the body stand, and their names there. */
  readonly nestedAt?: (args: Args) => NestedMembers | undefined;
  readonly description: string;
  readonly deprecationReason: string | undefined;
  /** Absent where there is nothing to say. */
  readonly fields: ((t: FieldBuilder) => InputFieldMap) | undefined;
  readonly payload: (t: PayloadFields['t']) => FieldMap;
  /** The call, when nothing speaks against it; otherwise every violation at once, after those found already. */
  readonly prepare: (args: Args, violations: Violation[]) => Promise<RestRequest>;
  /** The call with what has to be read for it, once nothing speaks against it. */
  readonly complete: (request: RestRequest, args: Args, calls: Calls) => Promise<RestRequest>;
}

/** Whether the upstream accepts the caller's credential, which a 401 leaves open where it can be about something else. */
async function isCredentialAccepted(calls: Calls): Promise<boolean> {
  if (calls.isAnonymous) return false;
  try {
    await calls.read({ operation: 'getCurrentUser' });
    return true;
  } catch (error) {
    // A credential for something else than this is one all the same.
    return isRestError(error, 'FORBIDDEN');
  }
}

/** A 401 that is not about the caller's credential: about the secret in the input, where one can be. */
function otherRefusal(
  error: RestError,
  { secret, forbidden }: Pick<Definition, 'secret' | 'forbidden'>,
  input: Args,
): RestError {
  if (forbidden !== undefined) return new RestError('FORBIDDEN', forbidden, error);
  if (secret === undefined) return error;
  if (typeof input[secret.name] !== 'string') return new RestError('FORBIDDEN', secret.whenAbsent);
  return badInput([{ path: ['input', secret.name], message: `${secret.whenGiven}: ${error.message}` }]);
}

export function addMutationField(
  name: string,
  { operations, description, deprecationReason, ...definition }: Definition,
): void {
  const { fields: inputFields, secret } = definition;
  const ambiguous = new Set(operations.filter((id) => secret !== undefined || operation(id).errors.has(401)));
  const inputNames = new Set<string>();
  const inputType = builder.inputRef<object>(`${pascalCase(name)}Input`);
  if (inputFields !== undefined)
    inputType.implement({
      description: `Input of the mutation \`${name}\`.`,
      fields: (t) => {
        const fields = inputFields(t);
        for (const field of Object.keys(fields)) inputNames.add(field);
        return fields;
      },
    });

  const payloadType = builder.objectRef<Outcome>(`${pascalCase(name)}Payload`);
  payloadType.implement({
    description: `Result of the mutation \`${name}\`.`,
    fields: (t) => ({
      ...definition.payload(t),
      errors: t.field({
        type: [mutationError],
        nullable: false,
        description: 'Why the write was refused; empty when it was not.',
        resolve: (outcome) => outcome.errors,
      }),
    }),
  });

  /** One variable can be the input of any number of writes: what is wrong with it is found once. */
  const refused = new WeakMap<object, RestError>();

  const prepareOnce = async (args: Args): Promise<RestRequest> => {
    const known = refused.get(args);
    if (known !== undefined) throw known;
    const violations = [...illFormedTexts(args), ...meaninglessNulls(args, definition.documented)];
    try {
      return await definition.prepare(args, violations);
    } catch (error) {
      if (isRestError(error, 'BAD_USER_INPUT')) refused.set(args, error);
      throw error;
    }
  };

  /** The refusal that the caller can act on; undefined for what has to be a GraphQL error. */
  const actionable = async (error: unknown, request: RestRequest | undefined, args: Args, calls: Calls) => {
    if (!isRestError(error)) return undefined;
    if (error.code !== 'UNAUTHENTICATED') return error;
    if (request === undefined || !ambiguous.has(request.operation)) return undefined;
    return (await isCredentialAccepted(calls)) ? otherRefusal(error, definition, args) : undefined;
  };

  const write: Write = async (args, context, field) => {
    const calls = new Calls(undefined, new Set(ownOperations(kind)), context, field);
    let request: RestRequest | undefined;
    try {
      request = await definition.complete(await prepareOnce(args), args, calls);
      return { request, answer: await context.rest.write(request, field.coordinate), errors: [] };
    } catch (error) {
      const refusal = await actionable(error, request, args, calls);
      const errors = refusal && toMutationErrors(refusal, inputNames, definition.nestedAt?.(args));
      if (errors === undefined) throw error;
      return { request: undefined, answer: undefined, errors };
    }
  };

  const steps = [...definition.steps, ...(ambiguous.size > 0 ? [currentUser] : [])];
  const kind = new MutationKind(operations, steps, write);

  builder.objectField(mutationType, name, (t) =>
    outputField(t, { list: false, type: payloadType }, kind, {
      description,
      ...(deprecationReason === undefined ? {} : { deprecationReason }),
      args: inputFields
        ? { input: t.arg({ type: inputType, required: true, description: 'Object to write to, and values to write.' }) }
        : {},
    }),
  );
}
