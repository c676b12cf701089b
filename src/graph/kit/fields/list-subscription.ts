/** Subscriptions to a list: its first page, then the page after each change. */
import { isDeepStrictEqual } from 'node:util';
import type { InputFieldMap, OutputRef } from '@pothos/core';
import type { Contract, OperationId } from '../../../contract/index.ts';
import { type Selection, semanticNonNullDirective, toSelectedField } from '../../../execution/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import { maxPageSize } from '../../../rest/paging.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { buildUrl } from '../../../rest/url.ts';
import { type PagePart, pageWatch, toPageResponse } from '../../../watch/page-state.ts';
import type { WatchEvent, WatchStream } from '../../../watch/stream.ts';
import type { GraphContext } from '../../context.ts';
import { assertValid } from '../contract/check.ts';
import { camelCase } from '../contract/names.ts';
import { toOperationOptions } from '../contract/types.ts';
import { createDeclaration, type Declaration, type Graph } from '../graph.ts';
import type { Cursors } from '../paging/cursors.ts';
import { planPageSlice, toTotalRequest } from '../paging/offset-slice.ts';
import { defaultPageSliceLength, type ReadPage } from '../paging/page-slice.ts';
import { parseReference } from '../resources/references.ts';
import type { Attributes, PathParameters } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import {
  type Args,
  createKind,
  emptyFieldPlan,
  type FieldKind,
  planItemsBelow,
  toFieldCalls,
  toFieldOptions,
} from './kind.ts';
import {
  type ConnectionOptions,
  createList,
  createListRequest,
  getItemPath,
  type List,
  readList,
  type SelectedList,
} from './list.ts';
import {
  intervalDescription,
  loadCanonicalPath,
  openWatchStream,
  SubscriptionRoot,
  toIntervalMs,
} from './subscription.ts';

/** Project or group that contains the list, and the argument that identifies it. */
interface ListOwner {
  readonly type: ResourceType;
  readonly argument: string;
}

function locateOwner({ type, argument }: ListOwner, args: Args): PathParameters {
  return { [type.firstParameter]: parseReference(type.name, String(args[argument]), [argument]) };
}

/** Determines what an event reads, and the call that polls it. */
function createPageRequest(selectedList: SelectedList, path: PathParameters, args: Args, cursors: Cursors) {
  const { first } = args;
  const violations: Violation[] =
    typeof first === 'number' && (first < 1 || first > maxPageSize)
      ? [{ path: ['first'], message: `must be between 1 and ${maxPageSize}` }]
      : [];
  const slice = violations.length === 0 ? first : undefined;
  const listRequest = createListRequest(selectedList, path, { ...args, first: slice }, cursors);
  if (listRequest === null) throw new Error(`${selectedList.list.operation} has no request that can be polled`);
  const { request, sliceArgs, keyset, wants } = listRequest;
  return {
    listRequest,
    violations: [...violations, ...listRequest.violations],
    polled: wants === 'total' ? toTotalRequest(request) : planPageSlice(request, sliceArgs, keyset).first,
  };
}

const toUrl = (contract: Contract, { operation, path = {}, query }: RestRequest): string =>
  buildUrl(contract, operation, path, query);

/** Returns the attributes of a page that a selection shows; the total if it shows none. `pageInfo` shows the items by their cursors. */
function getShownParts(selection: Selection): readonly PagePart[] {
  const parts: PagePart[] = [];
  if (selection.has('nodes', 'edges', 'pageInfo')) parts.push('items');
  if (selection.has('pageInfo')) parts.push('hasNextPage');
  if (selection.has('totalCount') || parts.length === 0) parts.push('total');
  return parts;
}

/** Returns the value by which a part of pages is compared. */
function getComparedValue({ items, ...page }: Attributes, part: PagePart): unknown {
  if (part === 'items') return items;
  // Without page headers, the total is computed from the number of items.
  return page[part] ?? (part === 'total' && Array.isArray(items) ? items.length : undefined);
}

/** Omits events that equal the event before in these attributes. The poll may be shared with subscribers who select others. */
function withoutEqualPages(events: WatchStream, shown: readonly PagePart[]): WatchStream {
  let last: Attributes | undefined;
  return events.filter(({ attributes }) => {
    const previous = last;
    last = attributes;
    const isEqual =
      previous !== undefined &&
      attributes !== undefined &&
      shown.every((part) => isDeepStrictEqual(getComparedValue(attributes, part), getComparedValue(previous, part)));
    return !isEqual;
  });
}

