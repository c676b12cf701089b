/** Requests in any encoding, over every transport: the exact text arrives at the upstream, or the request is rejected before any call. */
import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Facade, startFacade } from '../harness.ts';
import { holds, timeoutMs } from './holds.ts';

/** Bytes of an operation, and the charset that the request declares; `undefined` declares none. */
interface Encoded {
  readonly encode: (text: string) => Buffer;
  readonly charset: string | undefined;
}

interface Outcome {
  /** HTTP status, or close code of a WebSocket. */
  readonly status: number;
  readonly text: string;
}

interface Transport {
  readonly send: (query: string, encoded: Encoded) => Promise<Outcome>;
  readonly canDeclare: boolean;
}

/** Bytes of each character of a charset, from its decoder. */
function getEncoding(label: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(label, { fatal: true });
  const encoding = new Map<string, Buffer>();
  const add = (bytes: Buffer) => {
    try {
      const character = decoder.decode(bytes);
      if ([...character].length === 1 && !encoding.has(character)) encoding.set(character, bytes);
    } catch {
      // Not a character.
    }
  };
  for (let byte = 0; byte < 256; byte += 1) add(Buffer.from([byte]));
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 3) add(Buffer.from([lead, trail]));
  return encoding;
}

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** Encoders by charset, with the characters that they can encode. */
const charsets: readonly (readonly [label: string, encode: Encoded['encode'], characters: readonly string[]])[] = [
  ['utf-8', (text) => Buffer.from(text), [...'aé€😀ﾃゥ\ufffd\ufeff']],
  ['utf-16le', (text) => Buffer.from(text, 'utf16le'), [...'aé€😀⃀']],
  ['utf-16be', swapped, [...'aé€😀⃀']],
  ...['iso-8859-1', 'windows-1251', 'koi8-r', 'shift_jis', 'euc-kr', 'gbk', 'big5'].map((label) => {
    const encoding = getEncoding(label);
    const encode = (text: string) =>
      Buffer.concat([...text].map((character) => encoding.get(character) ?? Buffer.of()));
    const isOrdinary = (character: string) => !/["\\\p{Cc}]/u.test(character);
    return [label, encode, [...encoding.keys()].filter(isOrdinary)] as const;
  }),
];

let facade: Facade;
const calls: string[] = [];
const upstream = createServer((incoming, response) => {
  calls.push(incoming.url ?? '');
  response.setHeader('content-type', 'application/json').end('[]');
});

beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  facade = await startFacade(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/api/v4`, {});
});
afterAll(async () => {
  await facade.close();
  upstream.closeAllConnections();
  upstream.close();
});

async function sendHttp(
  path: string,
  { method = 'POST', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Buffer },
): Promise<Outcome> {
  const { hostname, port } = facade.url;
  const sent = request({ hostname, port, path, method, headers, agent: false });
  sent.end(body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, text: String(Buffer.concat(await response.toArray())) };
}

const withCharset = (type: string, charset: string | undefined) =>
  charset === undefined ? type : `${type}; charset="${charset}"`;
const jsonOf = (query: string) => JSON.stringify({ query });
const percentEncode = (bytes: Buffer, isKept: (byte: number) => boolean) =>
  [...bytes]
    .map((byte) => (isKept(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`))
    .join('');
const isAlphanumeric = (byte: number) => /\w/.test(String.fromCharCode(byte));
/** Bytes above ASCII, as clients send them that do not encode. */
const isRaw = (byte: number) => byte > 127 || isAlphanumeric(byte);

const post =
  (type: string, toText: (query: string) => string, headers: Record<string, string> = {}): Transport['send'] =>
  (query, { encode, charset }) =>
    sendHttp('/graphql', {
      headers: { ...headers, 'content-type': withCharset(type, charset) },
      body: encode(toText(query)),
    });

const form =
  (isKept: (byte: number) => boolean): Transport['send'] =>
  (query, { encode, charset }) =>
    sendHttp('/graphql', {
      headers: { 'content-type': withCharset('application/x-www-form-urlencoded', charset) },
      body: Buffer.from(`query=${percentEncode(encode(query), isKept)}`, 'latin1'),
    });

const multipart =
  (parameters: string, hasCharsetPart = false): Transport['send'] =>
  (query, { encode, charset }) => {
    const part = (name: string, type: string, body: Buffer) => [
      Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="${name}"${parameters}\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      body,
      Buffer.from('\r\n'),
    ];
    return sendHttp('/graphql', {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.concat([
        ...(hasCharsetPart && charset !== undefined ? part('_charset_', 'text/plain', Buffer.from(charset)) : []),
        ...part(
          'operations',
          withCharset('application/json', hasCharsetPart ? undefined : charset),
          encode(jsonOf(query)),
        ),
        Buffer.from('--b--\r\n'),
      ]),
    });
  };

