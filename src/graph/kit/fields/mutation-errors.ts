/** Errors of a rejected write that the caller can fix, as data of the payload. */
import type { InterfaceRef } from '@pothos/core';
import { semanticNonNullDirective } from '../../../execution/index.ts';
import { truncate } from '../../../helpers/truncate.ts';
import { formatPath, type RestError, type Violation } from '../../../rest/errors.ts';
import type { Builder, Types } from '../builder.ts';
import { camelCase } from '../contract/names.ts';
import type { Graph } from '../graph.ts';

/** Codes of errors in payloads, with the type of their errors. */
const payloadCodes = {
  BAD_USER_INPUT: {
    typeName: 'InvalidInputError',
    description:
      'The input violates a limit or rule, or the service rejects it (HTTP 400, or 401 for a secret in the input).',
  },
  UNAUTHENTICATED: {
    typeName: 'NotAllowedError',
    description:
      'The service accepts the credential, but the write needs one of another kind (HTTP 401). Signing in again does not help.',
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
    description:
      'The service rejected the content of a well-formed input (HTTP 422), or a successful response reports that the write failed.',
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
  /** Whether the upstream rejected the write. Otherwise, the write was not sent. */
  readonly isFromUpstream: boolean;
}

/** Texts of conflicts with a lock or another write in progress. */
const transientConflict =
  /\b(?:(?:resource|row|record|table|database|advisory|exclusive) lock|lock (?:timeout|wait)|(?:obtain|acquire)\w* (?:an? |the )?lock|deadlock|concurrent(?:ly)?|in progress|try again|retry)\b/i;

/** Whether a message states that the conflict ends by itself. */
export const isTransientConflict = (message: string): boolean => transientConflict.test(message);

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
    builder.objectRef<MutationError>('InvalidInputError').implement({
      description:
        'The input violates a limit or a rule (`BAD_USER_INPUT`, `UNPROCESSABLE`). Checked before the write if possible.',
      interfaces: [this.errorInterface],
      fields: (t) => ({
        isFromUpstream: t.boolean({
          nullable: true,
          extensions: { directives: semanticNonNullDirective([0]) },
          description:
            'Whether the service rejected the input. If false, it was not sent, and the service may report further errors.',
          resolve: ({ isFromUpstream }) => isFromUpstream,
        }),
      }),
    });
    this.#add(
      'NotAllowedError',
      'The caller, or this kind of credential, may not perform the write (`FORBIDDEN`, `UNAUTHENTICATED`).',
    );
    this.#add(
      'NotFoundError',
      'An object that the input identifies does not exist, or the caller may not see it (`NOT_FOUND`).',
    );
    builder.objectRef<MutationError>('ConflictError').implement({
      description:
        'The write conflicts with the current state in the service (`CONFLICT`, `PRECONDITION_FAILED`). Read the state again before a retry.',
      interfaces: [this.errorInterface],
      fields: (t) => ({
        isTransient: t.boolean({
          nullable: true,
          extensions: { directives: semanticNonNullDirective([0]) },
          description: 'Whether the service states that the conflict ends by itself, such as a lock.',
          resolve: ({ message }) => isTransientConflict(message),
        }),
      }),
    });
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

/** Maximum characters of a message from a successful response. */
const maxMessageLength = 500;

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

/** Input field that a conflict concerns if its message matches. */
export interface ConflictInput {
  readonly name: string;
  readonly message: RegExp;
}

/** Input fields that an error without a path concerns. */
export interface ErrorInputs {
  /** `null` if a 404 may concern several. Defaults to the only input field that is not a member of the body or query. */
  readonly NOT_FOUND?: string | null;
  readonly CONFLICT?: ConflictInput;
  /** Input fields by the attributes of the upstream, in camel case, whose names differ from those of the contract. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Returns the paths of a string below an input. */
function findPaths(value: unknown, text: string, path: readonly string[]): readonly (readonly string[])[] {
  if (value === text) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => findPaths(member, text, [...path, name]));
}

/**
 * Returns the path of the value that a message reports as not found, such as `ann is not found!`; `undefined` unless
 * the input contains the value exactly once.
 */
export function findMissingValue(message: string, input: object): readonly string[] | undefined {
  const [, text] = /^(?:400 Bad request - )?(.+) (?:is|was) not found[!.]?$/is.exec(message) ?? [];
  const [path, ...others] = text === undefined ? [] : findPaths(input, text, ['input']);
  return others.length === 0 ? path : undefined;
}

const toNoun = (segment: string): string => segment.replaceAll('_', ' ').replace(/s$/, '');

/**
 * Names of the objects in a path template. `/projects/{id}/labels/{label_id}` contains a project and a label: the
 * segments before a parameter and the names of the parameters name them.
 */
function getObjectNames(template: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, segments = '', parameter = ''] of template.matchAll(/((?:\/[^/{}]+)*)\/\{(\w+)\}/g)) {
    const words = segments.slice(1).split('/').join(' ');
    names.add(toNoun(words)).add(toNoun(words.split(' ').at(-1) ?? ''));
    if (/_i?id$/.test(parameter)) names.add(toNoun(parameter.replace(/_i?id$/, '')));
  }
  return names;
}

/**
 * Whether a 404 proves that an object in the path of the call does not exist: its message names the object, or it names
 * none and the path is that of the object. The 404 of an action, such as that of an approval that does not exist, may
 * have another reason.
 */
export function isAboutPath(message: string, template: string): boolean {
  const subject = /^(?:404 *)?(.*?) *\bnot found\b/i.exec(message)?.[1]?.toLowerCase() ?? '';
  return subject === '' ? template.endsWith('}') : getObjectNames(template).has(subject);
}

/** Creates the error for a successful response that reports that the write failed. */
export const toUnprocessableError = (message: string): MutationError => ({
  code: 'UNPROCESSABLE',
  message: truncate(message, maxMessageLength),
  path: null,
  retryAfter: null,
  isFromUpstream: true,
});

/**
 * Converts an error to entries of a payload; `undefined` if the caller cannot fix it, so that it has to be a GraphQL
 * error.
 */
export function toMutationErrors(
  error: RestError,
  inputNames: InputNames,
  nested: NestedMembers | undefined,
  getErrorPath: (error: RestError) => readonly string[] | undefined,
): readonly MutationError[] | undefined {
  const { code, message, violations } = error;
  if (!isPayloadCode(code)) return undefined;
  const common = {
    code,
    retryAfter: error.retryAfter ?? null,
    isFromUpstream: error.write !== undefined && error.write !== 'NOT_SENT',
  };
  if (violations.length === 0) {
    return [{ ...common, message, path: getErrorPath(error) ?? null }];
  }
  return violations.map((violation) => ({ ...common, ...toErrorLocation(violation, inputNames, nested) }));
}
