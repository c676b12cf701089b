/** Types of operations in the pipeline. */
import type { ExecutionResult } from 'graphql';
import type { CancellableStream } from '../../rest/cancellable-stream.ts';
import type { Cancellation } from '../../rest/cancellation.ts';
import type { OperationContext } from './context.ts';
import type { SelectedOperation } from './documents.ts';
import type { OperationRun } from './operation-reporter.ts';
import type { AcceptedParameters } from './parameters.ts';
import type { ResponsePart } from './response-parts.ts';

/** Valid query, mutation or subscription, and what its execution needs. */
export interface AcceptedOperation {
  readonly selected: SelectedOperation;
  readonly parameters: AcceptedParameters;
  readonly operationRun: OperationRun;
  readonly context: OperationContext;
  /** Cancelled when the client disconnects, or has received everything. */
  readonly clientCancellation: Cancellation;
}

/** Result of a query or mutation, or of a request that failed before execution. */
export interface SingleResult {
  readonly result: ExecutionResult;
  /** Serialized result, if the request wants it. */
  readonly text: string | undefined;
}

/**
 * Result of an operation, the stream of its results, or the parts of its result. A stream has the cancellation of its
 * request.
 */
export type PipelineResult =
  | SingleResult
  | { readonly results: CancellableStream<ExecutionResult> }
  | { readonly parts: CancellableStream<ResponsePart> };
