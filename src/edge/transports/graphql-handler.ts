/** GraphQL over HTTP: reads the parameters of a request, runs its operation, and sends the result in a type that the client accepts. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Credential } from '../../rest/credential.ts';
import { type BodyLimits, readBody } from '../body-limit.ts';
import type { ByteBudget } from '../operation/byte-budget.ts';
import type { HeaderValues, OperationRequest } from '../operation/context.ts';
import type { PipelineResult, SingleResult } from '../operation/operation.ts';
import type { Parameters } from '../operation/parameters.ts';
import type { Pipeline } from '../operation/pipeline.ts';
import { RequestError } from '../operation/request-error.ts';
import type { UnsentBytes } from '../operation/unsent-bytes.ts';
import { type CallHeaders, toCallHeaders } from '../rate-limit-headers.ts';
import { getDefaultHeaders, type RequestContext } from '../request-context.ts';
import { acceptedTypes } from './accepted-types.ts';
import type { MultipartLimits } from './multipart-request.ts';
import { readParameters } from './request-parameters.ts';
import { respond } from './respond.ts';

export interface GraphQLHandlerOptions {
  readonly pipeline: Pipeline;
  readonly config: MultipartLimits & Pick<BodyLimits, 'maxBodyBytes'>;
  /** Counts the bodies that are arriving. */
  readonly incoming: ByteBudget;
  /** Counts the responses that clients have not read. */
  readonly unsent: UnsentBytes;
  readonly cors: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
  /** Credential that a request counts for. @param clientNetwork network address of the client */
  readonly toCountedCredential: (headers: HeaderValues, clientNetwork: string) => Credential;
  /** Headers about the limits of a caller. */
  readonly rateLimitHeaders: (credential: Credential) => Readonly<Record<string, string>>;
  /** Sends GraphiQL to a browser; `undefined` if it is disabled. */
  readonly servePage: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined;
}

const supportedTypes = 'application/graphql-response+json, application/json, text/event-stream, multipart/mixed';

const notAcceptable = () =>
  new RequestError(
    'NOT_ACCEPTABLE',
    `The header Accept contains no supported response type; accept ${supportedTypes.replace(/, (?=\S+$)/, ' or ')}`,
    { headers: { accept: supportedTypes } },
  );

/** Creates the handler of GET and POST requests to the GraphQL endpoint. */
export function createGraphQLHandler(options: GraphQLHandlerOptions) {
  const { pipeline, config, incoming, unsent, cors, toCountedCredential, rateLimitHeaders, servePage } = options;
  const { maxBodyBytes } = config;

  function run(
    request: IncomingMessage,
    body: Buffer<ArrayBuffer>,
    operation: OperationRequest,
  ): SingleResult | Promise<PipelineResult> {
    const reject = (error: unknown) => pipeline.reject(error, operation);
    let parameters: Parameters | Promise<Parameters>;
    try {
      parameters = readParameters(request, body, config);
    } catch (error) {
      return reject(error);
    }
    return parameters instanceof Promise
      ? parameters.then((read) => pipeline.run(read, operation), reject)
      : pipeline.run(parameters, operation);
  }

  return async ({ request, response, origin }: RequestContext): Promise<void> => {
    const { requestId, clientNetwork, cancellation, forwardedFor, traceHeaders } = origin;
    const { headers, method } = request;
    const credential = toCountedCredential(headers, clientNetwork);
    const accepted = acceptedTypes(headers.accept);
    const isAcceptable = accepted.json !== undefined || accepted.eventStream || accepted.multipart !== undefined;
    let callHeaders: CallHeaders | undefined;
    let admitted: ReturnType<UnsentBytes['reserve']> | undefined;
    let isInterrupted = false;
    const getHeaders = () =>
      Object.assign(getDefaultHeaders(requestId), cors(headers), rateLimitHeaders(credential), callHeaders);
    if (method === 'GET' && accepted.html && servePage !== undefined) {
      response.setHeaders(new Map(Object.entries(getHeaders())));
      return servePage(request, response);
    }
    const runBody = (body: Buffer<ArrayBuffer>) => {
      const operation: OperationRequest = {
        requestId,
        clientNetwork,
        cancellation,
        forwardedFor,
        traceHeaders,
        startedAt: performance.now(),
        headers,
        isQueryOnly: method === 'GET',
        acceptsStream: accepted.eventStream,
        acceptsParts: accepted.parts,
        wantsSerialized: accepted.json !== undefined,
        onCallsTraced: (counts) => {
          callHeaders = toCallHeaders(counts);
        },
        onAdmitted: (bytes) => {
          admitted = unsent.reserve(credential, bytes);
        },
        onInterrupted: () => {
          isInterrupted = true;
        },
      };
      return isAcceptable ? run(request, body, operation) : pipeline.reject(notAcceptable(), operation);
    };
    const result = await (method === 'POST'
      ? readBody<PipelineResult>(request, { maxBodyBytes, incoming, credential }, runBody)
      : runBody(Buffer.alloc(0)));
    // No other code runs before the write, which reserves the bytes again.
    admitted?.release();
    if (response.destroyed) return;
    const recipient = { unsent, credential, isInterrupted: () => isInterrupted };
    await respond(response, result, accepted, getHeaders(), recipient);
  };
}
