/** Removes user names and passwords from URLs. */

/** Maximum number of characters of the user information of a URL whose password contains a slash. */
const maxUserInfoLength = 256;
/** Host of a URL with the user information. Slashes may be escaped as in JSON strings. */
const authority = /(?:\/\/|\\\/\\\/)((?:[^\s/?#\\]|\\(?!\/))*)/g;

/** Returns the index after the user information of a URL that starts at `start`; `start` if none exists. */
function findUserInfoEnd(text: string, start: number, host: string, findNext: (from: number) => number): number {
  const atSignInHost = host.lastIndexOf('@');
  if (atSignInHost >= 0) return start + atSignInHost + 1;
  // Colons in brackets are part of an IPv6 address, and digits after a colon are a port.
  if (host.startsWith('[') || !/:(?!\d{0,5}$)/.test(host)) return start;
  const end = findNext(start + host.length);
  const isNear = end >= 0 && end - start <= maxUserInfoLength;
  return isNear && !/\s/.test(text.slice(start, end)) ? end + 1 : start;
}

/** Removes the user information from the URLs in a string. @param mask replacement */
export function withoutUserInfo(text: string, mask = ''): string {
  let atSign = -1;
  const findNextAtSign = (from: number): number => {
    if (atSign !== Number.POSITIVE_INFINITY && atSign < from) atSign = text.indexOf('@', from);
    if (atSign < 0) atSign = Number.POSITIVE_INFINITY;
    return Number.isFinite(atSign) ? atSign : -1;
  };
  let shown = '';
  let from = 0;
  for (const { 0: whole, 1: host = '', index } of text.matchAll(authority)) {
    const start = index + whole.length - host.length;
    const end = index < from ? start : findUserInfoEnd(text, start, host, findNextAtSign);
    if (end === start) continue;
    shown += text.slice(from, start) + mask;
    from = end;
  }
  return shown + text.slice(from);
}
