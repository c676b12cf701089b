/** Plans of the benchmark's queries, against counts written by hand before the plan was asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workloads } from '../../bench/workloads.ts';
import { type Facade, startFacade } from '../harness.ts';

let facade: Facade;
beforeAll(async () => {
  // Nothing listens there: a plan calls nothing.
  facade = await startFacade('http://127.0.0.1:9/api/v4', { MAX_REST_CALLS: '1000' });
});
afterAll(() => facade.close());

interface Planned {
  readonly plan: {
    readonly worst: number;
    readonly calls: readonly { readonly path: string; readonly times: number; readonly after: number | null }[];
  };
}

/** The calls of a plan, those of one path that can start at once together. */
async function planOf(name: string) {
  const operation = workloads.find((workload) => workload.name === name)?.requests.graph;
  const variables = operation?.variables === undefined ? undefined : { ...operation.variables };
  const { extensions } = await facade.execute(operation?.query ?? '', variables, {
    headers: { 'x-portico-trace': 'plan' },
  });
  const { worst, calls } = (extensions as unknown as Planned).plan;
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
  ['W1', 'the group and one page, side by side', 2, group(1)],
  [
    'W2',
    'one page; at worst each of its 100 items has an author and a project of its own, and neither bio nor name is on it',
    201,
    [
      ['/groups/{id}/merge_requests', 1, null],
      ['/users/{id}', 100, 0],
      ['/projects/{id}', 100, 0],
    ],
  ],
  [
    'W3',
    'one page and the detail of each of its 50 items, as there is no list of details',
    51,
    [
      ['/runners/all', 1, null],
      ['/runners/{id}', 50, 0],
    ],
  ],
  ['W4', 'the project', 1, [['/projects/{id}', 1, null]]],
  [
    'W5',
    'at worst, where no page of the list holds them, one call for each label and nearly as many pages',
    100,
    [
      ['/projects/{id}/labels/{label_id}', 50, null],
      ['/projects/{id}/labels', 50, null],
    ],
  ],
  [
    'W6',
    'the first of 20 pages of 100 tells that there are more; the others go out together',
    20,
    [
      ['/projects/{id}/pipelines', 1, null],
      ['/projects/{id}/pipelines', 19, 0],
    ],
  ],
  ['W7', 'as W1: confirming costs the same calls', 2, group(1)],
  ['W1 × 10', 'the group and ten pages', 11, group(10)],
  ['W1 × 100', 'the group and a hundred pages', 101, group(100)],
] as const)('plans %s: %s', async (name, _, worst, calls) => {
  expect(await planOf(name)).toEqual({ worst, calls });
});
