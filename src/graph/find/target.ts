/** Parses the REST call to search for: a method and path, a URL, an operation id, a field, or a description. */
import type { GraphQLSchema } from 'graphql';
import { attributesOf, type Contract, type Operation, type Schema, typesIn } from '../../contract/index.ts';
import { CommandFailure } from '../../helpers/command-failure.ts';
import { isRestError } from '../../rest/errors.ts';
import { buildUrl, findSegmentViolation } from '../../rest/url.ts';
import { getGraph } from '../kit/graph.ts';
import { isGlobalId } from '../kit/resources/global-id.ts';
import { findOperationOf, findSpecialMutations } from './field-calls.ts';
import { copyValue, countValues, isMembers, toMembers } from './form.ts';
import { findByWords } from './free-text.ts';
import { createSample } from './samples.ts';
import { suggestOperations, suggestOperationsByName, UnknownOperation } from './suggestions.ts';
import { type TypedRequest, withoutSignIn } from './typed-request.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Target {
  /** Schema that is searched for a field that sends the call. */
  readonly schema: GraphQLSchema;
  readonly operation: Operation;
  /** Path parameters by name. Those without a value have placeholders. */
  readonly path: Readonly<Record<string, string | number>>;
  /** Names of the path parameters without a value, such as `:id`. */
  readonly open: readonly string[];
  /** Query parameters by the names that are sent. */
  readonly query: Values;
  /** Members of the body. */
  readonly body: Values;
  /** Coordinate of the field that must send the call. Defaults to any field. */
  readonly field?: string | undefined;
  /** Notes on ignored input and on the interpretation of a description. */
  readonly remarks: readonly string[];
}

/** Maximum length of a URL, as servers limit it too, and of quoted input in messages. */
const [maxUrlLength, maxQuoteLength] = [8192, 200];

/** Upper bounds on what is searched for. An operation of the contract documents at most 49 parameters and members. */
const [maxParameters, maxValues] = [64, 500];

interface Match {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
}

/** Whether a value is a placeholder: `:id`, `{id}`, `<id>`, `$ID`. */
const isOpen = (part: string): boolean => /^(?::\w+|\{\w+\}|<[\w -]+>|\$\{?\w+\}?)$/.test(part);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new CommandFailure(`"${part}" is not valid percent-encoding; write % as %25`);
  }
}

/** Segments of a path, and whether they start after `/api/v4`, so that none belongs to the base URL. */
function splitPath(pathname: string) {
  const parts = pathname.split('/').filter((part, index, all) => part !== '' || (index > 0 && index < all.length - 1));
  const version = parts.findIndex((part, index) => part === 'v4' && parts[index - 1] === 'api');
  return { parts: parts.slice(version + 1), isComplete: version !== -1 };
}

/** Matches a path below any base URL. Literal segments have priority over parameters: `/runners/all` is not a runner. */
function matchPath(
  { operations }: Contract,
  method: string,
  { parts, isComplete }: ReturnType<typeof splitPath>,
): Match | undefined {
  const path = `/${parts.join('/')}`;
  const matches = [...operations.values()].flatMap((operation) => {
    const pattern = operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = operation.method === method ? new RegExp(`${isComplete ? '^' : ''}${pattern}$`).exec(path) : null;
    return match === null ? [] : [{ operation, index: match.index, values: match.groups ?? {} }];
  });
  const countParameters = ({ operation }: Match) => operation.pathParameters.length;
  const [best] = matches.sort((a, b) => a.index - b.index || countParameters(a) - countParameters(b));
  if (best === undefined) return undefined;
  const values = Object.entries(best.values).map(([name, value]) => [name, decode(value)]);
  return { operation: best.operation, values: Object.fromEntries(values) };
}

/** Members of the body that an operation documents. */
export function getDocumentedMembers({ body, multipart }: Operation): ReadonlyMap<string, Schema> {
  return new Map([body, multipart].flatMap((form) => (form === undefined ? [] : [...attributesOf(form)])));
}

/** @throws CommandFailure if a call has too many values or parameters */
function checkCount(unit: string, count: number, max: number): void {
  if (count > max) throw new CommandFailure(`the call has ${count} ${unit}; the limit is ${max}. Omit some of them`);
}

