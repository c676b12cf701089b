/** Compiles repeated queries. A result with errors is discarded, and the query is executed again by graphql-js. */
import { setImmediate as immediate } from 'node:timers/promises';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { CompiledSchema } from '../graph/kit/compiled-schema.ts';
import type { FieldErrors } from '../graph/kit/field-errors.ts';
import { quickSerializers } from '../graph/kit/rows.ts';
import type { Plan } from '../graph/plan/plan.ts';
import type { OperationContext } from './context.ts';
import { conditionsOf, type Flattened, flatten } from './operation/flattened.ts';
import { documentBytes, type KnownDocuments } from './operation/known-documents.ts';
import { coerceVariables } from './operation/variables.ts';

/** Fields of the largest operation that is compiled, on each type that an object may have. */
const mostFields = 400;
/** Bytes of compiled code for one field, as measured. */
const bytesPerField = 10_000;
/** Variants of one document that are compiled, one for each combination of conditions and uncovered fields. */
const keptVariants = 4;

/** Milliseconds after the start. */
const afterStart = 200;

/** One operation as compiled code. */
class Compiled {
  readonly #flattened: Flattened;
  readonly #query: CompiledQuery | undefined;

  /** @param uncovered coordinates of the fields whose values are not in the responses that objects were made from */
  constructor(schema: CompiledSchema, flattened: Flattened, uncovered: ReadonlySet<string>) {
    this.#flattened = flattened;
    const { document } = flattened;
    this.#query = schema.adaptedTo(document, uncovered, (adapted) => {
      const compilation = compileQuery(adapted, document, undefined, {
        customSerializers: quickSerializers,
        disablingCapturingStackErrors: true,
      });
      return isCompiledQuery(compilation) ? compilation : undefined;
    });
  }

  /** The result; undefined if it has errors. Executing the query again repeats no reads, as the session shares them. */
  async execute({ rootValue, contextValue }: ExecutionArgs, values: Readonly<Record<string, unknown>>) {
    try {
      const variables = this.#flattened.variables(values);
      const result: ExecutionResult | undefined = await this.#query?.query(rootValue, contextValue, variables);
      return result?.errors === undefined || result.errors.length === 0 ? result : undefined;
    } catch {
      // graphql-js will throw the same error and report it.
      return undefined;
    }
  }
}

/** The compiled variants of one document. */
class CompiledDocument {
  readonly #operation: OperationDefinitionNode;
  readonly #conditions: readonly string[];
  readonly #variants = new Map<string, Compiled | undefined>();
  readonly #bytes: number;
  size = 0;

  constructor(document: DocumentNode, operation: OperationDefinitionNode) {
    this.#operation = operation;
    this.#conditions = conditionsOf(document);
    this.#bytes = documentBytes(document);
  }

  /** Estimate of its memory. */
  get bytes(): number {
    return this.#bytes + this.size * bytesPerField;
  }

  /** The variant for these variables; undefined where graphql-js has to execute the query. */
  variant(
    schema: GraphQLSchema,
    compiled: CompiledSchema,
    document: DocumentNode,
    values: Readonly<Record<string, unknown>>,
    uncovered: ReadonlySet<string>,
  ): Compiled | undefined {
    const key = JSON.stringify([this.#conditions.map((name) => values[name] ?? null), [...uncovered].sort()]);
    if (!this.#variants.has(key) && this.#variants.size < keptVariants) {
      const flattened = this.#flatten(schema, document, values);
      this.size += flattened?.size ?? 0;
      this.#variants.set(key, flattened && new Compiled(compiled, flattened, uncovered));
    }
    return this.#variants.get(key);
  }

  #flatten(schema: GraphQLSchema, document: DocumentNode, values: Readonly<Record<string, unknown>>) {
    try {
      const options = { maxSize: mostFields, variableType: CompiledSchema.anyType };
      return flatten(schema, document, this.#operation, values, options);
    } catch (error) {
      // A condition is null, which graphql-js reports.
      if (error instanceof GraphQLError) return undefined;
      throw error;
    }
  }
}

/** The operation of a document if it may be compiled. Mutations may not, as a second execution would repeat their writes. */
function queryOf(document: DocumentNode): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const operation = operations.length === 1 ? getOperationAST(document) : undefined;
  return operation?.operation === 'query' ? operation : undefined;
}

/**
 * Executes queries as compiled code, either all of them or only repeated ones, and everything else by graphql-js.
 * @param maxBytes of compiled code, by estimate
 */
export function useCompiledExecution(
  documents: 'never' | 'repeated' | 'always',
  known: KnownDocuments,
  maxBytes: number,
): Plugin<OperationContext> {
  const compiled = new LRUCache<DocumentNode, CompiledDocument>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ bytes }) => bytes,
  });
  let compiledSchema: CompiledSchema | undefined;

  function variantOf(
    args: ExecutionArgs,
    values: Readonly<Record<string, unknown>>,
    uncovered: ReadonlySet<string>,
  ): Compiled | undefined {
    const { schema, document } = args;
    let found = compiled.get(document);
    if (found === undefined) {
      const operation = queryOf(document);
      if (operation === undefined) return undefined;
      found = new CompiledDocument(document, operation);
      compiled.set(document, found);
    }
    if (compiledSchema === undefined) return undefined;
    const { size } = found;
    const variant = found.variant(schema, compiledSchema, document, values, uncovered);
    // Setting it again updates its size in the cache.
    if (found.size !== size) compiled.set(document, found);
    return variant;
  }

  async function run(args: ExecutionArgs, { uncovered }: Plan, errors: FieldErrors): Promise<ExecutionResult> {
    const { values, errors: mistakes } = coerceVariables(args);
    if (mistakes !== undefined) return { errors: mistakes };
    // Lets the planned calls be sent before compiling blocks the event loop.
    if (!compiled.has(args.document)) await immediate();
    const result = await variantOf(args, values, uncovered)?.execute(args, values);
    if (result !== undefined) return result;
    errors.reset();
    return execute(args);
  }

  return {
    onSchemaChange({ schema }) {
      const build = () => {
        compiledSchema = CompiledSchema.of(schema);
      };
      if (documents === 'always') build();
      // It takes too long to be done during a request, and would delay the start; nothing is compiled in the first moments.
      else if (documents === 'repeated') setTimeout(build, afterStart).unref();
    },
    onExecute({ args: { document, contextValue }, setExecuteFn }) {
      const { plan } = contextValue;
      const mayCompile = documents === 'always' || (documents === 'repeated' && known.isRepeated(document));
      setExecuteFn(mayCompile && plan ? (args: ExecutionArgs) => run(args, plan, contextValue.errors) : execute);
    },
  };
}
