/** A list of the upstream, page by page, as a Relay connection. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { type OperationId, operation, type QueryOf, type SchemaName } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { RestError, type Violation } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { checkQuery, refuse } from '../contract/check.ts';
import { illFormedTexts } from '../contract/given.ts';
import { listArguments } from '../contract/list-arguments.ts';
import { operationOptions, outputField, valueType } from '../contract/types.ts';
import { pagingArguments } from '../paging/arguments.ts';
import { Connection, connectionType } from '../paging/connection.ts';
import type { Cursors } from '../paging/cursors.ts';
import { byKeyset, readKeysetSlice } from '../paging/keyset-slice.ts';
import { planPageSlice, readOffsetSlice, readTotal, totalRequest } from '../paging/offset-slice.ts';
import { defaultPageSliceLength, type PageSliceArgs, readPageSliceArgs } from '../paging/page-slice.ts';
import { attempt } from '../resources/attempt.ts';
import { type Attributes, type Item, type PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { type Field, type FieldBuilder, loadAttribute } from './attribute.ts';
import {
  type Args,
  emptyFieldPlan,
  type FieldKind,
  type FieldPlan,
  oneOf,
  type ParentInfo,
  type PreparedField,
} from './kind.ts';
import { pathOf, type ReadOptions, requestWith, typedArgs } from './parameters.ts';

export interface ConnectionOptions<Name extends string, O extends OperationId, A extends InputFieldMap>
  extends ReadOptions<Name, O, A> {
  /** Documented parameters that are arguments of their own, as they neither filter nor order. */
  readonly apart?: readonly string[];
  /** Attributes of the parent that `narrow` takes. */
  readonly needs?: { readonly type: ResourceType; readonly attributes: readonly string[] };
  /** Turns the list into the part of it that belongs to the parent; null where there is none. */
  readonly narrow?: (request: RestRequest, parent: PathParameters<Name>, attributes: Attributes) => RestRequest | null;
  /** Operations with the same parameters that `narrow` may turn to instead. */
  readonly alternatives?: readonly OperationId[];
  /** What is wrong with the call, in place of the check by the contract, where arguments do not have the names of parameters. */
  readonly check?: (args: InputShapeFromFields<A>, request: RestRequest) => readonly Violation[];
  /** What the items take for path parameters of their parent beside its own: its kind, where they can belong to several. */
  readonly within?: PathParameters | ((parent: PathParameters<Name>) => PathParameters);
  /** Schema of the items where it depends on the request, and all that it may be. */
  readonly representation?: { readonly all: readonly SchemaName[]; of(request: RestRequest): SchemaName };
  /** Whether to page by next links instead of page numbers. */
  readonly keyset?: (args: InputShapeFromFields<A>, filters: QueryOf<O>) => boolean;
}

/** A list as a field asks for it. */
interface List {
  readonly operation: OperationId;
  readonly alternatives: readonly OperationId[];
  readonly type: ResourceType | undefined;
  /** Schema of the items unless the request decides it. */
  readonly representation: SchemaName;
  /** Attributes of the parent that the request is made of. */
  readonly needs: { readonly type: ResourceType; readonly attributes: readonly string[] } | undefined;
  /**
   * The call without its page parameters; null where there is nothing to ask for.
   * @param selection of the items
   * @param attributes of the parent that the list needs; undefined before they are known
   */
  request(
    parent: PathParameters,
    args: Args,
    selection: Selection,
    attributes: Attributes | undefined,
  ): RestRequest | null;
  check(args: Args, request: RestRequest): readonly Violation[];
  /** Whether to page by next links instead of page numbers. */
  keyset(args: Args): boolean;
  representationOf(request: RestRequest): SchemaName;
  /** Path parameters of the items' parent besides its own. */
  within(parent: PathParameters): PathParameters | undefined;
}

interface PreparedList {
  /** The call without its page parameters. */
  readonly request: RestRequest;
  readonly window: PageSliceArgs;
  readonly keyset: boolean;
  /** `total`: nothing but the number of items; `nothing`: not even that. */
  readonly wants: 'items' | 'total' | 'nothing';
  /** What is selected on the items, through `nodes` and `edges`. */
  readonly selected: Selection;
  /** What is wrong with the arguments; nothing may be asked for when there is something. */
  readonly violations: readonly Violation[];
}

/** What a list will be asked for. @param attributes of the parent that the list needs, where they are known */
function prepare(
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
  const keyset = list.keyset(args);
  const violations: Violation[] = [...list.check(args, filtered)];
  const decode = (text: string) => cursors.decode(list.operation, text);
  const window = readPageSliceArgs(args, keyset, decode, violations);
  const request = keyset ? byKeyset(filtered) : filtered;
  const items = selection.has('nodes', 'edges', 'pageInfo');
  const wants = items ? 'items' : selection.has('totalCount') ? 'total' : 'nothing';
  // Responses to requests by keyset have no totals.
  return { request: wants === 'total' ? filtered : request, window, keyset, wants, selected, violations };
}

class ConnectionKind implements FieldKind {
  readonly attributes: readonly string[];
  readonly needsObject: boolean;
  readonly #list: List;

  constructor(list: List) {
    this.#list = list;
    this.attributes = list.needs?.attributes ?? [];
    this.needsObject = this.attributes.length > 0;
  }

  calls() {
    const { needs, operation: id, alternatives } = this.#list;
    const mayAsk = this.attributes.some((name) => needs?.type.mayAskFor(name));
    const detail = mayAsk ? (needs?.type.detailOperations ?? []) : [];
    return [...oneOf([id, ...alternatives], 'perPage'), ...oneOf(detail, 'forAllFields')];
  }

