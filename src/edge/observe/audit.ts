/** Writes one log line for each write. */
import type { Logger } from 'pino';
import type { Credential } from '../../rest/credential.ts';
import type { Observer } from './observer.ts';

/** Number of logged characters of a fingerprint, enough to distinguish credentials. */
const maxFingerprintLength = 16;

/** Log name of a credential, which does not reveal the token. */
export function toAuditName({ fingerprint, isAnonymous }: Credential): string {
  return isAnonymous ? 'anonymous' : fingerprint.slice(0, maxFingerprintLength);
}

/** Logs the caller and the result of each write: templates, names and codes, no values. */
export function createAudit(logger: Logger): Observer {
  return {
    write({ operation, method, path, field, status, error, durationMs }, { requestId, traceId, credential }) {
      const outcome = error ?? 'SUCCESS';
      const facts = { requestId, traceId, operation, method, path, field, status, outcome, durationMs };
      logger.info({ ...facts, credential: toAuditName(credential) }, 'write');
    },
  };
}
