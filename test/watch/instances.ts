/** Facades with one sandbox that share a Redis, each through its own proxy. */
import { type Role, startSandbox } from '../../sandbox/index.ts';
import { type Facade, startFacade } from '../harness.ts';
import { type CuttingProxy, type RedisServer, startCuttingProxy } from '../redis/server.ts';
import type { FacadeSettings } from '../settings.ts';
import { type Events, headersOf, readEvents } from './facade.ts';

export interface Instance extends Facade {
  readonly proxy: CuttingProxy;
  follow(query: string, as?: Role): Events;
}

export interface Instances {
  readonly all: readonly Instance[];
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
  /** Returns the number of calls of an operation that the upstream has received. */
  calls(operation: string): number;
  /** Creates a pipeline that fails, through an instance. @returns its global id */
  createPipeline(instance: Instance): Promise<string>;
  close(): Promise<void>;
}

export const sharing = {
  // The proxies run in the process of the test, which may be busy for longer than the default timeout.
  REDIS_TIMEOUT_MS: '1000',
  REDIS_SECRET: 'a secret of the tests, which is long enough',
  CURSOR_KEY: 'a key for the cursors of tests, which is long enough',
};

async function* follow(url: URL, query: string, as: Role): Events {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headersOf(as) },
    body: JSON.stringify({ query }),
  });
  yield* readEvents(response);
}

export async function startInstances(redis: RedisServer, count: number, env: FacadeSettings): Promise<Instances> {
  const sandbox = await startSandbox({ now: new Date('2026-01-05T12:00:00Z'), keptRequests: 100_000 });
  const all: Instance[] = [];
  for (let index = 0; index < count; index++) {
    const proxy = await startCuttingProxy(redis.port);
    const facade = await startFacade(sandbox.url, { REDIS_URL: proxy.url, ...sharing, ...env });
    all.push({
      ...facade,
      get activity() {
        return facade.activity;
      },
      proxy,
      follow: (query, as = 'developer') => follow(facade.url, query, as),
    });
  }
  return {
    all,
    sandbox,
    calls: (operation) => sandbox.requests.filter((request) => request.operation === operation).length,
    async createPipeline(instance) {
      const { data } = await instance.execute<{ pipelineCreate: { pipeline: { id: string } } }>(
        'mutation { pipelineCreate(input: { project: "14", ref: "main", variables: [{ key: "OUTCOME", value: "failed" }] }) { pipeline { id } } }',
        {},
        { as: 'developer' },
      );
      return data.pipelineCreate.pipeline.id;
    },
    async close() {
      await Promise.all(all.map((instance) => instance.close()));
      await Promise.all(all.map(({ proxy }) => proxy.close()));
      await sandbox.close();
    },
  };
}
