/** Quick actions in the text of a note. */

/** Quick actions are case-insensitive and accept arguments. */
const mergeAction = /^\s*\/merge(?=\s|$)/i;

/** Lines that parsers of Markdown disagree on: indented, longer or other fences, quotes and HTML. */
const ambiguousLine = /^(?:\s*(?:`{4}|~{3}|[<>])|\s+`{3})/;

const fence = /^`{3}[^`]*$/;
const closingFence = /^`{3}\s*$/;

/**
 * Whether a line of a note outside of code blocks is the quick action `/merge`. Blocks that parsers may not recognize
 * are not code blocks.
 */
export function hasMergeAction(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  const lines = body.split(/[\n\r\u2028\u2029]/);
  if (!lines.some((line) => mergeAction.test(line))) return false;
  if (lines.some((line) => ambiguousLine.test(line))) return true;
  let isInBlock = false;
  let mergesInBlock = false;
  for (const line of lines) {
    const merges = mergeAction.test(line);
    if (!isInBlock) {
      if (merges) return true;
      isInBlock = fence.test(line);
      mergesInBlock = false;
    } else if (closingFence.test(line)) isInBlock = false;
    else mergesInBlock ||= merges;
  }
  return isInBlock && mergesInBlock;
}
