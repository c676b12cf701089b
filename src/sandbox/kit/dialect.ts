/** The words in which a sandbox is spoken to and answers, where they are not the contract's. Everything behind it knows the contract's alone. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../contract/index.ts';
import type { OperationWords, Words } from '../../words/index.ts';
import { Router } from './routes.ts';
import type { Answer } from './service.ts';
import { isTree, type RawBody, type Tree } from './wire.ts';

/** Members of an error body that say what is wrong rather than with what. */
const sayings = new Set(['error', 'error_description', 'errors', 'message', 'scope']);

export class Dialect {
  readonly router: Router;
  readonly #words: Words | undefined;

  constructor(words: Words | undefined) {
    this.#words = words;
    this.router = new Router(words && (({ id }) => words.of(id).path));
  }

  /** The headers of a request in the contract's words. */
  headers(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    return this.#words?.headers.fromUpstream?.(headers) ?? headers;
  }

  /** The query of a request in the contract's words. */
  query(operation: Operation | undefined, search: URLSearchParams): URLSearchParams {
    const translate = this.#of(operation)?.query.fromUpstream;
    if (translate === undefined) return search;
    return new URLSearchParams([...search].map(([name, value]) => [...translate(name, value)]));
  }

  /** The body of a request in the contract's words. */
  body(operation: Operation | undefined, body: RawBody): RawBody {
    const words = this.#of(operation);
    if (words === undefined) return body;
    const value = words.body.fromUpstream?.(body.value) ?? body.value;
    return {
      ...body,
      value,
      files: body.files.map((file) => ({ ...file, field: words.input(file.field) ?? file.field })),
    };
  }

  /** An answer in the words of the sandbox. */
  answer(operation: Operation | undefined, answer: Answer): Answer {
    const words = this.#of(operation);
    const renamed =
      this.#words?.headers.toUpstream?.(this.#linked(words, answer.headers)) ?? this.#linked(words, answer.headers);
    const headers = { ...renamed };
    if (words === undefined || answer.bytes === undefined) return { ...answer, headers };
    const type = answer.headers['content-type'] ?? '';
    if (type.startsWith('text/csv')) return { ...answer, headers, bytes: csvOut(words, answer.bytes) };
    return type.startsWith('application/json')
      ? { ...answer, headers, bytes: jsonOut(words, answer) }
      : { ...answer, headers };
  }

  #of(operation: Operation | undefined): OperationWords | undefined {
    return operation && this.#words?.of(operation.id);
  }

  /** Headers whose links to further pages have the query in the words of the sandbox. */
  #linked(words: OperationWords | undefined, headers: Answer['headers']): Answer['headers'] {
    const translate = words?.query.toUpstream;
    if (headers.link === undefined || translate === undefined) return headers;
    const link = headers.link.replaceAll(/\?([^>]*)>/g, (_, query: string) => {
      const pairs = [...new URLSearchParams(query)].map(([name, value]) => [...translate(name, value)]);
      return `?${new URLSearchParams(pairs)}>`;
    });
    return { ...headers, link };
  }
}

function jsonOut(words: OperationWords, { status, bytes }: Answer): Uint8Array | undefined {
  const translate = status < 300 ? words.answer.toUpstream : (body: unknown) => errorOut(words, body);
  if (translate === undefined) return bytes;
  let body: unknown;
  try {
    body = JSON.parse(Buffer.from(bytes ?? []).toString('utf8'));
  } catch {
    return bytes;
  }
  return Buffer.from(JSON.stringify(translate(body)));
}

/** The body of an error, with what it says of attributes. */
function errorOut(words: OperationWords, body: unknown): unknown {
  if (typeof body === 'string')
    return body
      .split(', ')
      .map((part) => part.replace(/^\w+/, (name) => words.inputWord(name)))
      .join(', ');
  if (Array.isArray(body)) return body.map((item) => errorOut(words, item));
  if (!isTree(body)) return body;
  const made: Tree = {};
  for (const [name, value] of Object.entries(body))
    made[sayings.has(name) ? name : words.inputWord(name)] = errorOut(words, value);
  return made;
}

/** A file whose columns are called otherwise. */
function csvOut(words: OperationWords, bytes: Uint8Array): Uint8Array {
  const translate = words.columns.toUpstream;
  if (translate === undefined) return bytes;
  const text = Buffer.from(bytes).toString('utf8');
  const end = text.indexOf('\n');
  return Buffer.from(translate(text.slice(0, end)) + text.slice(end));
}
