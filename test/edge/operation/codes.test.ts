/** Codes of errors from each source. */
import { expect, test } from 'vitest';
import { startEdge } from '../harness.ts';

test.each([
  ['{', 'BAD_REQUEST'],
  ['null', 'BAD_REQUEST'],
  ['[]', 'BAD_REQUEST'],
  ['{}', 'BAD_REQUEST'],
  ['{"query":5}', 'BAD_REQUEST'],
  ['{"query":""}', 'GRAPHQL_PARSE_FAILED'],
  ['{"query":"{ "}', 'GRAPHQL_PARSE_FAILED'],
  ['{"query":"{ hello \\u0007 }"}', 'GRAPHQL_PARSE_FAILED'],
  ['{"query":"{ hello }","variables":5}', 'BAD_REQUEST'],
  ['{"query":"{ hello }","operationName":5}', 'BAD_REQUEST'],
  ['{"query":"{ hello }","operationName":"X"}', 'OPERATION_RESOLUTION_FAILURE'],
  ['{"query":"query A { hello } query B { hello }"}', 'OPERATION_RESOLUTION_FAILURE'],
  ['{"query":"fragment F on Query { hello }"}', 'OPERATION_RESOLUTION_FAILURE'],
  ['{"query":"{ hello }","variables":[]}', 'BAD_REQUEST'],
  ['{"query":"{ hello }","extensions":5}', 'BAD_REQUEST'],
  ['{"query":"{ nope }"}', 'GRAPHQL_VALIDATION_FAILED'],
  ['{"query":"{ ... @defer(unless: true) { hello } }"}', 'GRAPHQL_VALIDATION_FAILED'],
  ['{"query":"subscription { nope }"}', 'GRAPHQL_VALIDATION_FAILED'],
  ['{"query":"query ($id: Int) { project(id: $id) }","variables":{"id":"x"}}', 'BAD_USER_INPUT'],
  ['{"query":"query ($ms: Int!) { slow(ms: $ms) }"}', 'BAD_USER_INPUT'],
  ['{"query":"query ($a: Boolean = true) { hello @skip(if: $a) }","variables":{"a":null}}', 'BAD_USER_INPUT'],
  ['{"query":"{ plainBug }"}', 'INTERNAL_SERVER_ERROR'],
])('%s has the code %s', async (body, code) => {
  await using edge = await startEdge();
  const response = await fetch(new URL('/graphql', edge.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { errors }: { errors?: { extensions?: { code?: string } }[] } = await response.json();
  expect(errors?.length).toBeGreaterThan(0);
  for (const error of errors ?? []) expect(error.extensions?.code).toBe(code);
});

test('stops validation after ten errors', async () => {
  await using edge = await startEdge();
  const { body } = await edge.query(`{ ${Array.from({ length: 100 }, (_, index) => `nope${index}`).join(' ')} }`);
  expect(body.errors).toHaveLength(11);
  expect(body.errors?.[10]?.message).toContain('stopped after 10');
  for (const { extensions } of body.errors ?? []) expect(extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED');
});
