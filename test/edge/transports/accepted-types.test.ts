import { expect, test } from 'vitest';
import { acceptedTypes } from '../../../src/edge/transports/accepted-types.ts';

const [plain, graph] = ['application/json', 'application/graphql-response+json'] as const;

test.each([
  [undefined, plain, false],
  ['', plain, false],
  ['*/*', plain, false],
  ['application/*', plain, false],
  [graph, graph, false],
  [`${graph}, ${plain}`, graph, false],
  [`${plain}, ${graph}`, plain, false],
  [`text/html, ${graph};q=0.1, */*`, plain, false],
  [`${plain};q=0.8, ${graph};q=0.9`, graph, false],
  [`${plain};q=0`, undefined, false],
  [`${plain};q=0.000, */*`, graph, false],
  ['*/*;q=0', undefined, false],
  [`${plain}, text/event-stream;q=0`, plain, false],
  ['Application/JSON ; charset=UTF-8', plain, false],
  ['application/json;charset=latin1', undefined, false],
  ['application/json;charset=latin1, */*', plain, false],
  ['text/event-stream', undefined, true],
  [`${plain}, text/event-stream`, plain, true],
  ['text/*', undefined, true],
  ['text/html', undefined, false],
  [',;,', undefined, false],
])('selects for Accept %s the type %s', (accept, json, eventStream) => {
  // The second result comes from the cache.
  for (const _ of [1, 2]) expect(acceptedTypes(accept)).toMatchObject({ json, eventStream });
});

const parts = 'multipart/mixed; boundary="-"';

test.each([
  [undefined, undefined, false],
  ['*/*', undefined, false],
  ['multipart/mixed', parts, true],
  ['application/json, Multipart/Mixed', parts, true],
  ['multipart/mixed;incrementalSpec=v0.2, application/json', `${parts}; incrementalSpec=v0.2`, true],
  ['text/event-stream', undefined, true],
  ['multipart/mixed;deferSpec=20220824, application/json', parts, false],
  ['multipart/mixed; deferSpec="20220824", text/event-stream', parts, false],
  ['multipart/*', parts, true],
  ['multipart/mixedother', undefined, false],
  ['multipart/mixed;q=0, application/json', undefined, false],
])('selects for incremental results with Accept %s the type %s', (accept, multipart, accepted) => {
  expect(acceptedTypes(accept)).toMatchObject({ multipart, parts: accepted });
});
