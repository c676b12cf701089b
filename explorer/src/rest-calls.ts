/** Finds the query of a REST call by its path or by a description. */

/** Operation of the REST service, with the query or mutation that calls it. */
export interface RestCall {
  readonly id: string;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  readonly summary: string;
  /** Coordinate of the field that makes the call. */
  readonly field: string;
  readonly query: string;
  /** Values of the variables. Those that the call does not contain are null. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Placeholders of the path parameters in the variables, by name. */
  readonly values: Readonly<Record<string, string>>;
}

export interface RestCallMatch {
  readonly call: RestCall;
  /** Path parameters of the typed call by name; empty for a match by description. */
  readonly path: Readonly<Record<string, string>>;
}

/** Maximum number of searched characters and of returned matches. */
const [maxLength, maxMatches] = [10_000, 12];

const methods = /^(?:GET|POST|PUT|PATCH|DELETE)$/i;

/** Parses the method and path of a typed call or curl command; the method is `undefined` if the input has none. */
function readCall(
  text: string,
): { readonly method: string | undefined; readonly parts: readonly string[] } | undefined {
  const words = text
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^['"]+|['"]+$/g, ''));
  const url =
    words.find((word) => /^https?:\/\//i.test(word)) ?? words.find((word) => /^\/?[\w.%~:{}<>$-]+\//.test(word));
  if (url === undefined) return undefined;
  const flag = words.findIndex((word) => /^(?:-X|--request)$/.test(word));
  const attached = words
    .map((word) => /^(?:-X|--request=)([A-Za-z]+)$/.exec(word)?.[1])
    .find((word) => word !== undefined);
  const sendsBody = words.some((word) => /^(?:-d|-F|--data(?:-\w+)?|--json|--form)(?:=|$)/.test(word));
  const method = (flag === -1 ? attached : words[flag + 1]) ?? words.find((word) => methods.test(word));
  const path = url.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  const parts = path.split('/').filter((part) => part !== '');
  const version = parts.findIndex((part, index) => part === 'v4' && parts[index - 1] === 'api');
  return { method: (method ?? (sendsBody ? 'POST' : undefined))?.toUpperCase(), parts: parts.slice(version + 1) };
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

const countLiterals = (path: string): number => path.split('/').filter((part) => !part.startsWith('{')).length;

/** Finds calls by a method and path, a URL, a curl command or a description, the best match first. */
export function findCalls(calls: readonly RestCall[], text: string): readonly RestCallMatch[] {
  const typed = text.slice(0, maxLength);
  const { method, parts } = readCall(typed) ?? {};
  if (parts !== undefined) {
    const matches = calls
      .filter((call) => method === undefined || call.method === method)
      .flatMap((call) => {
        const path = matchTemplate(call.path, parts);
        return path === undefined ? [] : [{ call, path }];
      });
    if (matches.length > 0)
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
      return { call, path: {}, hits: words.filter((word) => searched.includes(word.replace(/s$/, ''))).length };
    })
    .filter(({ hits }) => hits > words.length / 2)
    .toSorted((a, b) => b.hits - a.hits)
    .slice(0, maxMatches);
}

const isOpen = (value: string): boolean => /^[:{<$]/.test(value);

/** Creates variables with the path parameters of a typed call; parameters without a value are `<name>`. */
export function createVariables({ call, path }: RestCallMatch): Readonly<Record<string, unknown>> {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member)]));
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    let text = String(value);
    for (const [name, placeholder] of Object.entries(call.values)) {
      const typed = path[name];
      const isTyped = typed !== undefined && !isOpen(typed);
      const isId = text.startsWith('gid://');
      text = text.replaceAll(placeholder, () => (isTyped ? (isId ? encodeURIComponent(typed) : typed) : `<${name}>`));
    }
    return typeof value === 'number' && /^\d{1,15}$/.test(text) ? Number(text) : text;
  };
  return Object.fromEntries(Object.entries(call.variables).map(([name, value]) => [name, replace(value)]));
}
