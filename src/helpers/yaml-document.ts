/** Parses YAML and JSON files of operators and authors, which a mistake must not make expensive. */
import { Composer, type CST, type Document, isScalar, Lexer, LineCounter, type ParsedNode, Parser, visit } from 'yaml';

/** Upper bound on nested collections, far above that of every file. The parser would exceed the stack. */
const maxDepth = 100;

/** First mistake of a file. The message ends with line and column. */
export class YamlError extends Error {
  readonly line: number;
  readonly column: number;
  /** Message without line and column. */
  readonly problem: string;

  constructor(problem: string, offset: number, lines: LineCounter) {
    const { line, col } = lines.linePos(offset);
    super(`${problem} at line ${line}, column ${col}`);
    this.problem = problem;
    this.line = line;
    this.column = col;
  }
}

/** Yields the tokens up to the first error. */
function* readTokens(source: string, lines: LineCounter): Generator<CST.Token, void> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(source)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') throw new YamlError(token.message, token.offset, lines);
      yield token;
    }
    if (parser.stack.length > 2 * maxDepth)
      throw new YamlError(`Collections must not be nested more than ${maxDepth} levels`, parser.offset, lines);
  }
  yield* parser.end();
}

/** Finds repeated keys, which the parser compares with all others, and what becomes no data. */
function check(document: Document.Parsed, lines: LineCounter): void {
  const fail = (node: unknown, problem: string): never => {
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
    throw new YamlError(problem, Array.isArray(range) ? range[0] : 0, lines);
  };
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) fail(key, 'Map keys must be unique');
        keys.add(key.value);
      }
    },
    Alias(_, alias, path) {
      const target = alias.resolve(document);
      if (path.some((ancestor) => ancestor === target)) fail(alias, 'An alias must not refer to what contains it');
    },
  });
}

/** Parses a document. @throws YamlError for its first mistake */
export function parseYaml(source: string): { readonly document: Document.Parsed; readonly lines: LineCounter } {
  const lines = new LineCounter();
  const composer = new Composer<ParsedNode>({ uniqueKeys: false });
  let document: Document.Parsed | undefined;
  for (const each of composer.compose(readTokens(source, lines), true, source.length)) {
    if (document !== undefined) throw new YamlError('The file must contain one document', each.range[0], lines);
    document = each;
    const [error] = document.errors;
    if (error !== undefined) throw new YamlError(error.message, error.pos[0], lines);
  }
  if (document === undefined) throw new YamlError('The file must contain a document', 0, lines);
  check(document, lines);
  return { document, lines };
}
