/** The REST call that is looked for, from what somebody typed: a method and a path, a URL, or the id of an operation. */
import {
  attributesOf,
  type Operation,
  operations,
  type Parameter,
  type Schema,
  typesIn,
} from '../../contract/index.ts';
import { withoutUserInfo } from '../../graph/kit/contract/redaction.ts';
import { isRestError } from '../../rest/errors.ts';
import { buildUrl } from '../../rest/url.ts';
import { CommandFailure } from '../failure.ts';
import { isParameter, nearestCalls, nearestNames, UnknownOperation } from './nearest.ts';
import { sampleOf } from './samples.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Target {
  readonly operation: Operation;
  /** Path parameters by name; made up where they were left open. */
  readonly path: Readonly<Record<string, string | number>>;
  /** Names of the path parameters whose values were left open. */
  readonly open: readonly string[];
  /** Query parameters by their names on the wire. */
  readonly query: Values;
  /** Members of the body that were given. */
  readonly body: Values;
  /** What could not be made use of. */
  readonly remarks: readonly string[];
}

/** A request as it was typed. */
export interface TypedRequest {
  readonly method: string;
  /** URL, or path with query. */
  readonly url: string;
  readonly body?: Values;
}

/** Characters of a URL beyond which servers refuse it as well, and of what a message repeats. */
const [longestUrl, longestQuote] = [8192, 200];

interface Match {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
}

/** `:id`, `{id}`, `<id>`, `$ID`: a value that is left open. */
const isOpen = (part: string): boolean => /^(?::\w+|\{\w+\}|<[\w -]+>|\$\{?\w+\}?)$/.test(part);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new CommandFailure(`"${part}" is not percent-encoded text`);
  }
}

/** The operation whose path these segments are. Words win over parameters: `/runners/all` is not a runner. */
function matchPath(method: string, parts: readonly string[]): Match | undefined {
  const literals = ({ path }: Operation): number => path.split('/').filter((part) => !isParameter(part)).length;
  const [found] = [...operations.values()]
    .filter((operation) => {
      const names = operation.path.split('/').slice(1);
      return (
        operation.method === method &&
        names.length === parts.length &&
        names.every((name, index) => (isParameter(name) ? parts[index] !== '' : name === parts[index]))
      );
    })
    .sort((one, other) => literals(other) - literals(one));
  if (found === undefined) return undefined;
  const names = found.path.split('/').slice(1);
  const values = names.flatMap((name, index): [string, string][] =>
    isParameter(name) ? [[name.slice(1, -1), decode(parts[index] ?? '')]] : [],
  );
  return { operation: found, values: Object.fromEntries(values) };
}

/** Parts of the longest path. */
const longestPath = Math.max(...[...operations.values()].map(({ path }) => path.split('/').length - 1));

interface PathParts {
  readonly parts: readonly string[];
  /** Whether they begin after the version of the interface, and so without the address of the service. */
  readonly isWhole: boolean;
}

function splitPath(pathname: string): PathParts {
  const parts = pathname.split('/').filter((part, index, all) => part !== '' || (index > 0 && index < all.length - 1));
  const version = parts.findIndex((part, index) => part === 'v4' && parts[index - 1] === 'api');
  return { parts: parts.slice(version + 1), isWhole: version !== -1 };
}

/** The operation of a path, below whatever address the service has. */
function matchParts(method: string, { parts, isWhole }: PathParts): Match | undefined {
  const last = isWhole ? parts : parts.slice(-longestPath);
  for (const start of isWhole ? [0] : last.keys()) {
    const match = matchPath(method, last.slice(start));
    if (match !== undefined) return match;
  }
  return undefined;
}

