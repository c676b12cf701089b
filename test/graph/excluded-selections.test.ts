/** Selections of which `@skip` or `@include` excludes every field. */
import { expect, test } from 'vitest';
import { startStubbed } from './stub-upstream.ts';

test.each([
  ['nodes', 'one: nodes { name } other: nodes { color @include(if: false) }', { other: [{}] }],
  ['edges', 'one: nodes { name } other: edges { node { color @skip(if: true) } }', { other: [{ node: {} }] }],
])(
  'returns empty objects for an alias of which every field is excluded, and data for another alias: %s',
  async (_, selection, expected) => {
    const { execute } = await startStubbed({
      'GET /projects/5/labels': { body: [{ id: 8, name: 'bug', color: '#112233' }] },
    });
    const { data, errors } = await execute(`{ project(id: "gid://service/Project/5") { labels { ${selection} } } }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ project: { labels: { one: [{ name: 'bug' }], ...expected } } });
  },
);

test('returns empty objects for an alias of `nodes` of which every field is excluded, and data for another alias', async () => {
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
