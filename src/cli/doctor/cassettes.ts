/** Answers of an upstream without what they say, so that a problem can be reported and reproduced. */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributesOf, type OperationId, operation, resolve, type Schema, schemaNameOf } from '../../contract/index.ts';
import type { RestRequest, RestResponse } from '../../rest/request.ts';
import { attributeNames } from '../../words/vocabulary.ts';
import type { ProbeResult } from './probes.ts';

/** One answer, as the sandbox replays it. */
export interface Cassette {
  readonly operation: OperationId;
  readonly path: Readonly<Record<string, string | number>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const keptHeaders = new Set([
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
const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text);
const isDecimal = (text: string): boolean => /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text);

/** Names of attributes in any response of the contract. */
const documented = attributeNames();

/** Replaces texts and ids, the same one by the same one throughout a recording. */
export class Redaction {
  // Placeholders must not be found by trying likely texts.
  readonly #key = randomBytes(32);
  readonly #numbers = new Map<number, number>();

  /** A number in place of an id. */
  id(number: number): number {
    const known = this.#numbers.get(number);
    if (known !== undefined) return known;
    const next = this.#numbers.size + 1;
    this.#numbers.set(number, next);
    return next;
  }

  /** A placeholder of a text. */
  text(text: string): string {
    return `text-${createHmac('sha256', this.#key).update(text).digest('hex').slice(0, 10)}`;
  }

  /** A value of an answer. Structure, switches, numbers, times and the words of closed sets stay. */
  value(value: unknown, schema: Schema = {}, name = ''): unknown {
    if (typeof value === 'number') return isId(name) ? this.id(value) : value;
    if (typeof value === 'string')
      return this.#keptText(value, schema, name) ? value : this.#placeholder(value, schema);
    if (Array.isArray(value)) return value.map((item) => this.value(item, resolve(schema).items ?? schema, name));
    if (typeof value !== 'object' || value === null) return value;
    const attributes = attributesOf(schemaNameOf(schema) ?? schema);
    return Object.fromEntries(
      Object.entries(value).map(([attribute, member]) => [
        // Other names than those of the contract may be data themselves, such as usernames.
        documented.has(attribute) ? attribute : this.text(attribute),
        this.value(member, attributes.get(attribute), attribute),
      ]),
    );
  }

  /** Whether a text is a word of a closed set, a time or a number, which tell nothing of anybody. */
  #keptText(text: string, schema: Schema, name: string): boolean {
    const { format, oneOf = [], anyOf = [] } = resolve(schema);
    const sets = [schema, ...oneOf, ...anyOf].map((form) => resolve(form).enum);
    if (text === '' || sets.some((set) => set?.includes(text))) return true;
    if (format === 'decimal') return isDecimal(text);
    return (format?.startsWith('date') || /_(?:at|on)$/.test(name)) && isTime(text);
  }

  #placeholder(text: string, schema: Schema): string {
    const placeholder = this.text(text);
    const { format } = resolve(schema);
    if (format === 'uri') return `https://example.invalid/${placeholder}`;
    return format === 'email' ? `${placeholder}@example.invalid` : placeholder;
  }

  /** An answer with the call that it is the answer to. */
  cassette({ operation: id, path = {}, query = {} }: RestRequest, { status, headers, body }: RestResponse): Cassette {
    const { answers, list } = operation(id);
    const forms: readonly Schema[] = answers.map((name) => ({ $ref: `#/components/schemas/${name}` }));
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
          keptHeaders.has(name) && typeof value === 'string' ? [[name, value]] : [],
        ),
      ),
      body: this.value(body, list ? { items: schema } : schema),
    };
  }
}

/** Writes the answers as files that only their owner can read. @returns how many there are */
export function recordAnswers(folder: string, results: readonly ProbeResult[]): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const redaction = new Redaction();
  const answered = results.flatMap(({ request, response }) =>
    response ? [redaction.cassette(request, response)] : [],
  );
  for (const [index, cassette] of answered.entries()) {
    const file = `${String(index + 1).padStart(2, '0')}-${cassette.operation}.json`;
    writeFileSync(join(folder, file), `${JSON.stringify(cassette, null, 2)}\n`, { mode: 0o600 });
  }
  return answered.length;
}
