/**
 * Connection to Redis. A command ends within its timeout whatever Redis does, and while Redis is unavailable commands
 * are not sent.
 */
import { hash } from 'node:crypto';
import type { RedisClientType } from '@redis/client';
import type { Logger } from 'pino';
import { setTimeoutAfterPendingIo, steadyNow } from '../../rest/timers.ts';
import { ServerTime } from './server-time.ts';

/** Reply of a script: numbers, and strings as bytes. */
export type Reply = readonly (number | Buffer)[];

/** Lua script, which Redis runs atomically. It returns an array. */
export class Script {
  readonly lua: string;
  readonly sha: string;

  constructor(lua: string) {
    this.lua = lua;
    this.sha = hash('sha1', lua, 'hex');
  }
}

export interface LinkOptions {
  readonly url: string;
  /** Timeout of a command in milliseconds. After a timeout, Redis is considered unavailable. */
  readonly timeout: number;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** Key that is written to check whether Redis accepts writes. */
  readonly probeKey: string;
}

/** Timeout of a connection attempt including its handshake. */
const connectTimeoutMs = 2000;
/** Delays in milliseconds before the first and between further connection attempts. */
const [minRetryDelayMs, maxRetryDelayMs] = [100, 2000];
/** Interval of probes, which detect a dead connection. */
const probeIntervalMs = 1000;
const probeExpiryMs = 5000;

const probe = new Script(`
  redis.call('SET', KEYS[1], '', 'PX', ARGV[1])
  local time = redis.call('TIME')
  return {tonumber(time[1]), tonumber(time[2])}
`);

type Client = RedisClientType;

type Library = typeof import('@redis/client');

interface Connection {
  readonly library: Library;
  readonly client: Client;
  /** Scripts that were loaded through this connection. */
  readonly loaded: Set<Script>;
}

class TimeoutError extends Error {
  readonly code = 'TIMEOUT';
}

/** Rejects if a command does not end in time after it was written. */
async function withTimeout<T>(timeoutMs: number, reply: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  // The client writes a command in a callback of `setImmediate`, which a blocked event loop delays.
  const written = setImmediate(() => {
    timer = setTimeoutAfterPendingIo(timeoutMs, () => timeout.reject(new TimeoutError()));
  });
  try {
    return await Promise.race([reply, timeout.promise]);
  } finally {
    clearImmediate(written);
    clearTimeout(timer);
    timeout.promise.catch(() => undefined);
  }
}

