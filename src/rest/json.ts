/** Levels of nested objects and lists in an answer at the most, where it is long enough for more to be a burden. */
const deepestAnswer = 1000;
/** Characters up to which a text is parsed whatever its depth, since even one bracket after the other costs little. */
const harmlessLength = 512 * 1024;

/** Whether a JSON text nests deeper than that. Brackets within strings do not count. */
function isDeeperThan(text: string, deepest: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // `"`: goes on after the string, at the next quote that is not escaped.
    if (code === 34) {
      index = text.indexOf('"', index + 1);
      while (index > 0 && isEscaped(text, index)) index = text.indexOf('"', index + 1);
      if (index < 0) return false;
    }
    // `[` and `{`, then `]` and `}`.
    else if (code === 91 || code === 123) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (code === 93 || code === 125) depth -= 1;
  }
  return false;
}

/** Whether an odd number of backslashes stands before an index. */
function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charCodeAt(start - 1) === 92) start -= 1;
  return (index - start) % 2 === 1;
}

/**
 * Parses a text of any length in a time that its length bounds.
 * @throws SyntaxError when it is no JSON, or a long text with more than 1,000 levels
 */
export function parseJson(text: string): unknown {
  if (text.length > harmlessLength && isDeeperThan(text, deepestAnswer))
    throw new SyntaxError(`The text has more than ${deepestAnswer} levels`);
  return JSON.parse(text);
}
