/** Compressed responses of the upstream, over HTTP. */
import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFacade } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';

interface Received {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Starts a facade with an upstream that responds to every call. */
async function start(respond: (response: ServerResponse, received: Received) => void, env: FacadeSettings = {}) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const call = { url: (request.url ?? '').replace('/api/v4', ''), headers: request.headers };
    received.push(call);
    response.setHeader('content-type', 'application/json');
    respond(response, call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, env);
  onTestFinished(async () => {
    await facade.close();
    server.closeAllConnections();
    server.close();
  });
  return { ...facade, received };
}

/** Responds with gzip. */
function sendGzip(response: ServerResponse, body: Buffer, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length, ...headers }).end(body);
}

/** Gzip of zeros, which states another length of its content. */
function createBomb(bytes: number, statedLength: number): Buffer {
  const bomb = gzipSync(Buffer.alloc(bytes, '0'));
  bomb.writeUInt32LE(statedLength, bomb.length - 4);
  return bomb;
}

const project = (description = 'd') => JSON.stringify({ id: 7, path_with_namespace: 'g/p', description });
const query = '{ project(id: 7) { fullPath description } }';
const mebibyte = 1024 * 1024;

describe('responses', () => {
  test.each([
    ['small', 'd'],
    ['large', 'd'.repeat(mebibyte)],
  ])('request gzip, and decompress a %s body', async (_, description) => {
    const facade = await start((response) => sendGzip(response, gzipSync(project(description))));
    const { data, errors } = await facade.execute(query);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ project: { fullPath: 'g/p', description } });
    expect(facade.received.map(({ headers }) => headers['accept-encoding'])).toEqual(['gzip']);
  });

  test.each([
    [
      'states more bytes than MAX_UPSTREAM_RESPONSE_BYTES',
      createBomb(2 * mebibyte, 2 * mebibyte),
      'the limit is 1048576 bytes',
    ],
    ['states fewer bytes than it contains', createBomb(64 * mebibyte, 300_000), 'the limit is 1048576 bytes'],
    ['is small and contains many bytes', createBomb(64 * mebibyte, 7), 'the limit is 1048576 bytes'],
    ['is truncated', gzipSync(project()).subarray(0, -9), 'is not valid gzip'],
    ['is empty after its header', gzipSync('').subarray(0, 10), 'is not valid gzip'],
    ['is not compressed', Buffer.from(project()), 'is not valid gzip'],
  ])('return an error for a body that %s', async (_, body, message) => {
    const facade = await start((response) => sendGzip(response, body), {
      MAX_UPSTREAM_RESPONSE_BYTES: String(mebibyte),
    });
    const { data, errors } = await facade.execute(query);
    expect(data).toEqual({ project: null });
    expect(errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } },
    ]);
    expect(facade.received).toHaveLength(1);
  });

  test('decompress several members', async () => {
    const text = project();
    const body = Buffer.concat([gzipSync(text.slice(0, 9)), gzipSync(text.slice(9))]);
    const facade = await start((response) => sendGzip(response, body, { 'content-encoding': 'X-GZIP' }));
    expect((await facade.execute(query)).data).toEqual({ project: { fullPath: 'g/p', description: 'd' } });
  });

  test.each([
    ['large', 'random'],
    ['small, with a large content', 'repeated'],
  ])('decompress several members of a body that is %s', async (_, kind) => {
    const description = kind === 'random' ? randomBytes(mebibyte).toString('base64') : 'd'.repeat(mebibyte);
    const text = project(description);
    const body = Buffer.concat([gzipSync(text.slice(0, -9)), gzipSync(text.slice(-9))]);
    const facade = await start((response) => sendGzip(response, body));
    expect((await facade.execute(query)).data).toEqual({ project: { fullPath: 'g/p', description } });
    const limited = await start((response) => sendGzip(response, body), {
      MAX_UPSTREAM_RESPONSE_BYTES: String(mebibyte),
    });
    expect((await limited.execute(query)).errors).toMatchObject([
      { message: expect.stringContaining('the limit is 1048576 bytes') },
    ]);
  });

  test('contain the message of an error status', async () => {
    const facade = await start((response) => {
      const body = gzipSync('{"message":"name is too long"}');
      response.writeHead(400, { 'content-encoding': 'gzip' }).end(body);
    });
    expect((await facade.execute(query)).errors).toMatchObject([{ message: 'name is too long' }]);
  });

  test('return an error that names an encoding which was not requested', async () => {
    const facade = await start((response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(project())),
    );
    expect((await facade.execute(query)).errors).toMatchObject([
      {
        message: expect.stringContaining('Content-Encoding br, which was not requested'),
        extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
      },
    ]);
    const write =
      'mutation { labelCreate(input: { project: "7", name: "a", color: "#fff000" }) { label { name } errors { message } } }';
    expect((await facade.execute(write)).errors).toMatchObject([
      { message: expect.stringContaining('Content-Encoding br'), extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } },
    ]);
  });

  test.each([
    ['"a-gzip"', '"a"'],
    ['"a--gzip"', '"a--gzip"'],
    ['"a;gzip"', 'W/"a"'],
    ['W/"a"', '"a-gzip"'],
  ])('reuse the body with the ETag %s for a 304 with the ETag %s', async (sent, confirmed) => {
    const facade = await start((response, { headers }) => {
      if (headers['if-none-match'] === undefined) sendGzip(response, gzipSync(project()), { etag: sent });
      else response.writeHead(304, { etag: confirmed, 'content-encoding': 'gzip' }).end();
    });
    for (let time = 0; time < 2; time++)
      expect((await facade.execute(query)).data).toEqual({ project: { fullPath: 'g/p', description: 'd' } });
    expect(facade.received.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, sent]);
  });
});

