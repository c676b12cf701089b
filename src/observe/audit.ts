/** One line of the log for each write. */
import type { Logger } from 'pino';
import type { Credential } from '../rest/credential.ts';
import type { Observer } from './observer.ts';

/** Characters of a fingerprint that are told, enough to tell credentials apart. */
const shownFingerprint = 16;

/** What the log calls a credential, from which the token cannot be found. */
export function auditName({ fingerprint, isAnonymous }: Credential): string {
  return isAnonymous ? 'anonymous' : fingerprint.slice(0, shownFingerprint);
}

/** Logs who wrote what, and what came of it: templates, names and codes, no values. */
export function createAudit(logger: Logger): Observer {
  return {
    write({ operation, method, path, field, status, error, durationMs }, { requestId, traceId, credential }) {
      const outcome = error ?? 'SUCCESS';
      const facts = { requestId, traceId, operation, method, path, field, status, outcome, durationMs };
      logger.info({ ...facts, credential: auditName(credential) }, 'write');
    },
  };
}