/** Assigns values to query and body by the contract. Services also accept body members in the query, and query parameters in the body. */
function readValues(
  operation: Operation,
  search: URLSearchParams,
  body: Values,
): Pick<Target, 'query' | 'body' | 'remarks'> {
  const query: Record<string, unknown> = {};
  const members: Record<string, unknown> = {};
  const documented = getDocumentedMembers(operation);
  const remarks: string[] = [];
  const ignore = (name: string, reason: string) => remarks.push(`The parameter ${name} is ignored: ${reason}.`);
  const values = Object.entries({ ...toMembers(search), ...body });
  checkCount('parameters and members', values.length, maxParameters);
  checkCount(
    'values',
    values.reduce((sum, [name, value]) => sum + countValues(name, value), 0),
    maxValues,
  );
  for (const [name, sent] of values) {
    const value = copyValue(sent);
    const parameter = operation.queryParameters.find((each) => each.name === name);
    const isMember = documented.has(name) && (name in body || parameter === undefined);
    if (!isMember && parameter === undefined) ignore(name, 'the contract does not have it');
    else if (!(name in body) && [value].flat().every((item) => typeof item === 'string' && isOpen(item)))
      ignore(name, 'its value is a placeholder');
    else if (isMember) members[name] = value;
    else if (parameter !== undefined && parameter.style !== 'hash' && [value].flat().some(isMembers))
      ignore(name, 'it has no members');
    else if (parameter !== undefined) query[parameter.wireName] = value;
  }
  return { query, body: members, remarks };
}

/**
 * Checks that the path and query are valid. A write whose path requires a number may contain a name, which the facade looks up.
 * @throws CommandFailure if the path or query is invalid
 */
function checkPath(
  contract: Contract,
  { id, method, path: template, pathParameters }: Operation,
  path: Target['path'],
  query: Values,
): void {
  const sendable = Object.fromEntries(
    pathParameters.map(({ name, schema }) => {
      const isName = method !== 'GET' && typeof path[name] === 'string' && !typesIn(schema).has('string');
      const problem = isName ? findSegmentViolation(name, String(path[name])) : undefined;
      if (problem !== undefined) throw new CommandFailure(`${method} ${template}: ${name} ${problem}`);
      return [name, isName ? 1 : (path[name] ?? '')];
    }),
  );
  try {
    buildUrl(contract, id, sendable, query);
  } catch (error) {
    throw isRestError(error) ? new CommandFailure(`${method} ${template}: ${error.message}`) : error;
  }
}

/** Far above real ids. */
const firstOpenNumber = 7_000_000_000_000_000;

/** Creates a placeholder for an open path parameter. Placeholders of writes are no real ids, so that no object is written by mistake. */
function createOpenValue({ method }: Operation, schema: Schema, position: number): unknown {
  if (method === 'GET') return createSample(schema, position);
  return typesIn(schema).has('integer') ? firstOpenNumber + position : `open-${position}`;
}

/** Replaces the placeholders of open path parameters in JSON by their names, such as `<id>`. */
export const withOpenNames = (value: unknown, { path, open }: Pick<Target, 'path' | 'open'>): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => {
    if (typeof each !== 'string' && typeof each !== 'number') return each;
    const text = open.reduce((before, name) => before.replaceAll(String(path[name]), `<${name}>`), String(each));
    return text === String(each) ? each : text;
  });

