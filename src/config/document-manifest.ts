/** Documents of `PERSISTED_DOCUMENTS`. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { readTextFile } from '../helpers/text-file.ts';

/** Apollo persisted query manifest. */
const apolloManifestSchema = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});
const manifestSchema = z.union([
  apolloManifestSchema.transform(({ operations }) => Object.fromEntries(operations.map(({ id, body }) => [id, body]))),
  z.record(z.string(), z.string()),
]);

/** Hash with the name of its algorithm, such as `md5:…`. Without a name, it is one of SHA-256; ids of other lengths need not be hashes. */
const hashForm = /^(?:(md5|sha1|sha256|sha512):(.*)|([\da-f]{64}))$/;

/** Key of a manifest that has the form of a hash, and is not that of its document. */
export class WrongHashError extends Error {}

/** Whether a key is not the hash of its document. A key without the form of a hash is an id that clients know otherwise. */
function isWrongHash(key: string, document: string): boolean {
  const [match, algorithm = 'sha256', named, digest = named] = hashForm.exec(key.toLowerCase()) ?? [];
  return match !== undefined && hash(algorithm, document, 'hex') !== digest;
}

/** File with a JSON object of documents by hash, or an Apollo persisted query manifest. It can be reloaded while the facade runs. */
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

  /**
   * Reloads the file.
   * @throws Error that names the file, if it cannot be read, is not such an object or has no documents, which would reject all clients; the
   * documents do not change then
   */
  reload(): void {
    const documents = readDocuments(this.#path);
    if (documents.size === 0) throw new Error(`${this.#path}: must contain a document`);
    this.#documents = documents;
  }
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readTextFile(path));
  } catch (error) {
    // The message of JSON.parse quotes the file, which may be one with a secret.
    const problem = error instanceof SyntaxError ? 'is not valid JSON' : String(error);
    throw new Error(`${path}: ${problem}`, { cause: error });
  }
}

function readDocuments(path: string): ReadonlyMap<string, string> {
  const { data, error } = manifestSchema.safeParse(parseJson(path));
  if (error !== undefined)
    throw new Error(`${path}: must be a JSON object of documents by hash, or an Apollo persisted query manifest`, {
      cause: error,
    });
  const documents = new Map(Object.entries(data));
  for (const [key, document] of documents)
    if (isWrongHash(key, document)) {
      const problem = `the key ${key} is not the hash of its document; generate the manifest again`;
      throw new Error(`${path}: ${problem}`, { cause: new WrongHashError(problem) });
    }
  return documents;
}
