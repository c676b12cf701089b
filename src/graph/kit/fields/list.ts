/** Lists of the upstream: their requests from arguments and selection, and their page slices as Relay connections. */
import { hash } from 'node:crypto';
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { Contract, OperationId, QueryOf, SchemaName } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { isRecord } from '../../../helpers/is-record.ts';
import { memoize } from '../../../helpers/memoize.ts';
import { isRestError, RestError, type Violation, withPaths } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { assertValid, getContractValidator } from '../contract/check.ts';
import { findIllFormedStrings } from '../contract/input-checks.ts';
import { createListArguments, type ListArguments } from '../contract/list-arguments.ts';
import { ValueTypes } from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import { type Connection, ConnectionTypes, LoadedConnection } from '../paging/connection.ts';
import type { Cursors } from '../paging/cursors.ts';
import { withKeyset } from '../paging/keyset-slice.ts';
import { planPageSlice, readTotal } from '../paging/offset-slice.ts';
import { type PageSlice, type PageSliceArgs, type ReadPage, readPageSliceArgs } from '../paging/page-slice.ts';
import { readSlice, readStreamedPages } from '../paging/slice.ts';
import { StreamedConnection } from '../paging/streamed-connection.ts';
import type { Attributes, Item, PathParameters } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import { getKnownQuery, type PlannedParameter, type PlannedRequest } from '../resources/response-value.ts';
import type { Args } from './kind.ts';
import { createRequestBuilder, getParentPath, type ReadOptions, typedArgs } from './parameters.ts';

export interface ConnectionOptions<Name extends string, O extends OperationId, A extends InputFieldMap>
  extends ReadOptions<Name, O, A> {
  /** Documented parameters that neither filter nor order, and that are separate arguments. */
  readonly separateArguments?: readonly string[];
  /** Name of the filter. Defaults to that of the operation; required if the list has fewer conditions. */
  readonly filterType?: string;
  /** Attributes of the parent that `scopeToParent` needs. */
  readonly parentAttributes?: { readonly type: ResourceType; readonly attributes: readonly string[] };
  /** Restricts the list to the part that belongs to the parent; `null` if there is no such part. */
  readonly scopeToParent?: <Parameter extends PlannedParameter>(
    request: RestRequest<Parameter | string | number>,
    parent: PathParameters<Name, Parameter>,
    attributes: Attributes,
  ) => RestRequest<Parameter | string | number> | null;
  /** Whether `scopeToParent` may return `null`. Defaults to false: the connection is null only with an error. */
  readonly mayBeNull?: boolean;
  /** Operations with the same parameters that `scopeToParent` may choose instead. */
  readonly alternativeOperations?: readonly OperationId[];
  /**
   * Returns the violations of the call, instead of the validation against the contract, if arguments are not named like
   * parameters.
   */
  readonly check?: (args: InputShapeFromFields<A>, request: PlannedRequest) => readonly Violation[];
  /**
   * Whether the items contain all their path parameters, so that they inherit none of their parent. The merge requests
   * of a group, for example, are located by their project, not by the group. Defaults to false.
   */
  readonly isPathInItems?: boolean;
  /**
   * Path parameters that the items inherit besides those of their parent, such as the kind of the parent if items can
   * belong to several kinds.
   */
  readonly itemPathOverrides?:
    | PathParameters
    | (<Parameter extends PlannedParameter>(
        parent: PathParameters<Name, Parameter>,
        request: RestRequest<Parameter | string | number>,
      ) => PathParameters<string, Parameter | string | number>);
  /** Schema of the items if it depends on the request, and all schemas that it may be. */
  readonly representation?: { readonly all: readonly SchemaName[]; forRequest(request: PlannedRequest): SchemaName };
  /** Whether to page by next links instead of page numbers. */
  readonly usesKeyset?: (args: InputShapeFromFields<A>, filters: QueryOf<O>) => boolean;
  /** Whether the arguments identify no item, so that the list is empty without a call. Defaults to never. */
  readonly isEmpty?: (args: InputShapeFromFields<A>) => boolean;
}

