/** Bounds on the JSON that clients send, found before anything is made of it: to parse it costs far more than to read it. */
import type { Config } from '../../config.ts';
import { refusal } from './refusal.ts';

export type JsonLimits = Pick<Config, 'maxJsonValues' | 'maxNesting'>;

/** Lists and objects around the parameters of an operation: those of a batch or message, of the parameters and of the variables. */
const levelsAround = 3;

const [quote, backslash, comma, colon] = [34, 92, 44, 58];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/**
 * Refuses a text of JSON that holds too many values or nests too deep; whether it is JSON is not looked at.
 * @param text characters, or the bytes of UTF-8, in which no other character has a byte of JSON's own
 */
export function checkJson(text: string | Uint8Array, { maxJsonValues, maxNesting }: JsonLimits): void {
  const codeAt = typeof text === 'string' ? (index: number) => text.charCodeAt(index) : (index: number) => text[index];
  const { length } = text;
  let values = 1;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < length; index++) {
    const code = codeAt(index);
    if (inString) {
      if (code === backslash) index += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
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
