/** Relay connections: their types, and the values that answer them. */
import type { ObjectRef } from '@pothos/core';
import { builder, type Types } from '../builder.ts';

interface Edge {
  readonly node: unknown;
  readonly cursor: string;
}

/** A window of a list as the client sees it. Edges and cursors are made when they are asked for. */
export class Connection {
  readonly nodes: readonly unknown[];
  readonly totalCount: number | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #cursorOf: (index: number) => string | undefined;

  /** @param cursorOf the cursor of the item at an index; at -1, where to go on after a page without items */
  constructor(
    nodes: readonly unknown[],
    cursorOf: (index: number) => string | undefined,
    facts: { hasNextPage: boolean; hasPreviousPage: boolean; total: number | undefined },
  ) {
    this.nodes = nodes;
    this.#cursorOf = cursorOf;
    this.totalCount = facts.total ?? null;
    this.hasNextPage = facts.hasNextPage;
    this.hasPreviousPage = facts.hasPreviousPage;
  }

  get edges(): readonly Edge[] {
    return this.nodes.map((node, index) => ({ node, cursor: this.#cursorOf(index) ?? '' }));
  }

  get pageInfo(): this {
    return this;
  }

  get startCursor(): string | null {
    return (this.nodes.length > 0 && this.#cursorOf(0)) || null;
  }

  get endCursor(): string | null {
    const goesOn = this.nodes.length > 0 || this.hasNextPage;
    return (goesOn && this.#cursorOf(this.nodes.length - 1)) || null;
  }
}

const pageInfo = builder.objectRef<Connection>('PageInfo').implement({
  description: 'Where a page of a connection stands in the whole list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { nullable: false, description: 'Whether items follow this page.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      nullable: false,
      description: 'Whether items stand before this page.',
    }),
    startCursor: t.exposeString('startCursor', {
      nullable: true,
      description: 'Cursor of the first item of this page, for `before`; null when the page is empty.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description:
        'Cursor of the last item of this page, for `after`; null when the page is empty and nothing follows. An empty page that others follow still has one.',
    }),
  }),
});

const connections = new Map<string, ObjectRef<Types, Connection>>();
/** Types whose fields are properties of the same name. */
const typeNames = new Set(['PageInfo']);

/** Whether a type is one of the scaffolding of connections. */
export function isConnectionType(name: string): boolean {
  return typeNames.has(name);
}

/** The connection type over a node type. */
export function connectionType(nodeName: string, nodeType: ObjectRef<Types, unknown>): ObjectRef<Types, Connection> {
  const known = connections.get(nodeName);
  if (known) return known;
  const edge = builder.objectRef<Edge>(`${nodeName}Edge`).implement({
    description: `One item of a list of ${nodeName} objects, with its position.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        nullable: false,
        description: 'Position of the item in the list, for `after` and `before`. Opaque.',
      }),
      node: t.field({
        type: nodeType,
        nullable: true,
        description: `The ${nodeName} at this position; null when the upstream sent something unusable.`,
        resolve: ({ node }) => node,
      }),
    }),
  });
  const connection = builder.objectRef<Connection>(`${nodeName}Connection`).implement({
    description: `One page of a list of ${nodeName} objects.`,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        nullable: { list: false, items: false },
        description: 'The items of this page with their cursors.',
        resolve: ({ edges }) => edges,
      }),
      nodes: t.field({
        type: [nodeType],
        nullable: { list: false, items: true },
        description: 'The items of this page without their cursors.',
        resolve: ({ nodes }) => nodes,
      }),
      pageInfo: t.field({
        type: pageInfo,
        nullable: false,
        description: 'Whether there is more, and from where to go on.',
        resolve: ({ pageInfo: own }) => own,
      }),
      totalCount: t.exposeInt('totalCount', {
        nullable: true,
        description:
          'Number of items in the whole list; null where the upstream does not tell (very long lists, keyset paging).',
      }),
    }),
  });
  connections.set(nodeName, connection);
  typeNames.add(`${nodeName}Edge`).add(`${nodeName}Connection`);
  return connection;
}
