/** Loads the plan of the operation in the editor while the user types. */
import { useGraphiQL } from '@graphiql/react';
import { getOperationAST, validate } from 'graphql';
import { useEffect } from 'react';
import { ConnectionError } from './connection.ts';
import { credentials } from './credentials.ts';
import { loadPlan } from './fetcher.ts';
import { type PlanState, setPlanned } from './runs.ts';
import { settings } from './settings.ts';
import { useStore } from './store.ts';

/** Delay after the last key press before the plan is requested. */
const typingDelayMs = 300;

function variablesIn(text: string): unknown {
  return text.trim() === '' ? undefined : JSON.parse(text);
}

/** Requests a plan, which counts as an operation of the caller; `undefined` if the request was aborted. */
async function requestPlan(
  query: string,
  operationName: string | undefined,
  variablesText: string,
  signal: AbortSignal,
): Promise<PlanState | undefined> {
  let variables: unknown;
  try {
    variables = variablesIn(variablesText);
  } catch {
    return { kind: 'problem', message: 'The variables are not valid JSON. Complete them to see the plan.' };
  }
  const operation = { query, operationName, variables };
  const result = await loadPlan(operation, signal);
  const plan = result?.extensions?.plan;
  if (result === undefined || plan !== undefined) return plan && { kind: 'plan', plan, operation };
  return { kind: 'problem', message: result.errors?.[0]?.message ?? 'The response of the server contains no plan.' };
}

export function Planner(): null {
  const { document, schema, operationName, queryEditor, variableEditor } = useGraphiQL((state) => ({
    document: state.documentAST,
    schema: state.schema,
    operationName: state.operationName,
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
  }));
  const { token } = useStore(credentials);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan of another caller may be rejected
  useEffect(() => {
    if (!settings.trace || queryEditor === undefined) return;
    let abort = new AbortController();
    let timer: number | undefined;
    const scheduleRequest = () => {
      clearTimeout(timer);
      abort.abort();
      timer = setTimeout(() => {
        abort = new AbortController();
        const { signal } = abort;
        if (schema === null || schema === undefined) return;
        const operation = document && getOperationAST(document, operationName);
        if (!document || !operation || validate(schema, document).length > 0) {
          setPlanned({ kind: 'problem', message: 'The plan is shown here when the operation is valid.' });
          return;
        }
        requestPlan(queryEditor.getValue(), operationName, variableEditor?.getValue() ?? '', signal).then(
          (state) => {
            if (state !== undefined && !signal.aborted) setPlanned(state);
          },
          (error: unknown) => {
            const message = error instanceof ConnectionError ? error.message : 'The server cannot be reached.';
            if (!signal.aborted) setPlanned({ kind: 'problem', message });
          },
        );
      }, typingDelayMs);
    };
    scheduleRequest();
    const listening = variableEditor?.onDidChangeModelContent(scheduleRequest);
    return () => {
      clearTimeout(timer);
      abort.abort();
      listening?.dispose();
    };
  }, [document, schema, operationName, queryEditor, variableEditor, token]);
  return null;
}
