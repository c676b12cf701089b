/** Finds the field of a REST call, and a query or mutation that makes the call. */

import { type GraphQLSchema, print } from 'graphql';
import type { OperationId } from '../../contract/index.ts';
import { CommandFailure } from '../../helpers/command-failure.ts';
import { asRecord } from '../../helpers/is-record.ts';
import { schema as standardSchema } from '../index.ts';
import { getDownloads } from '../kit/fields/download.ts';
import { getGraph } from '../kit/graph.ts';
import type { Pages } from './calls.ts';
import { findFieldsCalling } from './field-paths.ts';
import { type FurtherCall, findRead } from './reads.ts';
import { type SearchTarget, type Target, withOpenNames } from './target.ts';
import { findWrite, type WriteMatch } from './writes.ts';

type Values = Readonly<Record<string, unknown>>;

export interface FindResult {
  readonly operation: OperationId;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  /** Coordinate of the field that makes the call. */
  readonly field: string;
  /** `undefined` for a file, which has a URL instead of a query, and for a call that depends on responses to others. */
  readonly query?: string;
  readonly variables?: Values;
  /** Path of a file, relative to the URL of the facade. */
  readonly download?: string;
  /** Differences between the call and the requested one, and values to fill in. */
  readonly remarks: readonly string[];
}

const formatList = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

function decodePair(pair: string): string {
  try {
    return decodeURIComponent(pair);
  } catch {
    // A value such as `100%` is not encoded.
    return pair;
  }
}

/** Lists `name=value` pairs in decoded form. */
const formatPairs = (pairs: readonly string[]): string => formatList(pairs.map(decodePair));

/** Finds the download of an operation; `undefined` if the operation does not return a file. */
function findDownload({ operation, path, schema }: SearchTarget): Pick<FindResult, 'field' | 'download'> | undefined {
  const file = getDownloads(schema).find(({ operations: [id] }) => id === operation.id);
  const [caller] = file === undefined ? [] : findFieldsCalling(schema, operation.id, schema.getQueryType());
  if (file === undefined || caller === undefined) return undefined;
  const download = file.route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  return { field: caller.coordinate, download: `downloads/${download}` };
}

/** Further calls, and differences between the call of a query and the target. */
interface Differences {
  readonly others: readonly FurtherCall[];
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly changed?: readonly string[];
}

/** Lists the operations of calls, each once. */
const formatCalls = (calls: readonly FurtherCall[]): string =>
  formatList([...new Set(calls.map(({ operation }) => operation))]);

function differenceRemarks({ others, missing, extra, changed = [] }: Differences): readonly string[] {
  const byPurpose = Map.groupBy(others, ({ purpose }) => purpose);
  return [
    ...[...byPurpose].map(([purpose, calls]) => `It also calls ${formatCalls(calls)} ${purpose}.`),
    ...(missing.length > 0 ? [`The call is made without ${formatPairs(missing)}.`] : []),
    ...(changed.length > 0 ? [`The call has other values of ${formatPairs(changed)}.`] : []),
    ...(extra.length > 0 ? [`The call also has ${formatPairs(extra)}.`] : []),
  ];
}

/** Query parameters that start a page after an item. */
const positionParameters = ['cursor', 'id_after'];

/** Explains the pages of a long list, and later pages, which start at a cursor from a response. */
function pageRemarks({ query }: Target, pages: Pages | undefined): readonly string[] {
  const { page } = query;
  return [
    ...(pages === undefined ? [] : [`The query reads ${pages.count} pages of ${pages.length} items.`]),
    ...(Number(page) > 1
      ? [
          `Page ${page} starts after the last item of page ${Number(page) - 1}: pass pageInfo.endCursor of that page as after.`,
        ]
      : []),
    ...positionParameters
      .filter((name) => query[name] !== undefined)
      .map(
        (name) => `The query has no argument for ${name}: to start after an item, pass pageInfo.endCursor as after.`,
      ),
  ];
}

const exampleRemarks = (names: readonly string[]): readonly string[] =>
  names.length > 0 ? [`Values for ${formatList([...new Set(names)])} are placeholders: replace them.`] : [];

/** Fields of a read whose request is not available before responses to other calls. */
function toDependentRead({
  operation,
  schema,
  field,
}: SearchTarget): Pick<FindResult, 'field' | 'remarks'> | undefined {
  if (getGraph(schema).contract.gaps.operations.has(operation.id)) return undefined;
  const fields = findFieldsCalling(schema, operation.id, schema.getQueryType()).map(({ coordinate }) => coordinate);
  const dependent = field === undefined ? fields : fields.filter((coordinate) => coordinate === field);
  const [first] = dependent;
  if (first === undefined) return undefined;
  const remark = `The call depends on the responses to other calls of ${formatList(dependent)}, so that no query for it is shown.`;
  return { field: first, remarks: [remark] };
}