/** Reason of a failure without host, user or key: the code of a system error, or the first word of an error reply. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z][A-Z_]+(?= |$)/.exec(error.message)?.[0] ?? error.constructor.name;
}

function isReply(reply: unknown): reply is Reply {
  return Array.isArray(reply) && reply.every((item) => typeof item === 'number' || Buffer.isBuffer(item));
}

export class RedisLink {
  readonly time = new ServerTime();
  readonly #options: LinkOptions;
  readonly #channels = new Map<string, (message: Buffer) => void>();
  readonly #listeners = new Set<() => void>();
  /** `undefined` while Redis is unavailable. */
  #connection: Connection | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryDelayMs = minRetryDelayMs;
  /** Whether the current outage has been logged. */
  #hasWarned = false;
  #isClosed = false;
  #outages = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Connects. If the first attempt fails, retries in the background. */
  async open(): Promise<void> {
    await this.#connect(await import('@redis/client'));
  }

  /** Whether Redis is available, according to the last command. */
  get isAvailable(): boolean {
    return this.#connection !== undefined;
  }

  /** Number of times Redis became unavailable. */
  get outages(): number {
    return this.#outages;
  }

  /**
   * Runs a script.
   * @returns `undefined` if Redis is unavailable, or becomes so during the call; the script may have run then
   */
  async runScript(script: Script, keys: readonly string[], args: readonly (string | number | Buffer)[]) {
    const connection = this.#connection;
    if (connection === undefined) return undefined;
    try {
      return await this.#run(connection, script, keys, args);
    } catch (error) {
      this.#onConnectionLost(connection, error);
      return undefined;
    }
  }

  /**
   * Subscribes to a channel, also on later connections. Scripts that are started afterwards return once the
   * subscription is active.
   */
  subscribe(channel: string, listener: (message: Buffer) => void): void {
    this.#channels.set(channel, listener);
    if (this.#connection !== undefined) this.#subscribeLater(this.#connection, channel);
  }

  unsubscribe(channel: string): void {
    this.#channels.delete(channel);
    if (this.#connection !== undefined) this.#unsubscribeFrom(this.#connection, channel);
  }

  /**
   * Adds a listener that is called when Redis becomes available or unavailable. @returns a function that removes the
   * listener
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Waits for active commands, up to their timeout. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    await withTimeout(this.#options.timeout, connection.client.close()).catch(() => undefined);
    connection.client.destroy();
  }

  async #connect(library: Library): Promise<void> {
    const client: Client = library.createClient({
      url: this.#options.url,
      // With RESP2, a connection that has subscribed to a channel runs no scripts.
      RESP: 3,
      // Each connection is a new client, which repeats no command of an earlier one.
      socket: { reconnectStrategy: false, connectTimeout: connectTimeoutMs },
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
    });
    const connection: Connection = { library, client, loaded: new Set() };
    const subscribed = new Set<string>();
    client.on('error', (error) => this.#onConnectionLost(connection, error));
    try {
      await withTimeout(connectTimeoutMs, client.connect());
      await withTimeout(this.#options.timeout, this.#probe(connection));
      for (const channel of this.#channels.keys()) subscribed.add(channel);
      await withTimeout(
        connectTimeoutMs,
        Promise.all([...subscribed].map((channel) => this.#subscribe(client, channel))),
      );
    } catch (error) {
      this.#onFailure(connection, error);
      return;
    }
    if (this.#isClosed) client.destroy();
    else this.#onConnected(connection, subscribed);
  }

  /** @param subscribed channels that the connection has subscribed to; the requested channels may have changed since */
  #onConnected(connection: Connection, subscribed: ReadonlySet<string>): void {
    this.#connection = connection;
    for (const channel of this.#channels.keys())
      if (!subscribed.has(channel)) this.#subscribeLater(connection, channel);
    for (const channel of subscribed) if (!this.#channels.has(channel)) this.#unsubscribeFrom(connection, channel);
    this.#retryDelayMs = minRetryDelayMs;
    if (this.#hasWarned) this.#options.logger.info('Redis available again; sharing state');
    this.#hasWarned = false;
    this.#scheduleProbe(connection);
    for (const listener of this.#listeners) listener();
  }

  #onConnectionLost(connection: Connection, error: unknown): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    clearTimeout(this.#timer);
    this.#onFailure(connection, error);
    for (const listener of this.#listeners) listener();
  }

  #onFailure({ library, client }: Connection, error: unknown): void {
    client.destroy();
    if (this.#isClosed) return;
    if (!this.#hasWarned) {
      this.#outages += 1;
      this.#options.logger.warn(
        { reason: describeFailure(error) },
        'Redis unavailable; continuing without shared state',
      );
    }
    this.#hasWarned = true;
    const delayMs = this.#retryDelayMs * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => void this.#connect(library), delayMs);
    this.#retryDelayMs = Math.min(2 * this.#retryDelayMs, maxRetryDelayMs);
  }

  #scheduleProbe(connection: Connection): void {
    this.#timer = setTimeout(() => {
      withTimeout(this.#options.timeout, this.#probe(connection)).then(
        () => this.#connection === connection && this.#scheduleProbe(connection),
        (error: unknown) => this.#onConnectionLost(connection, error),
      );
    }, probeIntervalMs);
  }

  async #probe(connection: Connection): Promise<void> {
    const sentAt = steadyNow();
    const [seconds, microseconds] = await this.#send(connection, probe, [this.#options.probeKey], [probeExpiryMs]);
    this.time.recordMeasurement(sentAt, Number(seconds) * 1000 + Number(microseconds) / 1000, steadyNow());
  }

  #run(connection: Connection, script: Script, keys: readonly string[], args: readonly (string | number | Buffer)[]) {
    return withTimeout(this.#options.timeout, this.#send(connection, script, keys, args));
  }

  async #send(
    { library, client, loaded }: Connection,
    script: Script,
    keys: readonly string[],
    args: readonly (string | number | Buffer)[],
  ): Promise<Reply> {
    const serializedArgs = args.map((arg) => (typeof arg === 'number' ? String(arg) : arg));
    const typeMapping = { [library.RESP_TYPES.BLOB_STRING]: Buffer };
    // Redis runs the commands of a connection in order, so there is no need to wait for the first one.
    const load = loaded.has(script) ? undefined : client.sendCommand(['SCRIPT', 'LOAD', script.lua]);
    loaded.add(script);
    const [reply] = await Promise.all([
      client.sendCommand(['EVALSHA', script.sha, String(keys.length), ...keys, ...serializedArgs], { typeMapping }),
      load,
    ]);
    if (!isReply(reply)) throw new Error('UNEXPECTED reply of a script');
    return reply;
  }

  #subscribeLater(connection: Connection, channel: string): void {
    withTimeout(this.#options.timeout, this.#subscribe(connection.client, channel)).catch((error: unknown) =>
      this.#onConnectionLost(connection, error),
    );
  }

  #unsubscribeFrom({ client }: Connection, channel: string): void {
    // The next command reports a connection failure.
    client.unsubscribe(channel, this.#receive, true).catch(() => undefined);
  }

  #subscribe(client: Client, channel: string): Promise<void> {
    return client.subscribe(channel, this.#receive, true);
  }

  /** Shared listener of all channels. The client matches subscriptions by it if a channel is unsubscribed and subscribed again immediately. */
  readonly #receive = (message: Buffer, channel: Buffer): void => this.#channels.get(String(channel))?.(message);
}
