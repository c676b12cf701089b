/** Who takes part, and what each cannot do. */
import { join } from 'node:path';
import ownPackage from '../package.json' with { type: 'json' };
import { hasRedis, startRedis } from '../test/redis/server.ts';
import { type Running, start } from './processes.ts';
import type { Dialect, Workload } from './workloads.ts';

export interface Contender {
  readonly name: string;
  readonly dialect: Dialect;
  readonly start: (upstream: string) => Promise<Running>;
  /** Why a workload is not asked of it. */
  readonly cannot?: (workload: Workload) => string | undefined;
}

const connections = '1024';
const nodeArgs = process.env.NODE_ARGS?.split(' ') ?? [];
const startArgs = ownPackage.scripts.start.split(' ').filter((part) => part.startsWith('--'));
const server =
  (file: string, env: NodeJS.ProcessEnv = {}, args: readonly string[] = []): Contender['start'] =>
  (upstream) =>
    start(
      join(import.meta.dirname, file),
      {
        UPSTREAM_URL: upstream,
        UPSTREAM_CONNECTIONS: connections,
        NODE_ENV: 'production',
        GRAPHILE_ENV: 'production',
        ...env,
      },
      [...args, ...nodeArgs],
    );

const peer = (name: string, file: string, more: Partial<Contender> = {}): Contender => ({
  name,
  dialect: 'graph',
  start: server(`servers/${file}`),
  ...more,
});

export const pick: Contender = { name: 'pick', dialect: 'path', start: server('servers/pick.ts') };

const passedThrough = new Set(['W1', 'W2', 'W3', 'W4']);

export const passThrough: Contender = {
  name: 'pass-through',
  dialect: 'path',
  start: server('servers/pick.ts', { RAW: '1' }),
  cannot: ({ name }) => (passedThrough.has(name) ? undefined : 'only for the latency of W1 to W4'),
};

export const portico: Contender = {
  name: 'Portico',
  dialect: 'graph',
  // What the package ships, with the flags of `npm start`.
  start: server('../dist/main.js', { LOG_LEVEL: 'silent' }, startArgs),
};

/** Workloads in which Redis may cost something, by what it may cost: CPU of an operation as a ratio to the same without Redis. */
export const redisGoals: Readonly<Record<string, number>> = { W1: 1.05, W4: 1.25 };

let redis: ReturnType<typeof startRedis> | undefined;

/** Portico as one of several instances. */
export const porticoWithRedis: Contender = {
  name: 'Portico with Redis',
  dialect: 'graph',
  async start(upstream) {
    redis ??= startRedis();
    const env = {
      LOG_LEVEL: 'silent',
      REDIS_URL: (await redis).url,
      REDIS_SECRET: 'a secret of the benchmark, long enough',
      CURSOR_KEY: 'a key for the cursors of the benchmark, long enough',
    };
    return server('../dist/main.js', env, startArgs)(upstream);
  },
  cannot: ({ name }) => (name in redisGoals ? undefined : `only for ${Object.keys(redisGoals).join(' and ')}`),
};

/** Portico in all the ways that can run here. */
export const porticos: readonly Contender[] = hasRedis ? [portico, porticoWithRedis] : [portico];

const mercurius = peer('Mercurius + JIT', 'mercurius.ts');
const grafast = peer('Grafast', 'grafast.ts');

export const peers: readonly Contender[] = [
  peer('yoga + dataloader', 'yoga.ts'),
  mercurius,
  peer('Apollo + datasource-rest', 'apollo.ts', {
    cannot: ({ transport }) => (transport === 'websocket' ? 'has no WebSocket of its own' : undefined),
  }),
  grafast,
  peer('GraphQL Mesh', 'mesh.ts', { dialect: 'mesh' }),
  peer('openapi-to-graphql', 'openapi-to-graphql.ts', { dialect: 'openapi-to-graphql' }),
];

/** Those that come nearest. */
export const fastestPeers: readonly Contender[] = [mercurius, grafast];
