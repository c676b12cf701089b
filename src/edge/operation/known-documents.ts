import type { DocumentNode } from 'graphql';
import { SegmentedCache } from './segmented-cache.ts';

/** Share of the memory for documents that they take themselves; plans, compiled code and the texts of hashes take the rest. */
export const documentShare = 0.25;

/** Bytes of a parsed token with the nodes that it is part of, as measured. */
const bytesPerToken = 520;

/** Estimate of the memory that a parsed document takes, its text aside. */
export function documentBytes({ tokenCount, loc }: DocumentNode): number {
  return 1000 + bytesPerToken * (tokenCount ?? loc?.end ?? 0);
}

/** Valid documents by their text. */
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

  /** The document of a text that was found valid before. */
  find(text: string): DocumentNode | undefined {
    const document = this.#documents.get(text);
    if (document !== undefined) this.#repeated.add(document);
    return document;
  }

  /** Keeps a document that was found valid. */
  add(text: string, document: DocumentNode): void {
    this.#valid.add(document);
    this.#documents.set(text, document);
  }

  isValid(document: DocumentNode): boolean {
    return this.#valid.has(document);
  }

  /** Whether the document came again, so that something is gained by keeping what is made of it. */
  isRepeated(document: DocumentNode): boolean {
    return this.#repeated.has(document);
  }
}
