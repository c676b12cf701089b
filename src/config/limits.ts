/**
 * Fixed limits. They protect the process, and no operator has a reason to change them. A limit that an operator may change is a setting; one
 * that a single file needs is a constant of that file.
 */
import type { Environment } from './settings.ts';

/** Limits that are independent of settings. Times are in milliseconds, sizes in bytes. */
const constantLimits = {
  /** REST calls of one caller that wait for a connection or, because the REST service requests it, for a later time. */
  maxWaitingCallsPerCaller: 10_000,
  /** Time from the opening of the circuit breaker to the probe; doubles with each failed probe, up to ten seconds. */
  breakerPause: 1000,
  /** Path and query of one REST call. */
  maxUrlBytes: 8192,
  /** Parts of a multipart request, paths in its `map`, and fields of a form. */
  maxParts: 100,
  /** Request line and headers of a request, and first message of a WebSocket. */
  maxHeaderBytes: 16 * 1024,
  /** Unsent bytes of a WebSocket. While its client has more to read, further results wait in their operations, and its messages are not read. */
  maxSocketBufferBytes: 64 * 1024,
  /** Requests that wait on one connection for the response to an earlier request. */
  maxPipelinedRequests: 16,
  /** Time within which a client must read each MiB of its pending data. */
  sendTimeout: 30_000,
  /** Size of a GraphQL document. */
  maxDocumentBytes: 256 * 1024,
  /** Lines of a GraphQL document. */
  maxDocumentLines: 5000,
  /** Characters of a name in a document, including aliases. */
  maxNameLength: 128,
  /** Nesting of brackets in a document, and of lists and objects in variables. */
  maxNesting: 200,
  /** Items of one list in variables or in a document. */
  maxListItems: 2000,
  /** Values in the variables of an operation. */
  maxVariableValues: 10_000,
  /** Values and names in the JSON of one request or WebSocket message, counted before it is parsed. */
  maxJsonValues: 50_000,
  /** All strings in the variables of a query or subscription. Those of a mutation are limited by the request body only. */
  maxVariableTextBytes: 64 * 1024,
  /** Fields and fragments of a document, counting those in a fragment at each use; and fields of an operation, counting each for each object and possible type. */
  maxSelections: 10_000,
  /** Pairs of fields with one response key, and pairs of fragment spreads, at the same path: validation compares both. */
  maxFieldPairs: 50_000,
  /** Estimated values in the response to introspection; the standard query has about 34,000. */
  maxIntrospectionValues: 50_000,
  /** Validation errors after which the validation of a document stops. */
  maxValidationErrors: 10,
  /** Errors in a response; further errors are only counted. */
  maxErrors: 100,
  /** Fragments and lists of one operation that `@defer` and `@stream` deliver later. Further ones come with the part that contains them. */
  maxDeferredParts: 1000,
  /** Open operations on one WebSocket, including subscriptions. */
  maxStreamsPerConnection: 100,
  /** Active downloads of one caller. */
  maxDownloadsPerCaller: 50,
  /** Time for which the REST service may fail before subscribers receive an error. */
  watchErrorGracePeriod: 30_000,
  /** Operation names, and client applications with their versions, in labels of metrics. */
  metricsMaxLabels: 100,
};

/** Settings whose values also determine fixed limits. */
type LimitSettings = Pick<Environment, 'MAX_INCOMING_BYTES' | 'MAX_UNSENT_BYTES' | 'MAX_STREAMS_PER_CALLER'>;

/** Returns the fixed limits: the constants, and fixed fractions of the values of settings. */
export const createLimits = ({
  MAX_INCOMING_BYTES: maxIncomingBytes,
  MAX_UNSENT_BYTES: maxUnsentBytes,
  MAX_STREAMS_PER_CALLER: maxStreamsPerCaller,
}: LimitSettings) => ({
  ...constantLimits,
  /** Request bodies and WebSocket messages of one accepted credential or client address that are arriving or in progress. */
  maxIncomingBytesPerAddress: Math.ceil((maxIncomingBytes * 3) / 4),
  /** Unsent responses and events of one caller, and the REST responses that its operations contain while their clients do not read. */
  maxUnsentBytesPerCaller: Math.ceil(maxUnsentBytes / 4),
  /** Different objects and lists that the subscriptions of one caller watch. */
  maxPollersPerCaller: maxStreamsPerCaller,
  /** Open WebSockets of one caller. */
  maxSocketsPerCaller: Math.ceil(maxStreamsPerCaller / 5),
});

/** Fixed limits by name. */
export type Limits = Readonly<ReturnType<typeof createLimits>>;
