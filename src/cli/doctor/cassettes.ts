/** Records responses of an upstream with their content replaced by placeholders, so that a problem can be reported and reproduced. */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributesOf, type Contract, type OperationId, resolve, type Schema } from '../../contract/index.ts';
import { getAttributeNames } from '../../name-mapping/contract-names.ts';
import type { RestRequest, RestResponse } from '../../rest/request.ts';
import type { ProbeResult } from './probes.ts';

/** Recorded response in the format that the sandbox replays. */
export interface Cassette {
  readonly operation: OperationId;
  readonly path: Readonly<Record<string, string | number>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const recordedHeaders = new Set([
  'content-type',
  'ratelimit-limit',
  'ratelimit-remaining',
  'x-next-page',
  'x-page',
  'x-per-page',
  'x-prev-page',
  'x-total',
  'x-total-pages',
]);

const isId = (name: string): boolean => /^(?:id|iid)$|_(?:id|iid|ids|iids)$/.test(name);
const isDateTime = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text);
const isDecimal = (text: string): boolean => /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text);

/** Replaces strings and ids by placeholders. Equal values get the same placeholder throughout a recording. */
export class Redaction {
  // Keyed, so that a string cannot be recovered by hashing likely strings.
  readonly #key = randomBytes(32);
  readonly #numbers = new Map<number, number>();
  readonly #contract: Contract;
  /** Names of attributes in any response or input of the contract. */
  readonly #documented: ReadonlySet<string>;

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#documented = getAttributeNames(contract);
  }

  /** Returns the placeholder of a numeric id. */
  id(number: number): number {
    const existing = this.#numbers.get(number);
    if (existing !== undefined) return existing;
    const next = this.#numbers.size + 1;
    this.#numbers.set(number, next);
    return next;
  }

  /** Returns the placeholder of a string. */
  text(text: string): string {
    return `text-${createHmac('sha256', this.#key).update(text).digest('hex').slice(0, 10)}`;
  }

  /** Redacts a value of a response. Structure, booleans, numbers, date-times and enum values are not changed. */
  value(value: unknown, schema: Schema = {}, name = ''): unknown {
    if (typeof value === 'number') return isId(name) ? this.id(value) : value;
    if (typeof value === 'string') return this.#isSafe(value, schema, name) ? value : this.#placeholder(value, schema);
    if (Array.isArray(value)) return value.map((item) => this.value(item, resolve(schema).items ?? schema, name));
    if (typeof value !== 'object' || value === null) return value;
    const attributes = attributesOf(schema);
    return Object.fromEntries(
      Object.entries(value).map(([attribute, member]) => [
        // An attribute name outside the contract may itself be data, such as a username.
        this.#documented.has(attribute) ? attribute : this.text(attribute),
        this.value(member, attributes.get(attribute), attribute),
      ]),
    );
  }

  /** Whether a string is an enum value, a date-time or a number, and thus contains no private data. */
  #isSafe(text: string, schema: Schema, name: string): boolean {
    const { format, oneOf = [], anyOf = [] } = resolve(schema);
    const sets = [schema, ...oneOf, ...anyOf].map((form) => resolve(form).enum);
    if (text === '' || sets.some((set) => set?.includes(text))) return true;
    if (format === 'decimal') return isDecimal(text);
    return (format?.startsWith('date') || /_(?:at|on)$/.test(name)) && isDateTime(text);
  }

  #placeholder(text: string, schema: Schema): string {
    const placeholder = this.text(text);
    const { format } = resolve(schema);
    if (format === 'uri') return `https://example.invalid/${placeholder}`;
    return format === 'email' ? `${placeholder}@example.invalid` : placeholder;
  }

  /** Creates the cassette of a call and its response. */
  cassette({ operation: id, path = {}, query = {} }: RestRequest, { status, headers, body }: RestResponse): Cassette {
    const { responseSchemas, list } = this.#contract.operation(id);
    const forms: readonly Schema[] = responseSchemas.map((name) => this.#contract.reference(name));
    const [schema = {}] = forms;
    return {
      operation: id,
      path: Object.fromEntries(
        Object.entries(path).map(([name, value]) => [
          name,
          typeof value === 'number' ? this.id(value) : this.text(value),
        ]),
      ),
      query,
      status,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          recordedHeaders.has(name) && typeof value === 'string' ? [[name, value]] : [],
        ),
      ),
      body: this.value(body, list ? { items: schema } : schema),
    };
  }
}

/** Writes the responses to files that only their owner can read. @returns the number of files */
export function recordResponses(folder: string, contract: Contract, results: readonly ProbeResult[]): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const redaction = new Redaction(contract);
  const cassettes = results.flatMap(({ request, response }) =>
    response ? [redaction.cassette(request, response)] : [],
  );
  for (const [index, cassette] of cassettes.entries()) {
    const file = `${String(index + 1).padStart(2, '0')}-${cassette.operation}.json`;
    writeFileSync(join(folder, file), `${JSON.stringify(cassette, null, 2)}\n`, { mode: 0o600 });
  }
  return cassettes.length;
}