/** Creates the kind of subscriptions to a list, whose first page is polled. */
function createListSubscriptionKind(list: List, owner: ListOwner): FieldKind {
  const { detailOperations, firstParameter } = owner.type;
  return createKind({
    calls: () => [...toFieldCalls([list.operation], 'perPoll'), ...toFieldCalls(detailOperations, 'atMostOnce')],
    prepare: ({ selection, coordinate }) => {
      const selectedList = { list, selection };
      return {
        plan: ({ cursors }, args) => {
          const path = locateOwner(owner, args);
          const { listRequest, polled, violations } = createPageRequest(selectedList, path, args, cursors);
          if (violations.length > 0) return emptyFieldPlan;
          const first = path[firstParameter];
          const isCanonical = typeof first === 'number';
          const ownerReads = isCanonical ? [] : detailOperations.map((operation) => ({ operation }));
          return {
            calls: [{ operation: polled.operation, request: isCanonical ? polled : undefined }, ...ownerReads],
            objects: [
              {
                ...planItemsBelow(list.type, list.getInheritedPath(path, polled)),
                representation: list.getRepresentation(polled),
                selection: listRequest.selected,
                times: listRequest.sliceArgs.first ?? defaultPageSliceLength,
                itemPath: getItemPath(selection),
                after: 0,
              },
            ],
          };
        },
        value: async ({ attributes, error, request }: WatchEvent, args, context) => {
          if (attributes === undefined) throw error;
          const path = request.path ?? {};
          const { listRequest } = createPageRequest(selectedList, path, args, context.cursors);
          const url = toUrl(list.contract, request);
          const readPageIn =
            ({ rest, part }: GraphContext): ReadPage =>
            async (page) =>
              toUrl(list.contract, page) === url ? toPageResponse(attributes) : rest.read(page, coordinate, part);
          return readList(listRequest, path, context, readPageIn);
        },
      };
    },
  });
}

/**
 * Options of a subscription to a list. Its arguments are the owner, `filter`, `first`, `every` and `args`: the list has its
 * default order, and parameters in `separateArguments` are omitted from the filter and from the arguments.
 */
export interface ListSubscriptionOptions<O extends OperationId, A extends InputFieldMap>
  extends Pick<
    ConnectionOptions<string, O, A>,
    'args' | 'query' | 'check' | 'representation' | 'selectionParameters' | 'separateArguments'
  > {
  readonly description: string;
  /** Type of the project or group that contains the list. Its name is that of the argument that identifies it. */
  readonly owner: ResourceType;
  /** Description of that argument. */
  readonly ownerDescription: string;
}

/** Defines a subscription to the first page of a list, in its default order. */
export function defineListSubscription<O extends OperationId, A extends InputFieldMap>(
  name: string,
  id: O,
  type: ResourceType,
  options: ListSubscriptionOptions<O, A>,
): Declaration {
  return createDeclaration((graph) => addListSubscription(graph, name, id, type, options));
}

function addListSubscription<O extends OperationId, A extends InputFieldMap>(
  graph: Graph,
  name: string,
  id: O,
  type: ResourceType,
  { description, owner: ownerType, ownerDescription, ...options }: ListSubscriptionOptions<O, A>,
): void {
  const field = `Subscription.${name}`;
  graph.declare(field);
  graph.singleton(SubscriptionRoot);
  const { list, documented, connectionType } = createList(graph, id, type, options);
  const owner = { type: ownerType, argument: camelCase(ownerType.name) };
  const kind = createListSubscriptionKind(list, owner);
  const { extensions, resolve } = toFieldOptions(kind);
  const target: OutputRef<unknown> = connectionType;
  graph.builder.subscriptionField(name, (t) => {
    const { filter } = documented.fields(t.arg);
    return t.field({
      type: target,
      nullable: true,
      ...toOperationOptions(graph.contract, id, { description }),
      extensions: { ...extensions, directives: semanticNonNullDirective([0]) },
      resolve,
      args: {
        [owner.argument]: t.arg.id({ required: true, description: ownerDescription }),
        ...(filter && { filter }),
        ...options.args?.(t.arg),
        first: t.arg.int({
          description: `Number of items from the start of the list. Defaults to ${defaultPageSliceLength}; at most ${maxPageSize}.`,
        }),
        every: t.arg.int({ description: intervalDescription }),
      },
      subscribe: async (_, args: Args, context, info) => {
        const intervalMs = toIntervalMs(typeof args.every === 'number' ? args.every : undefined);
        const { selection } = toSelectedField(info);
        const selectedList = { list, selection };
        const ownerPath = locateOwner(owner, args);
        assertValid(createPageRequest(selectedList, ownerPath, args, context.cursors).violations);
        const canonicalPath = await loadCanonicalPath(ownerPath, ownerType, owner.argument, context, field);
        const { polled } = createPageRequest(selectedList, canonicalPath, args, context.cursors);
        const events = await openWatchStream(pageWatch, polled, context, { intervalMs, forever: true, field });
        return withoutEqualPages(events, getShownParts(selection));
      },
    });
  });
}
