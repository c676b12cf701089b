/** Builds the path and query of a call so that every parameter arrives as it is, and none leads to another route. */
import {
  attributesOf,
  type Operation,
  type OperationId,
  operation,
  operations,
  type Parameter,
  resolve,
  type Schema,
} from '../contract/index.ts';
import { badInput } from './errors.ts';
import type { RestRequest } from './request.ts';

export type PathValues = Readonly<Record<string, string | number>>;
export type QueryValues = Readonly<Record<string, unknown>>;

interface Template {
  /** Literal texts around the parameters: one more than there are parameters. */
  readonly literals: readonly string[];
  readonly parameters: readonly Parameter[];
  /** For each parameter the values that would lead to another route, such as the `promote` of `/labels/promote`. */
  readonly reserved: readonly ReadonlySet<string>[];
  readonly query: ReadonlyMap<string, Parameter>;
}

const templates = new Map<OperationId, Template>();

const isParameter = (part: string | undefined): boolean => part?.startsWith('{') ?? false;

/** Literals that other paths of the method have in the place of a parameter, at its index among the parts of the path. */
function reservedAt({ method, path }: Operation, index: number): ReadonlySet<string> {
  const parts = path.split('/');
  const words = new Set<string>();
  for (const other of operations.values()) {
    const others = other.path.split('/');
    const word = others[index];
    if (other.method !== method || others.length !== parts.length || word === undefined || isParameter(word)) continue;
    const agrees = others.every(
      (part, at) => at === index || part === parts[at] || (isParameter(part) && isParameter(parts[at])),
    );
    if (agrees) words.add(word);
  }
  return words;
}

function templateOf(id: OperationId): Template {
  const known = templates.get(id);
  if (known) return known;
  const described: Operation = operation(id);
  const { path, pathParameters, queryParameters } = described;
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const template: Template = {
    literals: path.split(/\{[^}]+\}/),
    parameters: names.map((name) => {
      const parameter = pathParameters.find((candidate) => candidate.name === name);
      if (parameter === undefined) throw new Error(`${id}: the contract does not describe {${name}}`);
      return parameter;
    }),
    reserved: path.split('/').flatMap((part, index) => (isParameter(part) ? [reservedAt(described, index)] : [])),
    query: new Map(queryParameters.map((parameter) => [parameter.wireName, parameter])),
  };
  templates.set(id, template);
  return template;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const controlCharacters = /[\u0000-\u001f\u007f]/;

/** Levels of percent-encoding that are decoded; a text with more is refused. */
const deepestEncoding = 5;

const toSeparators: Readonly<Record<string, string>> = { '25': '%', '2e': '.', '2f': '/', '5c': '\\' };

/** Whether a text contains the segments `.` or `..`, as it is or after being decoded any number of times. */
function hasDotSegments(value: string): boolean {
  let text = value;
  for (let round = 0; round <= deepestEncoding; round++) {
    if (text.split(/[/\\]/).some((part) => part === '.' || part === '..')) return true;
    const decoded = text.replace(/%(25|2e|2f|5c)/gi, (_, code: string) => toSeparators[code.toLowerCase()] ?? '');
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

const illFormed = 'must be well-formed Unicode';

/** Why a text cannot be one path segment, however the upstream or a proxy before it decodes it; undefined where it can. */
export function segmentProblem(name: string, value: string): string | undefined {
  if (value.trim() === '') return 'must not be empty';
  if (controlCharacters.test(value)) return 'must not contain control characters';
  if (hasDotSegments(value)) return 'must not contain the path segments "." or ".."';
  if (name === 'id' && value.split(/[/\\]/).includes('')) return 'must not start or end with "/" or contain "//"';
  if (!value.isWellFormed()) return illFormed;
  return undefined;
}

function encodeSegment(
  parameter: Parameter,
  value: string | number | undefined,
  reserved: ReadonlySet<string> | undefined,
): string {
  const refuse = (message: string) => badInput([{ path: [parameter.name], message }]);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0) throw refuse('must be a whole number from 0 to 2^53 - 1');
    return String(value);
  }
  if (value === undefined) throw refuse('is missing');
  // A text in place of a number may lead to another route, such as `/runners/all`.
  if (resolve(parameter.schema).type === 'integer') throw refuse('must be a whole number');
  if (reserved?.has(value))
    throw refuse(`must not be "${value}", which stands for something else; use the number instead`);
  const problem = segmentProblem(parameter.name, value);
  if (problem !== undefined) throw refuse(problem);
  const encoded = encodeURIComponent(value);
  return parameter.encodeUnderscore ? encoded.replaceAll('_', '%5F') : encoded;
}

function appendQuery(pairs: string[], name: string, value: unknown): void {
  const text = String(value);
  if (!name.isWellFormed() || !text.isWellFormed())
    throw badInput([{ path: [name.replace(/\[.*$/s, '')], message: illFormed }]);
  pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
}

function appendParameter(
  pairs: string[],
  name: string,
  style: Parameter['style'],
  value: unknown,
  schema: Schema = {},
): void {
  if (value === undefined || value === null) return;
  if (style === 'hash' && typeof value === 'object')
    for (const [key, member] of Object.entries(value)) {
      const comma = attributesOf(schema).get(key)?.['x-comma-separated'] ?? false;
      const repeated = Array.isArray(member) && !comma;
      appendParameter(pairs, `${name}[${key}]${repeated ? '[]' : ''}`, comma ? 'comma' : 'repeat', member);
    }
  else if (!Array.isArray(value)) appendQuery(pairs, name, value);
  else if (style === 'comma') appendQuery(pairs, name, value.join(','));
  else for (const member of value) appendQuery(pairs, name, member);
}

/**
 * Path and query of a call, below the base URL; also its canonical name, since parameters come in sorted order.
 * A parameter that would arrive changed is refused with `BAD_USER_INPUT`.
 */
export function buildUrl(id: OperationId, path: PathValues, query: QueryValues = {}): string {
  const template = templateOf(id);
  let url = template.literals[0] ?? '';
  template.parameters.forEach((parameter, index) => {
    url +=
      encodeSegment(parameter, path[parameter.name], template.reserved[index]) + (template.literals[index + 1] ?? '');
  });
  const pairs: string[] = [];
  for (const name of Object.keys(query).sort()) {
    const { style = 'plain', schema } = template.query.get(name) ?? {};
    appendParameter(pairs, name, style, query[name], schema);
  }
  return pairs.length === 0 ? url : `${url}?${pairs.join('&')}`;
}

/** Path and query of a request. */
export function urlOf({ operation: id, path = {}, query }: RestRequest): string {
  return buildUrl(id, path, query);
}
