/** Page of a connection. */
export interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export const pageInfo = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

type ReadPage<Node> = (args: string) => Promise<Page<Node>>;

/** Reads all items of a connection, page by page from the start. @param read returns the page for paging arguments */
export async function pageForward<Node>(read: ReadPage<Node>, size: number): Promise<{ forward: readonly Node[] }> {
  const forward: Node[] = [];
  for (let cursor = ''; ; ) {
    const page = await read(`first: ${size}${cursor}`);
    forward.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return { forward };
    cursor = `, after: "${page.pageInfo.endCursor}"`;
  }
}

/** Reads all items of a connection, page by page from the start and from the end. */
export async function pageThrough<Node>(
  read: ReadPage<Node>,
  size: number,
): Promise<{ forward: readonly Node[]; backward: readonly Node[] }> {
  const { forward } = await pageForward(read, size);
  const backward: Node[] = [];
  for (let cursor = ''; ; ) {
    const page = await read(`last: ${size}${cursor}`);
    backward.unshift(...page.nodes);
    if (!page.pageInfo.hasPreviousPage) return { forward, backward };
    cursor = `, before: "${page.pageInfo.startCursor}"`;
  }
}
