/** Compiles documents that come again, with the answers that plain execution gives. */
import {
  BREAK,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLBoolean,
  GraphQLError,
  type GraphQLSchema,
  GraphQLString,
  getOperationAST,
  getVariableValues,
  Kind,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { InlinedSchema, Unsettled } from '../graph/kit/inlined.ts';

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

/** Fields that objects turned out not to hold. */
function unsettledFields({ errors = [] }: ExecutionResult): readonly (readonly [string, string])[] {
  return errors.flatMap(({ originalError }) => (originalError instanceof Unsettled ? [originalError.field] : []));
}

/** Texts and switches that are that already, which most leaves are, need nothing of what GraphQL does with others. */
const customSerializers = {
  String: (value: unknown) => (typeof value === 'string' ? value : GraphQLString.serialize(value)),
  Boolean: (value: unknown) => (typeof value === 'boolean' ? value : GraphQLBoolean.serialize(value)),
};

function compile(schema: GraphQLSchema, document: DocumentNode): CompiledQuery | undefined {
  const compilation = compileQuery(schema, document, undefined, { customSerializers });
  return isCompiledQuery(compilation) ? compilation : undefined;
}

/** One document as compiled code. */
class Compiled {
  readonly #document: DocumentNode;
  readonly #compileWith: (resolved: Iterable<readonly [string, string]>) => CompiledQuery | undefined;
  /** Fields that have a resolver, as objects did not hold them. */
  readonly #resolved: (readonly [string, string])[] = [];
  #query: CompiledQuery | undefined;

  /** @param compileWith compiles the document with resolvers for some fields, and properties for the others where that can be */
  constructor(
    document: DocumentNode,
    compileWith: (resolved: Iterable<readonly [string, string]>) => CompiledQuery | undefined,
  ) {
    this.#document = document;
    this.#compileWith = compileWith;
    this.#query = compileWith(this.#resolved);
  }

  get usable(): boolean {
    return this.#query !== undefined;
  }

  async execute(args: ExecutionArgs): Promise<ExecutionResult> {
    const errors = variableErrors(args);
    if (errors !== undefined) return { errors };
    for (;;) {
      const query = this.#query;
      if (query === undefined) return execute(args);
      const result = await query.query(args.rootValue, args.contextValue, args.variableValues);
      const unsettled = unsettledFields(result);
      if (unsettled.length === 0) return toResult(result, this.#document);
      // What was read stands in the session, so that nothing is read again.
      this.#resolved.push(...unsettled);
      if (this.#query === query) this.#query = this.#compileWith(this.#resolved);
    }
  }
}

/** Executes queries and mutations as compiled code, from the first time on or only what comes again. */
export function useCompiledExecution(documents: 'repeated' | 'always'): Plugin {
  /** `undefined`: not compiled yet; `null`: cannot be compiled. */
  const known = new WeakMap<DocumentNode, Compiled | null | undefined>();
  let inlined: InlinedSchema | undefined;

  function toCompiled(schema: GraphQLSchema, document: DocumentNode): Compiled | null {
    if (!canCompile(document)) return null;
    inlined ??= new InlinedSchema(schema);
    const properties = inlined;
    // A write must not be made a second time, so that it cannot be found out what its objects hold.
    const compiled =
      getOperationAST(document)?.operation === 'query'
        ? new Compiled(document, (resolved) =>
            properties.withResolvers(resolved, (partly) => compile(partly, document)),
          )
        : new Compiled(document, () => compile(schema, document));
    return compiled.usable ? compiled : null;
  }

  return {
    onExecute({ args: { schema, document }, setExecuteFn }) {
      const again = known.has(document) || documents === 'always';
      let compiled = known.get(document);
      if (compiled === undefined && again) compiled = toCompiled(schema, document);
      known.set(document, compiled);
      if (compiled) setExecuteFn((args: ExecutionArgs) => compiled.execute(args));
    },
  };
}
