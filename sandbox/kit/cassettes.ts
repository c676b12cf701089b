/** Replays recorded responses of another service instead of responses from the data of the sandbox. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFileError } from '../../src/helpers/file-errors.ts';
import { jsonResponse, type ServiceResponse } from './service.ts';
import { isTree, type Tree } from './wire.ts';

/** Maximum number of files of a recording. */
const maxFiles = 1000;

interface Cassette {
  readonly operation: string;
  readonly path: Readonly<Record<string, string | number>>;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function isCassette(value: unknown): value is Cassette {
  if (!isTree(value)) return false;
  const { operation, path, status, headers }: Tree = value;
  return typeof operation === 'string' && isTree(path) && typeof status === 'number' && isTree(headers);
}

/** @throws Error if the folder cannot be read */
function readFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const problem = describeFileError(error);
    throw problem === undefined
      ? error
      : new Error(`the folder ${folder} of recorded responses cannot be read: ${problem}`);
  }
}

export class Cassettes {
  readonly #all: readonly Cassette[];

  /** @param folder folder with one JSON file per response, as `portico doctor --record` writes them */
  constructor(folder: string) {
    const files = readFolder(folder).filter((name) => name.endsWith('.json'));
    if (files.length === 0)
      throw new Error(
        `the folder ${folder} contains no recorded responses (*.json); record them with portico doctor --record`,
      );
    this.#all = files
      .toSorted()
      .slice(0, maxFiles)
      .map((name) => {
        const value: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        if (!isCassette(value))
          throw new Error(
            `${name} in ${folder} is not a recorded response; record it again with portico doctor --record`,
          );
        return value;
      });
  }

  /** Returns the recorded response to a call. Ignores the query. */
  replay(operation: string, path: Readonly<Record<string, string>>): ServiceResponse {
    const cassette = this.#all.find(
      (each) =>
        each.operation === operation &&
        Object.entries(path).every(([name, value]) => String(each.path[name]) === value),
    );
    if (cassette === undefined) return jsonResponse(404, { message: '404 Not recorded' });
    return jsonResponse(cassette.status, cassette.body, cassette.headers);
  }
}
