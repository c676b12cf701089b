/** Masks secrets in values that the contract does not describe. */

import { attributesOf, type Contract } from '../../../contract/index.ts';
import { memoize } from '../../../helpers/memoize.ts';
import { redacted } from '../../../rest/secret-forms.ts';
import { withoutUserInfo } from './user-info.ts';

const wordList = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** Words that make a name secret if it contains one of them as a separate word. */
const secretWords: ReadonlySet<string> = new Set(
  wordList(
    'assertion assertions auth authorization bearer cookie cookies cookiejar credential credentials csrf dsn hmac jwe jws jwt key',
    'keys macaroon macaroons mnemonic nonce otp otpauth passcode passcodes passphrase passwd password passwords pin psk pw pwd',
    'salt secret secrets session sessions sid token tokens totp webhook webhooks wresult xsrf',
    'dockercfg dockerconfigjson htpasswd keystore keytab kubeconfig netrc npmrc pem pfx pgpass',
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

/** Endings of compound words that name a secret, such as `dbpassword` and `PHPSESSID`, and words of SAML and OAuth without separators. */
const secretEnding =
  /(?:cookie|passphrase|passwd|password|secret|sess(?:ion)?id|token)s?$|^(?:aspsessionid[a-z]*|(?:admin|bind|db|root|user)pw|(?:code|oauth)verifier|saml(?:art|assertion|request|response))$/;
/** Compound words for keys. The purpose is part of the pattern because many other words end in `key`. */
const joinedKey =
  /(?:access|account|aes|api|auth|client|consumer|cookie|crypt|decryption|deploy|encryption|gpg|hmac|host|jwt|license|master|pgp|private|root|rsa|secret|service|session|shared|signing|ssh|storage)keys?$/;
/** Compound words for codes, which are the names of other things alone. */
const joinedCode = /^(?:auth|authorization|backup|device|login|mfa|otp|recovery|security|verification)codes?$/;

const isSecretWord = (word: string): boolean =>
  secretWords.has(word) || secretEnding.test(word) || joinedKey.test(word) || joinedCode.test(word);

/** Combinations of words that name a secret. Alone, `code` is often a status and `pass` often a test result. */
const secretPhrase = new RegExp(
  `(?:^|_)(?:${[
    '(?:access|activation|auth|authorization|backup|confirmation|device|factor|invitation|invite|login|mfa|pairing|recovery|reset|scratch|security|sms|unlock|user|verification)_codes?',
    'connection_strings?',
    '(?:code|oauth|pkce)_verifiers?',
    'oauth_signature',
    'saml_(?:art|artifact|request|response)',
    'relay_state',
    '(?:recovery|seed)_phrases?',
    '(?:auth|cas|granting|login|proxy|service|session)_tickets?',
    '(?:activation|confirmation|invitation|invite|login|magic|presigned|reset|signed)_(?:link|uri|url)s?',
  ].join('|')})(?:_|$)|[a-z]_pass$`,
);

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
  /activation|assertion|auth|bearer|code|confirmation|config|connection|cookie|cred|csrf|dockercfg|dsn|hmac|invit|jw[est]|key|link|login|macaroon|mnemonic|netrc|nonce|npmrc|otp|pass|pem|pfx|phrase|pin|psk|pwd?|relay|reset|salt|saml|secret|sess|sid|sign?|ticket|token|verifier|webhook|wresult|xsrf/i;

/** Whether the value of a name is secret. */
export function isSecretName(contract: Contract, name: string): boolean {
  if (secretHint.test(name)) {
    const words = splitWords(name);
    // Capitals may not show the words, as in `SAMLart`.
    if ([...words, name.toLowerCase()].some(isSecretWord) || secretPhrase.test(words.join('_'))) return true;
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
