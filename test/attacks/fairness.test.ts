/** One caller with as many calls as it can make, and another caller with single calls at the same time. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startFacade } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';

interface UpstreamResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
}

/** Starts a facade with an upstream of projects and pipelines, whose statuses, headers and delays the test defines. */
async function start(env: FacadeSettings, respond: (request: IncomingMessage) => UpstreamResponse) {
  const counts = { calls: 0, inFlight: 0, maxInFlight: 0 };
  const server = createServer((request, response: ServerResponse) => {
    const { status = 200, headers = {}, delayMs = 0 } = respond(request);
    counts.calls += 1;
    counts.inFlight += 1;
    counts.maxInFlight = Math.max(counts.maxInFlight, counts.inFlight);
    response.once('close', () => {
      counts.inFlight -= 1;
    });
    const id = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 1);
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify({ id, project_id: 1, status: 'running', path: `p${id}` }));
    }, delayMs);
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
      return {
        path: data?.project?.path,
        code: errors?.[0].extensions.code,
        durationMs: performance.now() - startedAt,
      };
    },
    async [Symbol.asyncDispose]() {
      await facade.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Query of 100 calls, for the projects from this id on. */
const queryHundredProjects = (firstId: number) =>
  `{ ${Array.from({ length: 100 }, (_, index) => `p${index}: project(id: "${firstId + index}") { path }`).join(' ')} }`;

describe('30 requests of 100 slow calls', () => {
  test.each([
    ['one credential', '8', () => 'hog'],
    ['one credential', '1024', () => 'hog'],
    ['anonymous callers', '16', () => ''],
    ['30 invented credentials', '16', (index: number) => `invented-${index}`],
  ])('from %s do not delay another caller, with %s upstream connections', async (_, connections, getToken) => {
    const slowCallMs = 400;
    await using started = await start(
      {
        UPSTREAM_CONNECTIONS: connections,
        MAX_ALIASES: '100',
        OPERATION_TIMEOUT_MS: '60000',
        CALL_TIMEOUT_MS: '30000',
      },
      ({ headers }) => {
        const token = String(headers['private-token'] ?? '');
        if (token === 'quick') return {};
        return { delayMs: slowCallMs, ...(token.startsWith('invented') ? { status: 401 } : {}) };
      },
    );
    await started.read('quick');
    const idleDurationMs = (await started.read('quick', 2)).durationMs;
    const abort = new AbortController();
    const requests = Array.from({ length: 30 }, (_, index) =>
      started.request(getToken(index), queryHundredProjects(1000 * (index + 1)), abort.signal).catch(() => undefined),
    );
    // Calls of these requests are in flight.
    const before = started.counts.calls;
    await expect.poll(() => started.counts.calls - before, { interval: 5 }).toBeGreaterThanOrEqual(5);
    const durationsMs: number[] = [];
    for (let id = 10; id < 15; id++) {
      const { path, durationMs } = await started.read('quick', id);
      expect(path).toBe(`p${id}`);
      durationsMs.push(durationMs);
    }
    abort.abort();
    await Promise.all(requests);
    // Behind these requests a read would wait for hundreds of slow calls. Parsing their documents takes time, too.
    const [shortestMs = 0] = durationsMs.toSorted((a, b) => a - b);
    expect(shortestMs).toBeLessThan(Math.max(10 * idleDurationMs, slowCallMs / 2));
    expect(started.counts.maxInFlight).toBeLessThanOrEqual(Number(connections));
    await expect.poll(() => started.counts.inFlight, { timeout: 20_000 }).toBe(0);
  });
});

describe('subscriptions', () => {
  const subscribeTo = (id: number) => `subscription { pipeline(id: "gid://service/Pipeline/1/${id}") { status } }`;

  /** Opens subscriptions to different pipelines with one credential, and counts the calls within a duration. */
  async function countCalls(
    count: number,
    durationMs: number,
    headers: Readonly<Record<string, string>>,
    status = 200,
  ) {
    await using started = await start(
      { WATCH_FIRST_INTERVAL_MS: '20', WATCH_LONGEST_INTERVAL_MS: '50', watchErrorGracePeriod: 100 },
      () => ({ headers, status }),
    );
    const abort = new AbortController();
    const responses = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        started.request('alice', subscribeTo(index + 1), abort.signal, 'text/event-stream'),
      ),
    );
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => 200));
    await expect.poll(() => started.facade.activity.pollers).toBe(count);
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    const { calls } = started.counts;
    const otherRead = await started.read('bob');
    expect(otherRead.code).toBe(status === 200 ? undefined : 'RATE_LIMITED');
    abort.abort();
    await expect
      .poll(() => started.facade.activity, { timeout: 10_000 })
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
  ])('%s with one credential and %s remaining calls make at most %s calls', async (count, remaining, maxCalls) => {
    const headers = { 'ratelimit-remaining': remaining, 'ratelimit-reset': '600' };
    expect(await countCalls(count, 500, headers)).toBeLessThanOrEqual(maxCalls);
  });

  test.each([
    ['Retry-After', { 'retry-after': '1000000000' }],
    ['RateLimit-Reset in seconds', { 'ratelimit-remaining': '0', 'ratelimit-reset': '999999999' }],
    ['RateLimit-Reset as a timestamp', { 'ratelimit-remaining': '0', 'ratelimit-reset': '99999999999' }],
  ])('make a single call if %s is decades ahead', async (_, headers) => {
    expect(await countCalls(20, 500, headers, 429)).toBe(1);
  });

  test('that are reopened before the end of a Retry-After make no further call', async () => {
    await using started = await start({ WATCH_FIRST_INTERVAL_MS: '20', watchErrorGracePeriod: 20 }, () => ({
      status: 429,
      headers: { 'retry-after': '600' },
    }));
    for (let round = 0; round < 10; round++) {
      const abort = new AbortController();
      const response = await started.request('alice', subscribeTo(round), abort.signal, 'text/event-stream');
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('RATE_LIMITED')) text += (await reader?.read())?.value ?? '';
      abort.abort();
      await expect.poll(() => started.facade.activity.pollers).toBe(0);
    }
    expect(started.counts.calls).toBe(1);
  });
});
