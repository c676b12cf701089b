/** Messages for errors of files. */
import { FileSizeError } from './text-file.ts';

const messages: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'it is no folder'],
  ['EACCES', 'there is no permission'],
  ['EPERM', 'there is no permission'],
  ['EROFS', 'the file system is read-only'],
]);

/** Describes an error of a file as a clause, such as `it is a folder`; `undefined` for other errors. */
export function describeFileError(error: unknown): string | undefined {
  if (error instanceof FileSizeError) return error.message;
  return error instanceof Error && 'code' in error ? messages.get(error.code) : undefined;
}
