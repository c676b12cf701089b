/** A whole curl command as a request, without its credentials. */
import { CommandFailure } from '../failure.ts';
import { readOptions } from './curl-options.ts';
import { type TypedRequest, withoutSignIn } from './target.ts';

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Text between `$'` and `'`. */
const readAnsi = (text: string): string =>
  text.replace(/\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|(.))/gis, (_, byte?: string, unit?: string, other = '') =>
    byte === undefined && unit === undefined
      ? (escapes[other] ?? other)
      : String.fromCharCode(Number.parseInt(byte ?? unit ?? '', 16)),
  );

/** The words of a command as a shell would split them. */
function wordsOf(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  const text = command.replace(/\\\r?\n/g, ' ');
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const isAnsi = character === '$' && text.charAt(index + 1) === "'";
    if (isAnsi || character === "'" || character === '"') {
      const start = isAnsi ? index + 1 : index;
      const end = endOfQuote(text, start, isAnsi || character === '"');
      if (end === -1)
        throw new CommandFailure(`the curl command has no end to the text that ${text.charAt(start)} begins`);
      const inner = text.slice(start + 1, end);
      const content = isAnsi ? readAnsi(inner) : character === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : inner;
      word = `${word ?? ''}${content}`;
      index = end;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (/[|;]/.test(character) || (character === '&' && word === undefined)) break;
    // An ampersand in a word separates the parameters of a URL that nothing quotes.
    else if (character === '\\') {
      index += 1;
      word = `${word ?? ''}${text.charAt(index)}`;
    } else word = `${word ?? ''}${character}`;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** Where a quoted text ends that begins at an index; -1 where it does not. */
function endOfQuote(text: string, start: number, hasEscapes: boolean): number {
  const quote = text.charAt(start);
  for (let index = start + 1; index < text.length; index += 1) {
    if (hasEscapes && text.charAt(index) === '\\') index += 1;
    else if (text.charAt(index) === quote) return index;
  }
  return -1;
}

const dataOptions = new Set(['data', 'data-raw', 'data-binary', 'data-ascii', 'data-urlencode', 'json']);
const formOptions = new Set(['form', 'form-string']);

/** Query parameters and members by which callers sign in. */
const credentials = new Set(['private_token', 'access_token', 'job_token', 'oauth_token']);
const isCredential = (name: string): boolean => credentials.has(name.toLowerCase().replaceAll('-', '_'));

interface Parsed {
  method: string | undefined;
  url: string | undefined;
  get: boolean;
  readonly query: string[];
  readonly data: string[];
  readonly form: string[];
}

function parseWords([, ...words]: readonly string[]): Parsed {
  const parsed: Parsed = { method: undefined, url: undefined, get: false, query: [], data: [], form: [] };
  const others: string[] = [];
  for (const { name, value } of readOptions(words)) {
    if (name === undefined) others.push(value);
    else if (name === 'request') parsed.method = value.toUpperCase();
    else if (name === 'url') parsed.url ??= value;
    else if (name === 'url-query') parsed.query.push(value);
    else if (name === 'get') parsed.get = true;
    else if (name === 'head') parsed.method = 'GET';
    else if (dataOptions.has(name)) parsed.data.push(value);
    else if (formOptions.has(name)) parsed.form.push(value);
  }
  // A header without quotes leaves its value as a word of its own, which is no URL.
  parsed.url ??= others.find((word) => /^https?:\/\//i.test(word)) ?? others.find((word) => word.includes('/'));
  return parsed;
}

/** Pairs of `a=1&b[]=2`, as members. */
function membersOf(pairs: Iterable<readonly [string, string]>): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of pairs) {
    const key = name.replace(/\[\]$/, '');
    const before = members[key];
    members[key] = name === key ? value : [...(Array.isArray(before) ? before : []), value];
  }
  return members;
}

function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function bodyOf({ data, form }: Parsed): Readonly<Record<string, unknown>> {
  const text = data.join('&');
  const json = readJson(text);
  if (json !== undefined) return json;
  const fields = form.map((part): [string, string] => [part.replace(/=.*$/s, ''), part.replace(/^[^=]*=/s, '')]);
  return membersOf([...new URLSearchParams(text), ...fields]);
}

const withoutCredentials = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !isCredential(name)));

/** A URL without what signs its caller in. */
function cleanUrl(url: string, more: readonly string[]): string {
  const [address = '', search = ''] = url.replace(/#.*$/s, '').split(/\?(.*)/s);
  const pairs = new URLSearchParams([search, ...more].filter((part) => part !== '').join('&'));
  for (const name of [...pairs.keys()].filter(isCredential)) pairs.delete(name);
  return pairs.size === 0 ? address : `${address}?${pairs}`;
}

/**
 * The request that a curl command makes. Headers, cookies and tokens are dropped; nothing of them is kept or shown.
 * @throws CommandFailure for anything else
 */
export function readCurl(command: string): TypedRequest {
  const words = wordsOf(command.trim().replace(/^\$\s+/, ''));
  if (!/(?:^|\/)curl(?:\.exe)?$/.test(words[0] ?? ''))
    throw new CommandFailure('--curl takes a command that begins with curl');
  const parsed = parseWords(words);
  if (parsed.url === undefined) throw new CommandFailure('the curl command has no URL');
  const hasBody = parsed.data.length + parsed.form.length > 0 && !parsed.get;
  return {
    method: parsed.method ?? (hasBody ? 'POST' : 'GET'),
    url: cleanUrl(withoutSignIn(parsed.url), [...parsed.query, ...(parsed.get ? parsed.data : [])]),
    body: hasBody ? withoutCredentials(bodyOf(parsed)) : {},
  };
}
