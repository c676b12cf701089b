/** Translates requests and responses between the names of a sandbox and those of the contract, which all other modules use. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Contract, Operation } from '../../src/contract/index.ts';
import type { NameMapping, OperationMapping } from '../../src/name-mapping/index.ts';
import { Router } from './routes.ts';
import type { ServiceResponse } from './service.ts';
import { isTree, type RawBody, type Tree } from './wire.ts';

/** Members of an error body that contain messages and are not named after attributes. */
const messageMembers = new Set(['error', 'error_description', 'errors', 'message', 'scope']);

export class NameTranslator {
  readonly router: Router;
  readonly #words: NameMapping | undefined;

  constructor(contract: Contract, words: NameMapping | undefined) {
    this.#words = words?.forContract(contract);
    this.router = new Router(contract, (operation) => this.#of(operation)?.path ?? operation.path);
  }

  /** Translates the headers of a request to contract names. */
  headers(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    return this.#words?.headers.fromUpstream?.(headers) ?? headers;
  }

  /** Translates the query of a request to contract names. */
  query(operation: Operation | undefined, search: URLSearchParams): URLSearchParams {
    const translate = this.#of(operation)?.query.fromUpstream;
    if (translate === undefined) return search;
    return new URLSearchParams([...search].map(([name, value]) => [...translate(name, value)]));
  }

  /** Translates the body of a request to contract names. */
  body(operation: Operation | undefined, body: RawBody): RawBody {
    const words = this.#of(operation);
    if (words === undefined) return body;
    const value = words.body.fromUpstream?.(body.value) ?? body.value;
    return {
      ...body,
      value,
      files: body.files.map((file) => ({ ...file, field: words.toContractInputName(file.field) ?? file.field })),
    };
  }

  /** Translates a response to the names of the sandbox. */
  response(operation: Operation | undefined, response: ServiceResponse): ServiceResponse {
    const words = this.#of(operation);
    const renamed =
      this.#words?.headers.toUpstream?.(this.#translateLinks(words, response.headers)) ??
      this.#translateLinks(words, response.headers);
    const headers = { ...renamed };
    if (words === undefined || response.bytes === undefined) return { ...response, headers };
    const type = response.headers['content-type'] ?? '';
    if (type.startsWith('text/csv')) return { ...response, headers, bytes: translateCsv(words, response.bytes) };
    return type.startsWith('application/json')
      ? { ...response, headers, bytes: translateJson(words, response) }
      : { ...response, headers };
  }

  #of(operation: Operation | undefined): OperationMapping | undefined {
    return operation && this.#words?.forOperation(operation.id);
  }

  /** Translates the query of page links in the headers to the names of the sandbox. */
  #translateLinks(
    words: OperationMapping | undefined,
    headers: ServiceResponse['headers'],
  ): ServiceResponse['headers'] {
    const translate = words?.query.toUpstream;
    if (headers.link === undefined || translate === undefined) return headers;
    const link = headers.link.replaceAll(/\?([^>]*)>/g, (_, query: string) => {
      const pairs = [...new URLSearchParams(query)].map(([name, value]) => [...translate(name, value)]);
      return `?${new URLSearchParams(pairs)}>`;
    });
    return { ...headers, link };
  }
}

function translateJson(words: OperationMapping, { status, bytes }: ServiceResponse): Uint8Array | undefined {
  const translate = status < 300 ? words.responseBody.toUpstream : (body: unknown) => translateError(words, body);
  if (translate === undefined) return bytes;
  let body: unknown;
  try {
    body = JSON.parse(Buffer.from(bytes ?? []).toString('utf8'));
  } catch {
    return bytes;
  }
  return Buffer.from(JSON.stringify(translate(body)));
}

/** Translates attribute names in the body of an error. */
function translateError(words: OperationMapping, body: unknown): unknown {
  if (typeof body === 'string')
    return body
      .split(', ')
      .map((part) => part.replace(/^\w+/, (name) => words.toUpstreamInputName(name)))
      .join(', ');
  if (Array.isArray(body)) return body.map((item) => translateError(words, item));
  if (!isTree(body)) return body;
  const translated: Tree = {};
  for (const [name, value] of Object.entries(body))
    translated[messageMembers.has(name) ? name : words.toUpstreamInputName(name)] = translateError(words, value);
  return translated;
}

/** Translates the column names of a CSV file. */
function translateCsv(words: OperationMapping, bytes: Uint8Array): Uint8Array {
  const translate = words.columns.toUpstream;
  if (translate === undefined) return bytes;
  const text = Buffer.from(bytes).toString('utf8');
  const end = text.indexOf('\n');
  return Buffer.from(translate(text.slice(0, end)) + text.slice(end));
}
