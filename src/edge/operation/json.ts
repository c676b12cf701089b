/** Limits on client JSON, checked before parsing because parsing costs far more than scanning. */
import type { Config } from '../../config/config.ts';
import { nameJsonType } from '../../helpers/json-type.ts';
import { charsetOf, decodeBody } from '../../rest/charset.ts';
import type { Parameters } from './parameters.ts';
import { requestError } from './request-error.ts';

export type JsonLimits = Pick<Config, 'maxJsonValues' | 'maxNesting'>;

/** Levels around the values of variables: the batch or message, the parameters, and the object of the variables. */
const levelsAround = 3;

const [quote, backslash, comma, colon] = [34, 92, 44, 58];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

const jsonType = /^application\/(?:graphql\+)?json\s*(?:[;,]|$)/i;

/** Whether the media type of a request body is JSON, with any parameters. */
export const isJsonType = (contentType: string | undefined): boolean =>
  contentType !== undefined && jsonType.test(contentType);

/** Index of the quotation mark that ends a string; the length of the text if none exists. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (end - escapes > from && text.charCodeAt(end - escapes - 1) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** Rejects JSON with too many values or levels, without checking whether it is valid. */
export function checkJson(text: string, { maxJsonValues, maxNesting }: JsonLimits): void {
  // Each value and each level takes a character.
  if (text.length < Math.min(maxJsonValues, maxNesting)) return;
  let values = 1;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index + 1);
    else if (code === comma || code === colon) values += 1;
    else if (code === openBracket || code === openBrace) {
      values += 1;
      depth += 1;
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
    if (values > maxJsonValues)
      throw requestError(
        'VARIABLE_LIMIT',
        `The request contains too many JSON values: the limit is ${maxJsonValues}. Send fewer values in "variables" at a time`,
      );
    if (depth > maxNesting + levelsAround)
      throw requestError(
        'NESTING_LIMIT',
        `The JSON of the request is nested too deep: the limit is ${maxNesting}. Nest values in "variables" less deeply`,
      );
  }
}

/** Rejects a batch, because a request contains one operation. */
export function rejectBatch(): never {
  throw requestError('BAD_REQUEST', 'Batching is not supported. Send one operation per request');
}

/** Removes a byte order mark, which JSON and GraphQL ignore. */
const withoutByteOrderMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/** Decodes a request body. @throws GraphQLError if it is not text in the charset of its content type */
export function decodeText(body: Buffer, contentType: string | undefined): string {
  const { text, problem } = decodeBody(body, contentType);
  if (problem !== undefined)
    throw requestError(
      'BAD_REQUEST',
      `The request body ${problem}. Send it in UTF-8${charsetOf(contentType) === undefined ? ', or name its charset in the header Content-Type' : ''}`,
    );
  return withoutByteOrderMark(text);
}

/** Decodes a part of a request that is always UTF-8. @param subject of the error @throws GraphQLError if it is not UTF-8 */
export function decodeUtf8(bytes: Buffer, subject: string): string {
  const { text, problem } = decodeBody(bytes, undefined);
  if (problem !== undefined) throw requestError('BAD_REQUEST', `${subject} ${problem}`);
  return withoutByteOrderMark(text);
}

/** Problem of invalid JSON, with its position, if V8 reports it. */
export function describeSyntaxError({ message }: SyntaxError): string {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  return `is not valid JSON${position === undefined ? '' : ` at character ${Number(position) + 1}`}`;
}

/** Parses JSON. @param subject of the error @throws GraphQLError with the position of a syntax error, if V8 reports it */
export function parseJson(text: string, subject: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw requestError('BAD_REQUEST', `${subject} ${describeSyntaxError(error)}`);
  }
}

/**
 * Parses the parameters of a request body.
 * @throws GraphQLError if it is not text in its charset, not JSON, too large, or not one operation
 */
export function parseParameters(body: Buffer, contentType: string | undefined, limits: JsonLimits): Parameters {
  const text = decodeText(body, contentType);
  checkJson(text, limits);
  const parsed = parseJson(text, 'The request body');
  if (typeof parsed !== 'object' || parsed === null) {
    throw requestError('BAD_REQUEST', `The request body must be a JSON object, not ${nameJsonType(parsed)}`);
  }
  return Array.isArray(parsed) ? rejectBatch() : parsed;
}
