/**
 * Persisted documents: automatic persisted queries as in Apollo's clients, or a manifest of the only allowed documents, which requests
 * identify by hash or id. Both work on the parameters of an operation, and therefore over every transport.
 */
import { createHash } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import type { DocumentManifest } from '../../config/document-manifest.ts';
import type { Parameters } from './parameters.ts';
import { requestError } from './request-error.ts';
import { SegmentedCache } from './segmented-cache.ts';

/** Share of the document cache for documents that clients registered by hash. */
const textShare = 0.25;
const maxHashLength = 256;

/** Documents that instances share. */
export interface SharedDocuments {
  /** @returns the document with this SHA-256; `undefined` if none exists, or it cannot be loaded in time */
  get(hash: string): Promise<string | undefined>;
  /** Shares a document with the other instances, without waiting. */
  put(hash: string, document: string): void;
}

/** Finds documents by hash. */
export interface PersistedDocuments {
  /**
   * @param document document of the request; `undefined` if it contains none
   * @throws GraphQLError if there is no such document, or it is rejected
   */
  find(hash: string | undefined, document: string | undefined): string | Promise<string>;
  /** Stores a valid document under its hash. */
  register(hash: string, document: string): void;
}

/** Hash or id of the document in the parameters; `undefined` if none exists. @throws GraphQLError if it is malformed */
export function hashOf({ query, extensions, documentId, doc_id, id }: Parameters): string | undefined {
  const isObject = typeof extensions === 'object' && extensions !== null;
  const persistedQuery = isObject && 'persistedQuery' in extensions ? extensions.persistedQuery : undefined;
  if (typeof persistedQuery !== 'object' || persistedQuery === null) {
    // A client that also sends the document may use the id for its own purposes.
    if (query !== undefined && query !== null && query !== '') return undefined;
    const named = [documentId, doc_id, id].filter((each) => typeof each === 'string').find((each) => each !== '');
    return named === undefined
      ? undefined
      : checkHashLength(named, 'The document id (documentId, doc_id or id)').replace(/^sha256:/, '');
  }
  const { version, sha256Hash }: { version?: unknown; sha256Hash?: unknown } = persistedQuery;
  if (version !== 1 || typeof sha256Hash !== 'string')
    throw requestError('BAD_REQUEST', 'extensions.persistedQuery must contain "version": 1 and a "sha256Hash"');
  return checkHashLength(sha256Hash, 'extensions.persistedQuery.sha256Hash');
}

function checkHashLength(hash: string, subject: string): string {
  if (hash.length > maxHashLength)
    throw requestError(
      'BAD_REQUEST',
      `${subject} must have at most ${maxHashLength} characters; a SHA-256 has 64 hexadecimal digits`,
    );
  return hash;
}

/** Documents that clients registered by sending them once with their hash. */
function createAutomatic(maxBytes: number, shared: SharedDocuments | undefined): PersistedDocuments {
  const cache = new SegmentedCache<{ readonly text: string }>(maxBytes, ({ text }) => 2 * text.length);
  // Clients send the document when they receive exactly this message.
  const notFound = () => requestError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
  const findElsewhere = async (hash: string, others: SharedDocuments): Promise<string> => {
    const text = await others.get(hash);
    if (text === undefined) throw notFound();
    return text;
  };
  return {
    find(hash, text) {
      if (hash === undefined) return text ?? '';
      if (text === undefined) {
        const cached = cache.get(hash);
        if (cached !== undefined) return cached.text;
        if (shared === undefined) throw notFound();
        return findElsewhere(hash, shared);
      }
      if (createHash('sha256').update(text).digest('hex') !== hash)
        throw requestError(
          'PERSISTED_QUERY_MISMATCH',
          'extensions.persistedQuery.sha256Hash is not the SHA-256 of "query" in lowercase hexadecimal digits',
        );
      return text;
    },
    register(hash, text) {
      if (cache.get(hash) !== undefined) return;
      cache.set(hash, { text });
      shared?.put(hash, text);
    },
  };
}

/** Index of the documents of a manifest by hash and in full. */
function indexDocuments(documents: ReadonlyMap<string, string>) {
  return {
    documents,
    texts: new Set(documents.values()),
    // Newer manifests prefix a hash with its algorithm, which clients that compute it themselves omit.
    byHash: new Map(
      [...documents].flatMap(([hash, text]) => [hash, hash.replace(/^sha\d+:/, '')].map((name) => [name, text])),
    ),
  };
}

/** Documents of a manifest and no others, by hash or in full. */
function createListed(manifest: Pick<DocumentManifest, 'documents'>): PersistedDocuments {
  let index = indexDocuments(manifest.documents);
  return {
    find(hash, text) {
      if (index.documents !== manifest.documents) index = indexDocuments(manifest.documents);
      const { byHash, texts } = index;
      const document = hash === undefined ? text : byHash.get(hash);
      if (document === undefined || !texts.has(document) || (text !== undefined && text !== document))
        throw requestError(
          'DOCUMENT_NOT_LISTED',
          'This server accepts only registered documents (PERSISTED_DOCUMENTS), and this is not one of them. Ask its operator to register it',
        );
      return document;
    },
    register: () => undefined,
  };
}

export function createPersistedDocuments(
  { persistedDocuments, documentCacheBytes }: Pick<Config, 'persistedDocuments' | 'documentCacheBytes'>,
  shared?: SharedDocuments,
): PersistedDocuments {
  return persistedDocuments === undefined
    ? createAutomatic(documentCacheBytes * textShare, shared)
    : createListed(persistedDocuments);
}
