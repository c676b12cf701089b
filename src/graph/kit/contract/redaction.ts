/** Masks secrets in values that the contract does not describe. */

import { attributesOf, type Contract } from '../../../contract/index.ts';
import { memoize } from '../../../memoize.ts';
import { redacted } from '../../../rest/secret-forms.ts';
import { withoutUserInfo } from './user-info.ts';

const wordList = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** Words that make a name secret if it contains one of them as a separate word. */
const secretWords: ReadonlySet<string> = new Set(
  wordList(
    'auth authorization bearer cookie cookies credential credentials dsn jwt key keys otp passcode passcodes passphrase',
    'passwd password passwords pin pwd secret secrets session sessions token tokens totp webhook webhooks',
    'dockercfg dockerconfigjson htpasswd kubeconfig netrc npmrc pgpass',
  ),
);
/** Words that make the name of a URL parameter secret. Elsewhere, the additional ones also have other meanings. */
const secretParameterWords: ReadonlySet<string> = new Set([...secretWords, ...wordList('code pass sig signature')]);

/**
 * Splits a name into words: `accessToken2` into `access` and `token`. Any character other than a letter ends a word.
 */
const splitWords = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$& ')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Endings of compound words that name a secret, such as `dbpassword`. */
const secretEnding = /(?:passphrase|passwd|password|secret|token)s?$/;
/** Compound words for keys. The purpose is part of the pattern because many other words end in `key`. */
const joinedKey =
  /(?:access|account|api|client|consumer|crypt|deploy|encryption|gpg|host|license|master|pgp|private|rsa|secret|service|shared|signing|ssh|storage)keys?$/;

const isSecretWord = (word: string): boolean =>
  secretWords.has(word) || secretEnding.test(word) || joinedKey.test(word);

/** Combinations of words that name a secret. Alone, `code` is often a status and `pass` often a test result. */
const secretPhrase =
  /(?:^|_)(?:(?:auth|authorization|backup|confirmation|device|factor|login|mfa|recovery|reset|scratch|security|verification)_codes?|connection_strings?)(?:_|$)|[a-z]_pass$/;

/** Returns the names of attributes that are secret wherever the contract has them. */
const getDocumentedSecrets = memoize((contract: Contract): ReadonlySet<string> => {
  const secret = new Set<string>();
  const open = new Set<string>();
  for (const schema of Object.values(contract.document.components.schemas))
    for (const [name, attribute] of attributesOf(schema)) (attribute['x-secret'] ? secret : open).add(name);
  return new Set([...secret].filter((name) => !open.has(name)));
});

/** Matches all of the words above, and few other names, so that most names are not split. */
const secretHint =
  /auth|bearer|code|config|connection|cookie|cred|dockercfg|dsn|jwt|key|netrc|npmrc|otp|pass|pin|pwd|secret|session|sig|token|webhook/i;

/** Whether the value of a name is secret. */
export function isSecretName(contract: Contract, name: string): boolean {
  if (secretHint.test(name)) {
    const words = splitWords(name);
    if (words.some(isSecretWord) || secretPhrase.test(words.join('_'))) return true;
  }
  return getDocumentedSecrets(contract).has(name);
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isSecretParameter(contract: Contract, encodedName: string): boolean {
  const name = encodedName.includes('%') ? decodeOrKeep(encodedName) : encodedName;
  return (
    (secretHint.test(name) && splitWords(name).some((word) => secretParameterWords.has(word))) ||
    isSecretName(contract, name)
  );
}

/** User information of a percent-encoded URL, such as one in a parameter of another URL. */
const encodedUserInfo = /(%2f%2f)(?:(?!%2f|%3f|%23)[^\s/?#])*(?:@|%40)/gi;

/** Parameters in the query or fragment of a URL, and of a percent-encoded URL in a parameter of another URL. */
const parameters = [
  { name: /[?&;#]([^\s=&?#;]*)=/g, value: /[^\s&#]+/y },
  { name: /(?:%3f|%26|%23)((?:(?!%3d|%3f|%26|%23)[^\s=&?#;])*)%3d/gi, value: /(?:(?!%26|%23)[^\s&#])+/iy },
] as const;

function withoutSecretParameters(
  contract: Contract,
  text: string,
  { name, value }: (typeof parameters)[number],
): string {
  let shown = '';
  let from = 0;
  for (const match of text.matchAll(name)) {
    const [start, parameter = ''] = match;
    value.lastIndex = match.index + start.length;
    if (match.index < from || !isSecretParameter(contract, parameter) || !value.test(text)) continue;
    shown += text.slice(from, match.index) + start + redacted;
    from = value.lastIndex;
  }
  return shown + text.slice(from);
}

/** Removes credentials from the URLs in a string, in time bounded by its length. */
export function withoutCredentials(contract: Contract, text: string): string {
  const hasEncoded = text.includes('%');
  let shown = text;
  if (text.includes('@')) shown = withoutUserInfo(shown);
  if (hasEncoded) shown = shown.replace(encodedUserInfo, '$1');
  if (text.includes('=')) shown = withoutSecretParameters(contract, shown, parameters[0]);
  if (hasEncoded) shown = withoutSecretParameters(contract, shown, parameters[1]);
  return shown;
}
