/** Compiles repeated queries. A result with errors is discarded, and the query is executed again by graphql-js. */
import { setImmediate as immediate } from 'node:timers/promises';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { CompiledSchema } from '../../graph/kit/compiled-schema.ts';
import { quickSerializers } from '../../graph/kit/rows.ts';
import type { Plan } from '../../graph/plan/plan.ts';
import { conditionsOf, type Flattened, flatten } from './flattened.ts';
import { documentBytes, type KnownDocuments } from './known-documents.ts';
import type { PreparedOperation } from './preparation.ts';
import type { Variables } from './variables.ts';

/** Fields of the largest operation that is compiled, on each type that an object may have. */
const mostFields = 400;
/** Bytes of compiled code for one field, as measured. */
const bytesPerField = 10_000;
/** Variants of one document that are compiled, one for each combination of conditions and uncovered fields. */
const keptVariants = 4;

/** Milliseconds after the start. */
const afterStart = 200;

/** What is told of the execution of a query. */
export interface ExecutionHooks {
  /** Called before it is compiled, which nothing is read during. */
  readonly compiling: () => void;
  /** Called before it is executed again. */
  readonly reset: () => void;
}

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
  async execute({ rootValue, contextValue }: ExecutionArgs, values: Variables) {
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
    values: Variables,
    uncovered: ReadonlySet<string>,
  ): Compiled | undefined {
    const key =
      this.#conditions.length === 0 && uncovered.size === 0
        ? ''
        : JSON.stringify([this.#conditions.map((name) => values[name] ?? null), [...uncovered].sort()]);
    if (!this.#variants.has(key) && this.#variants.size < keptVariants) {
      const flattened = this.#flatten(schema, document, values);
      this.size += flattened?.size ?? 0;
      this.#variants.set(key, flattened && new Compiled(compiled, flattened, uncovered));
    }
    return this.#variants.get(key);
  }

  #flatten(schema: GraphQLSchema, document: DocumentNode, values: Variables) {
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

/** Whether an operation may be compiled. Mutations may not, as a second execution would repeat their writes. */
function isCompilable({ document, definition }: PreparedOperation): boolean {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return operations.length === 1 && definition.operation === 'query';
}

/** Executes queries as compiled code, either all of them or only repeated ones, and everything else by graphql-js. */
export class CompiledExecution {
  readonly #documents: 'never' | 'repeated' | 'always';
  readonly #known: KnownDocuments;
  readonly #compiled: LRUCache<DocumentNode, CompiledDocument>;
  #schema: CompiledSchema | undefined;

  /** @param maxBytes of compiled code, by estimate */
  constructor(
    schema: GraphQLSchema,
    documents: 'never' | 'repeated' | 'always',
    known: KnownDocuments,
    maxBytes: number,
  ) {
    this.#documents = documents;
    this.#known = known;
    this.#compiled = new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: ({ bytes }) => bytes });
    const build = () => {
      this.#schema = CompiledSchema.of(schema);
    };
    if (documents === 'always') build();
    // It takes too long to be done during a request, and would delay the start; nothing is compiled in the first moments.
    else if (documents === 'repeated') setTimeout(build, afterStart).unref();
  }

  /**
   * Executes a query or mutation.
   * @param values its coerced variables
   * @param plan absent where there is none, and nothing is compiled
   */
  execute(
    prepared: PreparedOperation,
    args: ExecutionArgs,
    values: Variables,
    plan: Plan | undefined,
    hooks: ExecutionHooks,
  ): ExecutionResult | Promise<ExecutionResult> {
    const mayCompile =
      this.#documents === 'always' || (this.#documents === 'repeated' && this.#known.isRepeated(prepared.document));
    return mayCompile && plan !== undefined && isCompilable(prepared)
      ? this.#run(prepared, args, values, plan, hooks)
      : execute(args);
  }

  async #run(
    prepared: PreparedOperation,
    args: ExecutionArgs,
    values: Variables,
    { uncovered }: Plan,
    { compiling, reset }: ExecutionHooks,
  ): Promise<ExecutionResult> {
    if (!this.#compiled.has(prepared.document)) {
      compiling();
      // Lets the calls be sent, all at once so that reads of one list are one, before compiling blocks the event loop.
      await immediate();
    }
    const result = await this.#variantOf(prepared, args.schema, values, uncovered)?.execute(args, values);
    if (result !== undefined) return result;
    reset();
    return execute(args);
  }

  #variantOf(
    { document, definition }: PreparedOperation,
    schema: GraphQLSchema,
    values: Variables,
    uncovered: ReadonlySet<string>,
  ): Compiled | undefined {
    let found = this.#compiled.get(document);
    if (found === undefined) {
      found = new CompiledDocument(document, definition);
      this.#compiled.set(document, found);
    }
    if (this.#schema === undefined) return undefined;
    const { size } = found;
    const variant = found.variant(schema, this.#schema, document, values, uncovered);
    // Setting it again updates its size in the cache.
    if (found.size !== size) this.#compiled.set(document, found);
    return variant;
  }
}
