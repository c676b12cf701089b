/** Validation rules for constructs that most documents lack. */
import { expect, test } from 'vitest';
import { startEdge } from '../harness.ts';

test.each([
  ['subscription { texts silence }', 'Anonymous Subscription must select only one top level field.'],
  ['{ ... on Int { hello } }', 'Fragment cannot condition on non composite type "Int".'],
  ['{ ...F }', 'Unknown fragment "F".'],
  ['{ ...F } fragment F on Query { hello ...F }', 'Cannot spread fragment "F" within itself.'],
  ['{ hello } fragment F on Query { hello }', 'Fragment "F" is never used.'],
  [
    '{ ... on Mutation { touch } }',
    'Fragment cannot be spread here as objects of type "Query" can never be of type "Mutation".',
  ],
  ['{ ...F } fragment F on Query { hello } fragment F on Query { hello }', 'There can be only one fragment named "F".'],
  ['{ project(id: $id) }', 'Variable "$id" is not defined.'],
  ['query ($id: Int) { hello }', 'Variable "$id" is never used.'],
  ['query ($id: Int, $id: Int) { project(id: $id) }', 'There can be only one variable named "$id".'],
  ['query ($id: Query) { project(id: $id) }', 'Variable "$id" cannot be non-input type "Query".'],
  [
    'query ($id: String) { project(id: $id) }',
    'Variable "$id" of type "String" used in position expecting type "Int".',
  ],
  ['{ hello @nope }', 'Unknown directive "@nope".'],
  ['{ hello @skip(if: false) @skip(if: false) }', 'The directive "@skip" can only be used once at this location.'],
  ['{ hello @stream }', 'Directive "@stream" cannot be used on non-list field "Query.hello".'],
  [
    '{ a: texts(count: 1) @stream(label: "x") b: texts(count: 1) @stream(label: "x") }',
    'Value for arguments "defer(label:)" and "stream(label:)" must be unique across all Defer/Stream directive usages.',
  ],
  ['mutation { ... @defer { touch } }', 'Defer directive cannot be used on root mutation type "Mutation".'],
  [
    'subscription { ... @defer { silence } }',
    'Defer directive cannot be used on root subscription type "Subscription".',
  ],
])('%s is rejected', async (query, message) => {
  await using edge = await startEdge();
  const response = await fetch(new URL('/graphql', edge.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { errors }: { errors?: { message: string }[] } = await response.json();
  expect(errors?.map((error) => error.message)).toContain(message);
});
