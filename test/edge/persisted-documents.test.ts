/** Persisted documents over every transport: automatic ones, and those of a manifest, which rejects all others. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/environment-variables.ts';
import { startEdge } from './harness.ts';

interface Params {
  readonly documentId?: string;
  readonly doc_id?: string;
  readonly id?: string;
  readonly query?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface ExecutionResponse {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

type Send = (url: URL, params: Params) => Promise<ExecutionResponse>;

const transports: Readonly<Record<string, Send>> = {
  POST: async (url, params) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(params) })).json();
  },

  GET: async (url, { extensions, ...params }) => {
    const search = new URLSearchParams({
      ...params,
      ...(extensions === undefined ? {} : { extensions: JSON.stringify(extensions) }),
    });
    return (await fetch(`${url}?${search}`)).json();
  },

  'multipart POST': async (url, params) => {
    const body = new FormData();
    body.set('operations', JSON.stringify(params));
    body.set('map', '{}');
    return (await fetch(url, { method: 'POST', headers: { 'x-portico-csrf': '1' }, body })).json();
  },

  SSE: async (url, params) => {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    const text = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(params) })).text();
    return JSON.parse(/^data: ({.*})$/m.exec(text)?.[1] ?? text);
  },

  WebSocket: async (url, { query = '', ...params }) => {
    const client = createClient({
      url: url.href.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    // Resolves with the first result, or with the errors that rejected the operation.
    const response = await new Promise<ExecutionResponse>((resolve, reject) => {
      client.subscribe(
        { query, ...params },
        {
          next: (result) => resolve(Object(result)),
          error: (errors) => resolve({ errors: Array.isArray(errors) ? errors : [] }),
          complete: () => reject(new Error('The operation had no result')),
        },
      );
    });
    await client.dispose();
    return response;
  },
};

const hello = '{ hello }';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const createExtensions = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });
const getCode = ({ errors }: ExecutionResponse) => errors?.[0]?.extensions?.code;

describe.each(Object.entries(transports))('over %s', (_, execute) => {
  test('finds a document by its hash after a request with both', async () => {
    await using edge = await startEdge();
    const url = new URL('/graphql', edge.url);
    const first = await execute(url, { extensions: createExtensions(sha256(hello)) });
    expect(first).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] });
    expect(getCode(first)).toBe('PERSISTED_QUERY_NOT_FOUND');
    expect(await execute(url, { query: hello, extensions: createExtensions(sha256(hello)) })).toEqual({
      data: { hello: 'world' },
    });
    expect(await execute(url, { extensions: createExtensions(sha256(hello)) })).toEqual({ data: { hello: 'world' } });
  });

  test.each(['documentId', 'doc_id', 'id'])('accepts the id of a document as %s', async (name) => {
    await using listed = await startEdge({ PERSISTED_DOCUMENTS: writeManifest({ 'id-of-hello': hello }) });
    const listedUrl = new URL('/graphql', listed.url);
    expect(await execute(listedUrl, { [name]: 'id-of-hello' })).toEqual({ data: { hello: 'world' } });
    expect(getCode(await execute(listedUrl, { [name]: 'other' }))).toBe('DOCUMENT_NOT_LISTED');
    await using edge = await startEdge();
    const url = new URL('/graphql', edge.url);
    expect(getCode(await execute(url, { [name]: 'x'.repeat(257) }))).toBe('BAD_REQUEST');
    expect(getCode(await execute(url, { [name]: 'x' }))).toBe('PERSISTED_QUERY_NOT_FOUND');
    // Beside a document, it has another meaning.
    expect(await execute(url, { query: hello, [name]: 'x' })).toEqual({ data: { hello: 'world' } });
    await execute(url, { query: hello, extensions: createExtensions(sha256(hello)) });
    expect(await execute(url, { [name]: `sha256:${sha256(hello)}` })).toEqual({ data: { hello: 'world' } });
  });

  test('an empty id and an empty hash are absent', async () => {
    await using listed = await startEdge({ PERSISTED_DOCUMENTS: writeManifest({ 'id-of-hello': hello }) });
    const url = new URL('/graphql', listed.url);
    for (const params of [
      { documentId: '', doc_id: 'id-of-hello' },
      { documentId: 'id-of-hello', extensions: { persistedQuery: null } },
    ])
      expect(await execute(url, params)).toEqual({ data: { hello: 'world' } });
  });

  test('rejects a document with the hash of another, and does not store it', async () => {
    await using edge = await startEdge();
    const url = new URL('/graphql', edge.url);
    const forged = await execute(url, { query: '{ publicUrl }', extensions: createExtensions(sha256(hello)) });
    expect(getCode(forged)).toBe('PERSISTED_QUERY_MISMATCH');
    expect(getCode(await execute(url, { extensions: createExtensions(sha256(hello)) }))).toBe(
      'PERSISTED_QUERY_NOT_FOUND',
    );
  });

  test('accepts with a manifest only its documents, by hash or by text', async () => {
    // Older client presets use the SHA-1 of a document, newer ones the SHA-256 with a prefix.
    await using edge = await startEdge({
      PERSISTED_DOCUMENTS: writeManifest({ [`sha256:${sha256(hello)}`]: hello, 'sha1-of-hello': hello }),
    });
    const url = new URL('/graphql', edge.url);
    for (const hash of ['sha1-of-hello', `sha256:${sha256(hello)}`, sha256(hello)])
      expect(await execute(url, { extensions: createExtensions(hash) })).toEqual({ data: { hello: 'world' } });
    expect(await execute(url, { query: hello })).toEqual({ data: { hello: 'world' } });
    for (const params of [
      { query: '{ publicUrl }' },
      { query: '{ hello } ' },
      { query: '{ publicUrl }', extensions: createExtensions('sha1-of-hello') },
      { query: '{ publicUrl }', extensions: createExtensions(sha256('{ publicUrl }')) },
      { extensions: createExtensions(sha256('{ publicUrl }')) },
      { extensions: createExtensions('constructor') },
    ]) {
      const response = await execute(url, params);
      expect(getCode(response)).toBe('DOCUMENT_NOT_LISTED');
      expect(response.data).toBeUndefined();
    }
  });
});

test.each([
  {},
  { extensions: { persistedQuery: 1 } },
  { extensions: { persistedQuery: { version: 2, sha256Hash: 'x' } } },
  { extensions: { persistedQuery: { version: 1 } } },
  { query: 5, extensions: createExtensions('x') },
])('returns 400 for %o, which identifies no document', async (params) => {
  for (const env of [{}, { PERSISTED_DOCUMENTS: writeManifest({}) }]) {
    await using edge = await startEdge(env);
    const response = await fetch(new URL('/graphql', edge.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params),
    });
    expect(response.status).toBe(400);
    expect(getCode(await response.json())).toBe('BAD_REQUEST');
    expect(edge.lines).toEqual([]);
  }
});

test.each(['*/*', 'application/json', 'application/graphql-response+json'])(
  'rejects a GET without a document with status 400, Accept: %s',
  async (accept) => {
    await using edge = await startEdge({});
    const response = await fetch(new URL('/graphql', edge.url), { headers: { accept } });
    expect(response.status).toBe(400);
    expect(response.headers.get('allow')).toBeNull();
    expect(getCode(await response.json())).toBe('BAD_REQUEST');
  },
);

