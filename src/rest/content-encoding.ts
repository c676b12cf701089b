/** Compressed response bodies. Only gzip is requested: each further coding would need limits of its own. */
import type { Readable } from 'node:stream';
import { createGunzip, gunzip, gunzipSync } from 'node:zlib';
import { RestError } from './errors.ts';
import type { RestResponse } from './request.ts';

/** Value of `Accept-Encoding`. */
export const acceptedEncoding = 'gzip';

type Headers = RestResponse['headers'];

/** Content-Encoding of a response; `undefined` if its body is not compressed. */
export function getContentEncoding(headers: Headers): string | undefined {
  const value = headers['content-encoding'];
  if (value === undefined) return undefined;
  const encoding = String(value).trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return undefined;
  return encoding === 'x-gzip' ? acceptedEncoding : encoding;
}

/** Problem of a body with another encoding than gzip, as in `DecodedBody.problem`. */
export function describeEncoding(encoding: string): string {
  return /^[\w ,.+-]{1,40}$/.test(encoding)
    ? `has the Content-Encoding ${encoding}, which was not requested`
    : 'has a Content-Encoding with an invalid name';
}

/** Problem of a compressed body that cannot be decompressed, as in `DecodedBody.problem`. */
export const malformedGzip = 'is not valid gzip';

/** Bytes of the shortest gzip body: header, empty content and checksums. */
const minGzipBytes = 20;
/** Upper bound on the bytes of the content for each compressed byte. */
const maxRatio = 1032;

/** Length that a gzip body states for its content, which the decompression checks; `undefined` if no such body has it. */
export function getStatedLength(body: Buffer): number | undefined {
  if (body.length < minGzipBytes) return undefined;
  const length = body.readUInt32LE(body.length - 4);
  return length <= maxRatio * body.length ? length : undefined;
}

/** The output is allocated at once. One further byte shows that the content ends. */
const toOptions = (maxLength: number) => ({
  maxOutputLength: Math.max(1, maxLength),
  chunkSize: Math.max(64, maxLength + 1),
});

/** Decompresses a small body; `undefined` if it is malformed or its content is longer than `maxLength`. */
export function decompress(body: Buffer, maxLength: number): Buffer | undefined {
  try {
    return gunzipSync(body, toOptions(maxLength));
  } catch {
    return undefined;
  }
}

/** Decompresses a large body in the thread pool; `undefined` if it is malformed or longer than it states. */
export function decompressLarge(
  body: Buffer,
  statedLength: number,
  onEnd: (content: Buffer | undefined) => void,
): void {
  gunzip(body, toOptions(statedLength), (error, content) => onEnd(error === null ? content : undefined));
}

/** File with the headers of its content. */
interface DecodedFile {
  readonly headers: Headers;
  readonly body: Readable;
}

/**
 * Decompresses a file while it is read; it fails if it is malformed.
 * @throws RestError if it has another encoding
 */
export function decodeFile(status: number, headers: Headers, body: Readable): DecodedFile {
  const encoding = getContentEncoding(headers);
  if (encoding === undefined) return { headers, body };
  if (encoding !== acceptedEncoding) {
    body.once('error', () => undefined).destroy();
    const message = `Invalid response from the upstream: its body ${describeEncoding(encoding)}`;
    throw new RestError('UPSTREAM_INVALID_ANSWER', message, { status });
  }
  const { 'content-encoding': _, 'content-length': __, ...others } = headers;
  const content = body.pipe(createGunzip());
  body.once('error', (error) => content.destroy(error));
  content.once('close', () => body.destroy());
  return { headers: others, body: content };
}
