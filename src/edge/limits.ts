/** Limits on what one request may ask for. Each error names the limit, what was found and the setting. */
import {
  type DocumentNode,
  GraphQLError,
  Kind,
  type ParseOptions,
  parse,
  type SelectionSetNode,
  type Source,
} from 'graphql';
import { createGraphQLError, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { EdgeContext, OperationContext } from './context.ts';

type Limits = Pick<Config, 'maxTokens' | 'maxDepth' | 'maxAliases' | 'maxRestCalls' | 'limitsReportOnly'>;

interface Extent {
  /** Fields on the longest way down. */
  readonly depth: number;
  readonly aliases: number;
}

function limitError(code: string, message: string): GraphQLError {
  return createGraphQLError(message, { extensions: { code, http: { status: 400 } } });
}

function reportLimit({ message, extensions: { code } }: GraphQLError, logger: Logger): void {
  logger.warn({ code, problem: message }, 'beyond a limit');
}

/** Depth and aliases of the largest operation. A fragment counts each time it is spread; one within itself is left to validation. */
export function extentOf(document: DocumentNode): Extent {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition.selectionSet);
  const known = new Map<string, Extent>();

  function extentOfFragment(name: string): Extent {
    let extent = known.get(name);
    if (extent === undefined) {
      known.set(name, { depth: 0, aliases: 0 });
      const selections = fragments.get(name);
      extent = selections === undefined ? { depth: 0, aliases: 0 } : extentOfSelections(selections);
      known.set(name, extent);
    }
    return extent;
  }

  function extentOfSelections({ selections }: SelectionSetNode): Extent {
    let depth = 0;
    let aliases = 0;
    for (const selection of selections) {
      let below: Extent = { depth: 0, aliases: 0 };
      let own = 0;
      if (selection.kind === Kind.FRAGMENT_SPREAD) below = extentOfFragment(selection.name.value);
      else if (selection.selectionSet !== undefined) below = extentOfSelections(selection.selectionSet);
      if (selection.kind === Kind.FIELD) {
        // Introspection has a limit of its own in GraphQL's own validation.
        own = selection.name.value.startsWith('__') ? -below.depth : 1;
        if (selection.alias !== undefined) aliases += 1;
      }
      depth = Math.max(depth, own + below.depth);
      aliases += below.aliases;
    }
    return { depth, aliases };
  }

  const extents = document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ selectionSet }) => extentOfSelections(selectionSet));
  return {
    depth: Math.max(0, ...extents.map(({ depth }) => depth)),
    aliases: Math.max(0, ...extents.map(({ aliases }) => aliases)),
  };
}

/** What of a parsed document is beyond a limit. */
function problemsOf(document: DocumentNode, { maxTokens, maxDepth, maxAliases }: Limits): GraphQLError[] {
  const { depth, aliases } = extentOf(document);
  const problems: GraphQLError[] = [];
  if ((document.tokenCount ?? 0) > maxTokens) problems.push(tokenLimit(maxTokens));
  if (depth > maxDepth)
    problems.push(limitError('DEPTH_LIMIT', `Fields are nested ${depth} deep; MAX_DEPTH allows ${maxDepth}`));
  if (aliases > maxAliases)
    problems.push(limitError('ALIAS_LIMIT', `The operation has ${aliases} aliases; MAX_ALIASES allows ${maxAliases}`));
  return problems;
}

function tokenLimit(maxTokens: number): GraphQLError {
  return limitError('TOKEN_LIMIT', `The document has more tokens than MAX_TOKENS allows, ${maxTokens}`);
}

/**
 * Limits on the document, checked while it is parsed: before validation, which may take long on what they refuse, and only once for
 * a document that stays in yoga's cache.
 */
export function useDocumentLimits(limits: Limits, logger: Logger): Plugin {
  const { maxTokens, limitsReportOnly } = limits;
  function parseWithinLimits(source: string | Source, options?: ParseOptions): DocumentNode {
    let document: DocumentNode;
    try {
      document = parse(source, limitsReportOnly ? options : { ...options, maxTokens });
    } catch (error) {
      // GraphQL gives this error no code of its own.
      throw error instanceof GraphQLError && error.message.endsWith('Parsing aborted.') ? tokenLimit(maxTokens) : error;
    }
    const problems = problemsOf(document, limits);
    if (limitsReportOnly) for (const problem of problems) reportLimit(problem, logger);
    else if (problems[0] !== undefined) throw problems[0];
    return document;
  }
  return { onParse: ({ setParseFn }) => setParseFn(parseWithinLimits) };
}

/** Reports operations that make more REST calls than allowed. Where the limit holds, the session itself refuses the call. */
export function useRestCallReport({ maxRestCalls }: Limits, logger: Logger): Plugin<OperationContext, EdgeContext> {
  return {
    onExecutionResult({ context: { rest, requestId } }) {
      const calls = rest?.calls.length ?? 0;
      if (calls > maxRestCalls)
        logger.warn({ requestId, code: 'REST_CALL_LIMIT', calls, maxRestCalls }, 'beyond a limit');
    },
  };
}
