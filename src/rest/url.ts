/** Builds the path and query of a call. Every parameter arrives unchanged, and none leads to another route. */

import {
  attributesOf,
  type Contract,
  type Operation,
  type OperationId,
  type Parameter,
  resolve,
  type Schema,
} from '../contract/index.ts';
import { memoize } from '../helpers/memoize.ts';
import type { NameMapping } from '../name-mapping/index.ts';
import { badInput, RestError } from './errors.ts';
import type { RestRequest } from './request.ts';

export type PathValues = Readonly<Record<string, string | number>>;
export type QueryValues = Readonly<Record<string, unknown>>;

interface Template {
  /** Literals around the parameters: one more than there are parameters. */
  readonly literals: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Values of each parameter that would lead to another route, such as the `promote` of `/labels/promote`. */
  readonly reserved: readonly ReadonlySet<string>[];
  readonly query: ReadonlyMap<string, Parameter>;
}

const isParameter = (part: string | undefined): boolean => part?.startsWith('{') ?? false;

/**
 * Literals that other paths of the method have at the position of a parameter.
 * @param pathOf returns the path template of an operation
 */
function findReservedValues(
  contract: Contract,
  { id, method }: Operation,
  name: string,
  pathOf: (id: OperationId) => string,
): ReadonlySet<string> {
  const parts = pathOf(id).split('/');
  const index = parts.indexOf(`{${name}}`);
  const literals = new Set<string>();
  for (const other of contract.operations.values()) {
    const segments = pathOf(other.id).split('/');
    const literal = segments[index];
    if (other.method !== method || segments.length !== parts.length || literal === undefined || isParameter(literal))
      continue;
    const isMatch = segments.every(
      (part, at) => at === index || part === parts[at] || (isParameter(part) && isParameter(parts[at])),
    );
    if (isMatch) literals.add(literal);
  }
  return literals;
}

