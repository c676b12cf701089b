/** REST sessions and credentials of requests. */
import type { Config } from '../config/config.ts';
import { RestSession } from '../rest/batch/session.ts';
import type { RestClient } from '../rest/client.ts';
import { Credential } from '../rest/credential.ts';
import { OperationDeadline } from '../rest/operation-deadline.ts';
import type { Watcher } from '../watch/watcher.ts';
import { credentialOf } from './credentials.ts';
import type { Health } from './health.ts';
import type { Observer } from './observe/observer.ts';
import type { OperationTrace } from './observe/tracing.ts';
import type { CallQuota } from './operation/call-quota.ts';
import type { HeaderValues, OperationRequest } from './operation/context.ts';

type SessionRequest = Pick<
  OperationRequest,
  'headers' | 'cancellation' | 'clientNetwork' | 'startedAt' | 'requestId' | 'forwardedFor'
>;

interface RequestSessionsOptions {
  readonly config: Config;
  readonly client: RestClient;
  /** `undefined` if callers have no quota. */
  readonly quota: CallQuota | undefined;
  readonly health: Health;
  readonly watcher: Watcher;
  readonly observer: Observer;
}

export class RequestSessions {
  readonly #options: RequestSessionsOptions;
  /** Credential of requests without one; `undefined` if they are anonymous. */
  readonly #ambient: Credential | undefined;

  constructor(options: RequestSessionsOptions) {
    this.#options = options;
    const { upstreamToken } = options.config;
    this.#ambient = upstreamToken === undefined ? undefined : Credential.privateToken(upstreamToken);
  }

  /** @throws an error if the headers contain a malformed credential */
  authenticate(headers: HeaderValues): Credential {
    return credentialOf(headers, this.#ambient);
  }

  /** Returns the credential that a request counts for. A request with a malformed one, whose operation fails, counts as anonymous. */
  toCountedCredential(headers: HeaderValues, clientNetwork: string): Credential {
    try {
      return this.authenticate(headers).withAddress(clientNetwork);
    } catch {
      return Credential.anonymous.withAddress(clientNetwork);
    }
  }

  /** Opens the session of an operation or download, with the limits and observers of the facade. */
  open(
    { headers, cancellation, clientNetwork, startedAt, requestId, forwardedFor }: SessionRequest,
    trace: OperationTrace | undefined,
  ): RestSession {
    const { config, client, quota, health, watcher, observer } = this.#options;
    const credential = this.authenticate(headers).withAddress(clientNetwork, forwardedFor);
    return new RestSession(client, {
      credential,
      cancellation,
      maxCalls: config.maxRestCalls,
      deadline: new OperationDeadline(config.operationTimeout, startedAt, cancellation),
      budget: quota?.open(credential),
      reportOnly: config.limitsReportOnly,
      onCall(record) {
        // A cancelled call is no evidence about the upstream.
        if (!cancellation.isCancelled) health.observe(record);
        observer.call?.(record);
        if (record.method !== 'GET') observer.write?.(record, { requestId, traceId: trace?.traceId, credential });
      },
      tracing: trace,
      onWrite: () => watcher.recordWrite(credential),
    });
  }
}
