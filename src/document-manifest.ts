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

  /** Reloads the file. @throws Error if it cannot be read or is not such an object; the documents do not change then */
  reload(): void {
    this.#documents = readDocuments(this.#path);
  }
}

function readDocuments(path: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')))));
}