describe('files', () => {
  const csv = `name,state\n${'a,detected\n'.repeat(50_000)}`;
  const read = async (facade: Awaited<ReturnType<typeof start>>) => {
    const { data } = await facade.execute<{ vulnerabilityExport: { downloadUrl: string } }>(
      '{ vulnerabilityExport(id: 5) { downloadUrl } }',
    );
    return fetch(new URL(new URL(data.vulnerabilityExport.downloadUrl).pathname, facade.url));
  };
  const respond =
    (send: (response: ServerResponse) => void) =>
    (response: ServerResponse, { url }: Received) =>
      url.endsWith('/download') ? send(response) : response.end('{"id":5,"status":"finished"}');

  test('decompress gzip', async () => {
    const facade = await start(
      respond((response) => sendGzip(response, gzipSync(csv), { 'content-type': 'text/csv' })),
    );
    const response = await read(facade);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-length')).toBeNull();
    expect(await response.text()).toBe(csv);
  });

  test('end where they are malformed', async () => {
    const facade = await start(
      respond((response) => sendGzip(response, gzipSync(csv).subarray(0, -20), { 'content-type': 'text/csv' })),
    );
    const response = await read(facade);
    await expect(response.text()).rejects.toThrow();
  });

  test.each([
    ['a part of the file', 206, {}, csv, 'is a part of the file (206 Partial Content)'],
    ['a file that is not compressed as it states', 200, { 'content-encoding': 'gzip' }, csv, 'is not valid gzip'],
    ['an empty file that states to be compressed', 200, { 'content-encoding': 'gzip' }, '', 'is not valid gzip'],
    ['304', 304, { 'content-encoding': 'gzip' }, undefined, '304 Not Modified to an unconditional request'],
  ] as const)('return an error in place of %s', async (_, status, headers, body, message) => {
    const facade = await start(
      respond((response) => response.writeHead(status, { 'content-type': 'text/csv', ...headers }).end(body)),
    );
    const response = await read(facade);
    expect(response.status).toBe(502);
    expect((await response.json()).errors).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  test('return an error that names an encoding which was not requested', async () => {
    const facade = await start(
      respond((response) => response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(csv))),
    );
    const response = await read(facade);
    expect(response.status).toBe(502);
    expect((await response.json()).errors).toMatchObject([{ message: expect.stringContaining('Content-Encoding br') }]);
  });
});
