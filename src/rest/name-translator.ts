/** Translates between contract names and the upstream's names where they differ. */
import { type Readable, Transform } from 'node:stream';
import type { Contract } from '../contract/index.ts';
import { NameMapping } from '../name-mapping/index.ts';
import type { ReceivedResponse } from './call.ts';
import { parseNextLink } from './paging.ts';
import type { RestRequest, RestResponse } from './request.ts';
import { UrlBuilder } from './url.ts';

/** Upper bound on the header line of a CSV file in bytes. */
const maxHeaderLineBytes = 64 * 1024;
const lineFeed = 0x0a;

type Headers = RestResponse['headers'];
type Call = Pick<RestRequest, 'operation'>;

export class NameTranslator {
  /** The contract of the operations. */
  readonly contract: Contract;
  /** `undefined` if the upstream uses the names of the contract. */
  readonly #mapping: NameMapping | undefined;
  readonly #urls: UrlBuilder;
  readonly #contractNames: NameMapping;
  readonly #origin: string;
  /** Matches the start of a JSON member with a relative avatar URL. A URL that starts with two slashes contains a host. */
  readonly #relativeAvatar: RegExp;

  /** @param origin origin of the upstream, for URLs in responses that lack it */
  constructor(contract: Contract, mapping: NameMapping | undefined, origin = '') {
    this.contract = contract;
    this.#origin = origin;
    // Quotes within JSON strings are escaped, so the pattern matches only members, not text in strings.
    const avatar = JSON.stringify(mapping?.toUpstreamAttribute({}, 'avatar_url') ?? 'avatar_url');
    this.#relativeAvatar = new RegExp(`(${avatar.replace(/\W/g, '\\$&')}: ?")(?=/(?!/))`, 'g');
    this.#contractNames = new NameMapping({}, contract);
    this.#mapping = mapping?.forContract(contract);
    this.#urls = new UrlBuilder(contract, this.#mapping);
  }

  /** Path and query of a request in upstream names. @param url the same in contract names */
  url({ operation, path = {}, query }: RestRequest, url: string): string {
    return this.#mapping === undefined ? url : this.#urls.build(operation, path, query);
  }

  /** JSON body of a request in upstream names. */
  body({ operation, body }: RestRequest): unknown {
    return this.#mapping?.forOperation(operation).body.toUpstream?.(body) ?? body;
  }

  /** Files of a request by their field names in upstream names. */
  form({ operation, form = {} }: RestRequest): Readonly<Record<string, File>> {
    const operationMapping = this.#mapping?.forOperation(operation);
    if (operationMapping === undefined) return form;
    return Object.fromEntries(
      Object.entries(form).map(([name, file]) => [operationMapping.toUpstreamInputName(name), file]),
    );
  }

  requestHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return this.#mapping?.headers.toUpstream?.(headers) ?? headers;
  }

  /** Response with headers in contract names. */
  translateReceived(call: Call, received: ReceivedResponse): ReceivedResponse {
    return this.#mapping === undefined
      ? received
      : { ...received, headers: this.responseHeaders(call, received.headers) };
  }

  /** Headers of a response in contract names, including the query of the link to the next page. */
  responseHeaders({ operation }: Call, headers: Headers): Headers {
    const renamed = this.#mapping?.headers.fromUpstream?.(headers) ?? headers;
    const translate = this.#mapping?.forOperation(operation).query.fromUpstream;
    if (translate === undefined) return renamed;
    const { link } = renamed;
    const target = parseNextLink(Array.isArray(link) ? link[0] : link);
    const mark = target?.indexOf('?') ?? -1;
    if (target === undefined || mark < 0) return renamed;
    const pairs = [...new URLSearchParams(target.slice(mark + 1))].map(([name, value]) => [...translate(name, value)]);
    return { ...renamed, link: `<${target.slice(0, mark)}?${new URLSearchParams(pairs)}>; rel="next"` };
  }

  /** Adds the origin of the upstream to relative avatar URLs in the JSON of a response. Some services send relative URLs. */
  withAbsoluteAvatars(json: string): string {
    return json.replace(this.#relativeAvatar, `$1${this.#origin}`);
  }

  /** Body of a response in contract names. */
  responseBody({ operation }: Call, body: unknown): unknown {
    const translate = this.#mapping?.forOperation(operation).responseBody.fromUpstream;
    return translate === undefined ? body : translate(body);
  }

  /** Contract name of an input that an error of the upstream names; `undefined` for any other string. */
  toContractInput({ operation }: Call, name: string): string | undefined {
    return (this.#mapping ?? this.#contractNames).forOperation(operation).toContractInputName(name);
  }

  /** Path template of an operation in upstream names. */
  template({ operation }: Call): string {
    return (this.#mapping ?? this.#contractNames).forOperation(operation).path;
  }

  /** Downloaded file with headers and CSV columns in contract names. */
  file(call: Call, upstreamHeaders: Headers, body: Readable): { readonly headers: Headers; readonly body: Readable } {
    const headers = this.responseHeaders(call, upstreamHeaders);
    const rewrite = this.#mapping?.forOperation(call.operation).columns.fromUpstream;
    if (rewrite === undefined) return { headers, body };
    // The length changes.
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
  #start: Buffer | undefined = Buffer.alloc(0);

  constructor(rewrite: (line: string) => string) {
    super();
    this.#rewrite = rewrite;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    if (this.#start === undefined) this.push(chunk);
    else {
      this.#start = Buffer.concat([this.#start, chunk]);
      if (this.#start.length > maxHeaderLineBytes || this.#start.includes(lineFeed)) this.#end(this.#start);
    }
    done();
  }

  override _flush(done: () => void): void {
    if (this.#start !== undefined) this.#end(this.#start);
    done();
  }

  #end(bytes: Buffer): void {
    const end = bytes.indexOf(lineFeed);
    const line = bytes.subarray(0, end < 0 ? bytes.length : end);
    // A file whose first line is that long is not CSV.
    this.push(line.length > maxHeaderLineBytes ? line : this.#rewrite(line.toString('utf8')));
    if (end >= 0) this.push(bytes.subarray(end));
    this.#start = undefined;
  }
}
