/** Plans of the benchmark's queries, compared with counts that were written by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workloads } from '../../bench/workloads.ts';
import { type Facade, startFacade } from '../harness.ts';

let facade: Facade;
beforeAll(async () => {
  // Planning makes no calls, so no server needs to listen on this port.
  facade = await startFacade('http://127.0.0.1:9/api/v4', { MAX_REST_CALLS: '1000' });
});
afterAll(() => facade.close());

interface PlanExtensions {
  readonly plan: {
    readonly worst: number;
    readonly calls: readonly { readonly path: string; readonly times: number; readonly after: number | null }[];
  };
}

/** Returns the calls of a plan. Merges calls of one path that wait for the same call. */
async function fetchPlan(name: string) {
  const operation = workloads.find((workload) => workload.name === name)?.requests.graph;
  const variables = operation?.variables === undefined ? undefined : { ...operation.variables };
  const { extensions } = await facade.execute(operation?.query ?? '', variables, {
    headers: { 'x-portico-trace': 'plan' },
  });
  const { worst, calls } = (extensions as unknown as PlanExtensions).plan;
  const merged = new Map<string, [string, number, number | null]>();
  for (const { path, times, after } of calls) {
    const key = `${path} ${after}`;
    merged.set(key, [path, (merged.get(key)?.[1] ?? 0) + times, after]);
  }
  return { worst, calls: [...merged.values()] };
}

const group = (pages: number) => [
  ['/groups/{id}', 1, null],
  ['/groups/{id}/merge_requests', 1, null],
  ...(pages > 1 ? [['/groups/{id}/merge_requests', pages - 1, 1]] : []),
];

test.each([
  ['W1', 'the group and one page, concurrently', 2, group(1)],
  [
    'W2',
    'one page, and at most one author and one project for each of its 100 items',
    201,
    [
      ['/groups/{id}/merge_requests', 1, null],
      ['/users/{id}', 100, 0],
      ['/projects/{id}', 100, 0],
    ],
  ],
  [
    'W3',
    'one page, and the detail of each of its 50 items',
    51,
    [
      ['/runners/all', 1, null],
      ['/runners/{id}', 50, 0],
    ],
  ],
  ['W4', 'the project', 1, [['/projects/{id}', 1, null]]],
  [
    'W5',
    'at most one call and one page of the list for each of 50 labels',
    100,
    [
      ['/projects/{id}/labels/{label_id}', 50, null],
      ['/projects/{id}/labels', 50, null],
    ],
  ],
  [
    'W6',
    'the first of 20 pages, and then the other 19 concurrently',
    20,
    [
      ['/projects/{id}/pipelines', 1, null],
      ['/projects/{id}/pipelines', 19, 0],
    ],
  ],
  ['W7', 'the calls of W1, as revalidation makes the same calls', 2, group(1)],
  ['W1 × 10', 'the group and ten pages', 11, group(10)],
  ['W1 × 100', 'the group and a hundred pages', 101, group(100)],
] as const)('plans %s: %s', async (name, _, worst, calls) => {
  expect(await fetchPlan(name)).toEqual({ worst, calls });
});
