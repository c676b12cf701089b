/** Bodies of REST responses in traces, without secrets and within limits. */
import { attributesOf, type Contract, resolve, type Schema } from '../../contract/index.ts';
import { isSecretName, withoutCredentials } from '../../graph/kit/contract/redaction.ts';
import type { TracedCall } from '../../rest/request.ts';
import { maskSecretForms, redacted } from '../../rest/secret-forms.ts';

/** Maximum length of the JSON of one body, and of all bodies of a trace, in characters. */
const [maxLength, maxTotalLength] = [64 * 1024, 256 * 1024];
const maxDepth = 30;

/** Alternatives of a schema that describe objects and lists. */
function getForms(schema: Schema): readonly Schema[] {
  const resolved = resolve(schema);
  return [resolved, ...[...(resolved.oneOf ?? []), ...(resolved.anyOf ?? [])].flatMap(getForms)];
}

const isSecret = (schema: Schema): boolean =>
  [schema, ...getForms(schema)].some((form) => form['x-secret'] === true || form['x-masked'] === true);

/** Copies values without secrets. */
class Redactor {
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** @param schemas alternatives that describe the value; empty for a value that the contract does not describe */
  redact(value: unknown, schemas: readonly Schema[], secret = false, depth = 0): unknown {
    if (value === null || value === undefined) return null;
    if (depth > maxDepth) return '…';
    if (Array.isArray(value)) {
      const items = schemas.flatMap(({ items: each }) => (each === undefined ? [] : getForms(each)));
      return value.map((item) => this.redact(item, items, secret, depth + 1));
    }
    if (typeof value === 'object') {
      const members = Object.entries(value).map(([name, member]) => [
        name,
        this.#redactMember(name, member, schemas, secret, depth),
      ]);
      return Object.fromEntries(members);
    }
    if (secret) return redacted;
    return typeof value === 'string' ? withoutCredentials(this.#contract, maskSecretForms(value)) : value;
  }

  #redactMember(name: string, value: unknown, schemas: readonly Schema[], secret: boolean, depth: number): unknown {
    const described = schemas.flatMap((schema) => attributesOf(schema).get(name) ?? []);
    const isHidden = described.length === 0 ? isSecretName(this.#contract, name) : described.some(isSecret);
    return this.redact(value, described.flatMap(getForms), secret || isHidden, depth + 1);
  }
}

/** Presents the responses of one trace. */
export class TracedResponses {
  readonly #contract: Contract;
  #length = 0;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Body of the response to a call; `undefined` if none exists, or it is too large. */
  present({ operation: id, received }: TracedCall): unknown {
    if (received?.body === undefined || (received.size ?? 0) > maxLength) return undefined;
    const { responseSchemas } = this.#contract.operation(id);
    const schemas = responseSchemas.flatMap((name) => getForms(this.#contract.reference(name)));
    const redactor = new Redactor(this.#contract);
    const { body } = received;
    const shown = Array.isArray(body)
      ? body.map((item) => redactor.redact(item, schemas))
      : redactor.redact(body, schemas);
    const { length } = JSON.stringify(shown);
    if (length > maxLength || this.#length + length > maxTotalLength) return undefined;
    this.#length += length;
    return shown;
  }
}
