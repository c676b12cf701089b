/** Decoding of response bodies by the charset of their Content-Type. */
import { isUtf8 } from 'node:buffer';

/** Decoded body, or the problem that prevents decoding. */
export interface DecodedBody {
  /** Contains replacement characters if there is a problem. */
  readonly text: string;
  /** Completes "its response …"; `undefined` for well-formed text. */
  readonly problem?: string;
}

/** Labels whose text is read as UTF-8. ASCII is a part of it, and the Encoding Standard would read ASCII as windows-1252. */
const utf8Labels = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
/** Parameters of a media type. A quoted string may contain the text of another parameter. */
const mediaTypeParameter = /;\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;
const charsetLabel = /^[\w.:+-]{1,40}/;

/** Charset of a Content-Type; `undefined` for UTF-8, which is the charset of JSON (RFC 8259). */
export function charsetOf(contentType: string | undefined): string | undefined {
  for (const [, name = '', quoted, unquoted = ''] of contentType?.matchAll(mediaTypeParameter) ?? []) {
    if (name.toLowerCase() !== 'charset') continue;
    const label = charsetLabel.exec(quoted ?? unquoted)?.[0].toLowerCase();
    return label === undefined || utf8Labels.has(label) ? undefined : label;
  }
  return undefined;
}

/** Byte order mark in a charset with the other byte order; not a character. */
const swappedByteOrderMark = '\ufffe';

/** Decoder that fails for malformed text; `undefined` for an unsupported charset. */
export function createDecoder(charset: string | undefined): TextDecoder | undefined {
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/** Problem of a body that cannot be decoded. */
export function describeMalformed(charset: string | undefined): string {
  return `is not valid text in ${charset === undefined ? 'UTF-8' : `the charset ${charset}`}`;
}

/** Decodes a whole body. */
export function decodeBody(bytes: Buffer, contentType: string | undefined): DecodedBody {
  const charset = charsetOf(contentType);
  if (charset === undefined)
    return isUtf8(bytes)
      ? { text: bytes.toString('utf8') }
      : { text: bytes.toString('utf8'), problem: describeMalformed(charset) };
  // The label `utf-16` leaves the byte order to the mark (RFC 2781), but the Encoding Standard reads it as little-endian.
  const isBigEndian = charset === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff;
  const decoder = createDecoder(isBigEndian ? 'utf-16be' : charset);
  if (decoder === undefined) return { text: bytes.toString('utf8'), problem: `has the unsupported charset ${charset}` };
  try {
    const text = decoder.decode(bytes);
    return text.startsWith(swappedByteOrderMark)
      ? { text, problem: `has a byte order mark that contradicts the charset ${charset}` }
      : { text };
  } catch {
    return { text: bytes.toString('utf8'), problem: describeMalformed(charset) };
  }
}