/** @param getPath returns the path template of an operation */
function createTemplate(contract: Contract, id: OperationId, getPath: (id: OperationId) => string): Template {
  const described: Operation = contract.operation(id);
  const { pathParameters, queryParameters } = described;
  const template = getPath(id);
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  return {
    literals: template.split(/\{[^}]+\}/),
    parameters: names.map((name) => {
      const parameter = pathParameters.find((candidate) => candidate.name === name);
      if (parameter === undefined) throw new Error(`${id}: the contract does not describe {${name}}`);
      return parameter;
    }),
    reserved: names.map((name) => findReservedValues(contract, described, name, getPath)),
    query: new Map(queryParameters.map((parameter) => [parameter.wireName, parameter])),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are rejected
const controlCharacters = /[\u0000-\u001f\u007f]/;

/** Upper bound on decoded levels of percent-encoding; a string with more is rejected. */
const maxEncodingDepth = 5;

const toSeparators: Readonly<Record<string, string>> = { '25': '%', '2e': '.', '2f': '/', '5c': '\\' };

/** Whether a string contains the segments `.` or `..`, as it is or after being decoded any number of times. */
function hasDotSegments(value: string): boolean {
  if (!value.includes('.') && !value.includes('%')) return false;
  let text = value;
  for (let round = 0; round <= maxEncodingDepth; round++) {
    if (text.split(/[/\\]/).some((part) => part === '.' || part === '..')) return true;
    const decoded = text.replace(/%(25|2e|2f|5c)/gi, (_, code: string) => toSeparators[code.toLowerCase()] ?? '');
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

const illFormed = 'must be well-formed Unicode';

/**
 * Violation of a string that cannot be one path segment, however the upstream or a proxy in front of it decodes it;
 * `undefined` if it can.
 */
export function findSegmentViolation(name: string, value: string): string | undefined {
  if (value.trim() === '') return 'must not be blank';
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
  const violation = (message: string) => badInput([{ path: [parameter.name], message }]);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0) throw violation('must be an integer from 0 to 2^53 - 1');
    return String(value);
  }
  if (value === undefined) throw violation('is required');
  // A string instead of a number may lead to another route, such as `/runners/all`.
  if (resolve(parameter.schema).type === 'integer') throw violation('must be an integer');
  if (reserved?.has(value))
    throw violation(`must not be "${value}", which has another meaning in the URL; use the number instead`);
  const problem = findSegmentViolation(parameter.name, value);
  if (problem !== undefined) throw violation(problem);
  const encoded = encodeURIComponent(value);
  return parameter.encodeUnderscore ? encoded.replaceAll('_', '%5F') : encoded;
}

/** Adds a parameter to a query. */
type Add = (name: string, value: string) => void;

function assertWellFormed(name: string, value: string): void {
  if (!name.isWellFormed() || !value.isWellFormed())
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

/** Paths and queries of calls with the names of an upstream. */
export class UrlBuilder {
  readonly #contract: Contract;
  readonly #mapping: NameMapping | undefined;
  readonly #templates = new Map<OperationId, Template>();

  /** @param mapping defaults to the names of the contract */
  constructor(contract: Contract, mapping?: NameMapping) {
    this.#contract = contract;
    this.#mapping = mapping;
  }

  /**
   * Path and query of a call, below the base URL. Also a canonical key, because parameters are sorted.
   * @throws RestError `BAD_USER_INPUT` for a parameter that would arrive changed
   */
  build(id: OperationId, path: PathValues, query?: QueryValues): string {
    const operationMapping = this.#mapping?.forOperation(id);
    const template = this.#getTemplate(id);
    let url = template.literals[0] ?? '';
    template.parameters.forEach((parameter, index) => {
      const segment = encodeSegment(parameter, path[parameter.name], template.reserved[index]);
      url += segment + (template.literals[index + 1] ?? '');
    });
    if (query === undefined) return url;
    const pairs: string[] = [];
    const add: Add = (name, value) => {
      assertWellFormed(name, value);
      const [wireName, wireValue] = operationMapping?.query.toUpstream?.(name, value) ?? [name, value];
      pairs.push(`${encodeURIComponent(wireName)}=${encodeURIComponent(wireValue)}`);
    };
    for (const name of Object.keys(query).sort()) {
      const { style = 'plain', schema } = template.query.get(name) ?? {};
      appendParameter(add, name, style, query[name], schema);
    }
    return pairs.length === 0 ? url : `${url}?${pairs.join('&')}`;
  }

  #getTemplate(id: OperationId): Template {
    let template = this.#templates.get(id);
    if (template === undefined) {
      template = createTemplate(
        this.#contract,
        id,
        (other) => this.#mapping?.forOperation(other).path ?? this.#contract.operation(other).path,
      );
      this.#templates.set(id, template);
    }
    return template;
  }
}

const getUrlBuilder = memoize((contract: Contract) => new UrlBuilder(contract));

/** Path and query of a call with contract names. */
export function buildUrl(contract: Contract, id: OperationId, path: PathValues, query?: QueryValues): string {
  return getUrlBuilder(contract).build(id, path, query);
}

const notOffered = {
  absent: 'The upstream lacks the REST operation that this field needs (UPSTREAM_PROFILE). Omit the field',
  withheld: 'The operator has disabled the REST operation that this field needs. Omit the field',
} as const;

/** @throws RestError `NOT_OFFERED` if the operation is not called */
export function assertOffered({ gaps }: Contract, id: OperationId): void {
  const gap = gaps.operations.get(id);
  if (gap !== undefined) throw new RestError('NOT_OFFERED', notOffered[gap]);
}

/**
 * Path and query of a request with contract names.
 * @throws RestError `NOT_OFFERED` if the operation is not called
 */
export function getRequestUrl(contract: Contract, { operation: id, path = {}, query }: RestRequest): string {
  assertOffered(contract, id);
  return buildUrl(contract, id, path, query);
}
