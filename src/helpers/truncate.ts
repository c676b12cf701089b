/** Shortening of strings from requests and responses for messages. */

/** Shortens a string to `maxLength` characters and an ellipsis. */
export const truncate = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;

/** Characters of a name from a request that a message quotes. */
const maxQuotedLength = 50;

/** Quotes a name from a request, which may have any length. */
export const quote = (text: string): string => `"${truncate(text, maxQuotedLength)}"`;
