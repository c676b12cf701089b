/** Facade with a sandbox whose clock a test controls, and functions that read subscriptions. */
import { expect } from 'vitest';
import { type Role, type SandboxOptions, tokens } from '../../sandbox/index.ts';
import { type GraphResponse, type SandboxedFacade, startSandboxed } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';

export type Events = AsyncGenerator<GraphResponse<Record<string, unknown> | null>, void, undefined>;

export interface WatchedFacade extends SandboxedFacade {
  /** Executes a subscription over Server-Sent Events. */
  follow(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: { as?: Role; headers?: Readonly<Record<string, string>>; signal?: AbortSignal },
  ): Events;
  readonly socketUrl: string;
  /** Starts an export of the vulnerabilities of the busy project. @returns its global id */
  startExport(as?: Role): Promise<string>;
  /** Waits until all subscriptions have ended and no further calls arrive. */
  idle(): Promise<void>;
}

export const noActivity = {
  streams: 0,
  subscribers: 0,
  pollers: 0,
  activePollers: 0,
  overduePollers: 0,
  timers: 0,
  calls: 0,
  subscriptions: 0,
  sockets: 0,
  pausedReads: 0,
};

/** Intervals short enough for tests. */
const env = { WATCH_FIRST_INTERVAL_MS: '20', WATCH_LONGEST_INTERVAL_MS: '100', watchErrorGracePeriod: 300 };

export function headersOf(as: Role | undefined): Record<string, string> {
  return as === undefined || as === 'anonymous' ? {} : { 'private-token': tokens[as] };
}

/** Reads the events of a stream of Server-Sent Events up to its completion. */
export async function* readEvents(response: Response): Events {
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  const decoder = new TextDecoder();
  const reader = response.body?.getReader() ?? expect.fail('no body');
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      text += decoder.decode(step.value, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const [, event] = /^event: (.*)$/m.exec(part) ?? [];
        const [, data = ''] = /^data: (.*)$/m.exec(part) ?? [];
        if (event === 'complete') return;
        if (event === 'next') yield JSON.parse(data);
      }
    }
  } finally {
    await reader.cancel();
  }
  throw new Error('The stream ended without completion');
}

export async function startWatched(
  options: { sandbox?: SandboxOptions; env?: FacadeSettings } = {},
): Promise<WatchedFacade> {
  const facade = await startSandboxed({
    sandbox: { now: new Date('2026-01-05T12:00:00Z'), ...options.sandbox },
    env: { ...env, ...options.env },
  });
  const endpoint = new URL('/graphql', facade.url);
  return {
    ...facade,
    get calls() {
      return facade.calls;
    },
    get requests() {
      return facade.requests;
    },
    get activity() {
      return facade.activity;
    },
    socketUrl: endpoint.href.replace('http', 'ws'),
    async *follow(query, variables, { as = 'developer', headers, signal } = {}) {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...headersOf(as),
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
        ...(signal === undefined ? {} : { signal }),
      });
      yield* readEvents(response);
    },
    async startExport(as = 'developer') {
      const { data, errors } = await facade.execute<{
        vulnerabilityExportCreate: { vulnerabilityExport: { id: string } | null; errors: unknown[] };
      }>(
        /* GraphQL */ `
          mutation {
            vulnerabilityExportCreate(input: { target: { project: "14" } }) {
              vulnerabilityExport { id }
              errors { message }
            }
          }
        `,
        {},
        { as },
      );
      expect(errors).toBeUndefined();
      expect(data.vulnerabilityExportCreate.errors).toEqual([]);
      return data.vulnerabilityExportCreate.vulnerabilityExport?.id ?? expect.fail('no export');
    },
    async idle() {
      await expect.poll(() => facade.activity, { timeout: 3000 }).toEqual(noActivity);
      // Calls in flight may still arrive.
      const arrivals = async () => {
        const before = facade.requests.length;
        await new Promise((resolve) => setTimeout(resolve, 120));
        return facade.requests.length - before;
      };
      await expect.poll(arrivals, { timeout: 3000 }).toBe(0);
    },
  };
}

/** Returns the next event of a stream. @throws AssertionError if the stream has ended */
export async function next<T>(stream: AsyncIterator<T>): Promise<T> {
  const { value, done } = await stream.next();
  return done ? expect.fail('The stream is over') : value;
}

/** Returns all events of a stream that completes. */
export async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream) events.push(event);
  return events;
}
