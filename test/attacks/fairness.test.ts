/** One caller who takes all it can get, and another who wants one answer meanwhile. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startFacade } from '../harness.ts';

interface Reaction {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delay?: number;
}

/** Facade with a scripted upstream of projects and pipelines. */
async function start(env: NodeJS.ProcessEnv, react: (request: IncomingMessage) => Reaction) {
  const counts = { calls: 0, inFlight: 0, most: 0 };
  const server = createServer((request, response: ServerResponse) => {
    const { status = 200, headers = {}, delay = 0 } = react(request);
    counts.calls += 1;
    counts.inFlight += 1;
    counts.most = Math.max(counts.most, counts.inFlight);
    response.once('close', () => {
      counts.inFlight -= 1;
    });
    const id = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 1);
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify({ id, project_id: 1, status: 'running', path: `p${id}` }));
    }, delay);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, env);
  const request = (token: string, query: string, signal?: AbortSignal, accept = 'application/json') =>
    fetch(new URL('/graphql', facade.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, ...(token === '' ? {} : { 'private-token': token }) },
      body: JSON.stringify({ query }),
      ...(signal === undefined ? {} : { signal }),
    });
  return {
    facade,
    counts,
    request,
    async read(token: string, id = 1) {
      const startedAt = performance.now();
      const { data, errors } = await (await request(token, `{ project(id: "${id}") { path } }`)).json();
      return { path: data?.project?.path, code: errors?.[0].extensions.code, took: performance.now() - startedAt };
    },
    async [Symbol.asyncDispose]() {
      await facade.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A query of 100 calls, none of which another query of this kind makes. */
const hundred = (from: number) =>
  `{ ${Array.from({ length: 100 }, (_, index) => `p${index}: project(id: "${from + index}") { path }`).join(' ')} }`;

describe('30 requests of 100 slow calls', () => {
  test.each([
    ['one credential', '8', () => 'hog'],
    ['one credential, of all connections', '1024', () => 'hog'],
    ['anonymous callers', '16', () => ''],
    ['30 invented credentials', '16', (index: number) => `invented-${index}`],
  ])('leave another caller its place if sent by %s, with %s connections', async (_, connections, tokenOf) => {
    const slow = 400;
    await using scene = await start(
      {
        UPSTREAM_CONNECTIONS: connections,
        MAX_ALIASES: '100',
        OPERATION_TIMEOUT_MS: '60000',
        CALL_TIMEOUT_MS: '30000',
      },
      ({ headers }) => {
        const token = String(headers['private-token'] ?? '');
        if (token === 'quick') return {};
        return { delay: slow, ...(token.startsWith('invented') ? { status: 401 } : {}) };
      },
    );
    await scene.read('quick');
    const alone = (await scene.read('quick', 2)).took;
    const abort = new AbortController();
    const hogs = Array.from({ length: 30 }, (_, index) =>
      scene.request(tokenOf(index), hundred(1000 * (index + 1)), abort.signal).catch(() => undefined),
    );
    // All that the hog may have is under way.
    const before = scene.counts.calls;
    await expect.poll(() => scene.counts.calls - before, { interval: 5 }).toBeGreaterThanOrEqual(5);
    const took: number[] = [];
    for (let id = 10; id < 15; id++) {
      const { path, took: time } = await scene.read('quick', id);
      expect(path).toBe(`p${id}`);
      took.push(time);
    }
    abort.abort();
    await Promise.all(hogs);
    // Behind the hog it would wait for hundreds of slow calls; parsing the hog's documents takes its time, too.
    const [best = 0] = took.toSorted((a, b) => a - b);
    expect(best).toBeLessThan(Math.max(10 * alone, slow / 2));
    expect(scene.counts.most).toBeLessThanOrEqual(Number(connections));
    await expect.poll(() => scene.counts.inFlight, { timeout: 20_000 }).toBe(0);
  });
});

describe('subscriptions', () => {
  const follow = (id: number) => `subscription { pipeline(id: "gid://service/Pipeline/1/${id}") { status } }`;

  /** Opens many subscriptions to different things with one credential, and counts the calls of some time. */
  async function callsOf(count: number, milliseconds: number, headers: Readonly<Record<string, string>>, status = 200) {
    await using scene = await start(
      { WATCH_FIRST_INTERVAL_MS: '20', WATCH_LONGEST_INTERVAL_MS: '50', WATCH_PATIENCE_MS: '100' },
      () => ({ headers, status }),
    );
    const abort = new AbortController();
    const open = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        scene.request('alice', follow(index + 1), abort.signal, 'text/event-stream'),
      ),
    );
    expect(open.map((response) => response.status)).toEqual(open.map(() => 200));
    await expect.poll(() => scene.facade.activity.pollers).toBe(count);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    const { calls } = scene.counts;
    const other = await scene.read('bob');
    expect(other.code).toBe(status === 200 ? undefined : 'RATE_LIMITED');
    abort.abort();
    await expect
      .poll(() => scene.facade.activity, { timeout: 10_000 })
      .toMatchObject({
        subscriptions: 0,
        streams: 0,
        subscribers: 0,
        pollers: 0,
        activePollers: 0,
        overduePollers: 0,
        timers: 0,
        calls: 0,
      });
    return calls;
  }

  test.each([
    [700, '3', 2],
    [100, '1', 1],
    [100, '0', 1],
  ])('%s of them stay within %s remaining calls', async (count, remaining, most) => {
    const headers = { 'ratelimit-remaining': remaining, 'ratelimit-reset': '600' };
    expect(await callsOf(count, 500, headers)).toBeLessThanOrEqual(most);
  });

  test.each([
    ['Retry-After', { 'retry-after': '1000000000' }],
    ['a reset in seconds', { 'ratelimit-remaining': '0', 'ratelimit-reset': '999999999' }],
    ['a reset as a time', { 'ratelimit-remaining': '0', 'ratelimit-reset': '99999999999' }],
  ])('obey %s that is far off, and do not spin', async (_, headers) => {
    expect(await callsOf(20, 500, headers, 429)).toBe(1);
  });

  test('opened again and again do not get rid of a Retry-After', async () => {
    await using scene = await start({ WATCH_FIRST_INTERVAL_MS: '20', WATCH_PATIENCE_MS: '20' }, () => ({
      status: 429,
      headers: { 'retry-after': '600' },
    }));
    for (let round = 0; round < 10; round++) {
      const abort = new AbortController();
      const response = await scene.request('alice', follow(round), abort.signal, 'text/event-stream');
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('RATE_LIMITED')) text += (await reader?.read())?.value ?? '';
      abort.abort();
      await expect.poll(() => scene.facade.activity.pollers).toBe(0);
    }
    expect(scene.counts.calls).toBe(1);
  });
});
