/**
 * Persisted documents: automatic persisted queries as Apollo's clients send them, or a manifest of the only documents that are allowed.
 * Both work on the parameters of an operation, so they work over every transport.
 */
import { createHash } from 'node:crypto';
import { createGraphQLError, type GraphQLParams, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { SegmentedCache } from './operation/segmented-cache.ts';

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
interface Documents {
  /** @param text of the request, where there is one @throws GraphQLError where there is no such document, or it is refused */
  find(hash: string | undefined, text: string | undefined): string | Promise<string>;
  /** Stores a valid document under its hash. */
  register?(hash: string, text: string): void;
}

function refuse(code: string, message: string, status: 200 | 400): Error {
  return createGraphQLError(message, { extensions: { code, http: { status } } });
}

/** The hash of the document in the request. */
function hashOf({ extensions }: GraphQLParams): string | undefined {
  const named: unknown = extensions?.persistedQuery;
  if (typeof named !== 'object' || named === null) return undefined;
  const { version, sha256Hash }: { version?: unknown; sha256Hash?: unknown } = named;
  if (version !== 1 || typeof sha256Hash !== 'string')
    throw refuse('BAD_REQUEST', 'extensions.persistedQuery must hold the version 1 and a sha256Hash', 400);
  if (sha256Hash.length > longestHash)
    throw refuse('BAD_REQUEST', `A sha256Hash is no longer than ${longestHash} characters`, 400);
  return sha256Hash;
}

/** Documents that clients registered by sending them once with their hash. */
function automatic(maxBytes: number, shared: SharedDocuments | undefined): Documents {
  const known = new SegmentedCache<{ readonly text: string }>(maxBytes, ({ text }) => 2 * text.length);
  // Clients send the text when they get exactly this message and status.
  const notFound = () => refuse('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound', 200);
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
        throw refuse('PERSISTED_QUERY_MISMATCH', 'The sha256Hash is not that of the document', 400);
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
function listed(manifest: ReadonlyMap<string, string>): Documents {
  const texts = new Set(manifest.values());
  // Newer manifests begin a hash with its algorithm, which clients that compute it themselves leave out.
  const byHash = new Map(
    [...manifest].flatMap(([hash, text]) => [hash, hash.replace(/^sha\d+:/, '')].map((name) => [name, text])),
  );
  return {
    find(hash, text) {
      const found = hash === undefined ? text : byHash.get(hash);
      if (found === undefined || !texts.has(found) || (text !== undefined && text !== found))
        throw refuse('DOCUMENT_NOT_LISTED', 'The document is not among those of PERSISTED_DOCUMENTS', 400);
      return found;
    },
  };
}

export function usePersistedDocuments(
  { persistedDocuments, documentCacheBytes }: Pick<Config, 'persistedDocuments' | 'documentCacheBytes'>,
  shared?: SharedDocuments,
): Plugin<YogaInitialContext> {
  const documents =
    persistedDocuments === undefined ? automatic(documentCacheBytes * textShare, shared) : listed(persistedDocuments);
  return {
    onParams({ params, setParams }) {
      const hash = hashOf(params);
      const text = params.query ?? undefined;
      // Yoga refuses a query that is not a string, and a request with neither query nor hash.
      if (text === undefined ? hash === undefined : typeof text !== 'string') return;
      // A WebSocket message must have a query, so clients send an empty one with a hash.
      const query = documents.find(hash, text || undefined);
      if (typeof query === 'string') setParams({ ...params, query });
      else return query.then((found) => setParams({ ...params, query: found }));
    },
    onValidate() {
      return ({ valid, context: { params } }) => {
        const hash = hashOf(params);
        if (valid && hash !== undefined && params.query) documents.register?.(hash, params.query);
      };
    },
  };
}
