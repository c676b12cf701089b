/** Finds the query of a REST call by its path or by a description. */

import { readCurl } from '../../src/graph/find/curl.ts';
import { findByWords } from '../../src/graph/find/free-text.ts';
import type { RestCall, RestCallQuery, RestCallValues } from '../../src/graph/find/rest-call.ts';
import { suggestOperations } from '../../src/graph/find/suggestions.ts';
import { withoutUserInfo } from '../../src/graph/kit/contract/user-info.ts';
import { CommandFailure } from '../../src/helpers/command-failure.ts';
import { redacted } from '../../src/rest/secret-forms.ts';

type Values = Readonly<Record<string, unknown>>;

/** The query parameters, members and files of a match are those that the operation documents, without secrets. */
export interface RestCallMatch extends RestCallValues {
  readonly call: RestCall;
  /** Path parameters of the typed call by name; empty for a match by description. */
  readonly path: Readonly<Record<string, string>>;
  /** Names of the other query parameters and members of a typed call. */
  readonly ignored: readonly string[];
  /** Names of the parameters and members whose values are replaced, because they are secret. */
  readonly redacted: readonly string[];
  /** Reason why the body of a typed write is ignored; `undefined` if it is not. */
  readonly problem?: string | undefined;
}

/** Method, path and values of a typed call. */
interface TypedCall {
  /** `undefined` if the input has none. */
  readonly method: string | undefined;
  readonly parts: readonly string[];
  readonly search: URLSearchParams;
  /** Members of the body. Those of a form may be files. */
  readonly body: Values;
  readonly problem?: string | undefined;
}

/** Maximum number of searched characters and of returned matches. */
const [maxLength, maxMatches] = [10_000, 12];

const methods = /^(?:GET|POST|PUT|PATCH|DELETE)$/i;

const curlPattern = /^\s*(?:\$\s+)?(?:\S*\/)?curl(?:\.exe)?\s/;

/** Parses a typed call or curl command; `undefined` if the input contains no path. */
function readCall(text: string): TypedCall | undefined {
  if (!curlPattern.test(text)) return readWords(text);
  try {
    const { method, url, body = {} } = readCurl(text);
    return { method, ...splitUrl(url), body };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const call = readWords(text);
    return call && { ...call, problem: error.message };
  }
}

function splitUrl(url: string): Pick<TypedCall, 'parts' | 'search'> {
  const [path = '', search = ''] = url
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/#.*$/s, '')
    .split(/\?(.*)/s);
  const parts = path.split('/').filter((part) => part !== '');
  const version = parts.findIndex((part, index) => part === 'v4' && parts[index - 1] === 'api');
  return { parts: parts.slice(version + 1), search: new URLSearchParams(search) };
}

/** Parses the words of a call or of an incomplete curl command. */
function readWords(text: string): TypedCall | undefined {
  const words = text
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^['"]+|['"]+$/g, ''));
  const url =
    words.find((word) => /^https?:\/\//i.test(word)) ??
    words.find((word) => /^\/[\w.%~:{}<>$-]/.test(word)) ??
    // Methods in lower case are words of descriptions, such as "get".
    words.find(
      (word, index) => /^(?:GET|POST|PUT|PATCH|DELETE|curl)$/.test(words[index - 1] ?? '') && /^\w/.test(word),
    ) ??
    words.find((word) => /^[\w.%~:{}<>$-]+\//.test(word));
  if (url === undefined) return undefined;
  const flag = words.findIndex((word) => /^(?:-X|--request)$/.test(word));
  const attached = words
    .map((word) => /^(?:-X|--request=)([A-Za-z]+)$/.exec(word)?.[1])
    .find((word) => word !== undefined);
  const sendsBody = words.some((word) => /^(?:-d|-F|--data(?:-\w+)?|--json|--form)(?:=|$)/.test(word));
  const method = (flag === -1 ? attached : words[flag + 1]) ?? words.find((word) => methods.test(word));
  return { method: (method ?? (sendsBody ? 'POST' : undefined))?.toUpperCase(), ...splitUrl(url), body: {} };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the path parameters of a path that matches a template; `undefined` for any other path. */
function matchTemplate(template: string, parts: readonly string[]): Readonly<Record<string, string>> | undefined {
  const names = template.split('/').slice(1);
  if (names.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (name.startsWith('{')) values[name.slice(1, -1)] = decode(part);
    else if (name !== part) return undefined;
  }
  return values;
}

/** Replaces the secrets of a value, and reports the names of the members that contained them. */
function withoutSecrets(
  value: unknown,
  names: readonly string[],
  secrets: readonly string[],
  into: Set<string>,
): unknown {
  if (typeof value === 'string') {
    const isSecret = names.some((name) => secrets.includes(name));
    const shown = isSecret ? redacted : withoutUserInfo(value, `${redacted}@`);
    if (shown !== value) into.add(names[0] ?? '');
    return shown;
  }
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, names, secrets, into));
  if (typeof value !== 'object' || value === null || value instanceof File) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutSecrets(member, [...names, name], secrets, into)]),
  );
}

