import type { DocumentNode } from 'graphql';
import { SegmentedCache } from './segmented-cache.ts';

/** Share of the document cache for the documents themselves; plans, compiled code and persisted documents have the rest. */
export const documentShare = 0.25;

/** Measured bytes of a parsed token with its nodes. */
const bytesPerToken = 520;

/** Estimated memory of a parsed document, without its text. */
export function documentBytes({ tokenCount, loc }: DocumentNode): number {
  return 1000 + bytesPerToken * (tokenCount ?? loc?.end ?? 0);
}

/** Caches valid documents by their text. */
export class KnownDocuments {
  readonly #documents: SegmentedCache<DocumentNode>;
  readonly #valid = new WeakSet<DocumentNode>();
  readonly #repeated = new WeakSet<DocumentNode>();

  /** @param maxBytes of texts and documents together, by estimate */
  constructor(maxBytes: number) {
    this.#documents = new SegmentedCache(maxBytes, documentBytes);
  }

  get bytes(): number {
    return this.#documents.bytes;
  }

  /** The cached document of a text. */
  find(text: string): DocumentNode | undefined {
    const document = this.#documents.get(text);
    if (document !== undefined) this.#repeated.add(document);
    return document;
  }

  /** Caches a valid document. */
  add(text: string, document: DocumentNode): void {
    this.#valid.add(document);
    this.#documents.set(text, document);
  }

  isValid(document: DocumentNode): boolean {
    return this.#valid.has(document);
  }

  /** Whether the document has been used again, so that caching its plans and compiled code is worth it. */
  isRepeated(document: DocumentNode): boolean {
    return this.#repeated.has(document);
  }
}
