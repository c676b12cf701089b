/** Limits on client JSON, checked before parsing because parsing costs far more than scanning. */
import type { Config } from '../../config.ts';
import type { Parameters } from './parameters.ts';
import { requestError } from './request-error.ts';

export type JsonLimits = Pick<Config, 'maxJsonValues' | 'maxNesting'>;

/** Levels around the values of variables: the batch or message, the parameters, and the object of the variables. */
const levelsAround = 3;

const [quote, backslash, comma, colon] = [34, 92, 44, 58];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** Characters or UTF-8 bytes of a JSON text. In UTF-8, no other character contains the bytes of JSON's punctuation. */
interface Codes {
  readonly length: number;
  at(index: number): number | undefined;
  /** Index of the next quotation mark; -1 if none exists. */
  nextQuote(from: number): number;
}

function codesOf(text: string | Uint8Array): Codes {
  const { length } = text;
  return typeof text === 'string'
    ? { length, at: (index) => text.charCodeAt(index), nextQuote: (from) => text.indexOf('"', from) }
    : { length, at: (index) => text[index], nextQuote: (from) => text.indexOf(quote, from) };
}

/** Index of the quotation mark that ends a string; the length of the text if none exists. */
function endOfString(codes: Codes, from: number): number {
  for (let end = codes.nextQuote(from); end !== -1; end = codes.nextQuote(end + 1)) {
    let escapes = 0;
    while (end - escapes > from && codes.at(end - escapes - 1) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return codes.length;
}

/** Rejects JSON with too many values or levels, without checking whether it is valid. */
export function checkJson(text: string | Uint8Array, { maxJsonValues, maxNesting }: JsonLimits): void {
  // Each value and each level takes a character.
  if (text.length < Math.min(maxJsonValues, maxNesting)) return;
  const codes = codesOf(text);
  let values = 1;
  let depth = 0;
  for (let index = 0; index < codes.length; index++) {
    const code = codes.at(index);
    if (code === quote) index = endOfString(codes, index + 1);
    else if (code === comma || code === colon) values += 1;
    else if (code === openBracket || code === openBrace) {
      values += 1;
      depth += 1;
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
    if (values > maxJsonValues)
      throw requestError(
        'VARIABLE_LIMIT',
        `The JSON contains too many values: the limit is ${maxJsonValues} (MAX_JSON_VALUES). Send fewer values at a time`,
      );
    if (depth > maxNesting + levelsAround)
      throw requestError(
        'NESTING_LIMIT',
        `The JSON is nested too deep: the limit is ${maxNesting} (MAX_NESTING). Nest values less deeply`,
      );
  }
}

/** Rejects a batch, because a request contains one operation. */
export function rejectBatch(): never {
  throw requestError('BAD_REQUEST', 'Batching is not supported. Send one operation per request');
}

/** Parses the parameters of a request body. @throws GraphQLError if it is not JSON, too large, or not one operation */
export function parseParameters(body: Buffer, limits: JsonLimits): Parameters {
  checkJson(body, limits);
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    throw requestError('BAD_REQUEST', 'The request body is not valid JSON');
  }
  if (typeof parsed !== 'object' || parsed === null) {
    const type = parsed === null ? 'null' : typeof parsed;
    throw requestError('BAD_REQUEST', `The request body must be a JSON object, not ${type}`);
  }
  return Array.isArray(parsed) ? rejectBatch() : parsed;
}
