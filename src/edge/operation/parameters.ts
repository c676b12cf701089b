/** Bounds on the parameters of an operation, checked before anything is done with them. */
import type { Config } from '../../config.ts';
import { refusal } from './refusal.ts';

export type ParameterLimits = Pick<
  Config,
  'maxDocumentBytes' | 'maxNameLength' | 'maxNesting' | 'maxListItems' | 'maxVariableValues'
>;

/** What a transport read, which is of any type until it is checked. */
export interface Parameters {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
  readonly extensions?: unknown;
}

/** Lists and JSON objects hold further values; files of multipart requests and texts do not. */
function membersOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.values(value) : undefined;
}

/** Refuses values of JSON that are nested too deep, or too many, or stand in too long a list. The walk ends at the first limit. */
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

/** Refuses texts in the variables of a read that are longer together than what fits into any of its REST calls, however often it uses them. */
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

/** Refuses a text that is too long to be looked at. */
export function checkDocumentLength(text: string, { maxDocumentBytes }: Pick<Config, 'maxDocumentBytes'>): void {
  if (text.length > maxDocumentBytes || Buffer.byteLength(text) > maxDocumentBytes)
    throw refusal(
      'DOCUMENT_LIMIT',
      `The document is longer than the ${maxDocumentBytes} bytes that MAX_DOCUMENT_BYTES allows`,
      413,
    );
}

/** Refuses parameters that are too large, whatever they say. What is of a wrong type is left to whoever reads it. */
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
