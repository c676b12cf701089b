/**
 * The connection to Redis. Whatever Redis does, its users go on: a question is answered in time or not at all, and while Redis is
 * unavailable there is no waiting for it.
 */
import { hash } from 'node:crypto';
import type { RedisClientType } from '@redis/client';
import type { Logger } from 'pino';
import { afterReading } from '../rest/timers.ts';
import { ServerTime } from './server-time.ts';

/** What a script answers: numbers, and texts as bytes. */
export type Reply = readonly (number | Buffer)[];

/** A Lua script, which Redis runs as one step. It returns an array. */
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
  /** Milliseconds that a command may take. After that Redis counts as unavailable. */
  readonly timeout: number;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** Key that is written to find out whether Redis takes writes. */
  readonly probeKey: string;
}

/** Milliseconds for a connection with its handshake. */
const connectTimeout = 2000;
/** Milliseconds before the first and between further attempts to connect. */
const [firstDelay, longestDelay] = [100, 2000];
/** Milliseconds between two probes, which notice a connection that has died in silence. */
const probeInterval = 1000;
const probeExpiry = 5000;

const probe = new Script(`
  redis.call('SET', KEYS[1], '', 'PX', ARGV[1])
  local time = redis.call('TIME')
  return {tonumber(time[1]), tonumber(time[2])}
`);

type Client = RedisClientType;

/** A connection, with the scripts that Redis got through it. */
interface Connection {
  readonly client: Client;
  readonly loaded: Set<Script>;
}

class TimedOut extends Error {
  readonly code = 'TIMEOUT';
}

/** Waits for a command. */
async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = afterReading(milliseconds, () => late.reject(new TimedOut()));
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    late.promise.catch(() => undefined);
  }
}

