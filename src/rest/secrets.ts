/** Finds the values of a call that the contract marks as secret, so that they can be redacted from errors and logs. */
import { attributesOf, carriesSecret, operation, resolve, type Schema } from '../contract/index.ts';
import type { Credential } from './credential.ts';
import type { RestRequest } from './request.ts';

function collectSecrets(given: Schema, value: unknown, into: Set<string>): void {
  const schema = resolve(given);
  if ((given['x-secret'] || schema['x-secret']) && typeof value === 'string') into.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const form of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) collectSecrets(form, value, into);
  if (Array.isArray(value)) {
    for (const item of value) if (schema.items !== undefined) collectSecrets(schema.items, item, into);
    return;
  }
  const attributes = attributesOf(schema);
  const { additionalProperties: others } = schema;
  for (const [name, member] of Object.entries(value)) {
    const described = attributes.get(name) ?? (typeof others === 'object' ? others : undefined);
    if (described !== undefined) collectSecrets(described, member, into);
  }
}

/** Values of the body and the query that the contract marks as secret. */
export function secretsOf({ operation: id, body, query = {} }: RestRequest): readonly string[] {
  const { body: schema, queryParameters } = operation(id);
  const found = new Set<string>();
  if (schema !== undefined && body !== undefined && carriesSecret(schema)) collectSecrets(schema, body, found);
  for (const { wireName, secret } of queryParameters) if (secret) found.add(String(query[wireName] ?? ''));
  found.delete('');
  return [...found];
}

/** Values that no message of a call may contain. */
export function secretsIn(request: RestRequest, { secrets }: Credential): readonly string[] {
  return [...secrets, ...secretsOf(request)];
}
