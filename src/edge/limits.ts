/** The limits on operations, as plugins of yoga. */
import type { DocumentNode, ExecutionResult, ParseOptions, Source } from 'graphql';
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { EdgeContext, OperationContext } from './context.ts';
import { checkSelections, type ExtentLimits, type PolicyLimits, policyProblems } from './operation/extent.ts';
import { checkFieldPairs } from './operation/field-pairs.ts';
import type { KnownDocuments } from './operation/known-documents.ts';
import { checkParameters, type ParameterLimits } from './operation/parameters.ts';
import { boundedResult } from './operation/response.ts';
import { parseWithin, type SourceLimits } from './operation/source.ts';
import { type ValidationLimits, validateWithin } from './operation/validation.ts';

type DocumentLimits = SourceLimits &
  ExtentLimits &
  PolicyLimits &
  ValidationLimits &
  Pick<Config, 'limitsReportOnly' | 'maxFieldPairs'>;

/** Limits on the parameters of an operation, over every transport. */
export function useParameterLimits(limits: ParameterLimits): Plugin {
  return { onParams: ({ params }) => checkParameters(params, limits) };
}

/**
 * Limits on the document, checked before validation and only once for a cached document. Depth and aliases are only logged in report-only
 * mode; the other limits protect the process and are always enforced.
 */
export function useDocumentLimits(limits: DocumentLimits, known: KnownDocuments, logger: Logger): Plugin {
  const { limitsReportOnly } = limits;
  const parse = (source: string | Source, options?: ParseOptions): DocumentNode => parseWithin(limits, source, options);
  function checkPolicy(document: DocumentNode): void {
    for (const problem of policyProblems(document, limits)) {
      if (!limitsReportOnly) throw problem;
      const { message, extensions } = problem;
      logger.warn({ code: extensions.code, problem: message }, 'beyond a limit');
    }
  }
  return {
    onParse({ params, setParseFn, setParsedDocument }) {
      const document = known.find(String(params.source));
      if (document === undefined) setParseFn(parse);
      else setParsedDocument(document);
    },
    onValidate({ params: { schema, documentAST }, context, setResult, setValidationFn }) {
      if (known.isValid(documentAST)) {
        setResult([]);
        return undefined;
      }
      checkSelections(schema, documentAST, limits);
      checkFieldPairs(documentAST, limits);
      checkPolicy(documentAST);
      setValidationFn((definition, document, rules) => validateWithin(limits, definition, document, rules));
      return ({ valid }) => {
        if (valid) known.add(context.params.query ?? '', documentAST);
      };
    },
  };
}

/** Limit on the result of an operation, syntax errors included, and on each event of a subscription. */
export function useResponseLimit(limits: Pick<Config, 'maxResponseBytes'>): Plugin {
  const bounded = (result: ExecutionResult) => boundedResult(result, limits);
  return {
    onExecutionResult({ result, setResult }) {
      if (result === undefined) return;
      setResult(isAsyncIterable(result) ? mapAsyncIterator(result, bounded) : bounded(result));
    },
  };
}

/** Logs operations that make more REST calls than allowed, for report-only mode; otherwise the session refuses such calls. */
export function useRestCallReport(
  { maxRestCalls }: Pick<Config, 'maxRestCalls'>,
  logger: Logger,
): Plugin<OperationContext, EdgeContext> {
  return {
    onExecutionResult({ context: { rest, requestId } }) {
      const calls = rest?.calls.length ?? 0;
      if (calls > maxRestCalls)
        logger.warn({ requestId, code: 'REST_CALL_LIMIT', calls, maxRestCalls }, 'beyond a limit');
    },
  };
}
