/** Requests that take the JSON POST fast path. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { getJsonPostType } from '../../../src/edge/transports/json-post.ts';

test.each([
  ['application/json', true],
  ['application/json; charset=UTF-8', true],
  ['application/json;charset="utf-8"', true],
  ['Application/JSON ; charset=iso-8859-1', true],
  ['application/json; profile=a', true],
  ['application/graphql+json', true],
  ['application/jsonp', false],
  ['application/graphql', false],
  ['text/plain', false],
  [undefined, false],
])('accepts the content type %s: %s', (contentType, isAccepted) => {
  const request = new IncomingMessage(new Socket());
  request.method = 'POST';
  request.url = '/graphql';
  if (contentType !== undefined) request.headers['content-type'] = contentType;
  expect(getJsonPostType(request)).toBe(isAccepted ? 'application/json' : undefined);
});
