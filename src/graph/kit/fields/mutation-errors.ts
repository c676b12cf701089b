/** What a caller can act on after a refused write, as data of the payload. */
import { formatPath, type RestError, type Violation } from '../../../rest/errors.ts';
import { builder } from '../builder.ts';
import { camelCase } from '../contract/names.ts';

const payloadCodes = [
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'UNPROCESSABLE',
  'RATE_LIMITED',
] as const;

type PayloadCode = (typeof payloadCodes)[number];

/** One entry of `errors` in a payload. */
export interface MutationError {
  readonly code: PayloadCode;
  readonly message: string;
  readonly path: readonly string[] | null;
  readonly retryAfter: number | null;
}

const codeEnum = builder.enumType('MutationErrorCode', {
  description: 'Why a write was refused.',
  values: {
    BAD_USER_INPUT: {
      description:
        'The input breaks a limit or a rule, or the upstream does not accept it (HTTP 400, or 401 about a secret in the input).',
    },
    UNAUTHENTICATED: { description: 'The write needs another kind of credential than the caller has (HTTP 401).' },
    FORBIDDEN: { description: 'The caller may not do this (HTTP 403).' },
    NOT_FOUND: {
      description: 'Something that the input names does not exist, or the caller may not see it (HTTP 404).',
    },
    CONFLICT: { description: 'The write does not fit the present state, which may have changed meanwhile (HTTP 409).' },
    PRECONDITION_FAILED: { description: 'A condition set on the write does not hold (HTTP 412).' },
    UNPROCESSABLE: { description: 'The input is well formed, but cannot be carried out (HTTP 422).' },
    RATE_LIMITED: { description: 'Too many writes, or one of the same kind is still in progress (HTTP 429).' },
  },
});

const typeOfCode: Readonly<Record<PayloadCode, string>> = {
  BAD_USER_INPUT: 'InvalidInputError',
  UNPROCESSABLE: 'InvalidInputError',
  UNAUTHENTICATED: 'NotAllowedError',
  FORBIDDEN: 'NotAllowedError',
  NOT_FOUND: 'NotFoundError',
  CONFLICT: 'ConflictError',
  PRECONDITION_FAILED: 'ConflictError',
  RATE_LIMITED: 'RateLimitError',
};

/** The interface of all refusals. */
export const mutationError = builder.interfaceRef<MutationError>('MutationError').implement({
  description: 'A reason for which a write was refused, on which the caller can act. A refused write changed nothing.',
  resolveType: ({ code }) => typeOfCode[code],
  fields: (t) => ({
    code: t.expose('code', {
      type: codeEnum,
      nullable: false,
      description: 'Why the write was refused, for programs.',
    }),
    message: t.exposeString('message', { nullable: false, description: 'Why the write was refused, for people.' }),
    path: t.exposeStringList('path', {
      nullable: { list: true, items: false },
      description: 'The input that caused it, from `input` inwards; null when no single input did.',
    }),
  }),
});

const refusal = (name: string, description: string) =>
  builder.objectRef<MutationError>(name).implement({ description, interfaces: [mutationError] });

refusal('InvalidInputError', 'The input breaks a limit or a rule; checked before the write where that is possible.');
refusal('NotAllowedError', 'The caller, or this kind of credential, may not do what was asked for.');
refusal('NotFoundError', 'Something that the input names does not exist, or the caller may not see it.');
refusal('ConflictError', 'The write does not fit the present state upstream; read it again before another try.');
builder.objectRef<MutationError>('RateLimitError').implement({
  description: 'Too many writes in a short time, or one of the same kind is still in progress.',
  interfaces: [mutationError],
  fields: (t) => ({
    retryAfter: t.exposeFloat('retryAfter', {
      nullable: true,
      description: 'Seconds after which the upstream asks to try again; null when it does not say.',
    }),
  }),
});

const isPayloadCode = (code: string): code is PayloadCode => payloadCodes.some((known) => known === code);

/** Members of a body that stand further inside the input. */
export interface NestedMembers {
  readonly place: Violation['path'];
  /** Their names in the graph. */
  readonly names: ReadonlySet<string>;
}

/**
 * Where in the input something is wrong, and what. Places start at `input`; those of path parameters come without it, those that
 * the upstream tells by its names. A name that is no input goes into the message, which would not say what it is about otherwise.
 */
function locate(
  { path, message }: Violation,
  inputNames: ReadonlySet<string>,
  nested: NestedMembers | undefined,
): Pick<MutationError, 'path' | 'message'> {
  const [first, ...rest] = path.map((part) => camelCase(String(part)));
  if (first === undefined) return { path: null, message };
  if (first === 'input') return { path: ['input', ...rest], message };
  if (inputNames.has(first)) return { path: ['input', first, ...rest], message };
  if (nested?.names.has(first)) return { path: [...nested.place.map(String), first, ...rest], message };
  return { path: ['input'], message: `${formatPath(path)} ${message}` };
}

/** A refusal as entries of a payload; undefined when it is not the caller's to act on and has to be a GraphQL error. */
export function toMutationErrors(
  error: RestError,
  inputNames: ReadonlySet<string>,
  nested: NestedMembers | undefined,
): readonly MutationError[] | undefined {
  const { code, message, violations } = error;
  if (!isPayloadCode(code)) return undefined;
  const retryAfter = error.retryAfter ?? null;
  if (violations.length === 0) return [{ code, message, path: null, retryAfter }];
  return violations.map((violation) => ({ code, ...locate(violation, inputNames, nested), retryAfter }));
}
