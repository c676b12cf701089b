/** Selections of which conditions leave nothing: each is answered by itself. */
import { expect, test } from 'vitest';
import { startStubbed } from './stub-upstream.ts';

test.each([
  ['nodes', 'one: nodes { name } other: nodes { color @include(if: false) }', { other: [{}] }],
  ['edges', 'one: nodes { name } other: edges { node { color @skip(if: true) } }', { other: [{ node: {} }] }],
])('makes no calls for items without a selection next to others: %s', async (_, selection, expected) => {
  const { execute } = await startStubbed({
    'GET /projects/5/labels': { body: [{ id: 8, name: 'bug', color: '#112233' }] },
  });
  const { data, errors } = await execute(`{ project(id: "gid://service/Project/5") { labels { ${selection} } } }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({ project: { labels: { one: [{ name: 'bug' }], ...expected } } });
});

test('makes no calls for objects by id without a selection next to others', async () => {
  const { execute } = await startStubbed({
    'GET /projects/5/labels/8': { body: { id: 8, name: 'bug', color: '#112233' } },
  });
  const ids = '["gid://service/Label/5/8"]';
  const { data, errors } = await execute(
    `{ one: nodes(ids: ${ids}) { ... on Label { name } } other: nodes(ids: ${ids}) { ... on Label { color @include(if: false) } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({ one: [{ name: 'bug' }], other: [{}] });
});
