/** Levels of nested objects and lists in a long response at the most. */
const deepestResponse = 1000;
/** Values and names of a long response at the most: some five times those of 100 detailed items. Files are not parsed as a whole. */
const mostValues = 250_000;
/** Characters up to which a text is parsed unchecked, since even one that is all brackets costs little. */
const harmlessLength = 512 * 1024;

/** The limit that a long JSON text exceeds; undefined where there is none. The contents of strings do not count. */
export function findExcess(text: string): string | undefined {
  if (text.length <= harmlessLength) return undefined;
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // White space, which may be most of a text.
    if (code <= 32) continue;
    // `"`: skips the string.
    if (code === 34) {
      index = endOfString(text, index);
      if (index < 0) return undefined;
    }
    // `[` and `{`, then `]` and `}`.
    else if (code === 91 || code === 123) {
      depth += 1;
      values += 1;
      if (depth > deepestResponse) return `${deepestResponse} levels`;
    } else if (code === 93 || code === 125) depth -= 1;
    // `,` and `:`.
    else if (code === 44 || code === 58) values += 1;
    if (values > mostValues) return `${mostValues} values`;
  }
  return undefined;
}

/** Index of the quote that ends a string; -1 if there is none. @param start index of the quote that begins it */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1);
  if (quote < 0 || !isEscaped(text, quote)) return quote;
  // Where one quote is escaped, there may be millions, each of which a search would cost more than its two characters.
  for (let index = quote + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 34) return index;
    if (code === 92) index += 1;
  }
  return -1;
}

/** Whether an odd number of backslashes precedes an index. */
function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charCodeAt(start - 1) === 92) start -= 1;
  return (index - start) % 2 === 1;
}

/**
 * Parses a text of any length in a time that its length bounds.
 * @param excess what `findExcess` returned for the text
 * @throws SyntaxError when it is no JSON, or a long text with more than 1,000 levels or 250,000 values and names
 */
export function parseJson(text: string, excess: string | undefined): unknown {
  if (excess !== undefined) throw new SyntaxError(`The text has more than ${excess}`);
  return JSON.parse(text);
}
