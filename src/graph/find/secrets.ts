/** Masks the secrets of a call, so that queries and messages do not contain them. */
import { attributesOf, containsSecret, type Operation, resolve, type Schema } from '../../contract/index.ts';
import { redacted } from '../../rest/secret-forms.ts';
import { getContractSecrets } from '../../rest/secrets.ts';
import { getGraph } from '../kit/graph.ts';
import { copyMembers } from './form.ts';
import type { Target } from './target.ts';

/** Masks the values of a call that the contract marks as secret. */
export function withoutSecrets(target: Target): Target {
  const { schema, operation, query, body } = target;
  const secrets = new Set(getContractSecrets(getGraph(schema).contract, { operation: operation.id, query, body }));
  const mask = (text: string) => (secrets.has(text) ? redacted : text);
  return { ...target, query: copyMembers(query, mask), body: copyMembers(body, mask) };
}

function collectNames(name: string, schema: Schema, into: Set<string>, seen: ReadonlySet<Schema>): void {
  const resolved = resolve(schema);
  if (seen.has(resolved) || !containsSecret(schema)) return;
  const attributes = [...attributesOf(schema)];
  const below = new Set([...seen, resolved]);
  // Strings without a name of their own, such as the items of a list, have the name of the member that contains them.
  if (!attributes.some(([, attribute]) => containsSecret(attribute)) && resolved.items === undefined) into.add(name);
  for (const [member, attribute] of attributes) collectNames(member, attribute, into, below);
  if (resolved.items !== undefined) collectNames(name, resolved.items, into, below);
}

/** Names of the query parameters and body members, at any depth, whose strings the contract marks as secret. */
export function getSecretNames({ body, multipart, queryParameters }: Operation): readonly string[] {
  const names = new Set(queryParameters.filter(({ secret }) => secret).map(({ name }) => name));
  for (const form of [body, multipart])
    for (const [name, schema] of form === undefined ? [] : attributesOf(form))
      collectNames(name, schema, names, new Set());
  return [...names];
}
