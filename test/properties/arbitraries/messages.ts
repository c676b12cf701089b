/** Random WebSocket messages. */
import fc from 'fast-check';
import { params } from './requests.ts';
import type { Json } from './values.ts';

const message: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ id: fc.constantFrom('1', '2', '', 'x'.repeat(5000)), payload: params })
      .map(({ id, payload }) => JSON.stringify({ id, type: 'subscribe', payload })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<Json>(
        { type: 'ping' },
        { type: 'ping', payload: { a: 'x'.repeat(5000) } },
        { type: 'pong' },
        { type: 'complete', id: '1' },
        { type: 'complete' },
        { type: 'connection_init' },
        { type: 'subscribe' },
        { type: 'next', id: '1', payload: {} },
        { type: '__proto__' },
        { type: 5 },
        {},
        [],
        null,
        'x',
        5,
      )
      .map((value) => JSON.stringify(value)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '{',
      '\u0000',
      '{"type":',
      `{"type":"subscribe","id":"1","payload":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    ),
  },
);

/** Messages of one connection. In most cases the first one opens it. */
export const messages: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom<Json>({}, { token: 'sandbox-developer-token' }, null) },
      {
        weight: 3,
        arbitrary: fc.constantFrom<Json>(
          [],
          'text',
          5,
          { token: 5 },
          { token: { a: 1 } },
          { token: 'a\r\nb' },
          { token: '\u00e9' },
          { headers: 5 },
          { headers: { 'private-token': ['a', {}] } },
          { authorization: 'Bearer' },
          { authorization: [] },
          { Authorization: 'Basic x' },
          { __proto__: { token: 'x' } },
          { token: 'x'.repeat(10_000) },
          { headers: { 'bad name': 'x', 'x-portico-trace': '1' } },
        ),
      },
    ),
    fc.array(message, { maxLength: 4 }),
    fc.boolean(),
  )
  .map(([payload, rest, opens]) => (opens ? [JSON.stringify({ type: 'connection_init', payload }), ...rest] : rest));
