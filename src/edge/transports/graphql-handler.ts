/** Handler of requests to the GraphQL endpoint whose response type is negotiated, such as event streams and persisted GET queries. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Credential } from '../../rest/credential.ts';
import { type BodyLimits, readBody } from '../body-limit.ts';
import type { ByteBudget } from '../operation/byte-budget.ts';
import type { HeaderValues, OperationRequest } from '../operation/context.ts';
import type { OutgoingBuffer } from '../operation/outgoing-buffer.ts';
import { type CallHeaders, toCallHeaders } from '../rate-limit-headers.ts';
import type { RequestContext } from '../request-context.ts';
import { acceptedTypes } from './accepted-types.ts';
import { StreamProgress, send } from './send.ts';
import type { createYogaTransport } from './yoga.ts';

/** Facts about the caller of a request, which the transports over HTTP share. */
export interface CallerAccess {
  readonly cors: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
  /** Credential that a request counts for. @param address network address of the client */
  readonly toCountedCredential: (headers: HeaderValues, clientNetwork: string) => Credential;
  /** Headers about the limits of a caller. */
  readonly rateLimitHeaders: (credential: Credential) => Readonly<Record<string, string>>;
  /** Counts the responses that clients have not read. */
  readonly outgoing: OutgoingBuffer;
}

/** Values that an operation reports to its transport before the response is sent. */
export class OperationReports {
  callHeaders: CallHeaders | undefined;
  #admitted: ReturnType<OutgoingBuffer['reserve']> | undefined;
  readonly hooks: Pick<OperationRequest, 'onCallsTraced' | 'onAdmitted'>;

  constructor(outgoing: OutgoingBuffer, credential: Credential) {
    this.hooks = {
      onCallsTraced: (counts) => {
        this.callHeaders = toCallHeaders(counts);
      },
      onAdmitted: (bytes) => {
        this.#admitted = outgoing.reserve(credential, bytes);
      },
    };
  }

  /** Releases the bytes of the result, which the write of the response counts again. */
  release(): void {
    this.#admitted?.release();
  }
}

interface GraphQLHandlerOptions extends CallerAccess {
  readonly config: Pick<BodyLimits, 'maxBodyBytes'>;
  /** Counts the bodies that are arriving. */
  readonly incoming: ByteBudget;
  readonly negotiate: ReturnType<typeof createYogaTransport>;
}

/** Creates the handler, which also sends GraphiQL to browsers. */
export function createGraphQLHandler(options: GraphQLHandlerOptions) {
  const { config, incoming, negotiate, cors, toCountedCredential, rateLimitHeaders, outgoing } = options;
  const { maxBodyBytes } = config;
  return async ({ request, response, origin }: RequestContext): Promise<void> => {
    const { headers, method = 'GET', url: target = '/' } = request;
    const credential = toCountedCredential(headers, origin.clientNetwork);
    const { json, eventStream, parts } = acceptedTypes(headers.accept);
    let isInterrupted = false;
    const reports = new OperationReports(outgoing, credential);
    const progress = new StreamProgress();
    const run = (body: Buffer<ArrayBuffer> | null) => {
      const operation: OperationRequest = {
        ...origin,
        waitForClient: () => progress.waitForWrites(),
        onInterrupted: () => {
          isInterrupted = true;
        },
        startedAt: performance.now(),
        headers,
        isQueryOnly: method === 'GET',
        acceptsStream: eventStream,
        acceptsParts: parts,
        wantsSerialized: json !== undefined,
        ...reports.hooks,
      };
      return negotiate({ method, target, body, operation });
    };
    const limits = { maxBodyBytes, incoming, credential };
    try {
      const result = await (method === 'POST' ? readBody(request, limits, run) : run(null));
      const extraHeaders = { ...cors(headers), ...rateLimitHeaders(credential), ...reports.callHeaders };
      for (const [name, value] of Object.entries(extraHeaders)) response.setHeader(name, value);
      await send(result, response, { outgoing, credential, progress, isInterrupted: () => isInterrupted });
    } finally {
      reports.release();
    }
  };
}
