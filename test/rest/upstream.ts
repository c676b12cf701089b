/** Scripted upstream, and clients for tests. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { CallOptions } from '../../src/rest/call.ts';
import { type ClientOptions, RestClient } from '../../src/rest/client.ts';
import { RestError } from '../../src/rest/errors.ts';
import type { CallRecord, RestRequest } from '../../src/rest/request.ts';

export interface Upstream {
  readonly baseUrl: URL;
  /** Method and URL of each request, in the order of arrival. */
  readonly calls: readonly string[];
  readonly requests: readonly IncomingMessage[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startUpstream(listener: RequestListener): Promise<Upstream> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    baseUrl: new URL(`http://127.0.0.1:${port}/api/v4/`),
    get calls() {
      return requests.map(({ method, url }) => `${method} ${url}`);
    },
    requests,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Makes one read that others may share. */
export function readOnce(client: RestClient, request: RestRequest, options: CallOptions) {
  const calls: CallRecord[] = [];
  const response = client.call(request, { ...options, isShared: true, onEnd: (call) => void calls.push(call) });
  return { response, getSource: () => calls[0]?.source };
}

/** Creates a client with short timeouts. */
export function startClient(baseUrl: URL, options: Partial<ClientOptions> = {}): RestClient & AsyncDisposable {
  const client = new RestClient({
    baseUrl,
    connections: 8,
    callTimeoutMs: 2000,
    maxUpstreamResponseBytes: 1_000_000,
    retries: 0,
    retryDelayMs: 5,
    maxRetryDelayMs: 1000,
    responseCacheBytes: 1_000_000,
    maxUrlBytes: 8192,
    ...options,
  });
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** Returns the error of a call that must fail. @throws Error if the call succeeds */
export async function catchRestError(call: Promise<unknown>): Promise<RestError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('The call did not fail');
}
