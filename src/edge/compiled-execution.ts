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
import { InlinedSchema, Unsettled } from '../graph/kit/inlined.ts';
import { conditionsOf, type Flattened, flatten } from './operation/flattened.ts';
import { documentBytes, type KnownDocuments } from './operation/known-documents.ts';
import { coerceVariables } from './operation/variables.ts';

/** Fields of the largest operation that is compiled, on each type that an object may have. */
const mostFields = 400;
/** Bytes of compiled code for one field, as measured. */
const bytesPerField = 10_000;
/** Combinations of conditions that one document is compiled for. */
const keptVariants = 4;

/** Fields that objects turned out not to hold. */
function unsettledFields(errors: readonly GraphQLError[]): readonly (readonly [string, string])[] {
  return errors.flatMap(({ originalError }) => (originalError instanceof Unsettled ? [originalError.field] : []));
}

/** Texts and switches that are that already, which most leaves are, need nothing of what GraphQL does with others. */
const customSerializers = {
  String: (value: unknown) => (typeof value === 'string' ? value : GraphQLString.serialize(value)),
  Boolean: (value: unknown) => (typeof value === 'boolean' ? value : GraphQLBoolean.serialize(value)),
};

/** One operation as compiled code. */
class Compiled {
  readonly #schema: InlinedSchema;
  readonly #flattened: Flattened;
  /** Fields that have a resolver, as objects did not hold them. */
  readonly #resolved: (readonly [string, string])[] = [];
  #query: CompiledQuery | undefined;

  constructor(schema: InlinedSchema, flattened: Flattened) {
    this.#schema = schema;
    this.#flattened = flattened;
    this.#query = this.#compile();
  }

  /** The answer, if it has no errors. What was read for another stands in the session, so that nothing is read again. */
  async answer({ rootValue, contextValue }: ExecutionArgs, values: Readonly<Record<string, unknown>>) {
    try {
      const variables = this.#flattened.variables(values);
      for (let query = this.#query; query !== undefined; query = this.#query) {
        const result: ExecutionResult = await query.query(rootValue, contextValue, variables);
        if (result.errors === undefined || result.errors.length === 0) return result;
        const unsettled = unsettledFields(result.errors);
        if (unsettled.length === 0) return undefined;
        this.#resolved.push(...unsettled);
        if (this.#query === query) this.#query = this.#compile();
      }
      return undefined;
    } catch {
      // Plain execution meets the same and reports it.
      return undefined;
    }
  }

  #compile(): CompiledQuery | undefined {
    return this.#schema.withResolvers(this.#resolved, (schema) => {
      const compilation = compileQuery(schema, this.#flattened.document, undefined, { customSerializers });
      return isCompiledQuery(compilation) ? compilation : undefined;
    });
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
    inlined: InlinedSchema,
    document: DocumentNode,
    values: Readonly<Record<string, unknown>>,
  ): Compiled | undefined {
    const key = JSON.stringify(this.#conditions.map((name) => values[name] ?? null));
    if (!this.#variants.has(key) && this.#variants.size < keptVariants) {
      const flattened = this.#flatten(schema, document, values);
      this.size += flattened?.size ?? 0;
      this.#variants.set(key, flattened && new Compiled(inlined, flattened));
    }
    return this.#variants.get(key);
  }

  #flatten(schema: GraphQLSchema, document: DocumentNode, values: Readonly<Record<string, unknown>>) {
    try {
      const options = { maxSize: mostFields, variableType: InlinedSchema.anyType };
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
): Plugin {
  const compiled = new LRUCache<DocumentNode, CompiledDocument>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ bytes }) => bytes,
  });
  let inlined: InlinedSchema | undefined;

  function variantOf(args: ExecutionArgs, values: Readonly<Record<string, unknown>>): Compiled | undefined {
    const { schema, document } = args;
    let found = compiled.get(document);
    if (found === undefined) {
      const operation = queryOf(document);
      if (operation === undefined) return undefined;
      found = new CompiledDocument(document, operation);
      compiled.set(document, found);
    }
    if (inlined === undefined) return undefined;
    const { size } = found;
    const variant = found.variant(schema, inlined, document, values);
    // Counts what was compiled just now.
    if (found.size !== size) compiled.set(document, found);
    return variant;
  }

  async function run(args: ExecutionArgs): Promise<ExecutionResult> {
    const { values, errors } = coerceVariables(args);
    if (errors !== undefined) return { errors };
    // Calls that are planned leave before there is something to compile.
    if (!compiled.has(args.document)) await immediate();
    const answer = await variantOf(args, values)?.answer(args, values);
    return answer ?? execute(args);
  }

  return {
    // At the start, as it takes longer than a request should.
    onSchemaChange({ schema }) {
      if (documents !== 'never') inlined = new InlinedSchema(schema);
    },
    onExecute({ args: { document }, setExecuteFn }) {
      const mayCompile = documents === 'always' || (documents === 'repeated' && known.isRepeated(document));
      setExecuteFn(mayCompile ? run : execute);
    },
  };
}
