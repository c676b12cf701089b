/** Compressed response bodies. Only gzip is requested: each further coding would need limits of its own. */
import { once } from 'node:events';
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

/** Decompressed body, or the problem that prevents it. */
export type Decompressed = Buffer | 'malformed' | 'too long';

const getReason = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too long' : 'malformed';

/** Decompresses a small body. */
export function decompress(body: Buffer, maxLength: number): Decompressed {
  try {
    return gunzipSync(body, toOptions(maxLength));
  } catch (error) {
    return getReason(error);
  }
}

/** Decompresses a large body in the thread pool. */
export function decompressLarge(body: Buffer, maxLength: number, onEnd: (content: Decompressed) => void): void {
  gunzip(body, toOptions(maxLength), (error, content) => onEnd(error === null ? content : getReason(error)));
}

/** File with the headers of its content. */
interface DecodedFile {
  readonly headers: Headers;
  readonly body: Readable;
}

/** Error for a file that is not returned as a whole. */
const createFileError = (status: number, problem: string): RestError =>
  new RestError('UPSTREAM_INVALID_RESPONSE', `Invalid response from the upstream: its body ${problem}`, { status });

/** Statuses of responses without a body, whatever their headers state. */
const emptyStatuses = new Set([204, 304]);

/**
 * Decompresses a file while it is read. The stream fails if the data is malformed.
 * @throws RestError if the file has an unsupported encoding, does not start with valid gzip data, or is partial (206)
 */
export async function decodeFile(status: number, headers: Headers, body: Readable): Promise<DecodedFile> {
  const encoding = emptyStatuses.has(status) ? undefined : getContentEncoding(headers);
  const isOther = encoding !== undefined && encoding !== acceptedEncoding;
  if (isOther || status === 206) {
    body.once('error', () => undefined).destroy();
    throw createFileError(
      status,
      isOther ? describeEncoding(encoding) : 'is a part of the file (206 Partial Content), which was not requested',
    );
  }
  if (encoding === undefined) return { headers, body };
  const { 'content-encoding': _, 'content-length': __, ...others } = headers;
  const content = body.pipe(createGunzip());
  body.once('error', (error) => content.destroy(error));
  content.once('close', () => body.destroy());
  try {
    // The response to the client starts after the first bytes of the content.
    await once(content, 'readable');
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
      ? createFileError(status, malformedGzip)
      : error;
  }
  return { headers: others, body: content };
}
