/** Upstream that responds according to the contract, and breaks the responses of one operation. */
import { createServer, type ServerResponse } from 'node:http';
import type { OperationId } from '../../src/contract/index.ts';
import { findCall, type ResponseStyle } from './arbitraries/answers.ts';
import { type Break, type Change, createResponse, type UpstreamResponse } from './arbitraries/breaks.ts';
import { neighbourId } from './arbitraries/targets.ts';

/** Behavior of the upstream. */
export interface Script extends ResponseStyle {
  readonly seed: number;
  /** Operation with broken responses, for every path or for paths that contain `address`. */
  readonly broken?: { readonly operation: OperationId; readonly address: string | undefined; readonly fault: Break };
}

export interface BrokenUpstream {
  readonly url: string;
  script: Script;
  /** Requests that the contract does not have, as `GET /elsewhere`. */
  readonly unknownRequests: readonly string[];
  /** Calls of the contract since the last `forget`. */
  readonly calls: readonly { readonly operation: OperationId; readonly path: string }[];
  /** Attributes that were changed in the responses to these calls. */
  readonly changes: readonly Change[];
  /** Names of the query parameters of these calls. */
  readonly parameters: readonly string[];
  forget(): void;
  close(): Promise<void>;
}

function write(response: ServerResponse, { status, headers, body, cut }: UpstreamResponse): void {
  if (cut === 'before') {
    response.destroy();
    return;
  }
  const length = Buffer.byteLength(body);
  const hasBody = status >= 200 && status !== 204 && status !== 304;
  response.writeHead(status, { ...headers, ...(hasBody ? { 'content-length': length } : {}) });
  if (cut === 'within') response.write(body.slice(0, length / 2), () => response.destroy());
  else response.end(hasBody ? body : undefined);
}

export async function startBrokenUpstream(): Promise<BrokenUpstream> {
  const unknownRequests: string[] = [];
  const calls: { operation: OperationId; path: string }[] = [];
  const changes: Change[] = [];
  const parameters: string[] = [];
  const state: { script: Script } = { script: { seed: 0 } };
  const server = createServer((request, response) => {
    const url = (request.url ?? '').replace(/^\/api\/v4/, '');
    request.resume();
    const call = findCall(request.method ?? 'GET', url);
    if (call === undefined) {
      unknownRequests.push(`${request.method} ${url}`);
      response.writeHead(404).end();
      return;
    }
    calls.push({ operation: call.operation, path: url.split('?')[0] ?? '' });
    parameters.push(...call.query.keys());
    const { seed, broken, ...style } = state.script;
    const parts = Object.values(call.path);
    const isBroken =
      broken?.operation === call.operation &&
      (broken.address === undefined ? !parts.includes(neighbourId) : parts.includes(broken.address));
    const upstreamResponse = createResponse(call, seed, isBroken ? broken.fault : undefined, style);
    if (upstreamResponse.change !== undefined) changes.push(upstreamResponse.change);
    write(response, upstreamResponse);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/api/v4`,
    unknownRequests,
    calls,
    changes,
    parameters,
    forget() {
      calls.length = 0;
      changes.length = 0;
      parameters.length = 0;
    },
    get script() {
      return state.script;
    },
    set script(script: Script) {
      state.script = script;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
