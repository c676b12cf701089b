/** Secrets in a call that somebody typed, which no query and no message repeats. */
import { attributesOf } from '../../contract/index.ts';
import { isSecretName, redacted } from '../../graph/kit/contract/redaction.ts';
import { secretsOf } from '../../rest/secrets.ts';
import type { Target } from './target.ts';

type Values = Readonly<Record<string, unknown>>;

function mask(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return secrets.has(value) ? redacted : value;
  if (Array.isArray(value)) return value.map((item) => mask(item, secrets));
  return typeof value === 'object' && value !== null ? maskMembers({ ...value }, secrets) : value;
}

const maskMembers = (members: Values, secrets: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, mask(value, secrets)]));

/** A call whose documented secrets are masked, without members under names of secrets that the contract does not have. */
export function withoutSecrets(target: Target): Target {
  const { operation, query, body } = target;
  const secrets = new Set(secretsOf({ operation: operation.id, query, body }));
  const documented = new Set(
    [operation.body, operation.multipart].flatMap((form) => (form ? [...attributesOf(form).keys()] : [])),
  );
  const members = Object.fromEntries(
    Object.entries(body).filter(([name]) => documented.has(name) || !isSecretName(name)),
  );
  return { ...target, query: maskMembers(query, secrets), body: maskMembers(members, secrets) };
}
