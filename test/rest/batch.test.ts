import { describe, expect, test } from 'vitest';
import { RestSession } from '../../src/rest/batch/session.ts';
import { Cancellation } from '../../src/rest/cancellation.ts';
import { Credential } from '../../src/rest/credential.ts';
import { RestError } from '../../src/rest/errors.ts';
import { startGated } from '../gated-upstream.ts';
import { catchRestError, startClient, startUpstream } from './upstream.ts';

describe('reads of one tick', () => {
  test('do not wait for one of them whose response is late', async () => {
    const facade = await startGated();
    const release = facade.hold('/pipelines/2990');
    const query = '{ project(id: 14) { pipelines(first: 20) { nodes { databaseId user { bio } } } } }';
    const response = facade.send(query);
    // The detail of a pipeline contains its user, whose profile only another call contains.
    const users = [3, 4, 5, 9, 20, 22].map((id) => `GET /users/${id}`);
    await expect
      .poll(() => facade.calls.filter((call) => call.startsWith('GET /users/')).sort())
      .toEqual([...users].sort());
    release();
    const { data } = await (await response).json();
    expect(data.project.pipelines.nodes).toHaveLength(20);
  });

  test('fail alone, and once for each operation', async () => {
    await using upstream = await startUpstream(({ url }, response) => {
      response.writeHead(url?.endsWith('/7') ? 404 : 200, { 'content-type': 'application/json' });
      response.end('{"id":1}');
    });
    await using client = startClient(upstream.baseUrl);
    const session = new RestSession(client, {
      credential: Credential.anonymous,
      cancellation: new Cancellation(),
      maxCalls: 100,
      reportOnly: false,
    });
    const read = (id: number) => session.read({ operation: 'getProject', path: { id } }, 'Query.project', undefined);
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, id) => read(id + 1)));
    expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []))).toEqual([7]);
    expect((await catchRestError(read(7))).code).toBe('NOT_FOUND');
    expect(upstream.calls).toHaveLength(20);
    session.invalidate();
    expect((await catchRestError(read(7))).code).toBe('NOT_FOUND');
    expect(upstream.calls).toHaveLength(21);
  });
});

describe.each(['the operation is cancelled', 'the budget of the caller is exhausted'])(
  '3,000 delayed reads of a later part, when %s',
  (reason) => {
    test('fail, each once', async () => {
      const isCancelled = reason === 'the operation is cancelled';
      await using upstream = await startUpstream((_, response) => {
        if (!isCancelled) setTimeout(() => response.end('{"id":1}'), 20);
      });
      await using client = startClient(upstream.baseUrl);
      const cancellation = new Cancellation();
      const exhausted = new RestError('RATE_LIMITED', 'No calls are left');
      let [calls, ended] = [0, 0];
      const session = new RestSession(client, {
        credential: Credential.anonymous,
        cancellation,
        budget: {
          consume() {
            calls += 1;
            if (!isCancelled && calls > 1) throw exhausted;
          },
          reserve: () => {},
          release: () => {},
        },
        maxCalls: 10_000,
        reportOnly: false,
        onCall: () => {
          ended += 1;
        },
      });
      session.loaded.start({ hasRoom: false, resize: () => {}, release: () => {} });
      const reads = Array.from({ length: 3000 }, (_, id) =>
        session.read({ operation: 'getUser', path: { id } }, 'User.bio', { label: 'later', path: '' }),
      );
      const results = Promise.allSettled(reads);
      await expect.poll(() => upstream.calls).toHaveLength(1);
      if (isCancelled) cancellation.cancel();
      const codes = (await results).map((result) => (result.status === 'rejected' ? result.reason.code : 'none'));
      expect(new Set(codes.slice(1))).toEqual(new Set([isCancelled ? 'CANCELLED' : 'RATE_LIMITED']));
      expect(ended).toBe(3000);
      expect(upstream.calls).toHaveLength(1);
    });
  },
);
