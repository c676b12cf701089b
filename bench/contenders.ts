/** Servers of the benchmark, and the workloads that each does not support. */
import { resolve } from 'node:path';
import ownPackage from '../package.json' with { type: 'json' };
import { hasRedis, startRedis } from '../test/redis/server.ts';
import { type Running, start } from './processes.ts';
import type { Dialect, GraphQLRequest, Workload } from './workloads.ts';

export interface Contender {
  readonly name: string;
  readonly dialect: Dialect;
  /** @param args further arguments of Node */
  readonly start: (upstream: string, args?: readonly string[]) => Promise<Running>;
  /** Returns the request of a workload if it differs from that of the dialect. */
  readonly getRequest?: (workload: Workload) => GraphQLRequest | undefined;
  /** Returns the reason why a workload is skipped for this server. `undefined` if it is measured. */
  readonly cannot?: (workload: Workload) => string | undefined;
}

const connections = '1024';
const fourGibibytes = String(4 * 1024 ** 3);
const startArgs = ownPackage.scripts.start.split(' ').filter((part) => part.startsWith('--'));
const server =
  (file: string, env: NodeJS.ProcessEnv = {}, args: readonly string[] = []): Contender['start'] =>
  (upstream, more = []) =>
    start(
      resolve(import.meta.dirname, file),
      {
        UPSTREAM_URL: upstream,
        UPSTREAM_CONNECTIONS: connections,
        NODE_ENV: 'production',
        GRAPHILE_ENV: 'production',
        ...env,
      },
      [...args, ...more],
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

/**
 * Starts a facade with the flags of `npm start`.
 * @param file the bundle of the package by default
 */
const starting = (env: NodeJS.ProcessEnv, file = '../dist/main.js'): Contender['start'] =>
  // With one credential, the longest responses exceed the default limit on the unread bytes of a caller.
  server(file, { LOG_LEVEL: 'silent', MAX_UNSENT_BYTES: fourGibibytes, ...env }, startArgs);

export const portico: Contender = { name: 'Portico', dialect: 'graph', start: starting({}) };

/** Portico from its sources, whose files a CPU profile names. */
export const porticoFromSources: Contender = {
  name: 'Portico',
  dialect: 'graph',
  start: starting({}, '../src/main.ts'),
};

/**
 * Another build of this repository.
 * @param workloads its workloads, whose documents use its names
 */
export const createBuild = (name: string, folder: string, workloads: readonly Workload[]): Contender => ({
  name,
  dialect: 'graph',
  start: starting({}, resolve(folder, 'dist/main.js')),
  getRequest: (workload) => workloads.find((each) => each.name === workload.name)?.requests.graph,
});

/** Portico with an optional feature that may increase its cost. */
export interface Variant extends Contender {
  /** Completes "CPU ", such as "with Redis to without". */
  readonly comparison: string;
  /** CPU goals by workload, as ratios to Portico without the feature. */
  readonly goals: Readonly<Record<string, number>>;
}

const variant = (parts: Pick<Variant, 'name' | 'comparison' | 'goals' | 'start'>): Variant => ({
  ...parts,
  dialect: 'graph',
  cannot: ({ name }) => (name in parts.goals ? undefined : `only for ${Object.keys(parts.goals).join(' and ')}`),
});

/** Higher than the calls of a run, so that all are counted and none is rejected. */
const counting = { METRICS_PORT: '0', MAX_REST_CALLS_PER_MINUTE: '1000000000' };

const porticoCounting = variant({
  name: 'Portico, counting',
  comparison: 'with metrics and quotas to without',
  goals: { W1: 1.05, W4: 1.05 },
  start: starting(counting),
});

let redis: ReturnType<typeof startRedis> | undefined;

/** Portico as one of several instances. */
const porticoWithRedis = variant({
  name: 'Portico with Redis',
  comparison: 'with metrics, quotas and Redis to without',
  goals: { W1: 1.05, W4: 1.25 },
  async start(upstream, args) {
    redis ??= startRedis();
    const env = {
      ...counting,
      REDIS_URL: (await redis).url,
      REDIS_SECRET: 'a secret of the benchmark, long enough',
      CURSOR_KEY: 'a key for the cursors of the benchmark, long enough',
    };
    return starting(env)(upstream, args);
  },
});

export const variants: readonly Variant[] = hasRedis ? [porticoCounting, porticoWithRedis] : [porticoCounting];

/** Starts Portico with a replaced component. It runs from the sources, not from the bundle. */
const startingFromSources = (env: NodeJS.ProcessEnv): Contender['start'] =>
  server('servers/portico.ts', { LOG_LEVEL: 'silent', ...env }, startArgs);

export const porticoOnGraphqlJs: Contender = {
  name: 'Portico on graphql-js 17',
  dialect: 'graph',
  start: startingFromSources({ EXECUTOR: 'graphql-js' }),
};

/** All forms of Portico that can run on this machine. */
export const porticos: readonly Contender[] = [portico, porticoOnGraphqlJs, ...variants];

export const mercurius = peer('Mercurius + JIT', 'mercurius.ts');
export const grafast = peer('Grafast', 'grafast.ts');

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

/** Peers with the least cost. */
export const fastestPeers: readonly Contender[] = [mercurius, grafast];
