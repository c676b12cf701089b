/** Operations over HTTP whose form has to be negotiated: GET, forms, multipart requests, streams of events, and GraphiQL. */
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { type OfferedRoles, useGraphiQL } from '../graphiql.ts';
import type { GraphiQLFiles } from '../graphiql-files.ts';
import { headerOf, type OperationRequest } from '../operation/context.ts';
import { presentError } from '../operation/masking.ts';
import type { Parameters } from '../operation/parameters.ts';
import type { Pipeline, SingleOutcome } from '../operation/pipeline.ts';
import { textOf } from '../operation/response.ts';
import { acceptedTypes } from './accepted-types.ts';
import { headOf } from './json-answer.ts';
import { formDataLimits, useRequestBodies } from './request-bodies.ts';

/** A request to the GraphQL endpoint. */
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

/** A result that is sent as its text, where there is one. */
const withText = ({ result, text }: SingleOutcome) =>
  text === undefined ? result : { ...result, stringify: () => text };

/** Hands the parameters of every operation to the pipeline. */
function usePipeline(pipeline: Pipeline, received: WeakMap<Request, Parameters>): Plugin<object, ServerContext> {
  return {
    async onParams({ request, context: { operation }, setResult }) {
      const outcome = await pipeline.run(received.get(request) ?? {}, operation);
      setResult('results' in outcome ? outcome.results : withText(outcome));
    },
  };
}

/** Answers a single result as the lean road does, where the client accepts JSON. */
function useJsonAnswers(): Plugin<object, ServerContext> {
  return {
    onResultProcess({ result, serverContext: { operation }, setResultProcessor }) {
      const { json } = acceptedTypes(headerOf(operation.headers, 'accept'));
      if (json === undefined || isAsyncIterable(result) || Array.isArray(result)) return;
      const { stringify = textOf, ...plain } = result;
      const { status, headers } = headOf(plain, json);
      // Yoga's Response adds to the headers that it is given.
      setResultProcessor(
        (_, { Response }) => new Response(stringify(plain), { status, headers: { ...headers } }),
        json,
      );
    },
  };
}

/**
 * The media types for yoga to choose from. It prefers multipart/mixed to a stream of events, but no client expects events of subscriptions
 * in that form.
 */
function withoutMultipart(accept: string): string {
  return accept
    .split(',')
    .filter((type) => !/^\s*multipart\//i.test(type))
    .join(',');
}

function requestHeaders({ headers }: OperationRequest): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name of Object.keys(headers)) plain[name] = headerOf(headers, name) ?? '';
  const { accept } = plain;
  if (accept !== undefined && acceptedTypes(accept).eventStream) plain.accept = withoutMultipart(accept);
  return plain;
}

/** What the page of GraphiQL is served with. */
export interface GraphiQLPage {
  /** Absent where the page was not built. */
  readonly files: GraphiQLFiles | undefined;
  /** Absent where no sandbox is embedded. */
  readonly roles: OfferedRoles | undefined;
}

/** @returns a function that answers a request */
export function createYogaTransport(config: Config, pipeline: Pipeline, logger: Logger, page: GraphiQLPage) {
  const received = new WeakMap<Request, Parameters>();
  const yoga = createYoga<ServerContext>({
    graphqlEndpoint: '/graphql',
    plugins: [
      config.graphiql && useGraphiQL(page.files, { trace: config.trace, roles: page.roles }),
      useRequestBodies(config, (request, parameters) => received.set(request, parameters)),
      usePipeline(pipeline, received),
      useJsonAnswers(),
    ],
    maskedErrors: { maskError: (error) => presentError(error, logger) },
    // Disables yoga's health check, which compares the ends of URLs with this, as the front door has its own.
    healthCheckEndpoint: '\n',
    // The front door and the plugins above replace these options.
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    maxRequestBodySize: false,
    parserAndValidationCache: false,
  });
  // The parser of multipart bodies takes its limits from the request.
  const multipart = { formDataLimits: formDataLimits(config) };
  return ({ target, method, body, operation }: NegotiatedRequest): Response | Promise<Response> => {
    const init = { method, headers: requestHeaders(operation), body, ...multipart };
    return yoga.handleRequest(new yoga.fetchAPI.Request(`http://localhost${target}`, init), { operation });
  };
}
