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
import type { Words } from '../words/index.ts';
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

const isParameter = (part: string | undefined): boolean => part?.startsWith('{') ?? false;

/**
 * Literals that other paths of the method have in the place of a parameter.
 * @param pathOf how the path of an operation is written
 */
function reservedAt({ id, method }: Operation, name: string, pathOf: (id: OperationId) => string): ReadonlySet<string> {
  const parts = pathOf(id).split('/');
  const index = parts.indexOf(`{${name}}`);
  const words = new Set<string>();
  for (const other of operations.values()) {
    const others = pathOf(other.id).split('/');
    const word = others[index];
    if (other.method !== method || others.length !== parts.length || word === undefined || isParameter(word)) continue;
    const agrees = others.every(
      (part, at) => at === index || part === parts[at] || (isParameter(part) && isParameter(parts[at])),
    );
    if (agrees) words.add(word);
  }
  return words;
}

/** @param pathOf how the path of an operation is written */
function templateOf(id: OperationId, pathOf: (id: OperationId) => string): Template {
  const described: Operation = operation(id);
  const { pathParameters, queryParameters } = described;
  const written = pathOf(id);
  const names = [...written.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  return {
    literals: written.split(/\{[^}]+\}/),
    parameters: names.map((name) => {
      const parameter = pathParameters.find((candidate) => candidate.name === name);
      if (parameter === undefined) throw new Error(`${id}: the contract does not describe {${name}}`);
      return parameter;
    }),
    reserved: names.map((name) => reservedAt(described, name, pathOf)),
    query: new Map(queryParameters.map((parameter) => [parameter.wireName, parameter])),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const controlCharacters = /[\u0000-\u001f\u007f]/;

/** Levels of percent-encoding that are decoded; a text with more is refused. */
const deepestEncoding = 5;

const toSeparators: Readonly<Record<string, string>> = { '25': '%', '2e': '.', '2f': '/', '5c': '\\' };

/** Whether a text contains the segments `.` or `..`, as it is or after being decoded any number of times. */
function hasDotSegments(value: string): boolean {
  if (!value.includes('.') && !value.includes('%')) return false;
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

/** Adds a parameter to a query. */
type Add = (name: string, value: string) => void;

function checkText(name: string, text: string): void {
  if (!name.isWellFormed() || !text.isWellFormed())
    throw badInput([{ path: [name.replace(/\[.*$/s, '')], message: illFormed }]);
}

function appendParameter(add: Add, name: string, style: Parameter['style'], value: unknown, schema: Schema = {}): void {
  if (value === undefined || value === null) return;
  if (style === 'hash' && typeof value === 'object')
    for (const [key, member] of Object.entries(value)) {
      const comma = attributesOf(schema).get(key)?.['x-comma-separated'] ?? false;
      const repeated = Array.isArray(member) && !comma;
      appendParameter(add, `${name}[${key}]${repeated ? '[]' : ''}`, comma ? 'comma' : 'repeat', member);
    }
  else if (!Array.isArray(value)) add(name, String(value));
  else if (style === 'comma') add(name, value.join(','));
  else for (const member of value) add(name, String(member));
}

/** Paths and queries of calls in the words of an upstream. */
export class Urls {
  readonly #words: Words | undefined;
  readonly #templates = new Map<OperationId, Template>();

  /** @param words those of the contract when absent */
  constructor(words?: Words) {
    this.#words = words;
  }

  /**
   * Path and query of a call, below the base URL; also its canonical name, since parameters come in sorted order.
   * A parameter that would arrive changed is refused with `BAD_USER_INPUT`.
   */
  build(id: OperationId, path: PathValues, query?: QueryValues): string {
    const words = this.#words?.of(id);
    const template = this.#templateOf(id);
    let url = template.literals[0] ?? '';
    for (const [index, parameter] of template.parameters.entries())
      url +=
        encodeSegment(parameter, path[parameter.name], template.reserved[index]) + (template.literals[index + 1] ?? '');
    if (query === undefined) return url;
    const pairs: string[] = [];
    const add: Add = (name, value) => {
      checkText(name, value);
      const [wireName, wireValue] = words?.query.toUpstream?.(name, value) ?? [name, value];
      pairs.push(`${encodeURIComponent(wireName)}=${encodeURIComponent(wireValue)}`);
    };
    for (const name of Object.keys(query).sort()) {
      const { style = 'plain', schema } = template.query.get(name) ?? {};
      appendParameter(add, name, style, query[name], schema);
    }
    return pairs.length === 0 ? url : `${url}?${pairs.join('&')}`;
  }

  #templateOf(id: OperationId): Template {
    let template = this.#templates.get(id);
    if (template === undefined) {
      template = templateOf(id, (other) => this.#words?.of(other).path ?? operation(other).path);
      this.#templates.set(id, template);
    }
    return template;
  }
}

const contractUrls = new Urls();

/** Path and query of a call in the words of the contract. */
export function buildUrl(id: OperationId, path: PathValues, query?: QueryValues): string {
  return contractUrls.build(id, path, query);
}

/** Path and query of a request in the words of the contract. */
export function urlOf({ operation: id, path = {}, query }: RestRequest): string {
  return buildUrl(id, path, query);
}