/** List of a field: its requests, checks and items. */
export interface List {
  readonly contract: Contract;
  readonly operation: OperationId;
  readonly alternativeOperations: readonly OperationId[];
  readonly type: ResourceType | undefined;
  /** Schema of the items, unless the request determines it. */
  readonly representation: SchemaName;
  /** Attributes of the parent that determine the request. */
  readonly parentAttributes: { readonly type: ResourceType; readonly attributes: readonly string[] } | undefined;
  /**
   * Creates the request without page parameters; `null` if there is nothing to read.
   * @param parent path parameters of the parent; `undefined` if none is available yet
   * @param selection selection on the items
   * @param edges selection on the edges, which show attributes of the items, too
   * @param attributes attributes of the parent that the list needs; `undefined` while they are not loaded
   */
  request<Parameter extends PlannedParameter>(
    parent: PathParameters<string, Parameter> | undefined,
    args: Args,
    selection: Selection,
    edges: Selection,
    attributes: Attributes | undefined,
  ): RestRequest<Parameter | string | number> | null;
  check(args: Args, request: PlannedRequest): readonly Violation[];
  /** Converts a violation of a query parameter to one of the argument. */
  toInputViolation(violation: Violation): Violation;
  /** Whether to page by next links instead of page numbers. */
  usesKeyset(args: Args): boolean;
  /** Whether the arguments identify no item. */
  isEmpty(args: Args): boolean;
  getRepresentation(request: PlannedRequest): SchemaName;
  /** Whether the items contain all their path parameters. */
  readonly isPathInItems: boolean;
  /** Returns the path parameters of items that do not contain them. */
  getInheritedPath<Parameter extends PlannedParameter>(
    parent: PathParameters<string, Parameter>,
    request: RestRequest<Parameter | string | number>,
  ): PathParameters<string, Parameter | string | number>;
}

/** List with the selection on its connection. */
export interface SelectedList {
  readonly list: List;
  readonly selection: Selection;
}

export interface ListRequest<Parameter = string | number> {
  readonly list: List;
  /** Request without page parameters. */
  readonly request: RestRequest<Parameter>;
  readonly sliceArgs: PageSliceArgs;
  readonly keyset: boolean;
  /** `total`: only the number of items; `nothing`: neither items nor their number. */
  readonly wants: 'items' | 'total' | 'nothing';
  /** Whether the arguments identify no item. */
  readonly isEmpty: boolean;
  /** Returns order and filter of the list, to which its cursors belong. */
  readonly getCursorScope: () => string;
  /** Selection on the items, through `nodes` and `edges`. */
  readonly selected: Selection;
  /** Violations of the arguments. If there are any, nothing may be read. */
  readonly violations: readonly Violation[];
}

const orderParameters: readonly string[] = ['order_by', 'sort'];

