/** A whole curl command as a request, without its credentials. */
import { CommandFailure } from '../failure.ts';
import type { TypedRequest } from './target.ts';

/** The words of a command as a shell would split them. */
function wordsOf(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  const text = command.replace(/\\\r?\n/g, ' ');
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === "'" || character === '"') {
      const end = endOfQuote(text, index);
      if (end === -1) throw new CommandFailure(`the curl command has no end to the text that ${character} begins`);
      const inner = text.slice(index + 1, end);
      word = `${word ?? ''}${character === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : inner}`;
      index = end;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === '\\') {
      index += 1;
      word = `${word ?? ''}${text.charAt(index)}`;
    } else word = `${word ?? ''}${character}`;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** Where a quoted text ends that begins at an index; -1 where it does not. */
function endOfQuote(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let index = start + 1; index < text.length; index += 1) {
    if (quote === '"' && text.charAt(index) === '\\') index += 1;
    else if (text.charAt(index) === quote) return index;
  }
  return -1;
}

const dataOptions = new Set([
  '-d',
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-ascii',
  '--data-urlencode',
  '--json',
]);
const formOptions = new Set(['-F', '--form', '--form-string']);
/** Options with a value of which nothing is wanted: credentials above all. */
const dropped = new Set([
  ...['-H', '--header', '-u', '--user', '-b', '--cookie', '-A', '--user-agent', '-e', '--referer', '-o', '--output'],
  ...['-x', '--proxy', '-m', '--max-time', '--connect-timeout', '--retry', '-w', '--write-out', '--cacert', '--cert'],
  ...[
    '-E',
    '--key',
    '-c',
    '--cookie-jar',
    '-D',
    '--dump-header',
    '--oauth2-bearer',
    '--resolve',
    '-T',
    '--upload-file',
    '-K',
    '--config',
  ],
]);

/** Query parameters and members by which callers sign in. */
const credentials = new Set(['private_token', 'access_token', 'job_token', 'oauth_token']);

interface Parsed {
  method: string | undefined;
  url: string | undefined;
  get: boolean;
  readonly data: string[];
  readonly form: string[];
}

function parseWords([, ...words]: readonly string[]): Parsed {
  const parsed: Parsed = { method: undefined, url: undefined, get: false, data: [], form: [] };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const [, long = word, attached] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? /^(-[XdFHu])(.+)$/s.exec(word) ?? [];
    const value = () => {
      if (attached !== undefined) return attached;
      index += 1;
      return words[index] ?? '';
    };
    if (long === '-X' || long === '--request') parsed.method = value().toUpperCase();
    else if (long === '--url') parsed.url = value();
    else if (long === '-G' || long === '--get') parsed.get = true;
    else if (long === '-I' || long === '--head') parsed.method = 'GET';
    else if (dataOptions.has(long)) parsed.data.push(value());
    else if (formOptions.has(long)) parsed.form.push(value());
    else if (dropped.has(long)) value();
    else if (!word.startsWith('-')) parsed.url ??= word;
  }
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
  Object.fromEntries(Object.entries(members).filter(([name]) => !credentials.has(name)));

/** A URL without what signs its caller in. */
function cleanUrl(url: string, more: string): string {
  const [address = '', search = ''] = url.split(/\?(.*)/s);
  const pairs = new URLSearchParams([search, more].filter((part) => part !== '').join('&'));
  for (const name of credentials) pairs.delete(name);
  const clean = address.replace(/^(https?:\/\/)[^/@]*@/i, '$1');
  return pairs.size === 0 ? clean : `${clean}?${pairs}`;
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
    url: cleanUrl(parsed.url, parsed.get ? parsed.data.join('&') : ''),
    body: hasBody ? withoutCredentials(bodyOf(parsed)) : {},
  };
}
