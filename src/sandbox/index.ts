/**
 * The sandbox: a REST service with the contract of `schema/rest` for the demo, the tests and the benchmark.
 *
 * To add an area, write `src/sandbox/<area>.ts` and add one line to `areas.ts`. The file holds
 *
 * - tables: `const labels = table<LabelRow>('labels', ({ store, table, random }) => …seed…)`. A table is seeded when it is first
 *   used, so its seed may use the tables of other areas. `labels(store)` is the table of one sandbox.
 * - one `Area` with a handler for each operation. A handler gets a `Call` whose path, query and body were checked by the contract
 *   and returns the body of the answer; `list(rows, present)` for lists, which are paged by the sandbox; `reply(202, body)`,
 *   `noContent()` or `fileReply(…)` for the rest. It throws a `Refusal` (`notFound('Label')`, `forbidden()`, `badRequest(…)`).
 * - things that move with time as a `Course` (kit/course.ts), whose state is computed when it is read.
 *
 * Who may see and do what is in world/access.ts: `visibleProject(call, call.path.id)`, `projectFor(call, call.path.id, level.developer)`.
 * Answers are held against the contract: what it does not list, and what has another type, becomes a 500 and a violation.
 */
import type { AddressInfo } from 'node:net';
import type { OperationId } from '../contract/index.ts';
import type { Words } from '../words/index.ts';
import * as areas from './areas.ts';
import { Cassettes } from './kit/cassettes.ts';
import { type Clock, createClock } from './kit/clock.ts';
import { Dialect } from './kit/dialect.ts';
import { FaultList, type Faults } from './kit/faults.ts';
import { type ContractViolation, type RecordedRequest, Recordings } from './kit/record.ts';
import { basePath, createSandboxServer } from './kit/server.ts';
import { Service } from './kit/service.ts';
import { type Scale, Store } from './kit/store.ts';
import { type Role, tokens } from './world/tokens.ts';

export type { Clock } from './kit/clock.ts';
export type { Fault, Faults } from './kit/faults.ts';
export type { ContractViolation, RecordedRequest } from './kit/record.ts';
export type { Scale, Store } from './kit/store.ts';
export { landmarks } from './world/landmarks.ts';
export { type Role, roles, roleUsernames, tokens } from './world/tokens.ts';

/** How a sandbox is to be; everything has a default that suits tests. */
export interface SandboxOptions {
  /** A free port when absent. */
  readonly port?: number;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
  /** How much of some things there is; 150 users and 2,000 pipelines in one project when absent. */
  readonly scale?: Partial<Scale>;
  /** Time at which the clock stands until it is advanced; real time when absent. */
  readonly now?: number | Date;
  /** Factor on the durations of whatever moves with time; 1 when absent, 0 makes everything end at once. */
  readonly pace?: number;
  /** Whether faults can be controlled over HTTP at `/__faults`. */
  readonly control?: boolean;
  /** Requests that are kept for `requests`, the newest ones; none when absent, as they are kept in memory. */
  readonly keptRequests?: number;
  /** Rows of one table that callers may create; beyond it the oldest of these are dropped. 1,000 when absent. */
  readonly createdRows?: number;
  /** The words that it is spoken to in and answers with; the contract's when absent. It records requests in the contract's all the same. */
  readonly words?: Words | undefined;
  /** Folder with recorded answers that it gives again; everything else is 404 then. */
  readonly cassettes?: string | undefined;
  /** Calls a minute and token beyond which the answer is 429; never when absent. */
  readonly rateLimit?: number;
}

/** A running sandbox. */
export interface Sandbox {
  /** Base URL, ending in `/api/v4`. */
  readonly url: string;
  readonly tokens: Readonly<Record<Role, string>>;
  /** The newest requests, in the order of arrival; empty unless the options say how many are kept. */
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly store: Store;
  /** Answers that broke the contract; a test that expects none asserts that this is empty. */
  readonly contractViolations: readonly ContractViolation[];
  /** The operations that it answers; all others are 501. */
  readonly operations: ReadonlySet<OperationId>;
  close(): Promise<void>;
}

const ordinaryScale: Scale = { users: 150, extraGroups: 0, extraProjects: 0, pipelines: 2000 };

/** Starts a sandbox with a world of its own. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = createClock(options.now);
  const store = new Store(clock, { ...ordinaryScale, ...options.scale }, options.pace ?? 1, options.createdRows);
  const service = new Service(store, Object.values(areas));
  const faults = new FaultList();
  const requests = new Recordings(options.keptRequests ?? 0);
  const rateLimit = { perMinute: options.rateLimit ?? 2000, enforced: options.rateLimit !== undefined };
  const dialect = new Dialect(options.words);
  const cassettes = options.cassettes === undefined ? undefined : new Cassettes(options.cassettes);
  const server = createSandboxServer({
    service,
    faults,
    requests,
    rateLimit,
    dialect,
    cassettes,
    control: options.control ?? false,
  });
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server.address())}${basePath}`,
    tokens,
    requests: requests.all,
    clearRequests: () => {
      requests.all.length = 0;
    },
    faults,
    clock,
    store,
    contractViolations: service.violations,
    operations: service.operations,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('The sandbox does not listen on a port');
  return address.port;
}