  prepare({ selection, coordinate }: SelectedField): PreparedField {
    return {
      plan: (parent, args) => this.#plan(parent, args, selection),
      value: async (parent, args, context) => {
        const list = this.#list;
        const path = pathOf(parent);
        const attributes = list.needs && (await readNeededAttributes(list.needs, parent, context, coordinate));
        const prepared = prepare(list, path, args, selection, context.cursors, attributes);
        return prepared && readList(list, path, prepared, context, coordinate);
      },
    };
  }

  #plan(parent: ParentInfo, args: Args, selection: Selection): FieldPlan {
    const list = this.#list;
    const prepared = attempt(() => prepare(list, parent.path ?? {}, args, selection, parent.cursors));
    if (!prepared || prepared.violations.length > 0 || prepared.wants === 'nothing') return emptyFieldPlan;
    const { request, window, keyset, wants, selected } = prepared;
    const read = (planned: RestRequest) => ({
      operation: planned.operation,
      request: list.needs === undefined ? parent.path && planned : undefined,
      times: 1,
      isEstimate: false,
    });
    // Attributes of the parent decide which operation is called.
    const alternatives = (times: number) =>
      list.alternatives.map((id) => ({ operation: id, request: undefined, times, isEstimate: true }));
    if (wants === 'total') return { reads: [read(totalRequest(request)), ...alternatives(1)], objects: [] };
    const { first, calls } = planPageSlice(request, window, keyset);
    const further = { ...read(request), request: undefined, times: calls - 1, after: 0 };
    return {
      reads: [read(first), ...(calls > 1 ? [further] : []), ...alternatives(calls)],
      objects: [
        {
          type: list.type,
          path: undefined,
          first: parent.path?.id,
          representation: list.representationOf(request),
          selection: selected,
          times: window.first ?? window.last ?? defaultPageSliceLength,
          below: 'nodes',
          after: 0,
        },
      ],
    };
  }
}

/** Checks the arguments, and reads the page slice with as few calls as possible. */
async function readList(
  list: List,
  path: PathParameters,
  prepared: PreparedList,
  context: GraphContext,
  field: string,
): Promise<Connection> {
  const { rest, cursors } = context;
  const { request, window, keyset, wants, selected, violations } = prepared;
  refuse(violations);
  const read = (page: RestRequest) => rest.read(page, field);
  if (wants !== 'items') {
    const total = wants === 'total' ? await readTotal(request, read) : undefined;
    return new Connection([], () => undefined, { total, hasNextPage: false, hasPreviousPage: false });
  }
  const page = keyset ? await readKeysetSlice(request, window, read) : await readOffsetSlice(request, window, read);
  const { type } = list;
  const representation = list.representationOf(request);
  const parent = { ...path, ...list.within(path) };
  const typed = type === undefined ? selected : selected.onTypeNamed(type.name);
  const paths = type?.pathsBelow(parent);
  const toNode = (item: Item) =>
    type === undefined || item instanceof RestError
      ? item
      : type.fromItem(item, paths ?? parent, representation, typed);
  const cursorAt = (index: number) => {
    const cursor = page.cursorAt(index);
    return cursor && cursors.encode(list.operation, cursor);
  };
  return new Connection(page.items.map(toNode), cursorAt, page);
}

/** Reads the attributes of the parent that a list needs. */
async function readNeededAttributes(
  { type, attributes }: NonNullable<List['needs']>,
  parent: unknown,
  context: GraphContext,
  field: string,
): Promise<Attributes> {
  if (!(parent instanceof Resource)) return {};
  const values = await Promise.all(attributes.map((name) => loadAttribute(type, parent, name, context, field)));
  return Object.fromEntries(attributes.map((name, index) => [name, values[index]]));
}

/** A list as a Relay connection, of resources or, without a type, of values. */
export function connectionField<Parent, Name extends string, O extends OperationId, A extends InputFieldMap>(
  t: FieldBuilder<Parent>,
  id: O,
  type: ResourceType | undefined,
  options: ConnectionOptions<Name, O, A>,
): Field {
  const { answers, keyset: supportsKeyset } = operation(id);
  const [representation] = answers;
  if (representation === undefined) throw new Error(`${id} does not answer with a list`);
  for (const schema of options.representation?.all ?? [representation]) type?.occursIn(schema);
  const documented = listArguments(id, options.bySelection, options.apart);
  const request = requestWith(id, options, documented.query);
  const list: List = {
    operation: id,
    type,
    representation,
    alternatives: options.alternatives ?? [],
    needs: options.needs,
    request: (parent: PathParameters<Name>, args, selection, attributes) => {
      const whole = request(parent, args, selection);
      const isKnown = options.needs === undefined || attributes !== undefined;
      return options.narrow && isKnown ? options.narrow(whole, parent, attributes ?? {}) : whole;
    },
    check: (args, request) => [
      ...illFormedTexts(args, []),
      ...(options.check?.(typedArgs<A>(args), request) ?? checkQuery(id, request.query ?? {})).map(documented.locate),
    ],
    keyset: (args) => supportsKeyset && (options.keyset?.(typedArgs<A>(args), documented.query(args)) ?? false),
    representationOf: (request) => options.representation?.of(request) ?? representation,
    within: (parent: PathParameters<Name>) =>
      typeof options.within === 'function' ? options.within(parent) : options.within,
  };
  return outputField(
    t,
    { list: false, type: connectionType(type?.name ?? representation, type?.ref ?? valueType(representation)) },
    new ConnectionKind(list),
    {
      ...operationOptions(id, options),
      args: { ...documented.fields(t.arg), ...options.args?.(t.arg), ...pagingArguments(t.arg) },
    },
  );
}