async function toRead(
  target: SearchTarget,
): Promise<Pick<FindResult, 'field' | 'query' | 'variables' | 'remarks'> | undefined> {
  const match = await findRead(target);
  if (match === undefined) return toDependentRead(target);
  const { field, document, variables, others, difference, pages } = match;
  const remarks = [
    ...exampleRemarks(target.open),
    ...differenceRemarks({ others, ...difference }),
    ...pageRemarks(target, pages),
  ];
  return { field, query: print(document), variables, remarks };
}

/** Query for the global id of the object at the path of a write, or of its action; `undefined` if no read has that path. */
async function createIdQuery({
  operation: { path, pathParameters },
  ...target
}: SearchTarget): Promise<string | undefined> {
  const objectPath = pathParameters.length > 1 ? path.slice(0, path.lastIndexOf('}') + 1) : path;
  const read = [...target.contract.operations.values()].find(
    (each) => each.method === 'GET' && each.path === objectPath && !each.list,
  );
  const match = read && (await findRead({ ...target, operation: read, query: {}, body: {} }, ['id']));
  if (match === undefined) return undefined;
  const variables = JSON.stringify(match.variables);
  return `${print(match.document).replace(/\s+/g, ' ')} with the variables ${variables}`;
}

async function rejectionRemarks(
  target: SearchTarget,
  { rejections, reads, open }: WriteMatch,
): Promise<readonly string[]> {
  if (rejections.length === 0) return [];
  // The dry run has no responses to read the missing values from.
  if (reads.length > 0) return [`The write depends on the response to ${formatList(reads)}.`];
  const isOpen = (message: string) =>
    open.some(
      (path) =>
        message.startsWith(`${path} `) ||
        message.startsWith(`Variable "$input" has invalid value at ${path.replace('input', '')}:`),
    );
  const reasons = rejections.filter((message) => !isOpen(message));
  if (reasons.length === 0) return [];
  const isNamed = Object.values(target.path).some((value) => typeof value === 'string');
  const query = isNamed ? await createIdQuery(target) : undefined;
  return [
    `The facade rejects this input and makes no call: ${reasons.join('; ')}.`,
    ...(query === undefined ? [] : [`If the input requires an id, query the id first: ${query}`]),
  ];
}

async function toWrite(
  target: SearchTarget,
): Promise<Pick<FindResult, 'field' | 'query' | 'variables' | 'remarks'> | undefined> {
  const match = await findWrite(target);
  if (match === undefined) return undefined;
  const { field, document, open, files } = match;
  const variables: Values = asRecord(withOpenNames(match.variables, target));
  const valuesToSet = [...open, ...target.open.map((name) => `<${name}>`)];
  const remarks = [
    ...(valuesToSet.length > 0
      ? [`Fill in ${formatList(valuesToSet)}; the facade rejects the input without them.`]
      : []),
    ...files.map(([path, name]) => `Send ${name} as variables.${path} of a GraphQL multipart request.`),
    ...differenceRemarks(match),
    ...(match.unused.length > 0 ? [`The mutation has no argument for ${formatList(match.unused)}.`] : []),
    ...(await rejectionRemarks(target, match)),
  ];
  return { field, query: print(document), variables, remarks };
}

/**
 * Returns the query, mutation or file that makes a REST call.
 * @param schema schema of the kit. Defaults to that of the standard areas
 * @throws CommandFailure if no field makes the call
 */
export async function find(call: Target, schema: GraphQLSchema = standardSchema): Promise<FindResult> {
  const target = { ...call, schema };
  const { operation, open, remarks } = target;
  const { id, method, path } = operation;
  const description = { operation: id, method, path };
  if (getGraph(schema).contract.gaps.operations.get(id) === 'absent')
    throw new CommandFailure(`the REST service does not offer ${id} (UPSTREAM_PROFILE)`);
  const file = findDownload(target);
  if (file !== undefined) return { ...description, ...file, remarks: [...remarks, ...exampleRemarks(open)] };
  const match = await (method === 'GET' ? toRead(target) : toWrite(target));
  if (match === undefined) throw new CommandFailure(`no field of the graph calls ${id} (${method} ${path})`);
  return { ...description, ...match, remarks: [...remarks, ...match.remarks] };
}
