/** Parses documents within limits. Tokens are counted first, so that the work and depth of the parser are bounded before it begins. */
import { type DocumentNode, GraphQLError, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import type { Config } from '../../config.ts';
import { checkDocumentLength } from './parameters.ts';
import { refusal } from './refusal.ts';

export type SourceLimits = Pick<
  Config,
  'maxDocumentBytes' | 'maxDocumentLines' | 'maxTokens' | 'maxNameLength' | 'maxNesting' | 'maxListItems'
>;

const opening = new Set<string>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing = new Set<string>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

function checkLines(text: string, maxDocumentLines: number): void {
  // For each error, graphql-js searches its location line by line from the beginning.
  let lines = 1;
  for (const _ of text.matchAll(/\r\n|[\n\r]/g)) {
    lines += 1;
    if (lines > maxDocumentLines)
      throw refusal(
        'DOCUMENT_LIMIT',
        `The document has more than the ${maxDocumentLines} lines that MAX_DOCUMENT_LINES allows`,
      );
  }
}

interface Bracket {
  readonly kind: string;
  /** Number of tokens and brackets directly within it. */
  items: number;
}

/** Refuses too many tokens, names that are too long, brackets that are nested too deep and lists that are too long. */
function checkTokens(source: Source, limits: SourceLimits): void {
  const { maxTokens, maxNameLength, maxNesting, maxListItems } = limits;
  const lexer = new Lexer(source);
  const open: Bracket[] = [];
  let tokens = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    tokens += 1;
    if (tokens > maxTokens)
      throw refusal('TOKEN_LIMIT', `The document has more tokens than MAX_TOKENS allows, ${maxTokens}`);
    if (token.kind === TokenKind.NAME && token.end - token.start > maxNameLength)
      throw refusal(
        'NAME_LIMIT',
        `The name that begins with "${token.value.slice(0, 20)}" is longer than the ${maxNameLength} characters that MAX_NAME_LENGTH allows`,
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
        throw refusal(
          'LIST_LIMIT',
          `A list in the document has more than the ${maxListItems} items that MAX_LIST_ITEMS allows`,
        );
    }
    if (!opening.has(token.kind)) continue;
    open.push({ kind: token.kind, items: 0 });
    if (open.length > maxNesting)
      throw refusal('NESTING_LIMIT', `Brackets are nested deeper than the ${maxNesting} that MAX_NESTING allows`);
  }
}

/** Parses a document. Fails with a code of its own for each limit, and with `GRAPHQL_PARSE_FAILED` for a syntax error. */
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
    const extensions = { code: 'GRAPHQL_PARSE_FAILED', http: { spec: true, status: 400 } };
    throw new GraphQLError(message, { source, positions: positions ?? null, extensions });
  }
}
