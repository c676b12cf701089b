/** Examples of requests, and how clients see the messages of their responses. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { exchange, open } from '../attacks/wire.ts';
import { type Facade, type StubResponse, startFacade } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';

type Env = FacadeSettings;

/**
 * Responses of the upstream by method and path; `silent` never responds, `broken` closes the connection, `truncated` closes it within the
 * body. Any other call receives 404.
 */
type Responses = Readonly<Record<string, StubResponse | 'silent' | 'broken' | 'truncated'>>;

export interface Example {
  /** Request as a reader sees it. */
  readonly request: string;
  /** Settings of the facade. */
  readonly env?: Env | undefined;
  readonly responses?: Responses | undefined;
  /** Sends the request. @returns the messages of its response */
  readonly send: (facade: Facade) => Promise<readonly string[]>;
}

type Options = Pick<Example, 'env' | 'responses'>;

interface ShownError {
  readonly message?: unknown;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly unknown[] | null;
  readonly code?: unknown;
  readonly extensions?: { readonly code?: unknown };
}

function renderError({ message, path, locations = [], code, extensions }: ShownError): string {
  const [location] = locations;
  const line = location === undefined ? '' : ` (${location.line}:${location.column})`;
  const place = path === undefined || path === null ? line : ` at ${path.join('.')}${line}`;
  // The time, and the number of types, differ between runs.
  const text = String(message).replace(/(?<=Retry after |about )\d+/g, '…');
  return `${String(code ?? extensions?.code)}${place}: ${text}`;
}

/** Errors of a result, of its parts, and of payloads, in the order of the document. */
function collectErrors(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(collectErrors);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'errors' && Array.isArray(member) ? member.map(renderError) : collectErrors(member),
  );
}

/** Renders the JSON of a response, which may be several parts or events. @param status of HTTP */
const renderBody = (text: string, status: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/^data: /, ''))
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => collectErrors(JSON.parse(line)))
    .map((line) => `${status} ${line}`);

/** Body of a response, without the sizes of its chunks. */
function toContent(response: string): string {
  const [, head = '', body = ''] = /^(.*?)\r\n\r\n(.*)$/s.exec(response) ?? [];
  if (!/transfer-encoding: chunked/i.test(head)) return body;
  let content = '';
  for (let rest = body; ; ) {
    const [size, digits = '0'] = /^([\da-f]+)\r\n/.exec(rest) ?? [''];
    const length = Number.parseInt(digits, 16);
    if (length === 0) return content;
    content += rest.slice(size.length, size.length + length);
    rest = rest.slice(size.length + length + 2);
  }
}

/** Upper bound on the characters of a request that are shown. */
const maxShown = 200;
const shorten = (text: string): string =>
  text.length > maxShown ? `${text.slice(0, maxShown)}… (${text.length} characters)` : text;

/** Request of HTTP, as lines of its head and its body. */
export function http(lines: readonly string[], body: string | Buffer = '', options: Options = {}): Example {
  const [line = '', ...headers] = lines;
  const bytes = Buffer.from(body);
  return {
    ...options,
    request: [...lines, ...(bytes.length === 0 ? [] : [bytes.toString('latin1').replaceAll('\0', '\\0')])]
      .map(shorten)
      .join('\n'),
    async send(facade) {
      const hasHost = lines.some((each) => /^host:/i.test(each)) || / HTTP\/1\.0$/.test(line);
      const isSized = headers.some((header) => /^(?:content-length|transfer-encoding):/i.test(header));
      const head = [
        / HTTP\//.test(line) ? line : `${line} HTTP/1.1`,
        ...(hasHost ? [] : [`Host: ${facade.url.host}`]),
        ...headers,
        ...(isSized || bytes.length === 0 ? [] : [`Content-Length: ${bytes.length}`]),
        ...(headers.some((header) => /^connection:/i.test(header)) ? [] : ['Connection: close']),
      ].filter((header) => header !== 'Host: -');
      const text = await exchange(
        facade,
        Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]),
      );
      return text.split(/(?=HTTP\/1\.1 \d)/).flatMap((response) => {
        const [, status] = /^HTTP\/1\.1 (\d+)/.exec(response) ?? [];
        return renderBody(toContent(response), status ?? 'closed');
      });
    },
  };
}

