/** Bounded reads of files, because a path in a setting may lead to an endless one. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Far more than any real file. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** A file has too many bytes. The message is a clause, such as `it has more than 1024 bytes`. */
export class FileSizeError extends Error {}

/** Reads a file as UTF-8. @throws Error if it cannot be read, or has more than `maxBytes` */
export function readTextFile(path: string, maxBytes = defaultMaxBytes): string {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for (let count = -1; count !== 0; length += count) {
      if (length > maxBytes) throw new FileSizeError(`it has more than ${maxBytes} bytes`);
      const chunk = Buffer.allocUnsafe(65_536);
      count = readSync(file, chunk);
      chunks.push(chunk.subarray(0, count));
    }
    return Buffer.concat(chunks).toString();
  } finally {
    closeSync(file);
  }
}
