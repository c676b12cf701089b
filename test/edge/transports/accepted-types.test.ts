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
  [`text/html, ${graph};q=0.1, */*`, graph, false],
  ['Application/JSON ; charset=UTF-8', plain, false],
  ['application/json;charset=latin1', undefined, false],
  ['application/json;charset=latin1, */*', plain, false],
  ['text/event-stream', undefined, true],
  [`${plain}, text/event-stream`, plain, true],
  ['text/html', undefined, false],
  [',;,', undefined, false],
])('%s is taken for %s', (accept, json, eventStream) => {
  // The second time it is remembered.
  for (const _ of [1, 2]) expect(acceptedTypes(accept)).toEqual({ json, eventStream });
});
