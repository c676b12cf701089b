/** Operations over HTTP with content negotiation: GET, forms, multipart requests, event streams, and GraphiQL. */
import type { GraphQLSchema } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { CancellableStream } from '../../rest/cancellable-stream.ts';
import { type OfferedRoles, useGraphiQL } from '../graphiql.ts';
import type { GraphiQLFiles } from '../graphiql-files.ts';
import { headerOf, type OperationRequest } from '../operation/context.ts';
import { toClientError } from '../operation/masking.ts';
import type { SingleResult } from '../operation/operation.ts';
import type { Parameters } from '../operation/parameters.ts';
import type { Pipeline } from '../operation/pipeline.ts';
import { textOf } from '../operation/response.ts';
import { acceptedTypes, normalizeAccept } from './accepted-types.ts';
import { getResponseHead } from './json-response.ts';
import { toMultipart } from './multipart.ts';
import { formDataLimits } from './multipart-request.ts';
import { useRequestBodies } from './request-bodies.ts';

/** Request to the GraphQL endpoint. */
export interface NegotiatedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: Buffer<ArrayBuffer> | null;
  readonly operation: OperationRequest;
}

interface ServerContext {
  readonly operation: OperationRequest;
}

/** Result that may already be serialized. */
const withText = ({ result, text }: SingleResult) =>
  text === undefined ? result : { ...result, stringify: () => text };

/**
 * Returns the stream with reads that wait until the client has read the earlier values. Yoga reads ahead of the client, but a read checks the
 * unread bytes of the caller, so it must not happen earlier.
 */
function inStep<T>(values: CancellableStream<T>, { waitForClient }: OperationRequest): CancellableStream<T> {
  const read = async () => {
    await waitForClient?.();
    return values.read();
  };
  return new CancellableStream(read, values.cancellation);
}

/**
 * Runs every operation in the pipeline, which checks limits before parsing and between parsing, validation and execution. Yoga has no hooks at
 * all of these points, so the result of the pipeline replaces the steps of yoga.
 */
function usePipeline(pipeline: Pipeline, received: WeakMap<Request, Parameters>): Plugin<object, ServerContext> {
  return {
    async onParams({ request, context: { operation }, setResult }) {
      const outcome = await pipeline.run(received.get(request) ?? {}, operation);
      if ('parts' in outcome)
        setResult(inStep(outcome.parts, operation).map((part) => ({ data: null, stringify: () => textOf(part) })));
      else setResult('results' in outcome ? inStep(outcome.results, operation) : withText(outcome));
    },
  };
}

/** Sends a single result as the fast path for JSON does if the client accepts JSON, or with the same status over multipart/mixed. */
function useJsonAnswers(): Plugin<object, ServerContext> {
  return {
    onResultProcess({ result, serverContext: { operation }, setResultProcessor }) {
      const { json, eventStream, multipart } = acceptedTypes(headerOf(operation.headers, 'accept'));
      if (isAsyncIterable(result) || Array.isArray(result)) return;
      const { stringify = textOf, ...plain } = result;
      if (json !== undefined) {
        const { status, headers } = getResponseHead(plain, json);
        // The Response of yoga modifies the headers object that it receives.
        setResultProcessor(
          (_, { Response }) => new Response(stringify(plain), { status, headers: { ...headers } }),
          json,
        );
      } else if (multipart !== undefined && !eventStream) {
        const { status, headers } = getResponseHead(plain, 'application/json');
        setResultProcessor(
          (_, { Response }) =>
            new Response(toMultipart(stringify(plain)), { status, headers: { ...headers, 'content-type': multipart } }),
          'multipart/mixed',
        );
      }
    },
  };
}

/** Sets the version of the incremental delivery format in the content type for clients that request a version, as the transport for JSON does. */
function useMultipartType(): Plugin<object, ServerContext> {
  return {
    onResponse({ response, serverContext: { operation } }) {
      const { multipart } = acceptedTypes(headerOf(operation.headers, 'accept'));
      const isMultipart = response.headers.get('content-type')?.startsWith('multipart/mixed');
      if (isMultipart && multipart !== undefined) response.headers.set('content-type', multipart);
    },
  };
}

function requestHeaders({ headers }: OperationRequest): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name of Object.keys(headers)) plain[name] = headerOf(headers, name) ?? '';
  const { accept, 'content-type': contentType } = plain;
  // Media types are case-insensitive, and yoga compares them in lower case. Their parameters are not, such as boundaries.
  if (contentType) plain['content-type'] = contentType.replace(/^[^;]*/, (type) => type.toLowerCase());
  if (accept) {
    // Yoga prefers multipart/mixed to event streams, but no client expects events of subscriptions in multipart/mixed.
    const { eventStream } = acceptedTypes(accept);
    plain.accept = normalizeAccept(accept, (type) => !(eventStream && type.startsWith('multipart/')));
  }
  return plain;
}

/** Files and settings of the GraphiQL page. */
export interface GraphiQLPage {
  /** `undefined` if the page was not built. */
  readonly files: GraphiQLFiles | undefined;
  /** `undefined` without an embedded sandbox. */
  readonly roles: OfferedRoles | undefined;
  readonly schema: GraphQLSchema;
}

/** @returns a function that responds to a request */
export function createYogaTransport(config: Config, pipeline: Pipeline, logger: Logger, page: GraphiQLPage) {
  const received = new WeakMap<Request, Parameters>();
  const yoga = createYoga<ServerContext>({
    graphqlEndpoint: '/graphql',
    plugins: [
      config.graphiql && useGraphiQL(page.files, { trace: config.trace, roles: page.roles, schema: page.schema }),
      useRequestBodies(config, (request, parameters) => received.set(request, parameters)),
      usePipeline(pipeline, received),
      useJsonAnswers(),
      useMultipartType(),
    ],
    maskedErrors: { maskError: (error) => toClientError(error, logger) },
    // Disables the health check of yoga, which compares the ends of URLs with this. The request router has its own.
    healthCheckEndpoint: '\n',
    // The request router and the plugins above replace these features.
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    maxRequestBodySize: false,
    parserAndValidationCache: false,
  });
  // The parser of multipart bodies reads its limits from the request.
  const multipart = { formDataLimits: formDataLimits(config) };
  return ({ target, method, body, operation }: NegotiatedRequest): Response | Promise<Response> => {
    const init = { method, headers: requestHeaders(operation), body, ...multipart };
    return yoga.handleRequest(new yoga.fetchAPI.Request(`http://localhost${target}`, init), { operation });
  };
}
