/** Large responses of the upstream, many at the same time, with and without Content-Length. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxBlockMs, startTarget, type Target } from './harness.ts';

const mebibyte = 1024 * 1024;
/** Slightly less than the default of MAX_UPSTREAM_RESPONSE_BYTES. */
const bodySize = 15.5 * mebibyte;

const repeated = (text: string, size: number) => text.repeat(Math.floor(size / text.length));
const bodies: Readonly<Record<string, string>> = {
  escapes: `{"id":1,"name":"${repeated('\\u0041', bodySize)}"}`,
  quotes: `{"id":1,"name":"${repeated('\\"', bodySize)}"}`,
  emojis: `{"id":1,"name":"${repeated('\u{1f600}\\n', bodySize / 1.5)}"}`,
  surrogates: `{"id":1,"topics":[${Array.from({ length: 60_000 }, (_, index) => `{"k${index}":"\\ud800"}${' '.repeat(100)}`).join()}]}`,
  spaces: `{"id":1${' '.repeat(bodySize)}}`,
  objects: `{"id":1,"topics":[${Array.from({ length: 48_000 }, (_, index) => `{"k${index}":[1]}${' '.repeat(140)}`).join()}]}`,
};

/**
 * Starts an upstream with large projects: `/projects/quotes%2F5` contains quotes. Projects whose name starts with `chunked` have no
 * Content-Length.
 */
async function startLargeUpstream() {
  const encoded = new Map(Object.entries(bodies).map(([name, body]) => [name, Buffer.from(body)]));
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    const [, kind = '', form] = /\/projects\/(\w+)%2F(\w+)/.exec(url) ?? [];
    const body = encoded.get(kind);
    if (body === undefined) response.end('{"id":1,"username":"reporter"}');
    else if (form?.startsWith('chunked')) {
      for (let start = 0; start < body.length; start += mebibyte)
        response.write(body.subarray(start, start + mebibyte));
      response.end();
    } else response.end(body);
  });
  // Otherwise the server may close an idle connection while the facade sends the next read on it.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v4`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let upstream: Awaited<ReturnType<typeof startLargeUpstream>>;
let target: Target;
beforeAll(async () => {
  upstream = await startLargeUpstream();
  target = await startTarget(
    { CALL_TIMEOUT_MS: '60000', OPERATION_TIMEOUT_MS: '120000', MAX_UPSTREAM_RESPONSE_BYTES: '' },
    { upstreamUrl: upstream.url },
  );
});
afterAll(async () => {
  await target.close();
  await upstream.close();
});

/**
 * Maximum block of the event loop: three times the slowest parse of a body in this process, so that a slow machine does not count
 * as work of the facade.
 */
function measureAllowedBlockMs(): number {
  const durationsMs = Object.values(bodies).map((body) => {
    const startMs = performance.now();
    JSON.parse(body);
    return performance.now() - startMs;
  });
  return Math.max(maxBlockMs, 3 * Math.max(...durationsMs));
}

const read = (kind: string, name: string, token: string) =>
  target.send('POST', { query: `{ project(id: "${kind}/${name}") { databaseId } }` }, { 'private-token': token });

describe('one response of 15.5 MiB', () => {
  test.each(Object.keys(bodies))(
    'with %s blocks the event loop for at most three times the slowest parse, or 200 ms',
    async (kind) => {
      const { longestBlockMs } = await target.measure(async (attempt) => {
        const { results } = await read(kind, `one${attempt}`, 'alice');
        expect(JSON.stringify(results).slice(0, 300)).toBe('[{"data":{"project":{"databaseId":1}}}]');
      });
      expect(longestBlockMs).toBeLessThan(measureAllowedBlockMs());
    },
  );
});

describe('20 responses of 15.5 MiB at the same time', () => {
  test.each(['sized', 'chunked'])(
    'that are %s block the event loop for at most three times the slowest parse, or 200 ms',
    { timeout: 120_000 },
    async (form) => {
      const { longestBlockMs } = await target.measure(async (attempt) => {
        const kinds = Object.keys(bodies);
        const responses = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            read(kinds[index % kinds.length] ?? '', `${form}${attempt}x${index}`, `caller-${index % 3}`),
          ),
        );
        for (const { results } of responses)
          expect(JSON.stringify(results).slice(0, 300)).toBe('[{"data":{"project":{"databaseId":1}}}]');
      });
      expect(longestBlockMs).toBeLessThan(measureAllowedBlockMs());
    },
  );
});
