/**
 * Documents named by their hash instead of sent: automatically, as Apollo's clients do it, or from a manifest that leaves out
 * everything else. Both work on the parameters of an operation, which every transport has.
 */
import { createHash } from 'node:crypto';
import { createGraphQLError, type GraphQLParams, type Plugin } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { DocumentCache, longestKept } from './document-cache.ts';

const keptDocuments = 1000;

/** What a hash stands for, and why it stands for nothing. */
interface Documents {
  /** @param text of the request, where there is one */
  find(hash: string | undefined, text: string | undefined): string;
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
  return sha256Hash;
}

/** Documents that clients registered by sending them once with their hash. */
function automatic(): Documents {
  const known = new DocumentCache<string>(keptDocuments);
  return {
    find(hash, text) {
      if (hash === undefined) return text ?? '';
      if (text === undefined) {
        const found = known.get(hash);
        // The words and the status that clients wait for before they send the text.
        if (found === undefined) throw refuse('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound', 200);
        return found;
      }
      if (createHash('sha256').update(text).digest('hex') !== hash)
        throw refuse('PERSISTED_QUERY_MISMATCH', 'The sha256Hash is not that of the document', 400);
      if (text.length <= longestKept) known.set(hash, text);
      return text;
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

export function usePersistedDocuments({ persistedDocuments }: Pick<Config, 'persistedDocuments'>): Plugin {
  const documents = persistedDocuments === undefined ? automatic() : listed(persistedDocuments);
  return {
    onParams({ params, setParams }) {
      const hash = hashOf(params);
      const text = params.query ?? undefined;
      // What is no text, and what names no document at all, is for yoga to refuse.
      if (text === undefined ? hash === undefined : typeof text !== 'string') return;
      // A WebSocket message has to have a text; an empty one stands for none.
      setParams({ ...params, query: documents.find(hash, text || undefined) });
    },
  };
}
