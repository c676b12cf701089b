import type { GraphQLError } from 'graphql';
import type { UnreadReservation } from '../../rest/batch/unread-responses.ts';
import type { Credential } from '../../rest/credential.ts';

/**
 * Limits of operations on the unread bytes of their callers. They hold in report-only mode, too, because they protect the memory of the
 * process.
 */
export interface UnreadLimits {
  /** Error for an operation whose caller has too many unread bytes; `undefined` if the operation is admitted. */
  getAdmissionError(credential: Credential): GraphQLError | undefined;
  /**
   * Error that replaces the complete response of an operation; `undefined` if the response may be sent.
   * @param measure returns its bytes. Called only if they may be too many
   * @param extensions further extensions of the error
   */
  getResponseError(credential: Credential, measure: () => number, extensions?: object): GraphQLError | undefined;
  /** Error that replaces an event or part and ends its stream; `undefined` if the event or part may be sent. */
  getStreamError(credential: Credential, measure: () => number, extensions?: object): GraphQLError | undefined;
  /** Reserves bytes for the REST responses that an operation contains while its client does not read. */
  reserve(credential: Credential): UnreadReservation;
}
