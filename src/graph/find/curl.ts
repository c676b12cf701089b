/** Parses a curl command as a request, without its credentials. */
import { CommandFailure } from '../../helpers/command-failure.ts';
import { readOptions } from './curl-options.ts';
import { toMembers } from './form.ts';
import { type TypedRequest, withoutSignIn } from './typed-request.ts';

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Decodes the escapes of a string between `$'` and `'`. */
const decodeAnsiString = (text: string): string =>
  text.replace(/\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|(.))/gis, (_, byte?: string, unit?: string, other = '') =>
    byte === undefined && unit === undefined
      ? (escapes[other] ?? other)
      : String.fromCharCode(Number.parseInt(byte ?? unit ?? '', 16)),
  );

/** A part of a word: a string in one of three quotes, an escaped character, the start of a string that is not closed, or plain characters. */
const wordPart = /\$'((?:\\.|[^\\'])*)'|'([^']*)'|"((?:\\.|[^\\"])*)"|\\(.?)|(\$?'|")|([^\s|;])/sy;

/** Splits the first command of a line into words as a shell does. */
function splitWords(command: string): readonly string[] {
  const text = command.replace(/\\\r?\n/g, ' ');
  const words: string[] = [];
  for (let index = 0; index < text.length; ) {
    index += /^\s*/.exec(text.slice(index))?.[0].length ?? 0;
    // An ampersand within a word belongs to an unquoted URL.
    if (/^(?:[|;&]|$)/.test(text.slice(index))) break;
    let word = '';
    wordPart.lastIndex = index;
    for (let part = wordPart.exec(text); part !== null; part = wordPart.exec(text)) {
      const [, ansi, single, double, escaped, open, plain] = part;
      if (open !== undefined)
        throw new CommandFailure(
          `the curl command has a string that begins with ${open.at(-1)} and is not closed; add the closing quote`,
        );
      word +=
        ansi === undefined
          ? (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '')
          : decodeAnsiString(ansi);
      index = wordPart.lastIndex;
    }
    words.push(word);
  }
  return words;
}

const dataOptions = new Set(['data', 'data-raw', 'data-binary', 'data-ascii', 'json']);
const formOptions = new Set(['form', 'form-string']);

/** Query parameters and body members that contain a credential. */
const credentialNames = new Set(['private_token', 'access_token', 'job_token', 'oauth_token']);
const isCredential = (name: string): boolean => credentialNames.has(name.toLowerCase().replaceAll('-', '_'));

interface Parsed {
  method: string | undefined;
  url: string | undefined;
  get: boolean;
  readonly query: string[];
  readonly data: string[];
  readonly form: (readonly [name: string, value: string | File])[];
}

/** Encodes a value of `--data-urlencode`. A name before `=` is already encoded. */
function encodeData(value: string): string {
  const [, name, content] = /^([^=@]*)=(.*)$/s.exec(value) ?? [];
  if (content !== undefined) return `${name === '' ? '' : `${name}=`}${encodeURIComponent(content)}`;
  if (value.includes('@'))
    throw new CommandFailure('--data-urlencode with a file is not supported; replace the file by its content');
  return encodeURIComponent(value);
}

/** Parses a part of a form. A value that starts with `@` is a file, of which only the name is used. */
function parseFormPart(option: string, part: string): readonly [string, string | File] {
  const [, name = part, value = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
  if (option === 'form-string' || !/^[@<]/.test(value)) return [name, value];
  const path = value
    .slice(1)
    .replace(/;.*$/s, '')
    .replace(/^"(.*)"$/s, '$1');
  return [name, new File(['file'], path.replace(/^.*[/\\]/s, '') || 'file')];
}

function parseWords([, ...words]: readonly string[]): Parsed {
  const parsed: Parsed = { method: undefined, url: undefined, get: false, query: [], data: [], form: [] };
  const positional: string[] = [];
  for (const { name, value } of readOptions(words)) {
    if (name === undefined) positional.push(value);
    else if (name === 'request') parsed.method = value.toUpperCase();
    else if (name === 'url') parsed.url ??= value;
    else if (name === 'url-query') parsed.query.push(value);
    else if (name === 'get') parsed.get = true;
    else if (name === 'head') parsed.method = 'GET';
    else if (name === 'data-urlencode') parsed.data.push(encodeData(value));
    else if (dataOptions.has(name)) parsed.data.push(value);
    else if (formOptions.has(name)) parsed.form.push(parseFormPart(name, value));
  }
  // The value of an unquoted header is a separate word, which is not a URL.
  parsed.url ??= positional.find((word) => /^https?:\/\//i.test(word)) ?? positional.find((word) => word.includes('/'));
  return parsed;
}

function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function parseBody({ data, form }: Parsed): Readonly<Record<string, unknown>> {
  const text = data.join('&');
  const json = readJson(text);
  if (json !== undefined) return json;
  return toMembers([...new URLSearchParams(text), ...form]);
}

const withoutCredentials = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !isCredential(name)));

/** Removes the credentials from the query of a URL. */
function removeCredentials(url: string, more: readonly string[]): string {
  const [base = '', search = ''] = url.replace(/#.*$/s, '').split(/\?(.*)/s);
  const pairs = new URLSearchParams([search, ...more].filter((part) => part !== '').join('&'));
  for (const name of [...pairs.keys()].filter(isCredential)) pairs.delete(name);
  return pairs.size === 0 ? base : `${base}?${pairs}`;
}

/**
 * Parses the request of a curl command. Headers, cookies and tokens are discarded and never shown.
 * @throws CommandFailure if the command is not a supported curl command
 */
export function readCurl(command: string): TypedRequest {
  const words = splitWords(command.trim().replace(/^\$\s+/, ''));
  if (!/(?:^|\/)curl(?:\.exe)?$/.test(words[0] ?? ''))
    throw new CommandFailure('--curl requires a command that begins with curl');
  const parsed = parseWords(words);
  if (parsed.url === undefined) throw new CommandFailure('the curl command has no URL; add the URL of the call');
  const hasBody = parsed.data.length + parsed.form.length > 0 && !parsed.get;
  return {
    method: parsed.method ?? (hasBody ? 'POST' : 'GET'),
    url: removeCredentials(withoutSignIn(parsed.url), [...parsed.query, ...(parsed.get ? parsed.data : [])]),
    body: hasBody ? withoutCredentials(parseBody(parsed)) : {},
  };
}