const webSocket =
  (binary: boolean): Transport['send'] =>
  async (query, { encode }) => {
    const socket = new WebSocket(new URL('/graphql', facade.url).href.replace('http', 'ws'), 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    socket.send(encode(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } })), { binary });
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    socket.on('message', (data) => resolve({ status: 200, text: String(data) }));
    socket.on('close', (status, reason) => resolve({ status, text: String(reason) }));
    const outcome = await promise;
    socket.terminate();
    return outcome;
  };

const transports: Readonly<Record<string, Transport>> = {
  JSON: { send: post('application/json', jsonOf), canDeclare: true },
  'JSON for an event stream': {
    send: post('application/json', jsonOf, { accept: 'text/event-stream' }),
    canDeclare: true,
  },
  'application/graphql': { send: post('application/graphql', (query) => query), canDeclare: true },
  'a form': { send: form(isAlphanumeric), canDeclare: true },
  'a form with raw bytes': { send: form(isRaw), canDeclare: true },
  multipart: { send: multipart(''), canDeclare: true },
  'multipart with _charset_': { send: multipart('', true), canDeclare: true },
  'multipart with a file name': { send: multipart('; filename="blob"'), canDeclare: true },
  GET: {
    send: (query, { encode }) =>
      sendHttp(`/graphql?query=${percentEncode(encode(query), isAlphanumeric)}`, { method: 'GET' }),
    canDeclare: false,
  },
  'GET with raw bytes': {
    send: (query, { encode }) => sendHttp(`/graphql?query=${percentEncode(encode(query), isRaw)}`, { method: 'GET' }),
    canDeclare: false,
  },
  'a text frame': { send: webSocket(false), canDeclare: false },
  'a binary frame': { send: webSocket(true), canDeclare: false },
};

const queryOf = (text: string) => `{ project(id: "9") { labels(filter: { search: "${text}" }) { nodes { name } } } }`;

/** Sends a text. @returns the text that arrived upstream, or `undefined` with the rejection */
async function arrive(text: string, transport: Transport, encoded: Encoded) {
  calls.length = 0;
  const outcome = await transport.send(queryOf(text), encoded);
  const searches = calls.map((url) => new URL(url, 'http://upstream').searchParams.get('search'));
  return { ...outcome, searches };
}

describe.each(Object.entries(transports))('%s', (_, transport) => {
  test.each([undefined, 'iso-8859-1'])('rejects or decodes ISO-8859-1 with the charset %s', async (charset) => {
    const encode = (text: string) => Buffer.from(text, 'latin1');
    const { status, text, searches } = await arrive('café', transport, { encode, charset });
    if (charset !== undefined && transport.canDeclare && status === 200) expect(searches).toEqual(['café']);
    else {
      expect(searches).toEqual([]);
      // ws closes with a code of its own, which needs no reason.
      if (status !== 1007) expect(text).toMatch(/UTF-8|URL of the request is malformed/);
      expect([400, 4400, 1007]).toContain(status);
    }
  });

  test('accepts UTF-8', async () => {
    const { status, searches } = await arrive('caf\u00e9 \ufffd', transport, {
      encode: (text) => Buffer.from(text),
      charset: transport.canDeclare ? 'UTF-8' : undefined,
    });
    // Node rejects URLs that are not ASCII.
    if (transport === transports['GET with raw bytes']) expect([status, searches]).toEqual([400, []]);
    else expect(searches).toEqual(['caf\u00e9 \ufffd']);
  });
});

/** Transports that decode every charset that a request declares. */
const decodes = new Set(['JSON', 'JSON for an event stream', 'application/graphql']);

const operation = fc.constantFrom(...charsets).chain(([label, encode, characters]) =>
  fc.record({
    label: fc.constant(label),
    encode: fc.constant(encode),
    text: fc
      .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join('').trim()),
    isDeclared: fc.boolean(),
    name: fc.constantFrom(...Object.keys(transports)),
  }),
);

test(
  'sends the exact text upstream, or rejects the request before any call, for any encoding and transport',
  async () => {
    await holds(
      fc.asyncProperty(operation, async ({ label, encode, text, isDeclared, name }) => {
        fc.pre(text !== '');
        const transport = transports[name];
        if (transport === undefined) throw new Error(name);
        const charset = isDeclared && transport.canDeclare ? label : undefined;
        const { searches, status } = await arrive(text, transport, { encode, charset });
        const bytes = encode(text);
        const expected = charset === undefined ? (isUtf8(bytes) ? String(bytes) : undefined) : text;
        const isDecoded =
          label === 'utf-8' ? name !== 'GET with raw bytes' : charset !== undefined && decodes.has(name);
        if (searches.length > 0 || isDecoded) expect(searches).toEqual([expected]);
        else if (expected === undefined) expect(status).not.toBe(200);
      }),
      2,
    );
  },
  timeoutMs(2),
);
