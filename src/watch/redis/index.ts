/** State that instances share through Redis. Loaded only if Redis is configured. */
import type { Logger } from 'pino';
import { type CounterOptions, SharedCounter } from './counter.ts';
import { RedisCredentialEvents } from './credential-events.ts';
import { RedisDocuments } from './documents.ts';
import { RedisLink } from './link.ts';
import { Sealing } from './sealing.ts';
import { RedisWakeUps } from './wake-ups.ts';

export interface RedisOptions {
  readonly url: URL;
  readonly secret: string;
  /** Timeout of one command in milliseconds. */
  readonly timeout: number;
  /** Base URL of the upstream; instances with different upstreams share nothing. */
  readonly upstreamUrl: URL;
  /** Upper bound on the size of documents that clients registered by their hash. */
  readonly documentBytes: number;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/** Connection to Redis with the state that is shared through it. */
export interface Redis {
  readonly link: RedisLink;
  readonly sealing: Sealing;
  readonly documents: RedisDocuments;
  readonly credentialEvents: RedisCredentialEvents;
  readonly wakeUps: RedisWakeUps;
  counter(options: CounterOptions): SharedCounter;
  close(): Promise<void>;
}

/** Connects to Redis. If that fails, logs a warning and continues without Redis until it is available. */
export async function openRedis({
  url,
  secret,
  timeout,
  upstreamUrl,
  documentBytes,
  logger,
}: RedisOptions): Promise<Redis> {
  const sealing = new Sealing(secret, upstreamUrl.href);
  const link = new RedisLink({ url: url.href, timeout, logger, probeKey: sealing.key('probe', '') });
  await link.open();
  return {
    link,
    sealing,
    documents: new RedisDocuments(link, sealing, documentBytes),
    credentialEvents: new RedisCredentialEvents(link, sealing),
    wakeUps: new RedisWakeUps(link, sealing),
    counter: (options) => new SharedCounter(link, sealing, options),
    close: () => link.close(),
  };
}