/** A value of a parameter in the type that the contract gives it. */
function typed(text: string, schema: Schema): unknown {
  const types = typesIn(schema);
  if ((types.has('integer') || types.has('number')) && /^\d+$/.test(text) && Number.isSafeInteger(Number(text)))
    return Number(text);
  if (types.has('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

/** `not[labels][]=a` as the value that the parameter `not` has. */
function hashOf({ name, schema }: Parameter, pairs: readonly (readonly [string, string])[]): Values {
  const members: Record<string, unknown> = {};
  for (const [key, text] of pairs) {
    const [, member, list] = /^[^[]+\[([^\]]+)\](\[\])?$/.exec(key) ?? [];
    if (member === undefined) throw new CommandFailure(`${name} needs members, as in ${name}[key]=value`);
    const before = members[member];
    const isJoined = attributesOf(schema).get(member)?.['x-comma-separated'] ?? false;
    const single = isJoined ? text.split(',') : text;
    members[member] = list === undefined ? single : [...(Array.isArray(before) ? before : []), text];
  }
  return members;
}

function queryValue(parameter: Parameter, pairs: readonly (readonly [string, string])[]): unknown {
  const { style, schema } = parameter;
  const texts = pairs.map(([, text]) => text);
  const item = (text: string) => typed(text, schema.items ?? schema);
  if (style === 'hash') return hashOf(parameter, pairs);
  if (style === 'repeat') return texts.map(item);
  if (style === 'comma') return texts.flatMap((text) => text.split(',')).map(item);
  return typed(texts.at(-1) ?? '', schema);
}

/** The query by the parameters of the contract, and what is none of them. */
function readQuery({ queryParameters }: Operation, search: URLSearchParams): Pick<Target, 'query' | 'remarks'> {
  const query: Record<string, unknown> = {};
  const pairs = Map.groupBy(search, ([key]) => key.replace(/\[.*$/s, ''));
  const remarks: string[] = [];
  for (const [name, given] of pairs) {
    const parameter = queryParameters.find((known) => known.name === name);
    if (parameter === undefined) remarks.push(`The operation documents no parameter ${name}; it is left out.`);
    else if (!given.every(([, text]) => isOpen(text))) query[parameter.wireName] = queryValue(parameter, given);
  }
  return { query, remarks };
}

function targetOf({ operation, values }: Match, search: URLSearchParams, body: Values): Target {
  const path: Record<string, string | number> = {};
  const open: string[] = [];
  for (const [index, parameter] of operation.pathParameters.entries()) {
    const { name, schema } = parameter;
    const text = values[name];
    const isLeftOpen = text === undefined || isOpen(text);
    if (isLeftOpen) open.push(name);
    const value = isLeftOpen ? sampleOf(schema, name, index + 1) : typed(text, schema);
    path[name] = typeof value === 'number' ? value : String(value);
  }
  const read = readQuery(operation, search);
  try {
    buildUrl(operation.id, path, read.query);
  } catch (error) {
    throw isRestError(error) ? new CommandFailure(error.message) : error;
  }
  return { operation, path, open, body, ...read };
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** A method and a path or URL, the method being GET unless it is given. */
export function readRequest(text: string): TypedRequest {
  const [first = '', ...others] = text.trim().split(/\s+/);
  const method = first.toUpperCase();
  return methods.has(method) && others.length > 0
    ? { method, url: others.join(' ') }
    : { method: 'GET', url: text.trim() };
}

/** A text that was typed, as far as a message quotes it. */
const quoted = (text: string): string => (text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);

/** A URL without the name and password before its host. The scheme is optional. */
export function withoutSignIn(url: string): string {
  const clean = withoutUserInfo(url);
  if (/^(?:[a-z][a-z\d+.-]*:)?\//i.test(clean)) return clean;
  // A colon before digits begins a port; a password may contain slashes.
  const [userInfo = ''] = /^(?:[^\s/?#]*|[^\s/?#:]+:(?!\d{0,5}\/)[^\s?#]*)@/.exec(clean) ?? [];
  return clean.slice(userInfo.length);
}

/** The call of a request. @throws CommandFailure where no operation has its method and path */
export function targetOfRequest({ method, url, body = {} }: TypedRequest): Target {
  if (url.length > longestUrl) throw new CommandFailure(`the URL is longer than ${longestUrl} characters`);
  const [address = '', search = ''] = withoutSignIn(url)
    .replace(/#.*$/s, '')
    .split(/\?(.*)/s);
  const pathname = address.replace(/^https?:\/\/[^/]*/i, '');
  const path = splitPath(pathname);
  const match = matchParts(method, path);
  if (match === undefined)
    throw new UnknownOperation(`no operation is ${quoted(`${method} ${pathname}`)}`, nearestCalls(method, path.parts));
  return targetOf(match, new URLSearchParams(search), body);
}

/**
 * The call that a text means.
 * @throws CommandFailure where there is none
 */
export function readTarget(text: string): Target {
  const name = text.trim();
  if (!/^\w+$/.test(name)) return targetOfRequest(readRequest(text));
  const named = [...operations.values()].find(({ id }) => id.toLowerCase() === name.toLowerCase());
  if (named !== undefined) return targetOf({ operation: named, values: {} }, new URLSearchParams(), {});
  throw new UnknownOperation(`there is no operation ${quoted(name)}`, nearestNames(name));
}
