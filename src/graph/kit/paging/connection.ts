/** Relay connections: their types and their values. */
import type { ObjectRef } from '@pothos/core';
import type { GraphQLNamedType } from 'graphql';
import { semanticNonNullDirective } from '../../../execution/index.ts';
import { memoize } from '../../../helpers/memoize.ts';
import type { GraphContext } from '../../context.ts';
import type { Builder, Types } from '../builder.ts';
import type { Graph } from '../graph.ts';
import type { ResourceType } from '../resources/resource-type.ts';

export interface Edge {
  readonly node: unknown;
  readonly cursor: string;
}

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/**
 * Page slice in the form of the graph. Pages that are not loaded are read with the context of the field that needs them
 * first.
 */
export interface Connection {
  getNodes(context: GraphContext): readonly unknown[] | AsyncIterable<unknown>;
  getEdges(context: GraphContext): readonly Edge[] | AsyncIterable<Edge>;
  getPageInfo(context: GraphContext): PageInfo | Promise<PageInfo>;
  readonly totalCount: number | null;
}

/** Connection whose items are loaded. Edges and cursors are created when they are selected. */
export class LoadedConnection implements Connection, PageInfo {
  readonly totalCount: number | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #nodes: readonly unknown[];
  readonly #getCursor: (index: number) => string | undefined;

  /**
   * @param getCursor returns the cursor of the item at an index; at -1, the cursor from which to resume after a page
   * without items
   */
  constructor(
    nodes: readonly unknown[],
    getCursor: (index: number) => string | undefined,
    info: { hasNextPage: boolean; hasPreviousPage: boolean; total: number | undefined },
  ) {
    this.#nodes = nodes;
    this.#getCursor = getCursor;
    this.totalCount = info.total ?? null;
    this.hasNextPage = info.hasNextPage;
    this.hasPreviousPage = info.hasPreviousPage;
  }

  getNodes(): readonly unknown[] {
    return this.#nodes;
  }

  getEdges(): readonly Edge[] {
    return this.#nodes.map((node, index) => ({ node, cursor: this.#getCursor(index) ?? '' }));
  }

  getPageInfo(): this {
    return this;
  }

  get startCursor(): string | null {
    return (this.#nodes.length > 0 && this.#getCursor(0)) || null;
  }

  get endCursor(): string | null {
    const hasPosition = this.#nodes.length > 0 || this.hasNextPage;
    return (hasPosition && this.#getCursor(this.#nodes.length - 1)) || null;
  }
}

/** Marks the types of connections. */
const connectionExtensions = { isConnection: true };

/** Whether a type belongs to connections. */
export function isConnectionType({ extensions }: Pick<GraphQLNamedType, 'extensions'>): boolean {
  return extensions.isConnection === true;
}

/** Type of the items of a list: of a resource or of an embedded object. */
type NodeType = ResourceType | ObjectRef<Types, unknown>;

/** Connection types of a graph. */
export class ConnectionTypes {
  readonly #builder: Builder;
  readonly #pageInfo: ObjectRef<Types, PageInfo>;

  constructor({ builder }: Graph) {
    this.#builder = builder;
    this.#pageInfo = builder.objectRef<PageInfo>('PageInfo').implement({
      description:
        'Position of a page of a connection in the list. Its cursors are valid only for the same filter and order.',
      extensions: connectionExtensions,
      fields: (t) => ({
        hasNextPage: t.exposeBoolean('hasNextPage', {
          nullable: false,
          description: 'Whether items follow this page.',
        }),
        hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
          nullable: false,
          description: 'Whether items precede this page.',
        }),
        startCursor: t.exposeString('startCursor', {
          nullable: true,
          description: 'Cursor of the first item of this page, for `before`; null if the page is empty.',
        }),
        endCursor: t.exposeString('endCursor', {
          nullable: true,
          description:
            'Cursor of the last item of this page, for `after`. An empty page has the position from which to continue, or null at the start of the list or if no items follow.',
        }),
      }),
    });
  }

  /** Returns the edge type of a node type. */
  readonly getEdge = memoize(
    (nodeType: NodeType): ObjectRef<Types, Edge> =>
      this.#builder.objectRef<Edge>(`${nodeType.name}Edge`).implement({
        description: `Item of a list of ${nodeType.name} objects, with its position.`,
        extensions: connectionExtensions,
        fields: (t) => ({
          cursor: t.exposeString('cursor', {
            nullable: false,
            description: 'Opaque position, for `after` and `before`.',
          }),
          node: t.field({
            type: nodeType,
            nullable: true,
            description: `The ${nodeType.name} at this position.`,
            extensions: { directives: semanticNonNullDirective([0]) },
            resolve: ({ node }) => node,
          }),
        }),
      }),
  );

  /** Returns the connection type of a node type. */
  readonly get = memoize(
    (nodeType: NodeType): ObjectRef<Types, Connection> =>
      this.#builder.objectRef<Connection>(`${nodeType.name}Connection`).implement({
        description: `Page of a list of ${nodeType.name} objects.`,
        extensions: connectionExtensions,
        fields: (t) => ({
          edges: t.field({
            type: [this.getEdge(nodeType)],
            nullable: { list: false, items: false },
            description: 'Items of this page with cursors.',
            resolve: (own, _, context) => own.getEdges(context),
          }),
          nodes: t.field({
            type: [nodeType],
            nullable: { list: false, items: true },
            description: 'Items of this page without cursors.',
            extensions: { directives: semanticNonNullDirective([1]) },
            resolve: (own, _, context) => own.getNodes(context),
          }),
          pageInfo: t.field({
            type: this.#pageInfo,
            nullable: false,
            description: 'Cursors, and whether more items exist.',
            resolve: (own, _, context) => own.getPageInfo(context),
          }),
          totalCount: t.exposeInt('totalCount', {
            nullable: true,
            description: 'Total number of items; null if unknown (very long lists, keyset paging, rows of files).',
          }),
        }),
      }),
  );
}
