/** A proxy before a sandbox, which alters its answers as told. */
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Alteration, altered } from './arbitraries/alterations.ts';

export interface AlteringProxy {
  readonly url: string;
  /** What is altered; nothing when absent. */
  alteration: Alteration | undefined;
  /** Calls since the last `forget`, as `GET /api/v4/projects/14`. */
  readonly calls: readonly string[];
  forget(): void;
  /** Waits until no more calls arrive and all are answered. */
  quiet(): Promise<void>;
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
    // What was kept of one answer would be given again when another alteration has begun.
    fetch(new URL(url, upstream), { headers: typeof token === 'string' ? { 'private-token': token } : {} }).then(
      async (received) => {
        const answer = altered(state.alteration, url, { status: received.status, body: await received.text() });
        const passing = state.alteration?.isUnmarked ? /^content-type$/ : /^(?:content-type|link|x-)/;
        const passed = [...received.headers].filter(([name]) => passing.test(name));
        response.writeHead(answer.status, Object.fromEntries(passed));
        response.end(answer.status === 204 ? undefined : answer.body);
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
    async quiet() {
      for (let seen = -1; seen !== calls.length || state.open > 0; ) {
        seen = calls.length;
        await setTimeout(15);
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
