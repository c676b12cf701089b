/** Errors of a rejected write that the caller can fix, as data of the payload. */
import type { InterfaceRef } from '@pothos/core';
import { formatPath, type RestError, type Violation } from '../../../rest/errors.ts';
import type { Builder, Types } from '../builder.ts';
import { camelCase } from '../contract/names.ts';
import type { Graph } from '../graph.ts';

/** Codes of errors in payloads, with the type of their errors. */
const payloadCodes = {
  BAD_USER_INPUT: {
    typeName: 'InvalidInputError',
    description:
      'The input violates a limit or rule, or the upstream rejects it (HTTP 400, or 401 for a secret in the input).',
  },
  UNAUTHENTICATED: {
    typeName: 'NotAllowedError',
    description:
      'The upstream accepts the credential, but the write needs one of another kind (HTTP 401). Signing in again does not help.',
  },
  FORBIDDEN: { typeName: 'NotAllowedError', description: 'The caller may not do this (HTTP 403).' },
  NOT_FOUND: {
    typeName: 'NotFoundError',
    description: 'An object that the input identifies does not exist, or the caller may not see it (HTTP 404).',
  },
  CONFLICT: {
    typeName: 'ConflictError',
    description: 'The write conflicts with the current state, which may have changed since it was read (HTTP 409).',
  },
  PRECONDITION_FAILED: {
    typeName: 'ConflictError',
    description: 'A precondition of the write is not met (HTTP 412).',
  },
  UNPROCESSABLE: {
    typeName: 'InvalidInputError',
    description: 'The input is well-formed, but cannot be processed (HTTP 422).',
  },
  RATE_LIMITED: {
    typeName: 'RateLimitError',
    description: 'Too many writes, or one of the same kind is still in progress (HTTP 429).',
  },
};

type PayloadCode = keyof typeof payloadCodes;

/** One entry of `errors` in a payload. */
export interface MutationError {
  readonly code: PayloadCode;
  readonly message: string;
  readonly path: readonly string[] | null;
  readonly retryAfter: number | null;
}

/** Types of mutation errors in a graph. */
export class MutationErrorTypes {
  /** Interface of all mutation errors. */
  readonly errorInterface: InterfaceRef<Types, MutationError>;
  readonly #builder: Builder;

  constructor({ builder }: Graph) {
    this.#builder = builder;
    const codes = builder.enumType('MutationErrorCode', {
      description: 'Reason why a write was rejected.',
      values: payloadCodes,
    });
    this.errorInterface = builder.interfaceRef<MutationError>('MutationError').implement({
      description:
        'Reason why a write was rejected: invalid input, a missing object, missing permission, a conflict or a limit. A rejected write changes nothing.',
      resolveType: ({ code }) => payloadCodes[code].typeName,
      fields: (t) => ({
        code: t.expose('code', {
          type: codes,
          nullable: false,
          description: 'Machine-readable code.',
        }),
        message: t.exposeString('message', {
          nullable: false,
          description: 'Human-readable message; its wording may change.',
        }),
        path: t.exposeStringList('path', {
          nullable: { list: true, items: false },
          description:
            'Path of the input that is the cause, from `input` on, such as `["input", "users", "0"]`; null if no single input is.',
        }),
      }),
    });
    this.#add(
      'InvalidInputError',
      'The input violates a limit or a rule (`BAD_USER_INPUT`, `UNPROCESSABLE`). Checked before the write if possible.',
    );
    this.#add(
      'NotAllowedError',
      'The caller, or this kind of credential, may not perform the write (`FORBIDDEN`, `UNAUTHENTICATED`).',
    );
    this.#add(
      'NotFoundError',
      'An object that the input identifies does not exist, or the caller may not see it (`NOT_FOUND`).',
    );
    this.#add(
      'ConflictError',
      'The write conflicts with the current state upstream (`CONFLICT`, `PRECONDITION_FAILED`). Read the state again before a retry.',
    );
    builder.objectRef<MutationError>('RateLimitError').implement({
      description: 'Too many writes in a short time, or one of the same kind is still in progress (`RATE_LIMITED`).',
      interfaces: [this.errorInterface],
      fields: (t) => ({
        retryAfter: t.exposeFloat('retryAfter', {
          nullable: true,
          description: 'Seconds after which to retry; null if unknown.',
        }),
      }),
    });
  }

  #add(name: string, description: string): void {
    this.#builder.objectRef<MutationError>(name).implement({ description, interfaces: [this.errorInterface] });
  }
}

const isPayloadCode = (code: string): code is PayloadCode => Object.hasOwn(payloadCodes, code);

/** Names of the fields of an input. */
export interface InputNames {
  readonly inputNames: ReadonlySet<string>;
  /** Names in the graph of the members of the body, by their REST names in camel case. */
  readonly memberNames: ReadonlyMap<string, string>;
}

/** Members of a body that are nested in the input. */
export interface NestedMembers {
  readonly inputPath: Violation['path'];
  /** Names of the members in the graph. */
  readonly names: ReadonlySet<string>;
}

/**
 * Converts a violation to path and message of a mutation error. Paths start with `input`; those of path parameters lack
 * it, and those from the upstream consist of REST names. A name that is not an input field is added to the message,
 * which would otherwise not identify it.
 */
function toErrorLocation(
  { path, message }: Violation,
  { inputNames, memberNames }: InputNames,
  nested: NestedMembers | undefined,
): Pick<MutationError, 'path' | 'message'> {
  const [first, ...rest] = path.map((part) => camelCase(String(part)));
  if (first === undefined) return { path: null, message };
  const [name, ...below] = first === 'input' ? rest : [first, ...rest];
  const inputName = name === undefined || inputNames.has(name) ? name : (memberNames.get(name) ?? name);
  if (first === 'input') return { path: inputName === undefined ? ['input'] : ['input', inputName, ...below], message };
  if (inputName !== undefined && inputNames.has(inputName)) return { path: ['input', inputName, ...below], message };
  if (nested?.names.has(first)) return { path: [...nested.inputPath.map(String), first, ...rest], message };
  return { path: ['input'], message: `${formatPath(path)} ${message}` };
}

/** Input fields that an error without a path concerns. */
export interface ErrorInputs {
  /** `null` if a 404 may concern several. Defaults to the only input field that is not a member of the body or query. */
  readonly NOT_FOUND?: string | null;
  /** Input field that a 409 concerns. */
  readonly CONFLICT?: string;
}

/**
 * Converts an error to entries of a payload; `undefined` if the caller cannot fix it, so that it has to be a GraphQL
 * error.
 */
export function toMutationErrors(
  error: RestError,
  inputNames: InputNames,
  nested: NestedMembers | undefined,
  getErrorInput: (code: string) => string | undefined,
): readonly MutationError[] | undefined {
  const { code, message, violations } = error;
  if (!isPayloadCode(code)) return undefined;
  const retryAfter = error.retryAfter ?? null;
  if (violations.length === 0) {
    const input = getErrorInput(code);
    return [{ code, message, path: input === undefined ? null : ['input', input], retryAfter }];
  }
  return violations.map((violation) => ({ code, ...toErrorLocation(violation, inputNames, nested), retryAfter }));
}
