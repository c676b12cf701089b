/** Finds the values of a call that the contract marks as secret, to redact them from errors and logs. */
import { attributesOf, type Contract, containsSecret, resolve, type Schema } from '../contract/index.ts';
import type { Credential } from './credential.ts';
import type { RestRequest } from './request.ts';

function collectSecrets(schemaOrRef: Schema, value: unknown, into: Set<string>): void {
  const schema = resolve(schemaOrRef);
  if ((schemaOrRef['x-secret'] || schema['x-secret']) && typeof value === 'string') into.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const form of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) collectSecrets(form, value, into);
  if (Array.isArray(value)) {
    for (const item of value) if (schema.items !== undefined) collectSecrets(schema.items, item, into);
    return;
  }
  const attributes = attributesOf(schema);
  const { additionalProperties: additional } = schema;
  for (const [name, member] of Object.entries(value)) {
    const attribute = attributes.get(name) ?? (typeof additional === 'object' ? additional : undefined);
    if (attribute !== undefined) collectSecrets(attribute, member, into);
  }
}

/** Values of the body and the query that the contract marks as secret. */
export function getContractSecrets(
  contract: Contract,
  { operation: id, body, query = {} }: RestRequest,
): readonly string[] {
  const { body: schema, queryParameters } = contract.operation(id);
  const secrets = new Set<string>();
  if (schema !== undefined && body !== undefined && containsSecret(schema)) collectSecrets(schema, body, secrets);
  for (const { wireName, secret } of queryParameters) if (secret) secrets.add(String(query[wireName] ?? ''));
  secrets.delete('');
  return [...secrets];
}

/** Values that no message of a call may contain. */
export function getRedactedValues(
  contract: Contract,
  request: RestRequest,
  { secrets }: Credential,
): readonly string[] {
  return [...secrets, ...getContractSecrets(contract, request)];
}
