import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { OperationTrees } from '../../execution/index.ts';
import { SegmentedCache } from './segmented-cache.ts';

/**
 * Share of DOCUMENT_CACHE_BYTES for documents with their operation trees; the rest is for plans and persisted
 * documents.
 */
export const documentShare = 0.5;
/** Share of the document cache that the operation trees of one document may use. */
const maxTreeShare = 0.125;

/** Measured bytes of a parsed token with its nodes. */
const bytesPerToken = 520;

/** Parsed document with the trees of its operations. */
export class ParsedDocument {
  readonly text: string;
  readonly node: DocumentNode;
  /** Whether it is valid against the schema and within the limits. */
  isValid = false;
  /** Whether it has been used again, so that caching its plans is worth the memory. */
  isRepeated = false;
  /** Bytes of the trees when the cache measured them last. */
  countedTreeBytes = 0;
  readonly #trees = new Map<OperationDefinitionNode, OperationTrees>();

  constructor(text: string, node: DocumentNode) {
    this.text = text;
    this.node = node;
  }

  /** Trees of one of its operations. They grow while the operation is planned and executed. */
  getTrees(schema: GraphQLSchema, definition: OperationDefinitionNode): OperationTrees {
    let trees = this.#trees.get(definition);
    if (trees === undefined) {
      trees = new OperationTrees(schema, this.node, definition);
      this.#trees.set(definition, trees);
    }
    return trees;
  }

  /** Estimated memory without the text and the trees. */
  get nodeBytes(): number {
    const { tokenCount, loc } = this.node;
    return 1000 + bytesPerToken * (tokenCount ?? loc?.end ?? 0);
  }

  /** Estimated memory of the trees. */
  get treeBytes(): number {
    let bytes = 0;
    for (const trees of this.#trees.values()) bytes += trees.bytes;
    return bytes;
  }

  discardTrees(): void {
    this.#trees.clear();
  }
}

/** Caches valid documents by their text. */
export class DocumentCache {
  readonly #maxTreeBytes: number;
  readonly #documents: SegmentedCache<ParsedDocument>;

  /** @param maxBytes upper bound on the estimated size of texts, documents and operation trees together */
  constructor(maxBytes: number) {
    this.#maxTreeBytes = maxBytes * maxTreeShare;
    this.#documents = new SegmentedCache(maxBytes, ({ nodeBytes, treeBytes }) => nodeBytes + treeBytes);
  }

  get bytes(): number {
    return this.#documents.bytes;
  }

  /** Finds the cached document of a text, which counts as repeated; `undefined` if it is not cached. */
  find(text: string): ParsedDocument | undefined {
    const document = this.#documents.get(text);
    if (document !== undefined) document.isRepeated = true;
    return document;
  }

  /** Caches a valid document. */
  add(document: ParsedDocument): void {
    this.#documents.set(document.text, document);
  }

  /** Counts the trees that an execution has extended. Trees beyond an eighth of the cache are created again by each request. */
  updateBytes(document: ParsedDocument): void {
    const { treeBytes } = document;
    if (treeBytes === document.countedTreeBytes) return;
    if (treeBytes > this.#maxTreeBytes) document.discardTrees();
    document.countedTreeBytes = document.treeBytes;
    this.#documents.updateBytes(document.text, document);
  }
}
