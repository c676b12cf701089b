/** Large responses of the upstream, many at the same time, with and without their length. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longestAllowedBlockMs, startTarget, type Target } from './harness.ts';

const mebibyte = 1024 * 1024;
/** Almost as many as MAX_ANSWER_BYTES allows by default. */
const bodySize = 7.5 * mebibyte;

const repeated = (text: string, size: number) => text.repeat(Math.floor(size / text.length));
const bodies: Readonly<Record<string, string>> = {
  escapes: `{"id":1,"name":"${repeated('\\u0041', bodySize)}"}`,
  quotes: `{"id":1,"name":"${repeated('\\"', bodySize)}"}`,
  emojis: `{"id":1,"name":"${repeated('\u{1f600}\\n', bodySize / 1.5)}"}`,
  surrogates: `{"id":1,"topics":[${Array.from({ length: 60_000 }, (_, index) => `{"k${index}":"\\ud800"}${' '.repeat(100)}`).join()}]}`,
  spaces: `{"id":1${' '.repeat(bodySize)}}`,
  objects: `{"id":1,"topics":[${Array.from({ length: 48_000 }, (_, index) => `{"k${index}":[1]}${' '.repeat(140)}`).join()}]}`,
};

/** An upstream whose projects are large: `/projects/quotes%2F5` has quotes. `chunked` ones tell no length. */
async function startLarge() {
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
  // Else it may close an idle connection while the facade sends the next read there.
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

let upstream: Awaited<ReturnType<typeof startLarge>>;
let target: Target;
beforeAll(async () => {
  upstream = await startLarge();
  target = await startTarget(
    { CALL_TIMEOUT_MS: '60000', OPERATION_TIMEOUT_MS: '120000', MAX_ANSWER_BYTES: '' },
    { upstreamUrl: upstream.url },
  );
});
afterAll(async () => {
  await target.close();
  await upstream.close();
});

/**
 * Longest block that parsing one body may cause: three times what the slowest one takes in this process, so that a slow machine
 * does not count as work of the facade.
 */
function measureAllowedBlockMs(): number {
  const durationsMs = Object.values(bodies).map((body) => {
    const startMs = performance.now();
    JSON.parse(body);
    return performance.now() - startMs;
  });
  return Math.max(longestAllowedBlockMs, 3 * Math.max(...durationsMs));
}

const read = (kind: string, name: string, token: string) =>
  target.send('POST', { query: `{ project(id: "${kind}/${name}") { databaseId } }` }, { 'private-token': token });

describe('one response of 7.5 MiB', () => {
  test.each(Object.keys(bodies))('with %s does not delay other callers', async (kind) => {
    const { longestBlockMs } = await target.watch(async (attempt) => {
      const { results } = await read(kind, `one${attempt}`, 'alice');
      expect(JSON.stringify(results).slice(0, 300)).toBe('[{"data":{"project":{"databaseId":1}}}]');
    });
    expect(longestBlockMs).toBeLessThan(measureAllowedBlockMs());
  });
});

describe('20 responses of 7.5 MiB at the same time', () => {
  test.each(['sized', 'chunked'])('that are %s do not delay other callers', { timeout: 120_000 }, async (form) => {
    const { longestBlockMs } = await target.watch(async (attempt) => {
      const kinds = Object.keys(bodies);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          read(kinds[index % kinds.length] ?? '', `${form}${attempt}x${index}`, `caller-${index % 3}`),
        ),
      );
      for (const { results } of answers)
        expect(JSON.stringify(results).slice(0, 300)).toBe('[{"data":{"project":{"databaseId":1}}}]');
    });
    expect(longestBlockMs).toBeLessThan(measureAllowedBlockMs());
  });
});
