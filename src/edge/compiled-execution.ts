/** Compiles documents that come again, with the answers that plain execution gives. */
import {
  BREAK,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  Kind,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';

/** `undefined`: not compiled yet; `null`: cannot be compiled. */
type Compilation = CompiledQuery | null | undefined;

/** Directives that compiled code would ignore. */
const incremental = new Set(['defer', 'stream']);

/** One operation only, since compiled code is bound to it, and nothing that is answered in parts. */
function canCompile(document: DocumentNode): boolean {
  if (document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length !== 1) return false;
  let compilable = true;
  visit(document, {
    Directive({ name }) {
      if (!incremental.has(name.value)) return undefined;
      compilable = false;
      return BREAK;
    },
  });
  return compilable;
}

/** Index in the source of a line and column counted from 1. */
function positionOf(source: string, { line, column }: { line: number; column: number }): number {
  const lines = source.split(/\r\n|[\n\r]/g).slice(0, line - 1);
  let position = 0;
  for (const { length } of lines) position += length + (source.startsWith('\r\n', position + length) ? 2 : 1);
  return position + column - 1;
}

/** Compiled code has an error class of its own; everybody else expects GraphQL's. */
function toGraphQLError(error: GraphQLError, { loc }: DocumentNode): GraphQLError {
  const { message, path, originalError, locations, extensions } = error;
  return new GraphQLError(message, {
    source: loc?.source ?? null,
    positions:
      loc === undefined || locations === undefined ? null : locations.map((at) => positionOf(loc.source.body, at)),
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}

function toResult(result: ExecutionResult, document: DocumentNode): ExecutionResult {
  return result.errors === undefined || result.errors.length === 0
    ? result
    : { ...result, errors: result.errors.map((error) => toGraphQLError(error, document)) };
}

/** What is wrong with the variables. Compiled code would not notice a `@oneOf` that is broken, nor say what a scalar says. */
function variableErrors({ schema, document, variableValues }: ExecutionArgs): readonly GraphQLError[] | undefined {
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  return getVariableValues(schema, definitions, { ...variableValues }).errors;
}

/** Executes queries and mutations as compiled code, from the first time on or only what comes again. */
export function useCompiledExecution(documents: 'repeated' | 'always'): Plugin {
  const compilations = new WeakMap<DocumentNode, Compilation>();

  function compiled({ schema, document }: ExecutionArgs): CompiledQuery | null {
    if (!compilations.has(document)) {
      compilations.set(document, canCompile(document) ? undefined : null);
      if (documents === 'repeated') return null;
    }
    const known = compilations.get(document);
    if (known !== undefined) return known;
    const compilation = compileQuery(schema, document);
    const usable = isCompiledQuery(compilation) ? compilation : null;
    compilations.set(document, usable);
    return usable;
  }

  return {
    onExecute({ args, setExecuteFn }) {
      const compilation = compiled(args);
      if (compilation === null) return;
      const { document } = args;
      setExecuteFn((executed: ExecutionArgs) => {
        const errors = variableErrors(executed);
        if (errors !== undefined) return { errors };
        const { rootValue, contextValue, variableValues } = executed;
        const result = compilation.query(rootValue, contextValue, variableValues);
        return result instanceof Promise
          ? result.then((settled) => toResult(settled, document))
          : toResult(result, document);
      });
    },
  };
}
