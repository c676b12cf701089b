/** Lists of the upstream as Relay connections. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { Contract, OperationId, QueryOf, SchemaName } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { RestError, type Violation } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { assertValid, getContractValidator } from '../contract/check.ts';
import { findIllFormedStrings } from '../contract/input-checks.ts';
import { createListArguments } from '../contract/list-arguments.ts';
import { createField, toOperationOptions, ValueTypes } from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import { pagingArguments } from '../paging/arguments.ts';
import { type Connection, ConnectionTypes, LoadedConnection } from '../paging/connection.ts';
import type { Cursors } from '../paging/cursors.ts';
import { readKeysetSlice, withKeyset } from '../paging/keyset-slice.ts';
import { planPageSlice, readOffsetSlice, readTotal, toTotalRequest } from '../paging/offset-slice.ts';
import {
  defaultPageSliceLength,
  type PageSlice,
  type PageSliceArgs,
  type Read,
  readPageSliceArgs,
} from '../paging/page-slice.ts';
import { readSlicePages } from '../paging/slice-pages.ts';
import { StreamedConnection } from '../paging/streamed-connection.ts';
import { ignoreInputErrors } from '../resources/input-errors.ts';
import { type Attributes, type Item, type PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { type Occurrences, ResourceTypes } from '../resources/resource-types.ts';
import { type Field, type FieldBuilder, loadAttribute } from './attribute.ts';
import {
  type Args,
  emptyFieldPlan,
  type FieldKind,
  type FieldPlan,
  getSentAttributes,
  type ParentInfo,
  type PreparedField,
  toFieldCalls,
} from './kind.ts';
import { createRequestBuilder, getParentPath, type ReadOptions, typedArgs } from './parameters.ts';

export interface ConnectionOptions<Name extends string, O extends OperationId, A extends InputFieldMap>
  extends ReadOptions<Name, O, A> {
  /** Documented parameters that neither filter nor order, and that are separate arguments. */
  readonly separateArguments?: readonly string[];
  /** Attributes of the parent that `scopeToParent` needs. */
  readonly parentAttributes?: { readonly type: ResourceType; readonly attributes: readonly string[] };
  /** Restricts the list to the part that belongs to the parent; `null` if there is no such part. */
  readonly scopeToParent?: (
    request: RestRequest,
    parent: PathParameters<Name>,
    attributes: Attributes,
  ) => RestRequest | null;
  /** Whether `scopeToParent` may return `null`. Defaults to false: the connection is null only with an error. */
  readonly mayBeNull?: boolean;
  /** Operations with the same parameters that `scopeToParent` may choose instead. */
  readonly alternativeOperations?: readonly OperationId[];
  /**
   * Returns the violations of the call, instead of the validation against the contract, if arguments are not named like
   * parameters.
   */
  readonly check?: (args: InputShapeFromFields<A>, request: RestRequest) => readonly Violation[];
  /**
   * Path parameters of the items besides those of their parent, such as the kind of the parent if items can belong to
   * several kinds.
   */
  readonly itemPathOverrides?: PathParameters | ((parent: PathParameters<Name>) => PathParameters);
  /** Schema of the items if it depends on the request, and all schemas that it may be. */
  readonly representation?: { readonly all: readonly SchemaName[]; forRequest(request: RestRequest): SchemaName };
  /** Whether to page by next links instead of page numbers. */
  readonly usesKeyset?: (args: InputShapeFromFields<A>, filters: QueryOf<O>) => boolean;
}

/** List of a field. */
interface List {
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
   * @param selection selection on the items
   * @param attributes attributes of the parent that the list needs; `undefined` while they are not loaded
   */
  request(
    parent: PathParameters,
    args: Args,
    selection: Selection,
    attributes: Attributes | undefined,
  ): RestRequest | null;
  check(args: Args, request: RestRequest): readonly Violation[];
  /** Whether to page by next links instead of page numbers. */
  usesKeyset(args: Args): boolean;
  getRepresentation(request: RestRequest): SchemaName;
  /** Path parameters of the items besides those of their parent. */
  getItemPathOverrides(parent: PathParameters): PathParameters | undefined;
}

