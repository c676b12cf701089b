/** Limits on the JSON that clients send, checked before it is parsed, as parsing costs far more than scanning. */
import type { Config } from '../../config.ts';
import type { Parameters } from './parameters.ts';
import { refusal } from './refusal.ts';

export type JsonLimits = Pick<Config, 'maxJsonValues' | 'maxNesting'>;

/** Levels around the values of variables: the batch or message, the parameters, and the object of the variables. */
const levelsAround = 3;

const [quote, backslash, comma, colon] = [34, 92, 44, 58];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** The characters or UTF-8 bytes of a JSON text. In UTF-8, no other character contains the bytes of JSON's punctuation. */
interface Codes {
  readonly length: number;
  at(index: number): number | undefined;
  /** Index of the next quotation mark; -1 where there is none. */
  nextQuote(from: number): number;
}

function codesOf(text: string | Uint8Array): Codes {
  const { length } = text;
  return typeof text === 'string'
    ? { length, at: (index) => text.charCodeAt(index), nextQuote: (from) => text.indexOf('"', from) }
    : { length, at: (index) => text[index], nextQuote: (from) => text.indexOf(quote, from) };
}

/** Index of the quotation mark that ends a string; the length of the text where there is none. */
function endOfString(codes: Codes, from: number): number {
  for (let end = codes.nextQuote(from); end !== -1; end = codes.nextQuote(end + 1)) {
    let escapes = 0;
    while (end - escapes > from && codes.at(end - escapes - 1) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return codes.length;
}

/** Refuses a JSON text with too many values or levels, without checking whether it is valid JSON. */
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
      throw refusal(
        'VARIABLE_LIMIT',
        `The JSON holds more than the ${maxJsonValues} values that MAX_JSON_VALUES allows`,
      );
    if (depth > maxNesting + levelsAround)
      throw refusal('NESTING_LIMIT', `The JSON is nested deeper than the ${maxNesting} that MAX_NESTING allows`);
  }
}

/** Fails, as a request holds one operation. */
export function refuseBatch(): never {
  throw refusal('BAD_REQUEST', 'Batching is not supported.');
}

/** The parameters in the JSON of a request body. @throws GraphQLError where it is none, too large, or does not hold one operation */
export function parseParameters(body: Buffer, limits: JsonLimits): Parameters {
  checkJson(body, limits);
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    throw refusal('BAD_REQUEST', 'The body must be JSON');
  }
  if (typeof parsed !== 'object' || parsed === null) {
    const type = parsed === null ? 'null' : typeof parsed;
    throw refusal('BAD_REQUEST', `POST body is expected to be object but received ${type}`);
  }
  return Array.isArray(parsed) ? refuseBatch() : parsed;
}
