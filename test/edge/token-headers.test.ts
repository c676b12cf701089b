/** One token in `PRIVATE-TOKEN` and in `Authorization: Bearer`. */
import { describe, expect, test } from 'vitest';
import { startStubbed } from '../graph/stub-upstream.ts';
import { startFacade } from '../harness.ts';
import { startEdge, startUpstream } from './harness.ts';

const createHeaders = (token: string): readonly Record<string, string>[] => [
  { 'private-token': token },
  { authorization: `Bearer ${token}` },
];

const project = (id: number) => `{ project(id: "${id}") { path } }`;

describe('a token in either header', () => {
  test('has one quota of REST calls for both headers', async () => {
    const examples = Object.fromEntries(
      Array.from({ length: 8 }, (_, id) => [`GET /projects/${id}`, { body: { id, path: 'p' } }]),
    );
    const facade = await startStubbed(examples, { MAX_REST_CALLS_PER_MINUTE: '3' });
    const codes: unknown[] = [];
    for (let id = 1; id <= 6; id++) {
      const { errors } = await facade.execute(project(id), {}, { headers: createHeaders('alice')[id % 2] ?? {} });
      codes.push(errors?.[0]?.extensions?.code);
    }
    expect(codes).toEqual([undefined, undefined, undefined, 'RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED']);
    expect(facade.calls).toHaveLength(3);
  });

  test('cannot open the circuit breaker alone', async () => {
    await using upstream = await startUpstream(({ url }, response) => {
      if (url?.endsWith('/projects/1')) response.end('{"id":1,"path":"p"}');
      else response.writeHead(503).end();
    });
    const facade = await startFacade(upstream.url, { BREAKER_FAILURES: '6' });
    try {
      const callers = [...createHeaders('alice'), {}];
      for (const headers of callers) expect((await facade.execute(project(1), {}, { headers })).errors).toBeUndefined();
      for (let call = 0; call < 30; call++)
        await facade.execute(project(call + 2), {}, { headers: callers[call % callers.length] ?? {} });
      expect((await facade.execute(project(1), {}, { headers: { 'private-token': 'bob' } })).errors).toBeUndefined();
    } finally {
      await facade.close();
    }
  });

  test('pauses in both headers after a 429 for one header', async () => {
    await using upstream = await startUpstream((_, response) =>
      response.writeHead(429, { 'retry-after': '600' }).end(),
    );
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
    for (const headers of createHeaders('alice')) await edge.query('{ project }', headers);
    expect(upstream.requests).toHaveLength(1);
  });

  test('shares no cached response between the headers, because the upstream may respond differently to each', async () => {
    await using upstream = await startUpstream(({ headers }, response) => {
      response.setHeader('etag', '"one"');
      if (headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else response.end(JSON.stringify({ id: 1, name: headers.authorization ?? headers['private-token'] }));
    });
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
    const names = () =>
      Promise.all(
        createHeaders('alice').map(async (headers) => (await edge.query('{ project }', headers)).body.data?.project),
      );
    const expected = ['{"id":1,"name":"alice"}', '{"id":1,"name":"Bearer alice"}'];
    expect(await names()).toEqual(expected);
    expect(await names()).toEqual(expected);
    expect(upstream.requests.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
      '"one"',
      '"one"',
    ]);
  });
});
