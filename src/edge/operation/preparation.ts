/** From the text of a document to an operation that may be executed. The work is done once for a document that is kept. */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  specifiedRules,
  type ValidationRule,
} from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { OperationTrees } from '../../execution/index.ts';
import type { OperationRequest } from './context.ts';
import { checkSelections, type ExtentLimits, type PolicyLimits, policyProblems } from './extent.ts';
import { checkFieldPairs } from './field-pairs.ts';
import type { KnownDocuments } from './known-documents.ts';
import { parseWithin, type SourceLimits } from './source.ts';
import { NoSubgraphSdlRule } from './subgraph-sdl.ts';
import { type ValidationLimits, validateWithin } from './validation.ts';

export type PreparationSettings = SourceLimits &
  ExtentLimits &
  PolicyLimits &
  ValidationLimits &
  Pick<Config, 'limitsReportOnly' | 'maxFieldPairs' | 'introspection' | 'subgraphSdl'>;

/** The operation of a document that a request means. */
export interface PreparedOperation {
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  /** Name of the operation in the request. */
  readonly name: string | undefined;
  readonly trees: OperationTrees;
}

/** The first errors in a document that is not valid. */
export class InvalidDocument extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('The document is not valid');
    this.errors = errors;
  }
}

/** Errors about documents have HTTP statuses of their own, which the media type application/json replaces by 200. */
function withStatus(error: GraphQLError, code: string): GraphQLError {
  const { http = {}, ...extensions } = error.extensions;
  error.extensions.code = extensions.code ?? code;
  error.extensions.http = { status: 400, spec: true, ...(typeof http === 'object' ? http : {}) };
  return error;
}

export class Preparation {
  readonly #schema: GraphQLSchema;
  readonly #settings: PreparationSettings;
  readonly #known: KnownDocuments;
  readonly #logger: Logger;
  readonly #rules: readonly ValidationRule[];
  /** Trees of the operations of cached documents. */
  readonly #trees = new WeakMap<OperationDefinitionNode, OperationTrees>();

  constructor(schema: GraphQLSchema, settings: PreparationSettings, known: KnownDocuments, logger: Logger) {
    this.#schema = schema;
    this.#settings = settings;
    this.#known = known;
    this.#logger = logger;
    this.#rules = [
      ...specifiedRules,
      ...(settings.introspection ? [] : [NoSchemaIntrospectionCustomRule]),
      ...(settings.subgraphSdl ? [] : [NoSubgraphSdlRule]),
    ];
  }

  /** The document of a text, parsed within limits. @throws GraphQLError */
  parse(text: string): DocumentNode {
    const known = this.#known.find(text);
    if (known !== undefined) return known;
    try {
      return parseWithin(this.#settings, text);
    } catch (error) {
      throw error instanceof GraphQLError ? withStatus(error, 'GRAPHQL_PARSE_FAILED') : error;
    }
  }

  /** The operation that a request means. @param queriesOnly refuses mutations @throws GraphQLError */
  pick(document: DocumentNode, name: string | undefined, queriesOnly: boolean): PreparedOperation {
    const definition = getOperationAST(document, name);
    if (!definition)
      throw new GraphQLError('Could not determine what operation to execute.', {
        extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
      });
    if (queriesOnly && definition.operation === 'mutation')
      throw new GraphQLError('Can only perform a mutation operation from a POST request.', {
        extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: { Allow: 'POST' } } },
      });
    let trees = this.#trees.get(definition);
    if (trees === undefined) {
      trees = new OperationTrees(this.#schema, document, definition);
      this.#trees.set(definition, trees);
    }
    return { document, definition, name, trees };
  }

  /**
   * Validates a document within limits, unless that has been done. Depth and aliases are only logged in report-only mode; the other limits
   * protect the process and are always enforced.
   * @throws GraphQLError or InvalidDocument
   */
  validate(text: string, document: DocumentNode, { requestId }: Pick<OperationRequest, 'requestId'>): void {
    if (this.#known.isValid(document)) return;
    checkSelections(this.#schema, document, this.#settings);
    checkFieldPairs(document, this.#settings);
    this.#checkPolicy(document, requestId);
    const errors = validateWithin(this.#settings, this.#schema, document, this.#rules);
    if (errors.length > 0)
      throw new InvalidDocument(errors.map((error) => withStatus(error, 'GRAPHQL_VALIDATION_FAILED')));
    this.#known.add(text, document);
  }

  #checkPolicy(document: DocumentNode, requestId: string): void {
    for (const problem of policyProblems(document, this.#settings)) {
      if (!this.#settings.limitsReportOnly) throw problem;
      const { message, extensions } = problem;
      this.#logger.warn({ requestId, code: extensions.code, problem: message }, 'beyond a limit');
    }
  }
}
