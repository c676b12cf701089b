/** Finds the query of a REST call by its path or by a description. */

import type { RestCall, RestCallQuery } from '../../src/cli/find/rest-call.ts';

export interface RestCallMatch {
  readonly call: RestCall;
  /** Path parameters of the typed call by name; empty for a match by description. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters of a typed read that the operation documents, as in a URL. */
  readonly search: string;
  /** Names of the other query parameters of a typed read. */
  readonly ignored: readonly string[];
}

/** Method, path and query parameters of a typed call. */
interface TypedCall {
  /** `undefined` if the input has none. */
  readonly method: string | undefined;
  readonly parts: readonly string[];
  readonly search: URLSearchParams;
}

/** Maximum number of searched characters and of returned matches. */
const [maxLength, maxMatches] = [10_000, 12];

const methods = /^(?:GET|POST|PUT|PATCH|DELETE)$/i;

/** Parses a typed call or curl command; `undefined` if the input contains no path. */
function readCall(text: string): TypedCall | undefined {
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
  const [path = '', search = ''] = url
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/#.*$/s, '')
    .split(/\?(.*)/s);
  const parts = path.split('/').filter((part) => part !== '');
  const version = parts.findIndex((part, index) => part === 'v4' && parts[index - 1] === 'api');
  return {
    method: (method ?? (sendsBody ? 'POST' : undefined))?.toUpperCase(),
    parts: parts.slice(version + 1),
    search: new URLSearchParams(search),
  };
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

/** Separates the query parameters that a read documents, such as `not` of `not[labels][]`, from others. */
function divideSearch(
  { method, parameters }: RestCall,
  search: URLSearchParams,
): Pick<RestCallMatch, 'search' | 'ignored'> {
  if (method !== 'GET') return { search: '', ignored: [] };
  const getName = (key: string) => key.replace(/\[.*$/s, '');
  const pairs = [...search];
  const documented = pairs.filter(([key]) => parameters.includes(getName(key)));
  const ignored = pairs.map(([key]) => getName(key)).filter((name) => !parameters.includes(name));
  return { search: new URLSearchParams(documented).toString(), ignored: [...new Set(ignored)] };
}

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
    const { method, parts, search } = typedCall;
    const matches = calls
      .filter((call) => method === undefined || call.method === method)
      .flatMap((call) => {
        const path = matchTemplate(call.path, parts);
        return path === undefined ? [] : [{ call, path, ...divideSearch(call, search) }];
      });
    // A call that the graph does not make is not a description of others, unlike a single word of a path.
    if (matches.length > 0 || parts.length > 1)
      return matches.toSorted((a, b) => countLiterals(b.call.path) - countLiterals(a.call.path)).slice(0, maxMatches);
  }
  const words = typed
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !/^(?:v4|api|https?)$/.test(word));
  if (words.length === 0) return [];
  return calls
    .map((call) => {
      const searched = `${call.id} ${call.method} ${call.path} ${call.summary} ${call.field}`.toLowerCase();
      return {
        call,
        path: {},
        search: '',
        ignored: [],
        hits: words.filter((word) => searched.includes(word.replace(/s$/, ''))).length,
      };
    })
    .filter(({ hits }) => hits > words.length / 2)
    .toSorted((a, b) => b.hits - a.hits)
    .slice(0, maxMatches);
}

const isOpen = (value: string): boolean => /^[:{<$]/.test(value);

/** Creates variables with the path parameters of a typed call; parameters without a value are `<name>`. */
export function createVariables(
  { variables, values }: RestCallQuery,
  path: RestCallMatch['path'],
): Readonly<Record<string, unknown>> {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member)]));
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    let text = String(value);
    for (const [name, placeholder] of Object.entries(values)) {
      const typed = path[name];
      const isTyped = typed !== undefined && !isOpen(typed);
      const isId = text.startsWith('gid://');
      text = text.replaceAll(placeholder, () => (isTyped ? (isId ? encodeURIComponent(typed) : typed) : `<${name}>`));
    }
    return typeof value === 'number' && /^\d{1,15}$/.test(text) ? Number(text) : text;
  };
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, replace(value)]));
}
