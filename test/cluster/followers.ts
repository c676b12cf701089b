/** Subscribers over WebSockets and Server-Sent Events that follow one new pipeline after another to its end. */
import { setTimeout as pause } from 'node:timers/promises';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { tokens } from '../../sandbox/index.ts';

/** States of a pipeline in their order. */
const statuses = ['PENDING', 'RUNNING', 'SUCCESS'];
/** Bounds in milliseconds of the time before a client reconnects. */
const [minRetryMs, maxRetryMs] = [50, 300];
const createTimeoutMs = 2000;
/** Time within which the open streams must end after `stop`. */
const maxLastStreamMs = 60_000;

type Transport = 'WebSocket' | 'SSE';

export interface FollowReport {
  /** Streams that were followed to their end. */
  completed: number;
  events: number;
  /** Open streams that were cut off. */
  interruptions: number;
  /** Attempts to resume a stream that failed. */
  failedAttempts: number;
  /** States that were not received between two others on one connection. */
  missed: number;
  /** States that were not received because the connection was cut off. */
  missedBetween: number;
  /** Errors that streams received, which happens while the upstream fails. */
  readonly errors: string[];
  /** Repeated states, states in the wrong order, and streams that ended early or never without an error. */
  readonly problems: string[];
}

interface Events {
  next(result: Result): void;
  error(error: unknown): void;
  complete(): void;
}

interface Result {
  readonly data?: { readonly pipeline: { readonly status: string } | null } | null | undefined;
  readonly errors?: unknown;
}

const retryDelay = () => pause(minRetryMs + Math.random() * (maxRetryMs - minRetryMs));

/** Follows one pipeline; clients reconnect until it has ended. */
class Stream {
  /** Statuses of each connection. */
  readonly #connections: string[][] = [];
  readonly #report: FollowReport;
  readonly #ended = Promise.withResolvers<void>();
  readonly #pipeline: string;
  #attempts = 0;
  #hasErrors = false;
  #dispose: () => void = () => undefined;
  /** Time of the last event. */
  lastEventAt = performance.now();

  constructor(report: FollowReport, pipeline: string) {
    this.#report = report;
    this.#pipeline = pipeline;
  }

  start(url: URL, transport: Transport): void {
    const query = `subscription { pipeline(id: "${this.#pipeline}") { status } }`;
    const endpoint = new URL('/graphql', url).href;
    const on = {
      connecting: () => {
        this.#attempts += 1;
      },
      connected: () => void this.#connections.push([]),
    };
    const options = { retryAttempts: Number.POSITIVE_INFINITY, on };
    if (transport === 'WebSocket') {
      const client = createSocketClient({
        ...options,
        url: endpoint.replace('http', 'ws'),
        webSocketImpl: WebSocket,
        connectionParams: { token: tokens.developer },
        retryWait: retryDelay,
        shouldRetry: () => true,
      });
      client.subscribe({ query }, this.#events);
      this.#dispose = () => client.dispose();
    } else {
      const headers = { 'private-token': tokens.developer };
      const client = createSseClient({ ...options, url: endpoint, headers, retry: retryDelay });
      client.subscribe({ query }, this.#events);
      this.#dispose = () => client.dispose();
    }
  }

  /** Waits until the stream has ended, and evaluates it. */
  async finish(): Promise<void> {
    await this.#ended.promise;
    this.#dispose();
    this.#evaluate();
  }

  /** Ends a stream that has not ended in time, and reports it. */
  abandon(): void {
    this.#report.problems.push(`a stream has not ended: ${JSON.stringify(this.#connections)}`);
    this.#ended.resolve();
  }

  readonly #events: Events = {
    next: ({ data, errors }) => {
      this.lastEventAt = performance.now();
      this.#report.events += 1;
      if (errors !== undefined) {
        this.#hasErrors = true;
        this.#report.errors.push(JSON.stringify(errors));
      } else this.#connections.at(-1)?.push(String(data?.pipeline?.status));
    },
    error: (error) => {
      this.#hasErrors = true;
      this.#report.errors.push(error instanceof Error ? error.message : JSON.stringify(error));
      this.#ended.resolve();
    },
    complete: () => this.#ended.resolve(),
  };

  #evaluate(): void {
    const report = this.#report;
    report.completed += 1;
    report.interruptions += this.#connections.length - 1;
    report.failedAttempts += this.#attempts - this.#connections.length;
    let last = -1;
    for (const [number, connection] of this.#connections.entries()) {
      const positions = connection.map((status) => statuses.indexOf(status));
      if (
        positions.some((position, index) => position <= (positions[index - 1] ?? -1)) ||
        (positions[0] ?? last) < last
      )
        report.problems.push(`received ${JSON.stringify(this.#connections)}`);
      for (const [index, position] of positions.entries()) {
        // A pipeline may run before its subscription starts.
        if (index === 0 && number === 0) last = position;
        else if (index === 0) report.missedBetween += Math.max(0, position - last - 1);
        else report.missed += Math.max(0, position - last - 1);
        last = position;
      }
    }
    if (last !== statuses.length - 1 && !this.#hasErrors)
      report.problems.push(`ended after ${JSON.stringify(this.#connections)}`);
  }
}

async function createPipeline(upstream: string): Promise<string> {
  for (;;) {
    try {
      const response = await fetch(`${upstream}/projects/14/pipeline`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'private-token': tokens.developer },
        body: '{"ref":"main"}',
        signal: AbortSignal.timeout(createTimeoutMs),
      });
      const { id }: { readonly id?: number } = await response.json();
      if (id !== undefined) return `gid://service/Pipeline/14/${id}`;
    } catch {
      // Retry an upstream with a fault.
    }
    await retryDelay();
  }
}

export interface Followers {
  readonly report: FollowReport;
  /** Times of the last event of each open stream. */
  readonly lastEvents: readonly number[];
  /** Starts no further streams, and waits until the open ones have ended. */
  stop(): Promise<FollowReport>;
}

/**
 * Starts subscribers, half of them over each transport.
 * @param url URL of the facade, or of a proxy in front of it
 * @param upstream base URL of the sandbox, where the pipelines are created
 */
export function startFollowers(url: URL, upstream: string, count: number): Followers {
  const report: FollowReport = {
    completed: 0,
    events: 0,
    interruptions: 0,
    failedAttempts: 0,
    missed: 0,
    missedBetween: 0,
    errors: [],
    problems: [],
  };
  const streams = new Set<Stream>();
  let isOver = false;
  const follow = async (index: number) => {
    // Start at different times, so that streams are in all states.
    await pause(Math.random() * 1000);
    while (!isOver) {
      const stream = new Stream(report, await createPipeline(upstream));
      if (isOver) return;
      streams.add(stream);
      stream.start(url, index % 2 === 0 ? 'WebSocket' : 'SSE');
      await stream.finish();
      streams.delete(stream);
    }
  };
  const running = Promise.all(Array.from({ length: count }, (_, index) => follow(index)));
  return {
    report,
    get lastEvents() {
      return [...streams].map(({ lastEventAt }) => lastEventAt);
    },
    async stop() {
      isOver = true;
      const timer = setTimeout(() => {
        for (const stream of streams) stream.abandon();
      }, maxLastStreamMs);
      await running;
      clearTimeout(timer);
      return report;
    },
  };
}
