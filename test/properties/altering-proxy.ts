/** Proxy in front of a sandbox that alters responses. */
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Alteration, alterResponse } from './arbitraries/alterations.ts';

export interface AlteringProxy {
  readonly url: string;
  /** Current alteration. `undefined` if responses are unchanged. */
  alteration: Alteration | undefined;
  /** Calls since the last `forget`, as `GET /api/v4/projects/14`. */
  readonly calls: readonly string[];
  forget(): void;
  /** Waits until no further calls arrive and all have responses. */
  waitUntilIdle(): Promise<void>;
  close(): Promise<void>;
}

export async function startAltering(upstream: string): Promise<AlteringProxy> {
  const state: { alteration: Alteration | undefined; open: number } = { alteration: undefined, open: 0 };
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const token = request.headers['private-token'];
    calls.push(`${request.method} ${url}`);
    state.open += 1;
    response.once('close', () => {
      state.open -= 1;
    });
    // No conditional headers: with status 304, the facade would return a response that it cached under another alteration.
    fetch(new URL(url, upstream), { headers: typeof token === 'string' ? { 'private-token': token } : {} }).then(
      async (received) => {
        const altered = alterResponse(state.alteration, url, { status: received.status, body: await received.text() });
        const forwardedName = state.alteration?.isUnmarked ? /^content-type$/ : /^(?:content-type|link|x-)/;
        const forwarded = [...received.headers].filter(([name]) => forwardedName.test(name));
        response.writeHead(altered.status, Object.fromEntries(forwarded));
        response.end(altered.status === 204 ? undefined : altered.body);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/api/v4`,
    calls,
    get alteration() {
      return state.alteration;
    },
    set alteration(alteration) {
      state.alteration = alteration;
    },
    forget() {
      calls.length = 0;
    },
    async waitUntilIdle() {
      for (let count = -1; count !== calls.length || state.open > 0; ) {
        count = calls.length;
        await setTimeout(15);
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