/** POST of JSON. */
export const json = (body: string | object, options: Options & { headers?: readonly string[] } = {}): Example => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return http(['POST /graphql', 'Content-Type: application/json', ...(options.headers ?? [])], text, options);
};

/** Operation over a POST of JSON, shown as its document. */
export function ask(
  query: string,
  options: Options & { variables?: object; headers?: readonly string[]; operationName?: string } = {},
): Example {
  const { variables, headers = [], operationName } = options;
  const calls = Object.entries(options.responses ?? {}).map(([call, response]) =>
    typeof response === 'string'
      ? `# upstream: ${call} ${response}`
      : `# upstream: ${call} ${response.status ?? 200} ${shorten(JSON.stringify(response.body ?? '') ?? '')}`,
  );
  return {
    ...options,
    request: [
      shorten(query),
      ...(variables === undefined ? [] : [`variables: ${shorten(JSON.stringify(variables))}`]),
      ...(operationName === undefined ? [] : [`operationName: ${shorten(operationName)}`]),
      ...headers,
      ...calls,
    ].join('\n'),
    send: json({ query, variables, operationName }, { headers }).send,
  };
}

/** Multipart request. @param parts headers and content by name */
export function form(
  parts: Readonly<Record<string, string | Buffer>>,
  options: Options & { type?: string } = {},
): Example {
  const { type = 'multipart/form-data; boundary=b' } = options;
  const body = Object.entries(parts).flatMap(([name, content]) => [
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}\r\n`, 'latin1'),
    Buffer.from(typeof content === 'string' && /^content-type/i.test(content) ? '' : '\r\n'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return http(['POST /graphql', `Content-Type: ${type}`], Buffer.concat([...body, Buffer.from('--b--\r\n')]), options);
}

/** Messages over a WebSocket. @param protocol `undefined` offers none */
export function socket(
  messages: readonly (string | Buffer)[],
  options: Options & {
    protocol?: string | undefined;
    params?: object;
    headers?: Readonly<Record<string, string>>;
    path?: string;
    /** Whether `connection_init` is sent first. Defaults to true. */
    isInitialized?: boolean;
  } = {},
): Example {
  const { params, headers = {}, path = '/graphql', isInitialized = true } = options;
  const protocol = 'protocol' in options ? options.protocol : 'graphql-transport-ws';
  const init = JSON.stringify({ type: 'connection_init', ...(params && { payload: params }) });
  const first = isInitialized && (params !== undefined || messages.length > 0) ? [init] : [];
  return {
    ...options,
    request: [
      `WebSocket ${path}${protocol === undefined ? '' : `, subprotocol ${protocol}`}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...[...first, ...messages].map((message) => shorten(String(message))),
    ].join('\n'),
    async send(facade) {
      const url = new URL(path, facade.url).href.replace('http', 'ws');
      const client = new WebSocket(url, protocol === undefined ? [] : [protocol], { headers });
      const rendered: string[] = [];
      const { promise, resolve } = Promise.withResolvers<void>();
      client.on('unexpected-response', async (_, response) => {
        rendered.push(...renderBody(String(Buffer.concat(await response.toArray())), String(response.statusCode)));
        resolve();
      });
      client.on('open', () => {
        for (const message of isInitialized ? first : messages) client.send(message);
      });
      client.on('message', (data) => {
        const { type, payload } = JSON.parse(String(data));
        if (type === 'connection_ack') for (const message of messages) client.send(message);
        if (type === 'connection_error') rendered.push(payload.message);
        if (type === 'error') rendered.push(...payload.map(renderError));
        if (type === 'next') rendered.push(...collectErrors(payload));
        if (type === 'error' || (type === 'next' && rendered.length > 0)) resolve();
      });
      client.on('close', (code, reason) => {
        if (rendered.length === 0 || reason.length > 0) rendered.push(`closed with ${code}: ${reason}`);
        resolve();
      });
      client.on('error', () => undefined);
      await promise;
      client.terminate();
      return rendered;
    },
  };
}