function createTarget(
  schema: GraphQLSchema,
  { operation, values: pathValues }: Match,
  search = new URLSearchParams(),
  body: Values = {},
): Target {
  const path: Record<string, string | number> = {};
  const open: string[] = [];
  for (const [index, { name, schema: type }] of operation.pathParameters.entries()) {
    const text = pathValues[name];
    const isLeftOpen = text === undefined || isOpen(text);
    if (isLeftOpen) open.push(name);
    const value = isLeftOpen ? createOpenValue(operation, type, index + 1) : text;
    const isNumber = /^\d+$/.test(String(value)) && Number.isSafeInteger(Number(value)) && typesIn(type).has('integer');
    path[name] = isNumber ? Number(value) : String(value);
  }
  const values = readValues(operation, search, body);
  checkPath(getGraph(schema).contract, operation, path, values.query);
  return { schema, operation, path, open, ...values };
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Parses a method and a path or URL. The method defaults to GET. */
export function parseRequest(text: string): TypedRequest {
  const [first = '', ...others] = text.trim().split(/\s+/);
  const method = first.toUpperCase();
  return methods.has(method) && others.length > 0
    ? { method, url: others.join(' ') }
    : { method: 'GET', url: text.trim() };
}

/** Shortens input for a message. */
const truncate = (text: string): string => (text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text);

/** Finds the operation of a request. @throws CommandFailure if no operation has its method and path */
export function parseRequestTarget({ method, url, body = {} }: TypedRequest, schema: GraphQLSchema): Target {
  if (url.length > maxUrlLength)
    throw new CommandFailure(
      `the URL has ${url.length} characters; the limit is ${maxUrlLength}. Omit query parameters`,
    );
  const [base = '', search = ''] = withoutSignIn(url)
    .replace(/#.*$/s, '')
    .split(/\?(.*)/s);
  const pathname = base.replace(/^https?:\/\/[^/]*/i, '');
  const path = splitPath(pathname);
  const { contract } = getGraph(schema);
  const match = matchPath(contract, method, path);
  if (match === undefined) {
    // A text with spaces is not a path; it may be a command that contains a credential.
    const isPath = !/\s/.test(pathname.replace(/<[^>]*>/g, ''));
    const call = isPath
      ? `the method and path ${truncate(`${method} ${pathname}`)}`
      : 'this path, which contains spaces';
    throw new UnknownOperation(`no operation has ${call}`, suggestOperations(contract, method, path.parts));
  }
  return createTarget(schema, match, new URLSearchParams(search), body);
}

/** Finds the operation that matches a description, with other matching operations in a remark. */
function parseDescription(text: string, schema: GraphQLSchema): Target {
  const { contract } = getGraph(schema);
  const { nearest, ignored, isClear } = findByWords<Operation>(text, [
    ...[...contract.operations.values()].map((operation) => ({ operation })),
    ...findSpecialMutations(schema),
  ]);
  const [first, ...others] = nearest;
  if (first === undefined || !isClear)
    throw new UnknownOperation(
      nearest.length === 0
        ? `no operation matches "${truncate(text)}"`
        : `the description "${truncate(text)}" does not match exactly one operation`,
      [...new Set(nearest.map(({ operation }) => operation))],
    );
  const { operation, field } = first;
  const target = createTarget(schema, { operation, values: {} });
  const more = others.map((each) => each.field ?? each.operation.id).join(', ');
  const meaning =
    field === undefined ? `${operation.id}: ${operation.summary}` : `${field}, which calls ${operation.id}.`;
  const remarks = [
    `Understood as ${meaning}${more === '' ? '' : ` Other operations: ${more}.`}`,
    ...(ignored === undefined ? [] : [`The word "${ignored}" is ignored: no operation has it.`]),
    ...target.remarks,
  ];
  return { ...target, field, remarks };
}

/** Finds the operation of a field; `undefined` if the text is not a coordinate. @throws CommandFailure if no field with a call has it */
function parseCoordinate(text: string, schema: GraphQLSchema): Target | undefined {
  if (!/^\w+\.\w+$/.test(text)) return undefined;
  const operation = findOperationOf(text, schema);
  return { ...createTarget(schema, { operation, values: {} }), field: text };
}

/** Explains input that describes no REST call; `undefined` if it may describe one. */
function findForeignInput(text: string): string | undefined {
  if (/^(?:\{|(?:query|mutation|subscription)\b[^{]*\{)/.test(text))
    return 'this is a GraphQL operation; portico explain shows its REST calls';
  if (isGlobalId(text)) return `${truncate(text)} is a global id; query its object by the field node(id:)`;
  if (/^(?:\w+ )?https?:\/\/(?!\S*\/api\/v4\/)[^?#]*\/-\//i.test(text))
    return 'this is the URL of a page; pass the URL of a REST call, which usually contains /api/v4';
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 ? `pass one call; the input has ${lines.length} lines` : undefined;
}

/**
 * Parses a call: a method and path, a URL, an operation id, a field, or a description.
 * @throws CommandFailure if no operation matches
 */
export function parseTarget(text: string, schema: GraphQLSchema): Target {
  const { contract } = getGraph(schema);
  const name = text.trim();
  if (name === '')
    throw new CommandFailure(
      "pass a method and path such as 'GET /projects/:id/pipelines', an operation id, a field such as Project.pipelines, or a description such as 'retry a pipeline'",
    );
  const mistake = findForeignInput(name);
  if (mistake !== undefined) throw new CommandFailure(mistake);
  if (name.includes('/')) return parseRequestTarget(parseRequest(text), schema);
  if (/\s/.test(name)) return parseDescription(name, schema);
  const match = [...contract.operations.values()].find(({ id }) => id.toLowerCase() === name.toLowerCase());
  if (match !== undefined) return createTarget(schema, { operation: match, values: {} });
  const target = parseCoordinate(name, schema);
  if (target !== undefined) return target;
  // Ids are in camel case.
  if (/^[A-Z]?[a-z_-]+$/.test(name)) return parseDescription(name, schema);
  throw new UnknownOperation(`no operation has the id ${truncate(name)}`, suggestOperationsByName(contract, name));
}