interface PreparedList {
  /** Request without page parameters. */
  readonly request: RestRequest;
  readonly sliceArgs: PageSliceArgs;
  readonly keyset: boolean;
  /** `total`: only the number of items; `nothing`: neither items nor their number. */
  readonly wants: 'items' | 'total' | 'nothing';
  /** Order of the list, in which alone its cursors have a meaning. */
  readonly order: string;
  /** Selection on the items, through `nodes` and `edges`. */
  readonly selected: Selection;
  /** Violations of the arguments. If there are any, nothing may be read. */
  readonly violations: readonly Violation[];
}

const orderParameters = ['order_by', 'sort'] as const;

/** Order of a list, in which alone its cursors have a meaning; empty for a list that has one order. */
function getOrder(contract: Contract, { operation: id, query = {} }: RestRequest): string {
  const { queryParameters } = contract.operation(id);
  return orderParameters
    .map((name) => {
      const parameter = queryParameters.find((each) => each.name === name);
      return parameter === undefined ? '' : `\0${query[name] ?? parameter.schema.default ?? ''}`;
    })
    .join('');
}

/** Determines what a list reads. @param attributes attributes of the parent that the list needs, if they are loaded */
function prepareList(
  list: List,
  parent: PathParameters,
  args: Args,
  selection: Selection,
  cursors: Cursors,
  attributes?: Attributes,
): PreparedList | null {
  const selected = selection.of('nodes').and(selection.of('edges').of('node'));
  const filtered = list.request(parent, args, selected, attributes);
  if (filtered === null) return null;
  const keyset = list.usesKeyset(args);
  const violations: Violation[] = [...list.check(args, filtered)];
  const order = getOrder(list.contract, filtered);
  const decode = (text: string) => cursors.decode(list.operation, text, order);
  const sliceArgs = readPageSliceArgs(args, keyset, decode, violations);
  const request = keyset ? withKeyset(list.contract, filtered) : filtered;
  const items = selection.has('nodes', 'edges', 'pageInfo');
  const wants = items ? 'items' : selection.has('totalCount') ? 'total' : 'nothing';
  // Responses with keyset paging have no totals.
  return { request: wants === 'total' ? filtered : request, sliceArgs, keyset, order, wants, selected, violations };
}

class ConnectionKind implements FieldKind {
  readonly attributes: readonly string[];
  readonly needsObject: boolean;
  readonly #list: List;
  readonly #occurrences: Occurrences | undefined;

  constructor(graph: Graph, list: List) {
    this.#list = list;
    this.#occurrences = list.parentAttributes && graph.part(ResourceTypes).getOccurrences(list.parentAttributes.type);
    const { parentAttributes: parent } = list;
    this.attributes = parent === undefined ? [] : getSentAttributes(graph, parent.type, parent.attributes);
    this.needsObject = this.attributes.length > 0;
  }

