/** Sandbox: a REST service with the contract of `schema/rest` for the demo, the tests and the benchmark. `README.md` explains how an area is added. */
import type { AddressInfo } from 'node:net';
import { type Contract, type OperationId, standardContract } from '../src/contract/index.ts';
import type { NameMapping } from '../src/name-mapping/index.ts';
import * as areas from './areas.ts';
import { Cassettes } from './kit/cassettes.ts';
import { type Clock, createClock } from './kit/clock.ts';
import { FaultList, type Faults } from './kit/faults.ts';
import { NameTranslator } from './kit/name-translator.ts';
import type { OwnArea } from './kit/own-operations.ts';
import { type ContractViolation, type RecordedRequest, Recordings } from './kit/record.ts';
import { basePath, createSandboxServer } from './kit/server.ts';
import { Service } from './kit/service.ts';
import { type Scale, Store } from './kit/store.ts';
import { type Role, tokens } from './world/tokens.ts';

export type { Clock } from './kit/clock.ts';
export type { Fault, Faults } from './kit/faults.ts';
export { Random } from './kit/random.ts';
export type { ContractViolation, RecordedRequest } from './kit/record.ts';
export type { Scale, Store } from './kit/store.ts';
export { landmarks } from './world/landmarks.ts';
export { type Role, roles, roleUsernames, tokens } from './world/tokens.ts';

/** Options of a sandbox. The defaults suit tests. */
export interface SandboxOptions {
  /** Defaults to a free port. */
  readonly port?: number;
  /** Defaults to 127.0.0.1. */
  readonly host?: string;
  /** Number of seeded objects. Defaults to 150 users, and 2,000 pipelines in one project. */
  readonly scale?: Partial<Scale>;
  /** Fixed time of the clock until it is advanced. Defaults to real time. */
  readonly now?: number | Date;
  /** Determines the invented data, apart from the landmarks. Defaults to the data of the demo. */
  readonly seed?: string | undefined;
  /** Factor on the durations of timelines. Defaults to 1; 0 ends everything immediately. */
  readonly timeScale?: number;
  /** Whether `/__faults` controls faults over HTTP, and `POST /__reset` resets the data. */
  readonly control?: boolean;
  /** Number of the newest requests in `requests`, which are in memory. Defaults to 0. */
  readonly keptRequests?: number;
  /** Maximum number of created rows of one table; the oldest created rows are dropped. Defaults to 1,000. */
  readonly createdRows?: number;
  /** Names that requests and responses use. Defaults to those of the contract, which recorded requests always use. */
  readonly words?: NameMapping | undefined;
  /** Folder with recorded responses to replay; every other request is a 404 then. */
  readonly cassettes?: string | undefined;
  /** Areas of operators and embedders, whose operations the sandbox has too. Defaults to none. */
  readonly areas?: readonly OwnArea[] | undefined;
  /** Calls per minute and token, which each response reports; further calls get 429. Defaults to no limit. */
  readonly rateLimit?: number;
}

/** A running sandbox. */
export interface Sandbox {
  /** Base URL, ending in `/api/v4`. */
  readonly url: string;
  readonly tokens: Readonly<Record<Role, string>>;
  /** Newest requests in the order of arrival, at most `keptRequests`. */
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly store: Store;
  /** Restores the seeded data. Clock, faults and recorded requests do not change. */
  reset(): void;
  /** Responses that violated the contract. Tests assert that none exist. */
  readonly contractViolations: readonly ContractViolation[];
  /** The standard contract, with the contracts of the areas. */
  readonly contract: Contract;
  /** Operations of the standard contract with a handler; all others respond with 422. */
  readonly operations: ReadonlySet<OperationId>;
  close(): Promise<void>;
}

const defaultScale: Scale = { users: 150, extraGroups: 0, extraProjects: 0, pipelines: 2000 };

/** Starts a sandbox with its own data. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = createClock(options.now);
  const scale = { ...defaultScale, ...options.scale };
  const createStore = () => new Store(clock, scale, options.timeScale ?? 1, options.createdRows, options.seed);
  const ownAreas = options.areas ?? [];
  const contract = ownAreas.reduce(
    (merged, { contract: own }) => (own === undefined ? merged : merged.and(own)),
    standardContract,
  );
  const service = new Service(createStore, Object.values(areas), contract, ownAreas);
  const faults = new FaultList();
  const requests = new Recordings(options.keptRequests ?? 0);
  const names = new NameTranslator(contract, options.words);
  const cassettes = options.cassettes === undefined ? undefined : new Cassettes(options.cassettes);
  const server = createSandboxServer({
    service,
    faults,
    requests,
    rateLimit: options.rateLimit,
    names,
    cassettes,
    control: options.control ?? false,
  });
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${getPort(server.address())}${basePath}`,
    tokens,
    requests: requests.all,
    clearRequests: () => {
      requests.all.length = 0;
    },
    faults,
    clock,
    get store() {
      return service.store;
    },
    reset: () => service.reset(),
    contractViolations: service.violations,
    contract,
    operations: service.operations,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function getPort(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('The sandbox is not listening on a port');
  return address.port;
}
