/** Plans of operations with `@defer` and `@stream`: the part to which each call belongs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SerializedPlan } from '../../src/graph/plan/serialized-plan.ts';
import { type Facade, startFacade } from '../harness.ts';

let facade: Facade;
beforeAll(async () => {
  // A plan makes no call, so that nothing has to listen there.
  facade = await startFacade('http://127.0.0.1:9/api/v4', {});
});
afterAll(() => facade.close());

async function planOf(query: string): Promise<SerializedPlan> {
  const { extensions } = await facade.execute(query, {}, { headers: { 'x-portico-trace': 'plan' } });
  return (extensions as unknown as { plan: SerializedPlan }).plan;
}

/** Paths of the calls by the name of their part. */
async function partsOf(query: string) {
  const { calls, parts } = await planOf(query);
  return parts.map(({ at, label }, index) => [
    label ?? at,
    ...calls.filter(({ part }) => part === index).map(({ path }) => path),
  ]);
}

const page = `{ project(id: 14) {
  name
  ... @defer(label: "labels") { labels { nodes { name } } }
  ... @defer { pipelines(first: 2) { nodes { coverage } } }
} }`;

test('assigns each call to a part, with the calls and round trips of each', async () => {
  const { parts } = await planOf(page);
  expect(parts).toEqual([
    { at: '', label: null, calls: 1, roundTrips: 1 },
    { at: 'project', label: 'labels', calls: 1, roundTrips: 1 },
    { at: 'project', label: null, calls: 3, roundTrips: 2 },
  ]);
  expect(await partsOf(page)).toEqual([
    ['', '/projects/{id}'],
    ['labels', '/projects/{id}/labels'],
    ['project', '/projects/{id}/pipelines', '/projects/{id}/pipelines/{pipeline_id}'],
  ]);
});

test('has one part without the directives, or if their conditions are false', async () => {
  expect((await planOf('{ project(id: 14) { name } }')).parts).toEqual([
    { at: '', label: null, calls: 1, roundTrips: 1 },
  ]);
  expect(
    (await planOf('{ project(id: 14) { ... @defer(if: false) { labels { nodes { name } } } } }')).parts,
  ).toHaveLength(1);
});

test.each([
  [
    'a field selected with and without @defer',
    '{ project(id: 14) { ... @defer { labels { nodes { name } } } labels { nodes { name } } } }',
  ],
  [
    'an identical request below another alias',
    '{ project(id: 14) { ... @defer { late: labels { nodes { name } } } labels { nodes { name } } } }',
  ],
])('assigns a call to the first part for %s', async (_, query) => {
  expect(await partsOf(query)).toEqual([['', '/projects/{id}/labels']]);
});

test('assigns the detail of an object to the first part if a field there needs it', async () => {
  const deferred = (fields: string) =>
    partsOf(`{ project(id: 14) { pipelines(first: 2) { nodes { iid ${fields} ... @defer { coverage } } } } }`);
  expect(await deferred('')).toEqual([
    ['', '/projects/{id}/pipelines'],
    ['project.pipelines.nodes', '/projects/{id}/pipelines/{pipeline_id}'],
  ]);
  expect(await deferred('duration')).toEqual([
    ['', '/projects/{id}/pipelines', '/projects/{id}/pipelines/{pipeline_id}'],
  ]);
});

test('reads what proves that an object exists with the first part', async () => {
  expect(await partsOf('{ project(id: 14) { ... @defer { name } } }')).toEqual([['', '/projects/{id}']]);
});
