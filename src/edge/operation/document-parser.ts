/** Parses documents within limits. Tokens are counted first, which bounds the work and depth of the parser. */
import { type DocumentNode, GraphQLError, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import type { Config } from '../../config/config.ts';
import { checkDocumentLength } from './parameters.ts';
import { RequestError, requestError } from './request-error.ts';

export type SourceLimits = Pick<
  Config,
  'maxDocumentBytes' | 'maxDocumentLines' | 'maxTokens' | 'maxNameLength' | 'maxNesting' | 'maxListItems'
>;

const opening = new Set<string>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing = new Set<string>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

function checkLines(text: string, maxDocumentLines: number): void {
  // For each error, graphql-js searches its location line by line from the start.
  let lines = 1;
  for (const _ of text.matchAll(/\r\n|[\n\r]/g)) {
    lines += 1;
    if (lines > maxDocumentLines)
      throw requestError(
        'DOCUMENT_LIMIT',
        `The document has too many lines: the limit is ${maxDocumentLines}. Remove line breaks and comments, or split the document`,
        { status: 400 },
      );
  }
}

interface Bracket {
  readonly kind: string;
  /** Number of tokens and brackets directly within the bracket. */
  items: number;
}

/** Rejects an empty document, too many tokens, names that are too long, brackets that are nested too deep and lists that are too long. */
function checkTokens(source: Source, limits: SourceLimits): void {
  const { maxTokens, maxNameLength, maxNesting, maxListItems } = limits;
  const lexer = new Lexer(source);
  const open: Bracket[] = [];
  let tokens = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    tokens += 1;
    if (tokens > maxTokens)
      throw requestError(
        'TOKEN_LIMIT',
        `The document has too many tokens: the limit is ${maxTokens} (MAX_TOKENS). Split the document`,
        { source, positions: [token.start] },
      );
    if (token.kind === TokenKind.NAME && token.end - token.start > maxNameLength)
      throw requestError(
        'NAME_LIMIT',
        `The name that starts with "${token.value.slice(0, 20)}" is too long: the limit is ${maxNameLength} characters. Use a shorter alias or name`,
        { source, positions: [token.start] },
      );
    if (closing.has(token.kind)) {
      open.pop();
      continue;
    }
    const around = open.at(-1);
    // A variable counts once: its name belongs to the dollar sign before it.
    if (around !== undefined && token.prev?.kind !== TokenKind.DOLLAR) {
      around.items += 1;
      if (around.kind === TokenKind.BRACKET_L && around.items > maxListItems)
        throw requestError(
          'LIST_LIMIT',
          `A list in the document has too many items: the limit is ${maxListItems}. Split the list into several operations`,
          { source, positions: [token.start] },
        );
    }
    if (!opening.has(token.kind)) continue;
    open.push({ kind: token.kind, items: 0 });
    if (open.length > maxNesting)
      throw requestError(
        'NESTING_LIMIT',
        `The brackets in the document are nested too deep: the limit is ${maxNesting}. Nest fields and values less deeply`,
        { source, positions: [token.start] },
      );
  }
  if (tokens === 0)
    throw new GraphQLError('The document is empty. Send an operation in it', { source, positions: [0] });
}

/**
 * Parses a document. @throws GraphQLError with a separate code per limit, and with `GRAPHQL_PARSE_FAILED` for a syntax
 * error
 */
export function parseWithin(limits: SourceLimits, text: string | Source, options?: ParseOptions): DocumentNode {
  const source = typeof text === 'string' ? new Source(text) : text;
  checkDocumentLength(source.body, limits);
  checkLines(source.body, limits.maxDocumentLines);
  try {
    checkTokens(source, limits);
    return parse(source, options);
  } catch (error) {
    if (!(error instanceof GraphQLError) || error.extensions.code !== undefined) throw error;
    const { message, positions } = error;
    throw new RequestError('GRAPHQL_PARSE_FAILED', message, { source, positions, isOfDocument: true });
  }
}
