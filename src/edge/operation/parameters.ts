/** Limits on the parameters of an operation. */

import type { GraphQLError } from 'graphql';
import type { Config } from '../../config/config.ts';
import { isRecord } from '../../helpers/is-record.ts';
import { nameJsonType } from '../../helpers/json-type.ts';
import { findLargestPath, shortenPath } from './largest-path.ts';
import { requestError } from './request-error.ts';

export type ParameterLimits = Pick<
  Config,
  'maxDocumentBytes' | 'maxNameLength' | 'maxNesting' | 'maxListItems' | 'maxVariableValues'
>;

/** Parameters as parsed by a transport, with unchecked types. Other members are ignored, as GraphQL over HTTP requires. */
export interface Parameters {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
  readonly extensions?: unknown;
  /** Id of a persisted document, as in GraphQL over HTTP. */
  readonly documentId?: unknown;
  /** Name of `documentId` in clients of Relay. */
  readonly doc_id?: unknown;
  /** Name of `documentId` in the guide of Relay. */
  readonly id?: unknown;
}

/** Parameters with checked types. */
export interface AcceptedParameters {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Values in a list or JSON object; `undefined` for any other value, such as the files of a multipart request. */
function membersOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.values(value) : undefined;
}

/** Rejects JSON values that are nested too deep, too many, or in a list that is too long. Stops at the first violation. */
export function checkValues(root: unknown, name: string, limits: ParameterLimits): void {
  const { maxNesting, maxListItems, maxVariableValues } = limits;
  const waiting: { readonly value: unknown; readonly depth: number; readonly name: string }[] = [
    { value: root, depth: 0, name },
  ];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const members = membersOf(next.value);
    if (members === undefined) continue;
    values += members.length;
    const depth = next.depth + 1;
    if (depth > maxNesting)
      throw requestError(
        'NESTING_LIMIT',
        `"${shortenPath(next.name)}" is nested too deep: the limit is ${maxNesting}. Nest values less deeply`,
      );
    if (Array.isArray(next.value) && members.length > maxListItems)
      throw requestError(
        'LIST_LIMIT',
        `A list in "${shortenPath(next.name)}" has ${members.length} items; the limit is ${maxListItems}. Split the list into several operations`,
      );
    if (values > maxVariableValues)
      throw requestError(
        'VARIABLE_LIMIT',
        `"${name}" contains too many values: the limit is ${maxVariableValues}. Send fewer values at a time; most are in "${findLargestPath([[[name], root]])}"`,
      );
    // Errors name the variable, but not the path of the value in it, which would cost a string for each value.
    if (depth === 1 && isRecord(next.value))
      for (const key in next.value) waiting.push({ value: next.value[key], depth, name: `${name}.${key}` });
    else for (const value of members) waiting.push({ value, depth, name: next.name });
  }
}

/**
 * Rejects strings in the variables of a query or subscription that are too long in total, because each may be sent in
 * many REST calls.
 */
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
      throw requestError(
        'VARIABLE_LIMIT',
        `The strings in "variables" are too long in total: the limit for a query or subscription is ${maxVariableTextBytes} bytes. Send fewer or shorter strings at a time; most of the text is in "${findLargestPath([[['variables'], variables]])}"`,
      );
  }
}

/** Rejects a document that is too long to be parsed. */
export function checkDocumentLength(document: string, { maxDocumentBytes }: Pick<Config, 'maxDocumentBytes'>): void {
  if (document.length > maxDocumentBytes || Buffer.byteLength(document) > maxDocumentBytes)
    throw requestError(
      'DOCUMENT_LIMIT',
      `The document is too long: the limit is ${maxDocumentBytes} bytes. Split the document, or send it without comments`,
    );
}

/** Rejects parameters that are too large. Wrong types are reported where the parameters are used. */
export function checkParameters({ query, operationName, variables, extensions }: Parameters, limits: ParameterLimits) {
  if (typeof query === 'string') checkDocumentLength(query, limits);
  if (operationName !== undefined && operationName !== null) {
    if (typeof operationName !== 'string') throw wrongType('operationName', 'a string', operationName);
    if (operationName.length > limits.maxNameLength)
      throw requestError(
        'NAME_LIMIT',
        `"operationName" is too long: the limit is ${limits.maxNameLength} characters. Use a shorter name`,
      );
  }
  checkValues(variables, 'variables', limits);
  checkValues(extensions, 'extensions', limits);
}

function wrongType(name: string, expected: string, value: unknown): GraphQLError {
  return requestError('BAD_REQUEST', `"${name}" must be ${expected}, not ${nameJsonType(value)}`);
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Checks the types of the parameters of an operation. */
export function acceptParameters(
  { operationName, variables, extensions }: Parameters,
  query: unknown,
): AcceptedParameters {
  if (isAbsent(query))
    throw requestError(
      'BAD_REQUEST',
      'The request contains no GraphQL document. Send it as "query": a parameter of the URL of a GET request, or a member of the JSON body of a POST request',
    );
  if (typeof query !== 'string') throw wrongType('query', 'a string', query);
  if (!isAbsent(variables) && !isRecord(variables)) throw wrongType('variables', 'an object or null', variables);
  if (!isAbsent(extensions) && !isRecord(extensions)) throw wrongType('extensions', 'an object or null', extensions);
  return {
    query,
    // Forms and WebSocket clients cannot omit the parameter, and send an empty one.
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : undefined,
    variables: variables ?? {},
  };
}