/** The reason of a failure without host, user or key: the code of a system error, or the first word of what Redis answers. */
function reasonOf(error: unknown): string {
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
  #library: typeof import('@redis/client') | undefined;
  /** The connection while Redis is available. */
  #connection: Connection | undefined;
  #timer: NodeJS.Timeout | undefined;
  #delay = firstDelay;
  /** Whether the present failure has been logged. */
  #warned = false;
  #closed = false;
  #outages = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Connects, or goes on trying in the background where the first attempt fails. */
  async open(): Promise<void> {
    this.#library = await import('@redis/client');
    await this.#connect(this.#library);
  }

  /** Whether Redis is available, as far as the last command shows. */
  get isUp(): boolean {
    return this.#connection !== undefined;
  }

  /** How many times Redis became unavailable. */
  get outages(): number {
    return this.#outages;
  }

  /**
   * Runs a script.
   * @returns undefined where Redis is unavailable or becomes so; whether the script ran is unknown then
   */
  async ask(script: Script, keys: readonly string[], args: readonly (string | number | Buffer)[]) {
    const connection = this.#connection;
    if (connection === undefined) return undefined;
    try {
      return await this.#run(connection, script, keys, args);
    } catch (error) {
      this.#lost(connection, error);
      return undefined;
    }
  }

  /** Listens to a channel from now on, also on later connections. Questions asked after it are answered when it is in effect. */
  subscribe(channel: string, listener: (message: Buffer) => void): void {
    this.#channels.set(channel, listener);
    if (this.#connection !== undefined) this.#join(this.#connection, channel);
  }

  unsubscribe(channel: string): void {
    this.#channels.delete(channel);
    if (this.#connection !== undefined) this.#leave(this.#connection, channel);
  }

  /** Calls a listener whenever Redis becomes available or unavailable. @returns a function that ends that */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets commands under way finish, within their time. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    await within(this.#options.timeout, connection.client.close()).catch(() => undefined);
    connection.client.destroy();
  }

  async #connect(library: typeof import('@redis/client')): Promise<void> {
    const client: Client = library.createClient({
      url: this.#options.url,
      // Each connection is a new client, so that no command of an earlier one is repeated on it.
      socket: { reconnectStrategy: false, connectTimeout },
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
    });
    const connection: Connection = { client, loaded: new Set() };
    const joined = new Set<string>();
    client.on('error', (error) => this.#lost(connection, error));
    try {
      await within(connectTimeout, client.connect());
      await within(this.#options.timeout, this.#probe(connection));
      for (const channel of this.#channels.keys()) joined.add(channel);
      await within(connectTimeout, Promise.all([...joined].map((channel) => this.#subscribe(client, channel))));
    } catch (error) {
      this.#failed(client, error);
      return;
    }
    if (this.#closed) client.destroy();
    else this.#established(connection, joined);
  }

  /** @param joined channels that the connection has subscribed to; others may be listened to since then */
  #established(connection: Connection, joined: ReadonlySet<string>): void {
    this.#connection = connection;
    for (const channel of this.#channels.keys()) if (!joined.has(channel)) this.#join(connection, channel);
    for (const channel of joined) if (!this.#channels.has(channel)) this.#leave(connection, channel);
    this.#delay = firstDelay;
    if (this.#warned) this.#options.logger.info('Redis answers again and is used');
    this.#warned = false;
    this.#probeLater(connection);
    for (const listener of this.#listeners) listener();
  }

  #lost(connection: Connection, error: unknown): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    clearTimeout(this.#timer);
    this.#failed(connection.client, error);
    for (const listener of this.#listeners) listener();
  }

  #failed(client: Client, error: unknown): void {
    client.destroy();
    if (this.#closed) return;
    if (!this.#warned) {
      this.#outages += 1;
      this.#options.logger.warn({ reason: reasonOf(error) }, 'Redis is unavailable; this instance goes on alone');
    }
    this.#warned = true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#timer = setTimeout(resolve, this.#delay * (0.5 + Math.random() / 2));
    this.#delay = Math.min(2 * this.#delay, longestDelay);
    const library = this.#library;
    if (library !== undefined) void promise.then(() => this.#connect(library));
  }

  #probeLater(connection: Connection): void {
    this.#timer = setTimeout(() => {
      within(this.#options.timeout, this.#probe(connection)).then(
        () => this.#connection === connection && this.#probeLater(connection),
        (error: unknown) => this.#lost(connection, error),
      );
    }, probeInterval);
  }

  async #probe(connection: Connection): Promise<void> {
    const sentAt = Date.now();
    const [seconds, microseconds] = await this.#send(connection, probe, [this.#options.probeKey], [probeExpiry]);
    this.time.note(sentAt, Number(seconds) * 1000 + Number(microseconds) / 1000, Date.now());
  }

  #run(connection: Connection, script: Script, keys: readonly string[], args: readonly (string | number | Buffer)[]) {
    return within(this.#options.timeout, this.#send(connection, script, keys, args));
  }

  async #send(
    { client, loaded }: Connection,
    script: Script,
    keys: readonly string[],
    args: readonly (string | number | Buffer)[],
  ): Promise<Reply> {
    const texts = args.map((arg) => (typeof arg === 'number' ? String(arg) : arg));
    const { BLOB_STRING } = this.#library?.RESP_TYPES ?? {};
    const typeMapping = BLOB_STRING === undefined ? {} : { [BLOB_STRING]: Buffer };
    // Commands of a connection run in the order in which they are sent, so that nothing has to be waited for.
    const load = loaded.has(script) ? undefined : client.sendCommand(['SCRIPT', 'LOAD', script.lua]);
    loaded.add(script);
    const [reply] = await Promise.all([
      client.sendCommand(['EVALSHA', script.sha, String(keys.length), ...keys, ...texts], { typeMapping }),
      load,
    ]);
    if (!isReply(reply)) throw new Error('UNEXPECTED reply of a script');
    return reply;
  }

  #join(connection: Connection, channel: string): void {
    within(this.#options.timeout, this.#subscribe(connection.client, channel)).catch((error: unknown) =>
      this.#lost(connection, error),
    );
  }

  #leave({ client }: Connection, channel: string): void {
    // What fails here is noticed by the next command.
    client.unsubscribe(channel, this.#receive, true).catch(() => undefined);
  }

  #subscribe(client: Client, channel: string): Promise<void> {
    return client.subscribe(channel, this.#receive, true);
  }

  /** The listener of all channels; the client tells them apart by it when a channel is left and joined again at once. */
  readonly #receive = (message: Buffer, channel: Buffer): void => this.#channels.get(String(channel))?.(message);
}
