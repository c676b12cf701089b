/** What instances share through Redis. It is only loaded where it is configured. */
import type { Logger } from 'pino';
import { type CounterOptions, SharedCounter } from './counter.ts';
import { RedisCredentialEvents } from './credential-events.ts';
import { RedisDocuments } from './documents.ts';
import { RedisLink } from './link.ts';
import { Sealing } from './sealing.ts';

export interface RedisOptions {
  readonly url: URL;
  readonly secret: string;
  /** Milliseconds for one command. */
  readonly timeout: number;
  /** Base URL of the upstream; instances with another share nothing. */
  readonly upstreamUrl: URL;
  /** Bytes of the documents that clients registered by their hash. */
  readonly documentBytes: number;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/** A connection to Redis with all that is shared through it. */
export interface Redis {
  readonly link: RedisLink;
  readonly sealing: Sealing;
  readonly documents: RedisDocuments;
  readonly credentialEvents: RedisCredentialEvents;
  counter(options: CounterOptions): SharedCounter;
  close(): Promise<void>;
}

/** Connects to Redis. Where that fails, there is a warning, and all goes on without it until it is there. */
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
    counter: (options) => new SharedCounter(link, sealing, options),
    close: () => link.close(),
  };
}