  calls() {
    const { parentAttributes, operation: id, alternativeOperations } = this.#list;
    const mayNeedDetail = this.attributes.some((name) => this.#occurrences?.mayNeedDetail(name));
    const detail = mayNeedDetail ? (parentAttributes?.type.detailOperations ?? []) : [];
    return [...toFieldCalls([id, ...alternativeOperations], 'perPage'), ...toFieldCalls(detail, 'forAllFields')];
  }

  prepare(field: SelectedField): PreparedField {
    const { selection, coordinate } = field;
    const streamed = findStreamed(selection);
    const below = getItemPath(selection, streamed);
    return {
      plan: (parent, args) => this.#plan(parent, args, selection, below, streamed),
      value: async (parent, args, context) => {
        const list = this.#list;
        const path = getParentPath(parent);
        const attributes =
          list.parentAttributes && (await readNeededAttributes(list.parentAttributes, parent, context, coordinate));
        const prepared = prepareList(list, path, args, selection, context.cursors, attributes);
        return prepared && readList(list, path, prepared, context, field, streamed);
      },
    };
  }

  /** @param below path of the items below the connection */
  #plan(
    parent: ParentInfo,
    args: Args,
    selection: Selection,
    below: string,
    streamedList: SelectedField | undefined,
  ): FieldPlan {
    const list = this.#list;
    const prepared = ignoreInputErrors(() => prepareList(list, parent.path ?? {}, args, selection, parent.cursors));
    if (!prepared || prepared.violations.length > 0 || prepared.wants === 'nothing') return emptyFieldPlan;
    const { request, sliceArgs, keyset, wants, selected } = prepared;
    const read = (planned: RestRequest) => ({
      operation: planned.operation,
      request: list.parentAttributes === undefined ? parent.path && planned : undefined,
      times: 1,
      isEstimate: false,
    });
    // Attributes of the parent determine which operation is called.
    const alternatives = (times: number) =>
      list.alternativeOperations.map((id) => ({ operation: id, request: undefined, times, isEstimate: true }));
    if (wants === 'total') return { reads: [read(toTotalRequest(request)), ...alternatives(1)], objects: [] };
    const { first, calls, firstLength } = planPageSlice(request, sliceArgs, keyset);
    const streamed = hasSeveralPages(prepared) ? streamedList : undefined;
    const times = calls - 1;
    const further = { ...read(request), request: undefined, times, after: 0, streamed, precedingItems: firstLength };
    return {
      reads: [read(first), ...(calls > 1 ? [further] : []), ...alternatives(calls)],
      objects: [
        {
          type: list.type,
          path: undefined,
          first: parent.path?.id,
          representation: list.getRepresentation(request),
          selection: selected,
          times: sliceArgs.first ?? sliceArgs.last ?? defaultPageSliceLength,
          below,
          after: 0,
          streamed,
        },
      ],
    };
  }
}

/** Streamed list of a connection; `undefined` if the part of the connection needs all items. */
function findStreamed(selection: Selection): SelectedField | undefined {
  const lists = [...selection.named('nodes'), ...selection.named('edges')];
  const needingAll = [...selection.named('pageInfo'), ...lists.filter(({ mayStream }) => !mayStream)];
  if (needingAll.some((field) => selection.getDeferUsages(field).length === 0)) return undefined;
  return lists.find(({ mayStream }) => mayStream);
}

/** Response keys of the items below a connection, joined by dots: of the streamed list, or else of the first one. */
function getItemPath(selection: Selection, streamed: SelectedField | undefined): string {
  const [list = streamed] = streamed === undefined ? [...selection.named('nodes'), ...selection.named('edges')] : [];
  if (list === undefined || list.name === 'nodes') return list?.key ?? 'nodes';
  const [node] = list.selection.named('node');
  return `${list.key}.${node?.key ?? 'node'}`;
}

/** Whether a page slice consists of several pages that are available one after another. */
const hasSeveralPages = ({ request, sliceArgs, keyset }: PreparedList): boolean =>
  sliceArgs.last === undefined && sliceArgs.before === undefined && planPageSlice(request, sliceArgs, keyset).calls > 1;

/**
 * Checks the arguments, and reads the page slice with as few calls as possible.
 * @param streamed list whose items need not be available together
 */
async function readList(
  list: List,
  path: PathParameters,
  prepared: PreparedList,
  context: GraphContext,
  { coordinate: field }: SelectedField,
  streamed: SelectedField | undefined,
): Promise<Connection> {
  const { cursors } = context;
  const { request, sliceArgs, keyset, order, wants, selected, violations } = prepared;
  assertValid(violations);
  const readIn =
    ({ rest }: GraphContext): Read =>
    (page) =>
      rest.read(page, field);
  const read = readIn(context);
  if (wants !== 'items') {
    const total = wants === 'total' ? await readTotal(request, read) : undefined;
    return new LoadedConnection([], () => undefined, { total, hasNextPage: false, hasPreviousPage: false });
  }
  const { type, contract } = list;
  const representation = list.getRepresentation(request);
  const parent = { ...path, ...list.getItemPathOverrides(path) };
  const typed = type === undefined ? selected : selected.onTypeNamed(type.name);
  const paths = type?.createPathSource(parent);
  const toNode = (item: Item) =>
    type === undefined || item instanceof RestError
      ? item
      : type.fromItem(item, paths ?? parent, representation, typed);
  const encodeCursor = (cursor: ReturnType<PageSlice['cursorAt']>) =>
    cursor && cursors.encode(list.operation, cursor, order);
  if (streamed !== undefined && hasSeveralPages(prepared)) {
    const pages = await readSlicePages({ contract, request, args: sliceArgs, keyset, read });
    return new StreamedConnection(pages, { toNode, encodeCursor, readIn });
  }
  const page = keyset
    ? await readKeysetSlice(contract, request, sliceArgs, read)
    : await readOffsetSlice(contract, request, sliceArgs, read);
  return new LoadedConnection(page.items.map(toNode), (index) => encodeCursor(page.cursorAt(index)), page);
}