const folder = mkdtempSync(join(tmpdir(), 'portico-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeManifest(content: unknown): string {
  const path = join(folder, `${Math.random()}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('accepts hashes in upper case, and ids of another form than a hash of SHA-256', () => {
  const hash = sha256(hello).toUpperCase();
  const manifest = writeManifest({ [hash]: hello, [`SHA256:${hash}`]: hello, ['f'.repeat(32)]: hello });
  expect(() => readConfig({ UPSTREAM_URL: 'http://127.0.0.1:9', PERSISTED_DOCUMENTS: manifest })).not.toThrow();
});

test('accepts an Apollo persisted query manifest', async () => {
  const operations = [{ id: sha256(hello), name: 'Hello', type: 'query', body: hello }];
  await using edge = await startEdge({
    PERSISTED_DOCUMENTS: writeManifest({ format: 'apollo-persisted-query-manifest', version: 1, operations }),
  });
  const response = await fetch(new URL('/graphql', edge.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ extensions: createExtensions(sha256(hello)) }),
  });
  expect(await response.json()).toEqual({ data: { hello: 'world' } });
});

test('reports an invalid manifest in one line', () => {
  const message =
    'PERSISTED_DOCUMENTS must be a file with a JSON object of documents by hash, or an Apollo persisted query manifest';
  for (const key of [
    '0'.repeat(64),
    `sha256:${'0'.repeat(64)}`,
    'sha256:',
    `sha1:${'f'.repeat(40)}`,
    `sha1:${sha256(hello)}`,
  ])
    expect(() => readConfig({ PERSISTED_DOCUMENTS: writeManifest({ [key]: hello }) })).toThrow(
      new ConfigError(`${message}, but the key ${key} is not the hash of its document; generate the manifest again`),
    );
  for (const path of [writeManifest('{'), writeManifest(['{ hello }']), writeManifest({ hash: 1 })])
    expect(() => readConfig({ PERSISTED_DOCUMENTS: path })).toThrow(new ConfigError(message));
  for (const [path, problem] of [
    ['/nowhere/manifest.json', 'there is no such file or folder'],
    [folder, 'it is a folder'],
  ])
    expect(() => readConfig({ PERSISTED_DOCUMENTS: path })).toThrow(new ConfigError(`${message}, but ${problem}`));
});
