/** W13: a page whose slower parts are deferred, compared with the same page without `@defer` and with a single call. */
import { createHash } from 'node:crypto';
import { Pool } from 'undici';
import { median } from './load.ts';
import { leavesOf } from './measure.ts';
import type { Running } from './processes.ts';
import { deferredPageDocument, pageDocument, pageLeaves, projectNameDocument } from './workloads.ts';

/** Medians in milliseconds, and REST calls. */
export interface DeferredPage {
  /** Response to an operation with one REST call. */
  readonly singleCall: number;
  /** Response without `@defer`. */
  readonly whole: number;
  readonly firstPart: number;
  readonly lastPart: number;
  readonly calls: number;
  readonly wholeCalls: number;
}

interface Times {
  /** Milliseconds until the first part has arrived. */
  readonly first: number;
  /** Milliseconds until everything has arrived. */
  readonly last: number;
}

const warmUpMs = 3000;
const boundary = '\r\n---';

/** Requests by the hash of a document, one after another over one connection. */
class PersistedClient {
  readonly #pool: Pool;

  constructor({ port }: Running) {
    this.#pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
  }

  /** Registers a document. Returns a function that requests its result and checks the number of values. */
  async prepare(query: string, leaves: number): Promise<() => Promise<Times>> {
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    await this.#request(JSON.stringify({ query, extensions }), leaves);
    const body = JSON.stringify({ extensions });
    return () => this.#request(body, leaves);
  }

  async #request(body: string, leaves: number): Promise<Times> {
    const headers = {
      'content-type': 'application/json',
      'private-token': 'token-0',
      accept: 'multipart/mixed, application/json',
    };
    const startedAt = performance.now();
    const response = await this.#pool.request({ method: 'POST', path: '/graphql', headers, body });
    const isMultipart = response.headers['content-type']?.includes('multipart');
    let text = '';
    let first: number | undefined;
    for await (const chunk of response.body.setEncoding('utf8')) {
      text += chunk;
      // The response starts with a boundary; the next one ends the first part.
      if (isMultipart && text.includes(boundary, boundary.length)) first ??= performance.now() - startedAt;
    }
    const last = performance.now() - startedAt;
    const parts = isMultipart ? text.split(boundary).flatMap((part) => /\{.*\}/s.exec(part) ?? []) : [text];
    const values = parts.flatMap((part) => {
      const { data, incremental = [], errors } = JSON.parse(part);
      if (errors !== undefined) throw new Error(`The response has errors: ${text.slice(0, 200)}`);
      return leavesOf([data ?? [], incremental.map((each: { data: unknown }) => each.data)]);
    });
    if (values.length !== leaves) throw new Error(`The response has ${values.length} values instead of ${leaves}`);
    return { first: first ?? last, last };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** Measures the requests in turn, so that all see the same load of the machine. @param upstream its origin */
export async function measureDeferredPage(
  server: Running,
  upstream: string,
  { latency, milliseconds, rounds }: { latency: number; milliseconds: number; rounds: number },
): Promise<DeferredPage> {
  const control = async (path: string) => (await fetch(new URL(path, upstream))).text();
  const client = new PersistedClient(server);
  try {
    const requestSingle = await client.prepare(projectNameDocument, 1);
    const requestWhole = await client.prepare(pageDocument, pageLeaves);
    const requestDeferred = await client.prepare(deferredPageDocument, pageLeaves);
    const countCalls = async (request: () => Promise<Times>) => {
      await control('/__count');
      await request();
      return Number(await control('/__count'));
    };
    const calls = await countCalls(requestDeferred);
    const wholeCalls = await countCalls(requestWhole);
    const times = { single: [] as Times[], whole: [] as Times[], deferred: [] as Times[] };
    const run = async (durationMs: number) => {
      const end = performance.now() + durationMs;
      while (performance.now() < end) {
        times.single.push(await requestSingle());
        times.whole.push(await requestWhole());
        times.deferred.push(await requestDeferred());
      }
    };
    await run(warmUpMs);
    await control(`/__latency/${latency}`);
    for (const list of Object.values(times)) list.length = 0;
    // Each round measures three requests, where those of other workloads measure one.
    await run(3 * rounds * milliseconds);
    await control('/__latency/0');
    return {
      singleCall: median(times.single.map(({ last }) => last)),
      whole: median(times.whole.map(({ last }) => last)),
      firstPart: median(times.deferred.map(({ first }) => first)),
      lastPart: median(times.deferred.map(({ last }) => last)),
      calls,
      wholeCalls,
    };
  } finally {
    await client.close();
  }
}