/** Separates the values that an operation documents, such as the parameter `not` of `not[labels][]`, from others. */
function divideValues(
  { method, parameters, secrets }: RestCall,
  { search, body, problem }: Pick<TypedCall, 'search' | 'body' | 'problem'>,
): Omit<RestCallMatch, 'call' | 'path'> {
  const getName = (key: string) => key.replace(/\[.*$/s, '');
  const replaced = new Set<string>();
  const replace = (value: unknown, names: readonly string[]) => withoutSecrets(value, names, secrets, replaced);
  const pairs = [...search];
  const documented = pairs.flatMap(([key, value]) =>
    parameters.includes(getName(key)) ? [[key, String(replace(value, key.split(/[[\]]+/)))]] : [],
  );
  const members = Object.entries(body).filter(([name]) => parameters.includes(name));
  const files = members.flatMap(([name, value]) => (value instanceof File ? [[name, value.name]] : []));
  const values = members.flatMap(([name, value]) => (value instanceof File ? [] : [[name, replace(value, [name])]]));
  const names = [...pairs.map(([key]) => getName(key)), ...Object.keys(body)];
  return {
    search: new URLSearchParams(documented).toString(),
    body: Object.fromEntries(values),
    files: Object.fromEntries(files),
    ignored: [...new Set(names.filter((name) => !parameters.includes(name)))],
    redacted: [...replaced],
    problem: method === 'GET' ? undefined : problem,
  };
}

/** Values of a match by description. */
const noValues = { search: '', body: {}, files: {}, ignored: [], redacted: [] };

const countLiterals = (path: string): number => path.split('/').filter((part) => !part.startsWith('{')).length;

/**
 * Finds calls by consecutive parts of their path, such as `/projects/14/labels` or `labels`, with or without a method. The last part may be
 * incomplete. Paths with the most literal parts in common come first, and the shorter of two equally good ones.
 */
export function findCallsByPath(calls: readonly RestCall[], text: string): readonly RestCall[] {
  const [word = '', ...others] = text.slice(0, maxLength).trim().split(/\s+/);
  const method = methods.test(word) ? word.toUpperCase() : undefined;
  const path = (method === undefined ? word : (others[0] ?? '')).replace(
    /^https?:\/\/[^/]*(?:.*?\/api\/v4)?|[?#].*$/gi,
    '',
  );
  const typed = path.split('/').filter((part) => part !== '');
  if (typed.length === 0) return [];
  /** Number of literal parts in common from a position on; 0 if a part differs. */
  const countCommon = (names: readonly string[]): number => {
    const isMatch = typed.every((part, index) => {
      const name = names[index] ?? '';
      if (name.startsWith('{')) return index > 0;
      return index === typed.length - 1 ? name.startsWith(part) : name === part;
    });
    return isMatch ? typed.filter((_, index) => !names[index]?.startsWith('{')).length : 0;
  };
  return calls
    .filter((call) => method === undefined || call.method === method)
    .map((call) => {
      const names = call.path.split('/').slice(1);
      return { call, common: Math.max(...names.map((_, start) => countCommon(names.slice(start)))) };
    })
    .filter(({ common }) => common > 0)
    .toSorted((a, b) => b.common - a.common || a.call.path.length - b.call.path.length)
    .slice(0, maxMatches)
    .map(({ call }) => call);
}

/** Finds calls by a method and path, a URL, a curl command or a description, the best match first. */
export function findCalls(calls: readonly RestCall[], text: string): readonly RestCallMatch[] {
  const typed = text.slice(0, maxLength);
  const typedCall = readCall(typed);
  if (typedCall !== undefined) {
    const { method, parts } = typedCall;
    const matches = calls
      .filter((call) => method === undefined || call.method === method)
      .flatMap((call) => {
        const path = matchTemplate(call.path, parts);
        return path === undefined ? [] : [{ call, path, ...divideValues(call, typedCall) }];
      });
    // A call that the graph does not make is not a description of others, unlike a single word of a path.
    if (matches.length > 0 || parts.length > 1)
      return matches.toSorted((a, b) => countLiterals(b.call.path) - countLiterals(a.call.path)).slice(0, maxMatches);
  }
  const { nearest } = findByWords(
    typed,
    calls.map((operation) => ({ operation })),
  );
  const described = new Set([...nearest.map(({ operation }) => operation), ...findByText(calls, typed)]);
  return [...described].slice(0, maxMatches).map((call) => ({ call, path: {}, ...noValues }));
}

const toOperations = (calls: readonly RestCall[]) => ({ operations: new Map(calls.map((call) => [call.id, call])) });

/** Finds the calls that contain more than half of the words of a description, also as the start of longer words. */
function findByText(calls: readonly RestCall[], text: string): readonly RestCall[] {
  const words = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !/^(?:v4|api|https?)$/.test(word));
  if (words.length === 0) return [];
  return calls
    .map((call) => {
      const searched = `${call.id} ${call.method} ${call.path} ${call.summary} ${call.field}`
        .replace(/([a-z])(?=[A-Z])/g, '$1 ')
        .toLowerCase()
        .split(/[^a-z]+/);
      const isContained = (word: string) => searched.some((each) => each.startsWith(word.replace(/s$/, '')));
      return { call, hits: words.filter(isContained).length };
    })
    .filter(({ hits }) => hits > words.length / 2)
    .toSorted((a, b) => b.hits - a.hits)
    .map(({ call }) => call);
}

/** Path parameters up to the first part in which a path differs from a template. */
function matchStart(template: string, parts: readonly string[]): RestCallMatch['path'] {
  const names = template.split('/').slice(1);
  const end = names.findIndex((name, index) => !name.startsWith('{') && name !== parts[index]);
  const common = names.slice(0, end === -1 ? parts.length : Math.min(end, parts.length));
  return Object.fromEntries(
    common.flatMap((name, index) => (name.startsWith('{') ? [[name.slice(1, -1), decode(parts[index] ?? '')]] : [])),
  );
}

/** Finds the calls that are most similar to a method and path, a URL or a curl command that no call matches. */
export function findSimilarCalls(calls: readonly RestCall[], text: string): readonly RestCallMatch[] {
  const typedCall = readCall(text.slice(0, maxLength));
  if (typedCall === undefined) return [];
  const { method = 'GET', parts } = typedCall;
  return suggestOperations(toOperations(calls), method, parts).map((call) => ({
    call,
    path: matchStart(call.path, parts),
    ...divideValues(call, typedCall),
  }));
}

const isOpen = (value: string): boolean => /^[:{<$]/.test(value);

/** Fills the path parameters of a typed call into the variables and remarks of a query; parameters without a value are `<name>`. */
export function fillInPath(
  { variables, values, remarks }: Pick<RestCallQuery, 'variables' | 'values' | 'remarks'>,
  path: RestCallMatch['path'],
): { readonly variables: Values; readonly remarks: readonly string[] } {
  const replaceText = (before: string): string => {
    let text = before;
    for (const [name, placeholder] of Object.entries(values)) {
      const typed = path[name];
      const isTyped = typed !== undefined && !isOpen(typed);
      const isId = text.startsWith('gid://');
      text = text.replaceAll(placeholder, () => (isTyped ? (isId ? encodeURIComponent(typed) : typed) : `<${name}>`));
    }
    return text;
  };
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member)]));
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const text = replaceText(String(value));
    return typeof value === 'number' && /^\d{1,15}$/.test(text) ? Number(text) : text;
  };
  const filled = Object.entries(variables).map(([name, value]) => [name, replace(value)]);
  return { variables: Object.fromEntries(filled), remarks: remarks.map(replaceText) };
}
