/** The configuration of Apollo Client's cache that the package contains. */
import { readFileSync } from 'node:fs';
import { gql, InMemoryCache } from '@apollo/client';
import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import apolloCache from '../../schema/apollo-cache.json' with { type: 'json' };

const { possibleTypes, typePolicies } = apolloCache;
const { definitions } = parse(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'));
const objectTypes = definitions
  .filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION)
  .filter(({ name }) => !name.value.startsWith('_'));

/** Pairs of an interface or a union and one of its object types. */
const memberships = definitions.flatMap((node) => {
  if (node.kind === Kind.UNION_TYPE_DEFINITION && !node.name.value.startsWith('_'))
    return (node.types ?? []).map((type) => `${node.name.value}: ${type.name.value}`);
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return [];
  return (node.interfaces ?? []).map((type) => `${type.name.value}: ${node.name.value}`);
});

test('has the object types of each interface and union', () => {
  const configured = Object.entries(possibleTypes).flatMap(([name, members]) =>
    members.map((member) => `${name}: ${member}`),
  );
  expect(configured.toSorted()).toEqual(memberships.toSorted());
});

test('merges each object type without an id, except the root types', () => {
  const roots = ['Mutation', 'Query', 'Subscription'];
  const withoutId = objectTypes.flatMap(({ name, fields = [] }) =>
    fields.some((field) => field.name.value === 'id') ? [] : [name.value],
  );
  expect(withoutId).toEqual(expect.arrayContaining(roots));
  expect(typePolicies).toEqual(
    Object.fromEntries(withoutId.filter((name) => !roots.includes(name)).map((name) => [name, { merge: true }])),
  );
});

test('lets the cache merge the attributes of an object without an id, and select by an interface', () => {
  const cache = new InMemoryCache(apolloCache);
  const id = 'gid://service/MergeRequest/14/1';
  const write = (attribute: string, value: string) =>
    cache.writeQuery({
      query: gql(
        `{ node(id: "${id}") { __typename id ... on Noteable { ... on MergeRequest { diffRefs { ${attribute} } } } } }`,
      ),
      data: {
        node: { __typename: 'MergeRequest', id, diffRefs: { __typename: 'DiffRefs', [attribute]: value } },
      },
    });
  write('baseSha', 'a');
  write('headSha', 'b');
  const query = gql(
    `{ node(id: "${id}") { ... on Noteable { ... on MergeRequest { diffRefs { baseSha headSha } } } } }`,
  );
  expect(cache.readQuery({ query })).toMatchObject({ node: { diffRefs: { baseSha: 'a', headSha: 'b' } } });
});
