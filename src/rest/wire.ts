/** What goes over the wire in the words of the upstream, where these are not the contract's. */
import { type Readable, Transform } from 'node:stream';
import { Words } from '../words/index.ts';
import { nextLink } from './paging.ts';
import type { RestRequest, RestResponse } from './request.ts';
import type { ReceivedResponse } from './response-handler.ts';
import { Urls } from './url.ts';

/** Bytes of the header line of a file of rows at the most. */
const longestHeaderLine = 64 * 1024;
const lineFeed = 0x0a;

type Headers = RestResponse['headers'];
type Call = Pick<RestRequest, 'operation'>;

const contractWords = new Words({});

export class Wire {
  /** Absent where the upstream speaks the contract's words. */
  readonly #words: Words | undefined;
  readonly #urls: Urls;

  constructor(words: Words | undefined) {
    this.#words = words;
    this.#urls = new Urls(words);
  }

  /** Path and query of a request. @param url the same in the contract's words */
  url({ operation, path = {}, query }: RestRequest, url: string): string {
    return this.#words === undefined ? url : this.#urls.build(operation, path, query);
  }

  /** The JSON body of a request. */
  body({ operation, body }: RestRequest): unknown {
    return this.#words?.of(operation).body.toUpstream?.(body) ?? body;
  }

  /** The files of a request by the names of their members. */
  form({ operation, form = {} }: RestRequest): Readonly<Record<string, File>> {
    const words = this.#words?.of(operation);
    if (words === undefined) return form;
    return Object.fromEntries(Object.entries(form).map(([name, file]) => [words.inputWord(name), file]));
  }

  requestHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return this.#words?.headers.toUpstream?.(headers) ?? headers;
  }

  /** A response whose headers are in the contract's words. */
  received(call: Call, received: ReceivedResponse): ReceivedResponse {
    return this.#words === undefined
      ? received
      : { ...received, headers: this.responseHeaders(call, received.headers) };
  }

  /** Headers of a response in the contract's words, with the query of the link to the next page. */
  responseHeaders({ operation }: Call, headers: Headers): Headers {
    const renamed = this.#words?.headers.fromUpstream?.(headers) ?? headers;
    const translate = this.#words?.of(operation).query.fromUpstream;
    if (translate === undefined) return renamed;
    const { link } = renamed;
    const target = nextLink(Array.isArray(link) ? link[0] : link);
    const mark = target?.indexOf('?') ?? -1;
    if (target === undefined || mark < 0) return renamed;
    const pairs = [...new URLSearchParams(target.slice(mark + 1))].map(([name, value]) => [...translate(name, value)]);
    return { ...renamed, link: `<${target.slice(0, mark)}?${new URLSearchParams(pairs)}>; rel="next"` };
  }

  /** The body of a response in the contract's words. */
  answer({ operation }: Call, body: unknown): unknown {
    const translate = this.#words?.of(operation).answer.fromUpstream;
    return translate === undefined ? body : translate(body);
  }

  /** The contract's name of an input that an error of the upstream names; undefined for anything else. */
  inputNamed({ operation }: Call, word: string): string | undefined {
    return (this.#words ?? contractWords).of(operation).input(word);
  }

  /** Path template of an operation. */
  template({ operation }: Call): string {
    return (this.#words ?? contractWords).of(operation).path;
  }

  /** A file with its headers in the contract's words, and its columns. */
  file(call: Call, given: Headers, body: Readable): { readonly headers: Headers; readonly body: Readable } {
    const headers = this.responseHeaders(call, given);
    const rewrite = this.#words?.of(call.operation).columns.fromUpstream;
    if (rewrite === undefined) return { headers, body };
    // It becomes longer or shorter.
    const { 'content-length': _, ...others } = headers;
    const renamed = body.pipe(new HeaderLine(rewrite));
    body.once('error', (error) => renamed.destroy(error));
    renamed.once('close', () => body.destroy());
    return { headers: others, body: renamed };
  }
}

/** Rewrites the first line of a file. */
class HeaderLine extends Transform {
  readonly #rewrite: (line: string) => string;
  #begun: Buffer | undefined = Buffer.alloc(0);

  constructor(rewrite: (line: string) => string) {
    super();
    this.#rewrite = rewrite;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    if (this.#begun === undefined) this.push(chunk);
    else {
      this.#begun = Buffer.concat([this.#begun, chunk]);
      if (this.#begun.length > longestHeaderLine || this.#begun.includes(lineFeed)) this.#end(this.#begun);
    }
    done();
  }

  override _flush(done: () => void): void {
    if (this.#begun !== undefined) this.#end(this.#begun);
    done();
  }

  #end(bytes: Buffer): void {
    const end = bytes.indexOf(lineFeed);
    const line = bytes.subarray(0, end < 0 ? bytes.length : end);
    // What begins with so long a line is no file of rows.
    this.push(line.length > longestHeaderLine ? line : this.#rewrite(line.toString('utf8')));
    if (end >= 0) this.push(bytes.subarray(end));
    this.#begun = undefined;
  }
}
