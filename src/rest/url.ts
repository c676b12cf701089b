/** Builds the path and query of a call so that every parameter arrives whole, and no parameter reaches another route. */
import { type Operation, type OperationId, operation, type Parameter, resolve } from '../contract/index.ts';
import { badInput } from './errors.ts';

export type PathValues = Readonly<Record<string, string | number>>;
export type QueryValues = Readonly<Record<string, unknown>>;

interface Template {
  /** Literal texts around the parameters: one more than there are parameters. */
  readonly literals: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly query: ReadonlyMap<string, Parameter>;
}

const templates = new Map<OperationId, Template>();

function templateOf(id: OperationId): Template {
  const known = templates.get(id);
  if (known) return known;
  const { path, pathParameters, queryParameters }: Operation = operation(id);
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const template: Template = {
    literals: path.split(/\{[^}]+\}/),
    parameters: names.map((name) => {
      const parameter = pathParameters.find((candidate) => candidate.name === name);
      if (parameter === undefined) throw new Error(`${id}: the contract does not describe {${name}}`);
      return parameter;
    }),
    query: new Map(queryParameters.map((parameter) => [parameter.wireName, parameter])),
  };
  templates.set(id, template);
  return template;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const controlCharacters = /[\u0000-\u001f\u007f]/;

/** What makes a text unfit for one path segment, however the upstream or a proxy before it decodes the segment. */
function segmentProblem(name: string, value: string): string | undefined {
  if (value.trim() === '') return 'must not be empty';
  if (controlCharacters.test(value)) return 'must not contain control characters';
  const parts = value.split(/[/\\]/);
  if (parts.some((part) => part === '.' || part === '..')) return 'must not contain the path segments "." or ".."';
  if (name === 'id' && parts.includes('')) return 'must not start or end with "/" or contain "//"';
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  return undefined;
}

function encodeSegment(parameter: Parameter, value: string | number | undefined): string {
  const refuse = (message: string) => badInput([{ path: [parameter.name], message }]);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0) throw refuse('must be a whole number from 0 to 2^53 - 1');
    return String(value);
  }
  if (value === undefined) throw refuse('is missing');
  // A word where the contract has a number may be another route: `/runners/all`.
  if (resolve(parameter.schema).type === 'integer') throw refuse('must be a whole number');
  const problem = segmentProblem(parameter.name, value);
  if (problem !== undefined) throw refuse(problem);
  const encoded = encodeURIComponent(value);
  return parameter.encodeUnderscore ? encoded.replaceAll('_', '%5F') : encoded;
}

function appendQuery(pairs: string[], name: string, value: unknown): void {
  pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
}

function appendParameter(pairs: string[], name: string, style: Parameter['style'], value: unknown): void {
  if (value === undefined || value === null) return;
  if (style === 'hash' && typeof value === 'object')
    for (const [key, member] of Object.entries(value))
      appendParameter(pairs, `${name}[${key}]${Array.isArray(member) ? '[]' : ''}`, 'repeat', member);
  else if (!Array.isArray(value)) appendQuery(pairs, name, value);
  else if (style === 'comma') appendQuery(pairs, name, value.join(','));
  else for (const member of value) appendQuery(pairs, name, member);
}

/**
 * Path and query of a call, below the base URL; also its canonical name, since parameters come in sorted order.
 * A parameter that would not arrive whole is refused with `BAD_USER_INPUT`.
 */
export function buildUrl(id: OperationId, path: PathValues, query: QueryValues = {}): string {
  const template = templateOf(id);
  let url = template.literals[0] ?? '';
  template.parameters.forEach((parameter, index) => {
    url += encodeSegment(parameter, path[parameter.name]) + (template.literals[index + 1] ?? '');
  });
  const pairs: string[] = [];
  for (const name of Object.keys(query).sort())
    appendParameter(pairs, name, template.query.get(name)?.style ?? 'plain', query[name]);
  return pairs.length === 0 ? url : `${url}?${pairs.join('&')}`;
}