/** Returns a filter without null and empty members; `undefined` if no others exist. */
function withoutEmptyMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmptyMembers);
  if (!isRecord(value)) return value ?? undefined;
  const members = Object.keys(value)
    .sort()
    .map((name) => [name, withoutEmptyMembers(value[name])])
    .filter(([, member]) => member !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Returns the digest of the conditions of a filter. A plan needs that of the same filter for each object that has the list. */
const computeFilterDigest = memoize((filter: object): string => {
  const conditions = withoutEmptyMembers(filter);
  return conditions === undefined ? '' : `\0${hash('sha256', JSON.stringify(conditions), 'base64url')}`;
});

/** Returns the digest of the conditions of a filter; the empty string if none exist, as in the cursors of version 0.3. */
const getFilterDigest = (filter: unknown): string => (isRecord(filter) ? computeFilterDigest(filter) : '');

/**
 * Order of a list, for which alone its cursors are valid. Empty for the default order, because cursors of version 0.2 contain no order and
 * remain valid.
 */
function getOrder(contract: Contract, { operation: id, query = {} }: PlannedRequest): string {
  const { queryParameters } = contract.operation(id);
  const values = queryParameters
    .filter(({ name }) => orderParameters.includes(name))
    .map(({ name, schema }) => ({
      value: String(query[name] ?? schema.default ?? ''),
      isDefault: query[name] === undefined || query[name] === schema.default,
    }));
  return values.every(({ isDefault }) => isDefault) ? '' : values.map(({ value }) => `\0${value}`).join('');
}

/**
 * Determines what a list reads.
 * @param parent path parameters of the parent; `undefined` if none is available yet
 * @param attributes attributes of the parent that the list needs, if they are loaded
 */
export function createListRequest<Parameter extends PlannedParameter>(
  { list, selection }: SelectedList,
  parent: PathParameters<string, Parameter> | undefined,
  args: Args,
  cursors: Cursors,
  attributes?: Attributes,
): ListRequest<Parameter | string | number> | null {
  const selected = selection.of('nodes').and(selection.of('edges').of('node'));
  const filtered = list.request(parent, args, selected, selection.of('edges'), attributes);
  if (filtered === null) return null;
  const keyset = list.usesKeyset(args);
  const violations: Violation[] = [...list.check(args, filtered)];
  const getCursorScope = () => getOrder(list.contract, filtered) + getFilterDigest(args.filter);
  const decode = (text: string) => cursors.decode(list.operation, text, getCursorScope());
  const sliceArgs = readPageSliceArgs(args, keyset, decode, violations);
  const request = keyset ? withKeyset(list.contract, filtered) : filtered;
  const items = selection.has('nodes', 'edges', 'pageInfo');
  const wants = items ? 'items' : selection.has('totalCount') ? 'total' : 'nothing';
  // Responses with keyset paging have no totals.
  return {
    list,
    request: wants === 'total' ? filtered : request,
    sliceArgs,
    keyset,
    getCursorScope,
    wants,
    isEmpty: list.isEmpty(args),
    selected,
    violations,
  };
}

/** Response keys of the items below a connection, joined by dots: of the streamed list, or else of the first one. */
export function getItemPath(selection: Selection, streamed?: SelectedField): string {
  const [list = streamed] = streamed === undefined ? [...selection.named('nodes'), ...selection.named('edges')] : [];
  if (list === undefined || list.name === 'nodes') return list?.key ?? 'nodes';
  const [node] = list.selection.named('node');
  return `${list.key}.${node?.key ?? 'node'}`;
}

/** Returns the selections on the items below a connection, one for each list that contains them. */
export const getItemSelections = (selection: Selection): readonly Selection[] =>
  [...selection.named('nodes'), ...selection.named('edges').flatMap((edges) => edges.selection.named('node'))].map(
    (list) => list.selection,
  );

/** Whether a page slice consists of several pages that are available one after another. */
export const hasSeveralPages = ({ request, sliceArgs, keyset }: ListRequest<PlannedParameter>): boolean =>
  sliceArgs.last === undefined && sliceArgs.before === undefined && planPageSlice(request, sliceArgs, keyset).calls > 1;

const createEmptyConnection = (total: number | undefined): Connection =>
  new LoadedConnection([], () => undefined, { total, hasNextPage: false, hasPreviousPage: false });

/**
 * Checks the arguments, and reads the page slice with as few calls as possible.
 * @param readPageIn returns the function that reads a page in a context
 * @param streamed list whose items need not be available together
 */
export async function readList(
  listRequest: ListRequest,
  path: PathParameters,
  context: GraphContext,
  readPageIn: (context: GraphContext) => ReadPage,
  streamed?: SelectedField,
): Promise<Connection> {
  const { cursors } = context;
  const { list, request, sliceArgs, keyset, getCursorScope, wants, isEmpty, selected, violations } = listRequest;
  assertValid(violations);
  const toInputError = (error: unknown): never => {
    if (!isRestError(error, 'BAD_USER_INPUT') || error.violations.length === 0) throw error;
    throw withPaths(error, list.toInputViolation);
  };
  const readIn =
    (pageContext: GraphContext): ReadPage =>
    (page) =>
      readPageIn(pageContext)(page).catch(toInputError);
  const read = readIn(context);
  if (isEmpty) return createEmptyConnection(0);
  if (wants !== 'items') return createEmptyConnection(wants === 'total' ? await readTotal(request, read) : undefined);
  const { type, contract } = list;
  const representation = list.getRepresentation(request);
  const parent = list.getInheritedPath(path, request);
  const typedSelection = type === undefined ? selected : selected.onTypeNamed(type.name);
  const paths = type?.createPathSource(parent);
  const toNode = (item: Item) =>
    type === undefined || item instanceof RestError
      ? item
      : type.fromItem(item, paths ?? parent, representation, typedSelection);
  let cursorScope: string | undefined;
  const encodeCursor = (cursor: ReturnType<PageSlice['cursorAt']>) => {
    if (cursor === undefined) return undefined;
    cursorScope ??= getCursorScope();
    return cursors.encode(list.operation, cursor, cursorScope);
  };
  const slice = { contract, request, args: sliceArgs, keyset, pageSizes: context.rest.pageSizes };
  if (streamed !== undefined && hasSeveralPages(listRequest)) {
    const pages = await readStreamedPages(slice, read);
    return new StreamedConnection(pages, context.rest, { toNode, encodeCursor, readPageIn: readIn });
  }
  const page = await readSlice(slice, read);
  return new LoadedConnection(page.items.map(toNode), (index) => encodeCursor(page.cursorAt(index)), page);
}

/** List of a field, with the documented arguments and the connection type. */
export interface CreatedList<O extends OperationId> {
  readonly list: List;
  readonly documented: ListArguments<O>;
  readonly connectionType: ReturnType<ConnectionTypes['get']>;
}

/** Creates the list of an operation, of resources or, without a type, of values. */
export function createList<Name extends string, O extends OperationId, A extends InputFieldMap>(
  graph: Graph,
  id: O,
  type: ResourceType | undefined,
  options: ConnectionOptions<Name, O, A>,
): CreatedList<O> {
  const { responseSchemas, list: isList, keyset: supportsKeyset } = graph.contract.read(id);
  const [representation] = responseSchemas;
  if (representation === undefined || !isList) throw new Error(`${id} does not return a list`);
  const occurrences = type && graph.singleton(ResourceTypes).getOccurrences(type);
  for (const schema of options.representation?.all ?? [representation]) occurrences?.add(schema);
  const documented = createListArguments(graph, id, options);
  const request = createRequestBuilder(graph.contract, id, options, documented.query);
  const checks = getContractValidator(graph.contract);
  const { isPathInItems = false, itemPathOverrides } = options;
  const list: List = {
    contract: graph.contract,
    operation: id,
    type,
    representation,
    alternativeOperations: options.alternativeOperations ?? [],
    parentAttributes: options.parentAttributes,
    request: <Parameter extends PlannedParameter>(
      parent: PathParameters<Name, Parameter> | undefined,
      args: Args,
      selection: Selection,
      edges: Selection,
      attributes: Attributes | undefined,
    ) => {
      if (parent === undefined) return request(getParentPath<Name>(undefined), args, selection, edges);
      const completeRequest = request(parent, args, selection, edges);
      const hasAttributes = options.parentAttributes === undefined || attributes !== undefined;
      return options.scopeToParent && hasAttributes
        ? options.scopeToParent(completeRequest, parent, attributes ?? {})
        : completeRequest;
    },
    check: (args, request) => [
      ...findIllFormedStrings(args, []),
      ...(options.check?.(typedArgs<A>(args), request) ?? checks.checkQuery(id, getKnownQuery(request))).map(
        documented.toInputViolation,
      ),
    ],
    toInputViolation: documented.toInputViolation,
    usesKeyset: (args) => supportsKeyset && (options.usesKeyset?.(typedArgs<A>(args), documented.query(args)) ?? false),
    isEmpty: (args) => options.isEmpty?.(typedArgs<A>(args)) ?? false,
    getRepresentation: (request) => options.representation?.forRequest(request) ?? representation,
    isPathInItems,
    getInheritedPath: <Parameter extends PlannedParameter>(
      parent: PathParameters<Name, Parameter>,
      listRequest: RestRequest<Parameter | string | number>,
    ): PathParameters<string, Parameter | string | number> => ({
      ...(isPathInItems ? {} : parent),
      ...(typeof itemPathOverrides === 'function' ? itemPathOverrides(parent, listRequest) : itemPathOverrides),
    }),
  };
  const nodeType = type ?? graph.singleton(ValueTypes).getForResponse(representation, id);
  return { list, documented, connectionType: graph.singleton(ConnectionTypes).get(nodeType) };
}
