/** Parses, validates and caches documents, and selects their operations. */
import {
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  KnownOperationTypesRule,
  MaxIntrospectionDepthRule,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  specifiedRules,
  type ValidationRule,
} from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { OperationTrees } from '../../execution/index.ts';
import {
  checkSelections,
  type DocumentComplexity,
  measureComplexity,
  type PolicyLimits,
  policyProblems,
} from './complexity.ts';
import type { OperationRequest } from './context.ts';
import { type DocumentCache, ParsedDocument } from './document-cache.ts';
import { parseWithin, type SourceLimits } from './document-parser.ts';
import { checkFieldPairs } from './field-pairs.ts';
import { OfferedOperationTypesRule } from './operation-types.ts';
import { requestError, toDocumentError } from './request-error.ts';
import { NoSubgraphSdlRule } from './subgraph-sdl.ts';
import { type ValidationLimits, validateWithin } from './validation.ts';
import { selectRules } from './validation-rules.ts';

export type DocumentSettings = SourceLimits &
  PolicyLimits &
  ValidationLimits &
  Pick<Config, 'limitsReportOnly' | 'maxSelections' | 'maxFieldPairs' | 'introspection' | 'subgraphSdl'>;

/** Operation of a document that a request selects. */
export interface SelectedOperation {
  readonly document: ParsedDocument;
  readonly definition: OperationDefinitionNode;
  /** Name of the operation in the request. */
  readonly name: string | undefined;
  readonly trees: OperationTrees;
}

/** First errors of an invalid document. */
export class InvalidDocument extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('The document is not valid');
    this.errors = errors;
  }
}

/** Upper bound on the operations that an error names. */
const maxNamedOperations = 10;

/** Reason that no operation of a document is selected. */
function describeSelection({ node }: ParsedDocument, name: string | undefined): string {
  const operations = node.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 0) return 'The document contains no operation. Add a query, mutation or subscription to it';
  const names = operations.flatMap((operation) => (operation.name === undefined ? [] : `"${operation.name.value}"`));
  const list = `${names.slice(0, maxNamedOperations).join(', ')}${names.length > maxNamedOperations ? ', …' : ''}`;
  if (name !== undefined && names.length === 0)
    return `"operationName" is "${name}", but the operation in the document has no name. Omit "operationName", or name the operation`;
  return name === undefined
    ? `The document contains ${operations.length} operations: ${list}. Select one by "operationName"`
    : `"operationName" is "${name}", but the document contains only ${list}`;
}

export class Documents {
  readonly #schema: GraphQLSchema;
  readonly #settings: DocumentSettings;
  readonly #cache: DocumentCache;
  readonly #logger: Logger;
  readonly #rules: readonly ValidationRule[];

  constructor(schema: GraphQLSchema, settings: DocumentSettings, cache: DocumentCache, logger: Logger) {
    this.#schema = schema;
    this.#settings = settings;
    this.#cache = cache;
    this.#logger = logger;
    this.#rules = [
      // `checkIntrospection` has the same limit, with its code.
      ...specifiedRules.filter((rule) => rule !== MaxIntrospectionDepthRule && rule !== KnownOperationTypesRule),
      OfferedOperationTypesRule,
      ...(settings.introspection ? [] : [NoSchemaIntrospectionCustomRule]),
      ...(settings.subgraphSdl ? [] : [NoSubgraphSdlRule]),
    ];
  }

  /** Parses a document within limits. @throws GraphQLError */
  parse(text: string): ParsedDocument {
    const cached = this.#cache.find(text);
    if (cached !== undefined) return cached;
    try {
      return new ParsedDocument(text, parseWithin(this.#settings, text));
    } catch (error) {
      throw error instanceof GraphQLError ? toDocumentError(error, 'GRAPHQL_PARSE_FAILED') : error;
    }
  }

  /** Selects the operation of a request. @param isQueryOnly rejects mutations; `Subscriptions` rejects subscriptions @throws GraphQLError */
  pick(document: ParsedDocument, name: string | undefined, isQueryOnly: boolean): SelectedOperation {
    const definition = getOperationAST(document.node, name);
    if (!definition) throw requestError('OPERATION_RESOLUTION_FAILURE', describeSelection(document, name));
    if (isQueryOnly && definition.operation === 'mutation')
      throw requestError('BAD_REQUEST', 'A GET request must not execute a mutation. Send it in a POST request', {
        status: 405,
        headers: { Allow: 'POST' },
      });
    return { document, definition, name, trees: document.getTrees(this.#schema, definition) };
  }

  /**
   * Validates a document within limits, unless it is validated already. Depth and aliases are only logged in
   * report-only mode; the other limits protect the process and are always enforced.
   * @throws GraphQLError or InvalidDocument
   */
  validate(document: ParsedDocument, { requestId }: Pick<OperationRequest, 'requestId'>): void {
    if (document.isValid) return;
    const { node, text } = document;
    const complexity = measureComplexity(node);
    checkSelections(complexity, this.#settings);
    checkFieldPairs(node, this.#settings);
    this.#checkPolicy(complexity, requestId);
    const errors = validateWithin(this.#settings, this.#schema, node, selectRules(text, this.#rules));
    if (errors.length > 0)
      throw new InvalidDocument(errors.map((error) => toDocumentError(error, 'GRAPHQL_VALIDATION_FAILED')));
    document.isValid = true;
    this.#cache.add(document);
  }

  #checkPolicy(complexity: DocumentComplexity, requestId: string): void {
    for (const problem of policyProblems(complexity, this.#settings)) {
      if (!this.#settings.limitsReportOnly) throw problem;
      const { message, extensions } = problem;
      this.#logger.warn({ requestId, code: extensions.code, problem: message }, 'beyond a limit');
    }
  }
}
