/** What a test asks of each page of a connection. */
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

/** Everything in a connection, page by page from the start and from the end; `read` gives the page for some paging arguments. */
export async function pageThrough<Node>(
  read: (args: string) => Promise<Page<Node>>,
  size: number,
): Promise<{ forward: readonly Node[]; backward: readonly Node[] }> {
  const forward: Node[] = [];
  const backward: Node[] = [];
  for (let cursor = ''; ; ) {
    const page = await read(`first: ${size}${cursor}`);
    forward.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) break;
    cursor = `, after: "${page.pageInfo.endCursor}"`;
  }
  for (let cursor = ''; ; ) {
    const page = await read(`last: ${size}${cursor}`);
    backward.unshift(...page.nodes);
    if (!page.pageInfo.hasPreviousPage) break;
    cursor = `, before: "${page.pageInfo.startCursor}"`;
  }
  return { forward, backward };
}
