/** One line of the log for each operation, without data of the caller. */
import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import type { OperationRequest } from './context.ts';

const longestName = 100;

/** What the line of an operation tells. */
export interface EndedOperation {
  readonly request: Pick<OperationRequest, 'requestId' | 'startedAt'>;
  /** Absent where the document tells of none. */
  readonly definition: OperationDefinitionNode | undefined;
  readonly restCalls: number;
  /** Codes of its errors. */
  readonly codes: ReadonlySet<unknown>;
  /** The number of results of a stream. */
  readonly parts?: number;
}

const none: ReadonlySet<unknown> = new Set();

export function errorCodes({ errors }: ExecutionResult): ReadonlySet<unknown> {
  return errors === undefined ? none : new Set(errors.map(({ extensions }) => extensions?.code ?? 'UNKNOWN'));
}

/** Writes the line of an operation that has ended. Variables and addresses of clients are never logged. */
export function logOperation(
  logger: Logger,
  { request: { requestId, startedAt }, definition, restCalls, codes, parts }: EndedOperation,
): void {
  const facts = {
    requestId,
    operation: definition?.name?.value.slice(0, longestName),
    type: definition?.operation,
    durationMs: Math.round(performance.now() - startedAt),
    restCalls,
    parts,
    errors: [...codes],
  };
  logger.info(facts, 'operation');
}
