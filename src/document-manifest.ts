/** Documents of `PERSISTED_DOCUMENTS`. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifestSchema = z.record(z.string(), z.string());

/** File with a JSON object of documents by hash. It can be reloaded while the facade runs. */
export class DocumentManifest {
  readonly #path: string;
  #documents: ReadonlyMap<string, string>;

  /** @throws Error if the file cannot be read or is not such an object */
  constructor(path: string) {
    this.#path = path;
    this.#documents = readDocuments(path);
  }

  /** Documents by hash. `reload` replaces the map. */
  get documents(): ReadonlyMap<string, string> {
    return this.#documents;
  }

  /** Reloads the file. @throws Error that names the file, if it cannot be read or is not such an object; the documents do not change then */
  reload(): void {
    this.#documents = readDocuments(this.#path);
  }
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The message of JSON.parse quotes the file, which may be one with a secret.
    const problem = error instanceof SyntaxError ? 'is not valid JSON' : String(error);
    throw new Error(`${path}: ${problem}`, { cause: error });
  }
}

function readDocuments(path: string): ReadonlyMap<string, string> {
  const { data, error } = manifestSchema.safeParse(parseJson(path));
  if (error !== undefined) throw new Error(`${path}: must be a JSON object of documents by hash`, { cause: error });
  return new Map(Object.entries(data));
}
