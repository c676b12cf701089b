/** Scalars besides those of GraphQL. `values.ts` has converted and checked the values of the upstream before. */

import { type ConstValueNode, GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { isDate, isDateTime } from '../../../contract/formats.ts';
import { isRecord } from '../../../helpers/is-record.ts';

/**
 * @param node location in the document
 * @throws GraphQLError BAD_USER_INPUT
 */
function throwInputError(message: string, node?: ConstValueNode): never {
  throw new GraphQLError(message, { nodes: node ?? null, extensions: { code: 'BAD_USER_INPUT' } });
}

function createStringScalar(
  name: string,
  description: string,
  url: string,
  accepts: (text: string) => boolean,
  form: string,
) {
  const parse = (value: unknown, node?: ConstValueNode): string => {
    if (typeof value !== 'string' || !accepts(value)) throwInputError(`${name} must be ${form}`, node);
    return value;
  };
  return new GraphQLScalarType<string, string>({
    name,
    description,
    specifiedByURL: url,
    coerceOutputValue: (value) => {
      if (typeof value !== 'string') throw new TypeError(`${name} cannot represent a value that is not a string`);
      return value;
    },
    coerceInputValue: (value) => parse(value),
    coerceInputLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined, node),
  });
}

export const dateTimeScalar = createStringScalar(
  'DateTime',
  'Date and time with the offset from UTC, such as `2025-01-15T11:54:58.014+01:00`. Values are in the form of RFC 3339; inputs may have any form of ISO 8601.',
  'https://scalars.graphql.org/andimarek/date-time',
  isDateTime,
  'an ISO 8601 date and time with offset, such as 2025-01-15T11:54:58Z',
);

export const dateScalar = createStringScalar(
  'Date',
  'Day as ISO 8601 date, such as `2025-01-15`.',
  'https://scalars.graphql.org/andimarek/local-date',
  isDate,
  'a day in the form YYYY-MM-DD',
);

/** Upstreams also have ill-formed values in these attributes. They pass unchanged in both directions. */
const acceptAny = () => true;

export const urlScalar = createStringScalar(
  'URL',
  'URL of a page or service, such as `https://forge.example.com/meridian`. Values of the service may be empty or, except those of avatars, lack a host. The service validates inputs.',
  'https://www.rfc-editor.org/rfc/rfc3986',
  acceptAny,
  'a string',
);

export const emailAddressScalar = createStringScalar(
  'EmailAddress',
  'Email address, such as `dana.kim@example.com`. Values of the service are unchanged and may be empty. The service validates inputs.',
  'https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1',
  acceptAny,
  'a string',
);

function toSafeInt(value: unknown, node?: ConstValueNode): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throwInputError('SafeInt must be an integer between -(2^53 - 1) and 2^53 - 1', node);
  return number;
}

export const safeIntScalar = new GraphQLScalarType<number, number>({
  name: 'SafeInt',
  description:
    'Integer between -(2^53 - 1) and 2^53 - 1, sent as a number. Ids and byte counts can exceed the 2^31 of `Int`.',
  coerceOutputValue: (value) => toSafeInt(value),
  coerceInputValue: (value) => toSafeInt(value),
  coerceInputLiteral: (node) => toSafeInt(node.kind === Kind.INT ? Number(node.value) : undefined, node),
});

export const jsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'JSON value of any structure.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  coerceOutputValue: (value) => value,
  coerceInputValue: (value) => value,
  // With `coerceInputLiteral`, each use of a variable within a literal would copy its value.
});

/** File of a multipart request. */
export interface Upload {
  /** File name from the client. */
  readonly name: string;
  /** Content type from the client; may be empty. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

function isUpload(value: unknown): value is Upload {
  return isRecord(value) && 'arrayBuffer' in value && 'name' in value && 'size' in value;
}

function toUpload(value: unknown): Upload {
  if (!isUpload(value))
    throwInputError(
      'A file must be null in the variables, and the part "map" of a multipart request must assign a part to it',
    );
  return value;
}

export const fileScalar = new GraphQLScalarType<Upload, never>({
  name: 'File',
  description:
    'Uploaded file: a variable that is null in `operations` of a GraphQL multipart request and that its `map` assigns to a part of the form.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  coerceOutputValue: () => {
    throw new TypeError('File is for inputs only');
  },
  coerceInputValue: toUpload,
  coerceInputLiteral: (node) =>
    throwInputError('A file must be a variable of type "File!", to which a multipart request assigns a part', node),
});
