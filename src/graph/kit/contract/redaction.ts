/** Takes secrets out of values that the contract does not describe. */
import { attributesOf, document } from '../../../contract/index.ts';

/** Stands in place of a secret. */
export const redacted = '[redacted]';

const wordList = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** Words that make a name that of a secret, where they stand in it as a whole. */
const secretWords: ReadonlySet<string> = new Set(
  wordList(
    'auth authorization bearer cookie cookies credential credentials dsn jwt key keys otp passcode passcodes passphrase',
    'passwd password passwords pin pwd secret secrets session sessions token tokens totp webhook webhooks',
    'dockercfg dockerconfigjson htpasswd kubeconfig netrc npmrc pgpass',
  ),
);
/** The same in the parameters of a URL, where further words have no other meaning. */
const secretParameterWords: ReadonlySet<string> = new Set([...secretWords, ...wordList('code pass sig signature')]);

/** `accessToken2` as `access`, `token`; every other character ends a word, too. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$& ')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Ends of words that are joined with the purpose of the secret, such as `dbpassword`. */
const secretEnding = /(?:passphrase|passwd|password|secret|token)s?$/;
/** Keys as one word with their purpose: many other words end in `key`. */
const joinedKey =
  /(?:access|account|api|client|consumer|crypt|deploy|encryption|gpg|host|license|master|pgp|private|rsa|secret|service|shared|signing|ssh|storage)keys?$/;

const isSecretWord = (word: string): boolean =>
  secretWords.has(word) || secretEnding.test(word) || joinedKey.test(word);

/** Words that make a name that of a secret together only: a code alone is often a status, and a pass one of a test. */
const secretPhrase =
  /(?:^|_)(?:(?:auth|authorization|backup|confirmation|device|factor|login|mfa|recovery|reset|scratch|security|verification)_codes?|connection_strings?)(?:_|$)|[a-z]_pass$/;

let documented: ReadonlySet<string> | undefined;

/** Names of attributes that are secret wherever the contract has them. */
function documentedSecrets(): ReadonlySet<string> {
  if (documented !== undefined) return documented;
  const secret = new Set<string>();
  const open = new Set<string>();
  for (const schema of Object.values(document.components.schemas))
    for (const [name, attribute] of attributesOf(schema)) (attribute['x-secret'] ? secret : open).add(name);
  documented = new Set([...secret].filter((name) => !open.has(name)));
  return documented;
}

/** Part of each of these words; most names contain none of them. */
const telling =
  /auth|bearer|code|config|connection|cookie|cred|dockercfg|dsn|jwt|key|netrc|npmrc|otp|pass|pin|pwd|secret|session|sig|token|webhook/i;

/** Whether what stands under a name is to be kept from clients. */
export function isSecretName(name: string): boolean {
  if (telling.test(name)) {
    const words = wordsOf(name);
    if (words.some(isSecretWord) || secretPhrase.test(words.join('_'))) return true;
  }
  return documentedSecrets().has(name);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isSecretParameter(given: string): boolean {
  const name = given.includes('%') ? decoded(given) : given;
  return (telling.test(name) && wordsOf(name).some((word) => secretParameterWords.has(word))) || isSecretName(name);
}

/** Most characters of a password that holds a slash, with the username before it. */
const longestUserInfo = 256;
/** The host of a URL with what stands before it, also where slashes are escaped in a JSON text. */
const authority = /(?:\/\/|\\\/\\\/)((?:[^\s/?#\\]|\\(?!\/))*)/g;
/** The same in a URL that is a parameter of another one. */
const encodedUserInfo = /(%2f%2f)(?:(?!%2f|%3f|%23)[^\s/?#])*(?:@|%40)/gi;

/** Where the user information of a URL ends that begins at an index; the index itself where there is none. */
function endOfUserInfo(text: string, start: number, host: string, next: (from: number) => number): number {
  const inHost = host.lastIndexOf('@');
  if (inHost >= 0) return start + inHost + 1;
  // Colons in brackets are those of an IPv6 address, and digits after one are a port.
  if (host.startsWith('[') || !/:(?!\d{0,5}$)/.test(host)) return start;
  const end = next(start + host.length);
  const isNear = end >= 0 && end - start <= longestUserInfo;
  return isNear && !/\s/.test(text.slice(start, end)) ? end + 1 : start;
}

/** A text without what stands between the slashes of a URL and its host. @param mask stands in its place */
export function withoutUserInfo(text: string, mask = ''): string {
  let sign = -1;
  const nextSign = (from: number): number => {
    if (sign !== Number.POSITIVE_INFINITY && sign < from) sign = text.indexOf('@', from);
    if (sign < 0) sign = Number.POSITIVE_INFINITY;
    return Number.isFinite(sign) ? sign : -1;
  };
  let shown = '';
  let from = 0;
  for (const { 0: whole, 1: host = '', index } of text.matchAll(authority)) {
    const start = index + whole.length - host.length;
    const end = index < from ? start : endOfUserInfo(text, start, host, nextSign);
    if (end === start) continue;
    shown += text.slice(from, start) + mask;
    from = end;
  }
  return shown + text.slice(from);
}

/** Where a parameter of a query or fragment has its value, also of a URL that is a parameter of another one. */
const parameters = [
  { name: /[?&;#]([^\s=&?#;]*)=/g, value: /[^\s&#]+/y },
  { name: /(?:%3f|%26|%23)((?:(?!%3d|%3f|%26|%23)[^\s=&?#;])*)%3d/gi, value: /(?:(?!%26|%23)[^\s&#])+/iy },
] as const;

function withoutParameters(text: string, { name, value }: (typeof parameters)[number]): string {
  let shown = '';
  let from = 0;
  for (const found of text.matchAll(name)) {
    const [start, parameter = ''] = found;
    value.lastIndex = found.index + start.length;
    if (found.index < from || !isSecretParameter(parameter) || !value.test(text)) continue;
    shown += text.slice(from, found.index) + start + redacted;
    from = value.lastIndex;
  }
  return shown + text.slice(from);
}

/** A text without the credentials in the URLs that it holds. Takes a time that its length bounds. */
export function withoutCredentials(text: string): string {
  const hasEncoded = text.includes('%');
  let shown = text;
  if (text.includes('@')) shown = withoutUserInfo(shown);
  if (hasEncoded) shown = shown.replace(encodedUserInfo, '$1');
  if (text.includes('=')) shown = withoutParameters(shown, parameters[0]);
  if (hasEncoded) shown = withoutParameters(shown, parameters[1]);
  return shown;
}
