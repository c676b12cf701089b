/** Levels of nested objects and lists in a long response at the most. */
const deepestResponse = 1000;
/** Values and names of a long response at the most: some ten times those of 100 detailed items. Files are not parsed as a whole. */
const mostValues = 500_000;
/** Characters up to which a text is parsed unchecked, since even one that is all brackets costs little. */
const harmlessLength = 512 * 1024;

/** The limit that a JSON text exceeds; undefined where there is none. The contents of strings do not count. */
function excessOf(text: string): string | undefined {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // `"`: skips the string, up to the next quote that is not escaped.
    if (code === 34) {
      index = text.indexOf('"', index + 1);
      while (index > 0 && isEscaped(text, index)) index = text.indexOf('"', index + 1);
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

/** Whether an odd number of backslashes precedes an index. */
function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charCodeAt(start - 1) === 92) start -= 1;
  return (index - start) % 2 === 1;
}

/**
 * Parses a text of any length in a time that its length bounds.
 * @throws SyntaxError when it is no JSON, or a long text with more than 1,000 levels or 500,000 values and names
 */
export function parseJson(text: string): unknown {
  const excess = text.length > harmlessLength ? excessOf(text) : undefined;
  if (excess !== undefined) throw new SyntaxError(`The text has more than ${excess}`);
  return JSON.parse(text);
}
