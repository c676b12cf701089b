/**
 * Persisted documents: automatic persisted queries as Apollo's clients send them, or a manifest of the only documents that are allowed.
 * Both work on the parameters of an operation, so they work over every transport.
 */
import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Parameters } from './parameters.ts';
import { refusal } from './refusal.ts';
import { SegmentedCache } from './segmented-cache.ts';

/** Share of the memory for documents that the texts of hashes take. */
const textShare = 0.25;
const longestHash = 256;

/** Documents that other instances know. */
export interface SharedDocuments {
  /** @returns a text with this SHA-256; undefined where there is none, or it cannot be found in time */
  get(hash: string): Promise<string | undefined>;
  /** Tells a document to the other instances, without waiting for it. */
  put(hash: string, text: string): void;
}

/** Finds documents by their hash. */
export interface PersistedDocuments {
  /** @param text of the request, where there is one @throws GraphQLError where there is no such document, or it is refused */
  find(hash: string | undefined, text: string | undefined): string | Promise<string>;
  /** Stores a valid document under its hash. */
  register(hash: string, text: string): void;
}

/** The hash of the document in the parameters. @throws GraphQLError where it is malformed */
export function hashOf({ extensions }: Parameters): string | undefined {
  if (typeof extensions !== 'object' || extensions === null || !('persistedQuery' in extensions)) return undefined;
  const named = extensions.persistedQuery;
  if (typeof named !== 'object' || named === null) return undefined;
  const { version, sha256Hash }: { version?: unknown; sha256Hash?: unknown } = named;
  if (version !== 1 || typeof sha256Hash !== 'string')
    throw refusal('BAD_REQUEST', 'extensions.persistedQuery must hold the version 1 and a sha256Hash');
  if (sha256Hash.length > longestHash)
    throw refusal('BAD_REQUEST', `A sha256Hash is no longer than ${longestHash} characters`);
  return sha256Hash;
}

/** Documents that clients registered by sending them once with their hash. */
function automatic(maxBytes: number, shared: SharedDocuments | undefined): PersistedDocuments {
  const known = new SegmentedCache<{ readonly text: string }>(maxBytes, ({ text }) => 2 * text.length);
  // Clients send the text when they get exactly this message and status.
  const notFound = () => refusal('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound', 200);
  const findElsewhere = async (hash: string, others: SharedDocuments): Promise<string> => {
    const text = await others.get(hash);
    if (text === undefined) throw notFound();
    return text;
  };
  return {
    find(hash, text) {
      if (hash === undefined) return text ?? '';
      if (text === undefined) {
        const found = known.get(hash);
        if (found !== undefined) return found.text;
        if (shared === undefined) throw notFound();
        return findElsewhere(hash, shared);
      }
      if (createHash('sha256').update(text).digest('hex') !== hash)
        throw refusal('PERSISTED_QUERY_MISMATCH', 'The sha256Hash is not that of the document');
      return text;
    },
    register(hash, text) {
      if (known.get(hash) !== undefined) return;
      known.set(hash, { text });
      shared?.put(hash, text);
    },
  };
}

/** The documents of a manifest and no others, by their hash or in full. */
function listed(manifest: ReadonlyMap<string, string>): PersistedDocuments {
  const texts = new Set(manifest.values());
  // Newer manifests begin a hash with its algorithm, which clients that compute it themselves leave out.
  const byHash = new Map(
    [...manifest].flatMap(([hash, text]) => [hash, hash.replace(/^sha\d+:/, '')].map((name) => [name, text])),
  );
  return {
    find(hash, text) {
      const found = hash === undefined ? text : byHash.get(hash);
      if (found === undefined || !texts.has(found) || (text !== undefined && text !== found))
        throw refusal('DOCUMENT_NOT_LISTED', 'The document is not among those of PERSISTED_DOCUMENTS');
      return found;
    },
    register: () => undefined,
  };
}

export function createPersistedDocuments(
  { persistedDocuments, documentCacheBytes }: Pick<Config, 'persistedDocuments' | 'documentCacheBytes'>,
  shared?: SharedDocuments,
): PersistedDocuments {
  return persistedDocuments === undefined
    ? automatic(documentCacheBytes * textShare, shared)
    : listed(persistedDocuments);
}
