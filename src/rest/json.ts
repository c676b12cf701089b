const maxDepth = 1000;
/**
 * Upper bound on values and names of a long response: about five times those of 100 detailed items. Files are not
 * parsed as a whole.
 */
const maxValues = 250_000;
/** Shorter texts are parsed unchecked, because even one that consists of brackets is cheap. */
const maxUncheckedLength = 512 * 1024;

/** Limit that a long JSON text exceeds; `undefined` if none. Contents of strings do not count. */
export function findExcess(json: string): string | undefined {
  if (json.length <= maxUncheckedLength) return undefined;
  let depth = 0;
  let values = 1;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    // White space, which may be most of the JSON text.
    if (code <= 32) continue;
    // `"`: skips the string.
    if (code === 34) {
      index = endOfString(json, index);
      if (index < 0) return undefined;
    }
    // `[` and `{`, then `]` and `}`.
    else if (code === 91 || code === 123) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return `${maxDepth} levels`;
    } else if (code === 93 || code === 125) depth -= 1;
    // `,` and `:`.
    else if (code === 44 || code === 58) values += 1;
    if (values > maxValues) return `${maxValues} values`;
  }
  return undefined;
}

/** Index of the quote that ends a string; -1 if none exists. @param start index of the opening quote */
function endOfString(json: string, start: number): number {
  const quote = json.indexOf('"', start + 1);
  if (quote < 0 || !isEscaped(json, quote)) return quote;
  // Once one quote is escaped, there may be millions; a search for each would cost more than reading its two
  // characters.
  for (let index = quote + 1; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === 34) return index;
    if (code === 92) index += 1;
  }
  return -1;
}

/** Whether an odd number of backslashes precedes an index. */
function isEscaped(json: string, index: number): boolean {
  let start = index;
  while (json.charCodeAt(start - 1) === 92) start -= 1;
  return (index - start) % 2 === 1;
}

/**
 * Parses JSON of any length in time proportional to its length.
 * @param excess result of `findExcess` for the text
 * @throws SyntaxError if it is not JSON, or is a long text with more than 1,000 levels or 250,000 values and names
 */
export function parseJson(json: string, excess: string | undefined): unknown {
  if (excess !== undefined) throw new SyntaxError(`The text has more than ${excess}`);
  return JSON.parse(json);
}
