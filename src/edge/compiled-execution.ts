/** Compiles queries that come again. Compiled code gives answers without errors only; every other is that of plain execution. */
import { setImmediate as immediate } from 'node:timers/promises';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLBoolean,
  GraphQLError,
  type GraphQLSchema,
  GraphQLString,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { CompiledSchema } from '../graph/kit/compiled-schema.ts';
import type { FieldErrors } from '../graph/kit/field-errors.ts';
import type { Plan } from '../graph/plan/plan.ts';
import type { OperationContext } from './context.ts';
import { conditionsOf, type Flattened, flatten } from './operation/flattened.ts';
import { documentBytes, type KnownDocuments } from './operation/known-documents.ts';
import { coerceVariables } from './operation/variables.ts';

/** Fields of the largest operation that is compiled, on each type that an object may have. */
const mostFields = 400;
/** Bytes of compiled code for one field, as measured. */
const bytesPerField = 10_000;
/** Combinations of conditions, and of what answers cover, that one document is compiled for. */
const keptVariants = 4;

/** Texts and switches that are that already, which most leaves are, need nothing of what GraphQL does with others. */
const customSerializers = {
  String: (value: unknown) => (typeof value === 'string' ? value : GraphQLString.serialize(value)),
  Boolean: (value: unknown) => (typeof value === 'boolean' ? value : GraphQLBoolean.serialize(value)),
};

/** One operation as compiled code. */
class Compiled {
  readonly #flattened: Flattened;
  readonly #query: CompiledQuery | undefined;

  /** @param uncovered coordinates of the fields whose values are not at hand in the answers that objects come from */
  constructor(schema: CompiledSchema, flattened: Flattened, uncovered: Iterable<string>) {
    this.#flattened = flattened;
    this.#query = schema.withResolvers(uncovered, (resolved) => {
      const compilation = compileQuery(resolved, flattened.document, undefined, {
        customSerializers,
        disablingCapturingStackErrors: true,
      });
      return isCompiledQuery(compilation) ? compilation : undefined;
    });
  }

  /** The answer, if it has no errors. What was read for another stands in the session, so that nothing is read again. */
  async answer({ rootValue, contextValue }: ExecutionArgs, values: Readonly<Record<string, unknown>>) {
    try {
      const variables = this.#flattened.variables(values);
      const result: ExecutionResult | undefined = await this.#query?.query(rootValue, contextValue, variables);
      return result?.errors === undefined || result.errors.length === 0 ? result : undefined;
    } catch {
      // Plain execution meets the same and reports it.
      return undefined;
    }
  }
}

/** What is compiled of one document: an operation for each combination of its conditions that was asked for. */
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

  /** Estimate of the memory that it takes. */
  get bytes(): number {
    return this.#bytes + this.size * bytesPerField;
  }

  /** The operation with the conditions as these variables decide them; undefined where it has to be executed plainly. */
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
      // A condition that is null, which plain execution reports.
      if (error instanceof GraphQLError) return undefined;
      throw error;
    }
  }
}

/** The operation of a document that may be compiled: a write must not be made a second time where the first had an error. */
function queryOf(document: DocumentNode): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const operation = operations.length === 1 ? getOperationAST(document) : undefined;
  return operation?.operation === 'query' ? operation : undefined;
}

/**
 * Executes queries as compiled code, from the first time on or only those that come again, and everything else as graphql-js does.
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
    // Counts what was compiled just now.
    if (found.size !== size) compiled.set(document, found);
    return variant;
  }

  async function run(args: ExecutionArgs, { uncovered }: Plan, errors: FieldErrors): Promise<ExecutionResult> {
    const { values, errors: mistakes } = coerceVariables(args);
    if (mistakes !== undefined) return { errors: mistakes };
    // Calls that are planned leave before there is something to compile.
    if (!compiled.has(args.document)) await immediate();
    const answer = await variantOf(args, values, uncovered)?.answer(args, values);
    if (answer !== undefined) return answer;
    errors.reset();
    return execute(args);
  }

  return {
    // At the start, as it takes longer than a request should.
    onSchemaChange({ schema }) {
      if (documents !== 'never') compiledSchema = CompiledSchema.of(schema);
    },
    onExecute({ args: { document, contextValue }, setExecuteFn }) {
      const { plan } = contextValue;
      const mayCompile = documents === 'always' || (documents === 'repeated' && known.isRepeated(document));
      setExecuteFn(mayCompile && plan ? (args: ExecutionArgs) => run(args, plan, contextValue.errors) : execute);
    },
  };
}
