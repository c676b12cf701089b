/** Limits on the parameters of an operation. */
import { GraphQLError } from 'graphql';
import type { Config } from '../../config.ts';
import { refusal } from './refusal.ts';

export type ParameterLimits = Pick<
  Config,
  'maxDocumentBytes' | 'maxNameLength' | 'maxNesting' | 'maxListItems' | 'maxVariableValues'
>;

/** The parameters as a transport parsed them, of unchecked types. */
export interface Parameters {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
  readonly extensions?: unknown;
}

/** Parameters of the types that they must have. */
export interface AcceptedParameters {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

const parameterNames = new Set(['query', 'operationName', 'variables', 'extensions']);

/** The values in a list or JSON object; undefined for any other value, such as the files of a multipart request. */
function membersOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.values(value) : undefined;
}

/** Refuses JSON values that are nested too deep, too many, or in a list that is too long. It stops at the first problem. */
export function checkValues(root: unknown, place: string, limits: ParameterLimits): void {
  const { maxNesting, maxListItems, maxVariableValues } = limits;
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const members = membersOf(next.value);
    if (members === undefined) continue;
    values += members.length;
    const depth = next.depth + 1;
    if (depth > maxNesting)
      throw refusal('NESTING_LIMIT', `"${place}" is nested deeper than the ${maxNesting} that MAX_NESTING allows`);
    if (Array.isArray(next.value) && members.length > maxListItems)
      throw refusal(
        'LIST_LIMIT',
        `A list in "${place}" has ${members.length} items; MAX_LIST_ITEMS allows ${maxListItems}`,
      );
    if (values > maxVariableValues)
      throw refusal(
        'VARIABLE_LIMIT',
        `"${place}" holds more than the ${maxVariableValues} values that MAX_VARIABLE_VALUES allows`,
      );
    for (const value of members) waiting.push({ value, depth });
  }
}

/** Refuses texts in the variables of a query or subscription that are too long in total, as it may send each of them in many REST calls. */
export function checkVariableTexts(
  variables: unknown,
  { maxVariableTextBytes }: Pick<Config, 'maxVariableTextBytes'>,
): void {
  const waiting: unknown[] = [variables];
  let bytes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string')
      bytes += value.length > maxVariableTextBytes ? value.length : Buffer.byteLength(value);
    else waiting.push(...(membersOf(value) ?? []));
    if (bytes > maxVariableTextBytes)
      throw refusal(
        'VARIABLE_LIMIT',
        `The texts in "variables" are longer than the ${maxVariableTextBytes} bytes that MAX_VARIABLE_TEXT_BYTES allows a query or subscription`,
      );
  }
}

/** Refuses a document that is too long to be read. */
export function checkDocumentLength(text: string, { maxDocumentBytes }: Pick<Config, 'maxDocumentBytes'>): void {
  if (text.length > maxDocumentBytes || Buffer.byteLength(text) > maxDocumentBytes)
    throw refusal(
      'DOCUMENT_LIMIT',
      `The document is longer than the ${maxDocumentBytes} bytes that MAX_DOCUMENT_BYTES allows`,
      413,
    );
}

/** Refuses parameters that are too large. Wrong types are reported where the parameters are used. */
export function checkParameters({ query, operationName, variables, extensions }: Parameters, limits: ParameterLimits) {
  if (typeof query === 'string') checkDocumentLength(query, limits);
  if (operationName !== undefined && operationName !== null) {
    if (typeof operationName !== 'string') throw refusal('BAD_REQUEST', '"operationName" must be a text');
    if (operationName.length > limits.maxNameLength)
      throw refusal(
        'NAME_LIMIT',
        `"operationName" is longer than the ${limits.maxNameLength} characters that MAX_NAME_LENGTH allows`,
      );
  }
  checkValues(variables, 'variables', limits);
  checkValues(extensions, 'extensions', limits);
}

const methods = { Allow: 'GET, POST' };

function wrongType(name: string, expected: string, value: unknown): GraphQLError {
  const type = Array.isArray(value) ? 'array' : typeof value;
  return new GraphQLError(`Expected "${name}" param to be ${expected}, but given ${type}.`, {
    extensions: { code: 'BAD_REQUEST', http: { status: 400, headers: methods } },
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** The parameters of an operation whose document is known, unless one has a wrong type or there is one that no operation has. */
export function acceptParameters(parameters: Parameters, query: unknown): AcceptedParameters {
  for (const [name, value] of Object.entries(parameters))
    if (!parameterNames.has(name) && !isAbsent(value))
      throw refusal('BAD_REQUEST', `Unexpected parameter "${name}" in the request body.`);
  const { operationName, variables, extensions } = parameters;
  if (isAbsent(query))
    throw new GraphQLError('Must provide query string.', {
      extensions: { code: 'BAD_REQUEST', http: { status: 400, spec: true, headers: methods } },
    });
  if (typeof query !== 'string') throw wrongType('query', 'a string', query);
  if (!isAbsent(variables) && !isObject(variables)) throw wrongType('variables', 'empty or an object', variables);
  if (!isAbsent(extensions) && !isObject(extensions)) throw wrongType('extensions', 'empty or an object', extensions);
  return {
    query,
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: variables ?? {},
  };
}
