/** Takes secrets out of values that the contract does not describe. */
import { attributesOf, document } from '../../../contract/index.ts';

/** Stands in place of a secret. */
export const redacted = '[redacted]';

const wordList = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** Words that make a name that of a secret, where they stand in it as a whole. */
const secretWords: ReadonlySet<string> = new Set(
  wordList(
    'authorization bearer cookie cookies credential credentials jwt key keys passphrase passwd password passwords pwd',
    'secret secrets token tokens',
    'accesskey accesstoken apikey apitoken authtoken clientsecret privatekey privatetoken refreshtoken secretkey',
  ),
);
/** The same in the parameters of a URL, where further words have no other meaning. */
const secretParameterWords: ReadonlySet<string> = new Set([
  ...secretWords,
  ...wordList('auth code pass sig signature'),
]);

/** `accessToken2` as `access`, `token`; every other character ends a word, too. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$& ')
    .toLowerCase()
    .split(/[^a-z]+/);

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

/** Whether what stands under a name is to be kept from clients. */
export function isSecretName(name: string): boolean {
  return wordsOf(name).some((word) => secretWords.has(word)) || documentedSecrets().has(name);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isSecretParameter(name: string): boolean {
  return wordsOf(decoded(name)).some((word) => secretParameterWords.has(word)) || isSecretName(name);
}

/** User and password before the host of a URL, in each of the forms that a text has them in. Each takes a linear time. */
const userInfos: readonly RegExp[] = [
  /(\/\/|\\\/\\\/)(?:[^\s/?#\\]|\\(?!\/))*@/g,
  // With a slash in the password; what may be a port is none.
  /(\/\/)[^\s/?#@:[]*:(?!\d{0,5}(?:[/?#\s]|$))[^\s@]{0,256}@/g,
  // In a URL that is a parameter of another one.
  /(%2f%2f)(?:(?!%2f|%3f|%23)[^\s/?#])*(?:@|%40)/gi,
];

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
  let shown = text;
  for (const userInfo of userInfos) shown = shown.replace(userInfo, '$1');
  for (const parameter of parameters) shown = withoutParameters(shown, parameter);
  return shown;
}
