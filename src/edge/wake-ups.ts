/** Requests that name resources that have changed upstream, so that their pollers poll immediately. Signed with `WAKE_SECRET`. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createCache } from '../helpers/bounded-cache.ts';
import type { WakeUpResult } from './observe/wake-up-counts.ts';
import { RequestError } from './operation/request-error.ts';

export const maxWakeBodyBytes = 64 * 1024;
/** Upper bound on the ids and paths of a request. */
const maxTargets = 100;
/** Upper bound on the characters of an id or path. */
const maxTargetLength = 2048;
/** Seconds by which the clocks of the sender and the facade may differ, in either direction. */
const toleranceSeconds = 300;
/** Maximum number of stored signatures, so that a repeated request has no effect. */
const maxRemembered = 100_000;

export interface WakeUpOptions {
  /** `WAKE_SECRET`. */
  readonly secret: string;
  /** Path of the REST call that reads an object. @throws RestError if the global id identifies no readable object */
  readonly pathOfId: (globalId: string) => string;
  /** Triggers polls of these REST paths. @returns number of pollers of this instance that poll */
  readonly wake: (paths: readonly string[]) => number | Promise<number>;
  /** Called once for each complete request. */
  readonly onReceived?: (result: WakeUpResult) => void;
  /** Current time in seconds since 1970. */
  readonly now?: () => number;
}

/** Error of a wake-up that is rejected for its content. */
class RejectedWakeUp extends RequestError {
  readonly result: WakeUpResult;

  constructor(result: WakeUpResult, message: string) {
    super(result === 'malformed' ? 'BAD_REQUEST' : 'UNAUTHENTICATED', message);
    this.result = result;
  }
}

const malformed = (message: string) => new RejectedWakeUp('malformed', message);

function toResult(error: RequestError): WakeUpResult {
  if (error instanceof RejectedWakeUp) return error.result;
  if (error.status === 413) return 'too_large';
  return error.status === 503 ? 'overload' : 'malformed';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item.length <= maxTargetLength);
}

/** The path without query, leading and trailing slashes. */
function normalizedPath(path: string): string {
  const [withoutQuery = ''] = path.split('?');
  return withoutQuery.replace(/^\/+|\/+$/g, '');
}

export class WakeUps {
  readonly #options: WakeUpOptions;
  readonly #now: () => number;
  readonly #used = createCache<true>(maxRemembered, 2 * toleranceSeconds * 1000);

  constructor(options: WakeUpOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => Date.now() / 1000);
  }

  /**
   * Checks the signature of a request and wakes the pollers of the resources in it.
   * @param load reads the body
   * @returns number of pollers of this instance that poll
   * @throws RequestError
   */
  async receive(headers: IncomingHttpHeaders, load: () => Promise<Buffer>): Promise<number> {
    const { onReceived, wake } = this.#options;
    let paths: readonly string[];
    try {
      const body = await load();
      this.#verify(headers, body);
      paths = this.#pathsIn(body).map(normalizedPath);
    } catch (error) {
      if (error instanceof RequestError) onReceived?.(toResult(error));
      throw error;
    }
    onReceived?.('accepted');
    return wake(paths);
  }

  #verify(headers: IncomingHttpHeaders, body: Buffer): void {
    const timestamp = String(headers['x-portico-timestamp'] ?? '');
    const signature = String(headers['x-portico-signature'] ?? '');
    if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature))
      throw new RejectedWakeUp(
        'unsigned',
        'The headers X-Portico-Timestamp (seconds since 1970) and X-Portico-Signature (hexadecimal HMAC-SHA-256 of the timestamp, a dot and the body) are required',
      );
    const expected = createHmac('sha256', this.#options.secret).update(`${timestamp}.`).update(body).digest();
    if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')))
      throw new RejectedWakeUp(
        'invalid_signature',
        'X-Portico-Signature does not match WAKE_SECRET, the timestamp and the body',
      );
    if (Math.abs(Number(timestamp) - this.#now()) > toleranceSeconds)
      throw new RejectedWakeUp(
        'clock',
        `X-Portico-Timestamp differs by more than ${toleranceSeconds} seconds from the clock here`,
      );
    if (this.#used.has(signature)) throw new RejectedWakeUp('repeated', 'This request was already received');
    this.#used.set(signature, true);
  }

  #pathsIn(body: Buffer): readonly string[] {
    let parsed: unknown;
    try {
      parsed = JSON.parse(body.toString('utf8'));
    } catch {
      throw malformed('The body is not JSON');
    }
    const { ids = [], paths = [] }: { ids?: unknown; paths?: unknown } =
      typeof parsed === 'object' && parsed !== null ? parsed : {};
    if (!isTexts(ids) || !isTexts(paths))
      throw malformed(`ids and paths must be lists of strings of at most ${maxTargetLength} characters`);
    const count = ids.length + paths.length;
    if (count === 0 || count > maxTargets)
      throw malformed(`ids and paths must name 1 to ${maxTargets} objects together, not ${count}`);
    return [...paths, ...ids.map((id) => this.#pathOfId(id))];
  }

  #pathOfId(id: string): string {
    try {
      return this.#options.pathOfId(id);
    } catch (error) {
      throw malformed(`${JSON.stringify(id)}: ${error instanceof Error ? error.message : 'not a global id'}`);
    }
  }
}