/** Reads the attributes of the parent that a list needs. */
async function readNeededAttributes(
  { type, attributes }: NonNullable<List['parentAttributes']>,
  parent: unknown,
  context: GraphContext,
  field: string,
): Promise<Attributes> {
  if (!(parent instanceof Resource)) return {};
  const values = await Promise.all(attributes.map((name) => loadAttribute(type, parent, name, context, field)));
  return Object.fromEntries(attributes.map((name, index) => [name, values[index]]));
}

/** Creates a field that returns a list as a Relay connection, of resources or, without a type, of values. */
export function createConnectionField<Parent, Name extends string, O extends OperationId, A extends InputFieldMap>(
  graph: Graph,
  t: FieldBuilder<Parent>,
  id: O,
  type: ResourceType | undefined,
  options: ConnectionOptions<Name, O, A>,
): Field {
  const { responseSchemas, keyset: supportsKeyset } = graph.contract.operation(id);
  const [representation] = responseSchemas;
  if (representation === undefined) throw new Error(`${id} does not return a list`);
  const occurrences = type && graph.part(ResourceTypes).getOccurrences(type);
  for (const schema of options.representation?.all ?? [representation]) occurrences?.add(schema);
  const documented = createListArguments(graph, id, options.selectionParameters, options.separateArguments);
  const request = createRequestBuilder(graph.contract, id, options, documented.query);
  const checks = getContractValidator(graph.contract);
  const list: List = {
    contract: graph.contract,
    operation: id,
    type,
    representation,
    alternativeOperations: options.alternativeOperations ?? [],
    parentAttributes: options.parentAttributes,
    request: (parent: PathParameters<Name>, args, selection, attributes) => {
      const completeRequest = request(parent, args, selection);
      const hasAttributes = options.parentAttributes === undefined || attributes !== undefined;
      return options.scopeToParent && hasAttributes
        ? options.scopeToParent(completeRequest, parent, attributes ?? {})
        : completeRequest;
    },
    check: (args, request) => [
      ...findIllFormedStrings(args, []),
      ...(options.check?.(typedArgs<A>(args), request) ?? checks.checkQuery(id, request.query ?? {})).map(
        documented.toInputViolation,
      ),
    ],
    usesKeyset: (args) => supportsKeyset && (options.usesKeyset?.(typedArgs<A>(args), documented.query(args)) ?? false),
    getRepresentation: (request) => options.representation?.forRequest(request) ?? representation,
    getItemPathOverrides: (parent: PathParameters<Name>) =>
      typeof options.itemPathOverrides === 'function' ? options.itemPathOverrides(parent) : options.itemPathOverrides,
  };
  const nodeType = type ?? graph.part(ValueTypes).get(representation);
  const connectionType = graph.part(ConnectionTypes).get(type?.name ?? representation, nodeType);
  return createField(t, { list: false, type: connectionType }, new ConnectionKind(graph, list), {
    ...toOperationOptions(graph.contract, id, options),
    semanticNonNull: options.mayBeNull ? [] : [0],
    args: { ...documented.fields(t.arg), ...options.args?.(t.arg), ...pagingArguments(t.arg) },
  });
}
