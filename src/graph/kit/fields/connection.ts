/** Lists of the upstream as Relay connections. */
import type { InputFieldMap } from '@pothos/core';
import type { OperationId } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import { createField, toOperationOptions } from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import { pagingArguments } from '../paging/arguments.ts';
import { toTotalRequest } from '../paging/offset-slice.ts';
import { defaultPageSliceLength, type ReadPage } from '../paging/page-slice.ts';
import { type Attributes, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { PlannedPath, PlannedRequest } from '../resources/response-value.ts';
import type { Field, FieldBuilder } from './attribute.ts';
import { AttributeReader } from './attribute-reader.ts';
import {
  type Args,
  DependentKind,
  emptyFieldPlan,
  type FieldPlan,
  type ParentInfo,
  type PreparedField,
  planItemsBelow,
  toFieldCalls,
} from './kind.ts';
import {
  type ConnectionOptions,
  createList,
  createListRequest,
  getItemPath,
  getItemSelections,
  hasSeveralPages,
  type List,
  readList,
  type SelectedList,
} from './list.ts';
import { getParentPath } from './parameters.ts';

class ConnectionKind extends DependentKind {
  readonly #list: List;

  constructor(graph: Graph, list: List) {
    super(graph, list.parentAttributes?.type, list.parentAttributes?.attributes);
    this.#list = list;
  }

  override calls() {
    const { operation: id, alternativeOperations } = this.#list;
    return [...toFieldCalls([id, ...alternativeOperations], 'perPage'), ...super.calls()];
  }

  prepare(field: SelectedField): PreparedField {
    const { selection, coordinate } = field;
    const list = this.#list;
    const selectedList = { list, selection };
    const readers = list.parentAttributes && createReaders(list.parentAttributes, coordinate);
    const streamed = findStreamed(selection);
    const itemPath = getItemPath(selection, streamed);
    return {
      plan: (parent, args) => this.#plan(selectedList, parent, args, itemPath, streamed),
      value: async (parent, args, context) => {
        const path = getParentPath(parent);
        const attributes = readers && (await loadAttributes(readers, parent, context));
        const listRequest = createListRequest(selectedList, path, args, context.cursors, attributes);
        const readPageIn =
          ({ rest, part }: GraphContext): ReadPage =>
          (page) =>
            rest.read(page, coordinate, part);
        return listRequest && readList(listRequest, path, context, readPageIn, streamed);
      },
    };
  }

  /** @param itemPath path of the items below the connection */
  #plan(
    selectedList: SelectedList,
    parent: ParentInfo,
    args: Args,
    itemPath: string,
    streamedList: SelectedField | undefined,
  ): FieldPlan {
    const { list } = selectedList;
    const { path } = parent;
    const listRequest = createListRequest(selectedList, path, args, parent.cursors);
    if (!listRequest || listRequest.violations.length > 0 || listRequest.wants === 'nothing' || listRequest.isEmpty)
      return emptyFieldPlan;
    const { request, sliceArgs, keyset, wants, selected } = listRequest;
    // The path differs for each parent, and may depend on attributes that are loaded later.
    const isPathKnown = path !== undefined && list.parentAttributes === undefined;
    const toUnknownPath = (known: PlannedPath): PlannedPath =>
      Object.fromEntries(
        ['parent', ...Object.keys(known)].map((name) => [name, parent.objects.valueOf(`list.${name}`, true)]),
      );
    const toPlanned = (each: PlannedRequest): PlannedRequest =>
      isPathKnown ? each : { ...each, path: toUnknownPath(each.path ?? {}) };
    const read = (each: PlannedRequest) => ({
      operation: each.operation,
      alternatives: list.alternativeOperations,
      request: toPlanned(each),
    });
    if (wants === 'total') return { calls: [read(toTotalRequest(request))] };
    const streamed = hasSeveralPages(listRequest) ? streamedList : undefined;
    return {
      calls: [{ ...read(request), slice: { args: sliceArgs, keyset, isSearch: false }, streamed }],
      objects: [
        {
          ...planItemsBelow(list.type, list.getInheritedPath(path ?? planFirstParameter(parent), toPlanned(request))),
          representation: list.getRepresentation(request),
          selection: selected,
          separateSelections: getItemSelections(selectedList.selection),
          times: sliceArgs.first ?? sliceArgs.last ?? defaultPageSliceLength,
          itemPath,
          after: 0,
          streamed,
        },
      ],
    };
  }
}

/** Plans the first path parameter of a parent whose path a response determines. */
const planFirstParameter = ({ type, objects }: ParentInfo): PlannedPath =>
  type === undefined ? {} : { [type.firstParameter]: objects.valueOf(`path.${type.firstParameter}`, false) };

/** Streamed list of a connection; `undefined` if the part of the connection needs all items. */
function findStreamed(selection: Selection): SelectedField | undefined {
  const lists = [...selection.named('nodes'), ...selection.named('edges')];
  const needingAll = [...selection.named('pageInfo'), ...lists.filter(({ mayStream }) => !mayStream)];
  if (needingAll.some((field) => selection.getDeferUsages(field).length === 0)) return undefined;
  return lists.find(({ mayStream }) => mayStream);
}

/** Creates the readers of the attributes of the parent that a list needs. */
function createReaders(
  { type, attributes }: NonNullable<List['parentAttributes']>,
  field: string,
): readonly AttributeReader[] {
  return attributes.map((name) => new AttributeReader(type, name, field));
}

async function loadAttributes(
  readers: readonly AttributeReader[],
  parent: unknown,
  context: GraphContext,
): Promise<Attributes> {
  if (!(parent instanceof Resource)) return {};
  const values = await Promise.all(readers.map((reader) => reader.load(parent, context)));
  return Object.fromEntries(readers.map(({ name }, index) => [name, values[index]]));
}

/** Creates a field that returns a list as a Relay connection, of resources or, without a type, of values. */
export function createConnectionField<Parent, Name extends string, O extends OperationId, A extends InputFieldMap>(
  graph: Graph,
  t: FieldBuilder<Parent>,
  id: O,
  type: ResourceType | undefined,
  options: ConnectionOptions<Name, O, A>,
): Field {
  const { list, documented, connectionType } = createList(graph, id, type, options);
  return createField(t, { list: false, type: connectionType }, new ConnectionKind(graph, list), {
    ...toOperationOptions(graph.contract, id, options),
    semanticNonNull: options.mayBeNull ? [] : [0],
    args: { ...documented.fields(t.arg), ...options.args?.(t.arg), ...pagingArguments(t.arg) },
  });
}
