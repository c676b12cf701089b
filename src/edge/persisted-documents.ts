/**
 * Documents named by their hash instead of sent: automatically, as Apollo's clients do it, or from a manifest that leaves out
 * everything else. Both work on the parameters of an operation, which every transport has.
 */
import { createHash } from 'node:crypto';
import { createGraphQLError, type GraphQLParams, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { SegmentedCache } from './operation/segmented-cache.ts';

/** Share of the memory for documents that the texts of hashes take. */
const textShare = 0.25;
const longestHash = 256;

/** What a hash stands for, and why it stands for nothing. */
interface Documents {
  /** @param text of the request, where there is one */
  find(hash: string | undefined, text: string | undefined): string;
  /** Notes the hash of a text that is a valid document. */
  register?(hash: string, text: string): void;
}

function refuse(code: string, message: string, status: 200 | 400): Error {
  return createGraphQLError(message, { extensions: { code, http: { status } } });
}

/** The hash that the request names its document by. */
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
function automatic(maxBytes: number): Documents {
  const known = new SegmentedCache<{ readonly text: string }>(maxBytes, ({ text }) => 2 * text.length);
  return {
    find(hash, text) {
      if (hash === undefined) return text ?? '';
      if (text === undefined) {
        const found = known.get(hash);
        // The words and the status that clients wait for before they send the text.
        if (found === undefined) throw refuse('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound', 200);
        return found.text;
      }
      if (createHash('sha256').update(text).digest('hex') !== hash)
        throw refuse('PERSISTED_QUERY_MISMATCH', 'The sha256Hash is not that of the document', 400);
      return text;
    },
    register(hash, text) {
      if (known.get(hash) === undefined) known.set(hash, { text });
    },
  };
}

/** The documents of a manifest and no others, named by their hash or sent as they stand there. */
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

export function usePersistedDocuments({
  persistedDocuments,
  documentCacheBytes,
}: Pick<Config, 'persistedDocuments' | 'documentCacheBytes'>): Plugin<YogaInitialContext> {
  const documents =
    persistedDocuments === undefined ? automatic(documentCacheBytes * textShare) : listed(persistedDocuments);
  return {
    onParams({ params, setParams }) {
      const hash = hashOf(params);
      const text = params.query ?? undefined;
      // What is no text, and what names no document at all, is for yoga to refuse.
      if (text === undefined ? hash === undefined : typeof text !== 'string') return;
      // A WebSocket message has to have a text; an empty one stands for none.
      setParams({ ...params, query: documents.find(hash, text || undefined) });
    },
    onValidate() {
      return ({ valid, context: { params } }) => {
        const hash = hashOf(params);
        if (valid && hash !== undefined && params.query) documents.register?.(hash, params.query);
      };
    },
  };
}