async function sendRejected(example: Example, facade: Facade): Promise<readonly string[]> {
  const messages = await example.send(facade);
  if (messages.length === 0) throw new Error('The request was accepted');
  return messages;
}

/** Several equal requests at the same time. @returns the messages of the first that is rejected */
export const several = (count: number, example: Example): Example => ({
  ...example,
  request: `${count} at the same time:\n${example.request}`,
  send: (facade) => Promise.any(Array.from({ length: count }, () => sendRejected(example, facade))),
});

/** Different requests at the same time. @returns the messages of the first that is rejected */
export const together = (first: Example, second: Example): Example => ({
  ...second,
  request: `at the same time:\n${first.request}\nand:\n${second.request}`,
  send: (facade) => Promise.any([first, second].map((example) => sendRejected(example, facade))),
});

/** Requests one after the other. @returns the messages of the last one */
export const inTurn = (...examples: readonly [Example, ...Example[]]): Example => ({
  ...(examples.at(-1) ?? examples[0]),
  request: examples.map(({ request }) => request).join('\nthen:\n'),
  async send(facade) {
    let messages: readonly string[] = [];
    for (const example of examples) messages = await example.send(facade);
    return messages;
  },
});

/** Request of the page at the end of another one. @param next contains the variable `$cursor` */
export const atCursor = (first: string, next: string, responses: Responses): Example => ({
  responses,
  request: `${first}\nthen, with its endCursor:\n${next}`,
  async send(facade) {
    const [, cursor] = /"endCursor":"([^"]+)"/.exec(JSON.stringify(await facade.execute(first))) ?? [];
    return json({ query: next, variables: { cursor } }).send(facade);
  },
});

/** Request while the client does not read the response to another one. */
export const whileUnread = (query: string, example: Example): Example => ({
  ...example,
  request: `${query}\nwithout reading the response, then:\n${example.request}`,
  async send(facade) {
    const body = JSON.stringify({ query });
    using client = await open(facade);
    const head = ['POST /graphql HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
    client.write([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'));
    await once(client, 'readable');
    return await example.send(facade);
  },
});

/** Request with a silent call, during which the server stops. */
export const whileStopping = (example: Example): Example => ({
  ...example,
  request: `${example.request}\n# the server stops`,
  async send(facade) {
    const callsBefore = silentCalls;
    const messages = example.send(facade);
    while (silentCalls === callsBefore) await setImmediate();
    await facade.close();
    return messages;
  },
});

/** Calls that the upstream has received and does not respond to. */
let silentCalls = 0;

/** Starts the upstream of all examples, and a facade for each group of settings. */
export async function startExamples() {
  let responses: Responses = {};
  const upstream = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/^\/api\/v4/, '');
    const call = `${request.method} ${path}`;
    await request.resume().toArray();
    const stub = responses[call] ??
      responses[call.replace(/\?.*/, '')] ??
      responses['*'] ?? { status: 404, body: { message: '404 Not Found' } };
    if (stub === 'silent') silentCalls += 1;
    if (stub === 'broken') request.socket.destroy();
    if (stub === 'truncated') {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{', () => request.socket.destroy());
    }
    if (typeof stub === 'string') return;
    const { status = request.method === 'POST' ? 201 : 200, headers, body } = stub;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/api/v4`;
  return {
    /** Runs examples with equal settings in one facade. @returns the messages of each */
    async run(env: Env, examples: readonly Example[]): Promise<readonly (readonly string[])[]> {
      const facade = await startFacade(url, env);
      const rendered: (readonly string[])[] = [];
      for (const example of examples) {
        responses = example.responses ?? {};
        rendered.push(await example.send(facade));
      }
      await facade.close();
      return rendered;
    },
    close() {
      upstream.closeAllConnections();
      upstream.close();
    },
  };
}
