/** Masks the secrets of a call, so that queries and messages do not contain them. */
import { redacted } from '../../rest/secret-forms.ts';
import { getContractSecrets } from '../../rest/secrets.ts';
import type { Target } from './target.ts';

type Values = Readonly<Record<string, unknown>>;

function mask(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return secrets.has(value) ? redacted : value;
  if (Array.isArray(value)) return value.map((item) => mask(item, secrets));
  return typeof value === 'object' && value !== null && !(value instanceof File)
    ? maskMembers({ ...value }, secrets)
    : value;
}

const maskMembers = (members: Values, secrets: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, mask(value, secrets)]));

/** Masks the values of a call that the contract marks as secret. */
export function withoutSecrets(target: Target): Target {
  const { contract, operation, query, body } = target;
  const secrets = new Set(getContractSecrets(contract, { operation: operation.id, query, body }));
  return { ...target, query: maskMembers(query, secrets), body: maskMembers(body, secrets) };
}
