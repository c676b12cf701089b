/** Keeps the plan that of the operation in the editor, while it is typed. */
import { useGraphiQL } from '@graphiql/react';
import { getOperationAST, validate } from 'graphql';
import { useEffect } from 'react';
import { credentials } from './credentials.ts';
import { planOf } from './fetcher.ts';
import { type Planned, setPlanned } from './runs.ts';
import { settings } from './settings.ts';
import { useStore } from './store.ts';

/** Milliseconds without a key after which the plan is asked for. */
const pause = 300;

function variablesIn(text: string): unknown {
  return text.trim() === '' ? undefined : JSON.parse(text);
}

/** Asks for a plan, each of which counts as an operation of the caller; undefined where it came too late. */
async function ask(
  query: string,
  operationName: string | undefined,
  variablesText: string,
  signal: AbortSignal,
): Promise<Planned | undefined> {
  let variables: unknown;
  try {
    variables = variablesIn(variablesText);
  } catch {
    return { kind: 'problem', message: 'The variables are not JSON yet.' };
  }
  const operation = { query, operationName, variables };
  const result = await planOf(operation, signal);
  const plan = result?.extensions?.plan;
  if (result === undefined || plan !== undefined) return plan && { kind: 'plan', plan, operation };
  return { kind: 'problem', message: result.errors?.[0]?.message ?? 'The server tells no plan.' };
}

/** Renders nothing. */
export function Planner(): null {
  const { document, schema, operationName, queryEditor, variableEditor } = useGraphiQL((state) => ({
    document: state.documentAST,
    schema: state.schema,
    operationName: state.operationName,
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
  }));
  const { token } = useStore(credentials);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan of another caller may be refused
  useEffect(() => {
    if (!settings.trace || queryEditor === undefined) return;
    let abort = new AbortController();
    let timer: number | undefined;
    const askLater = () => {
      clearTimeout(timer);
      abort.abort();
      timer = setTimeout(() => {
        abort = new AbortController();
        const { signal } = abort;
        if (schema === null || schema === undefined) return;
        const operation = document && getOperationAST(document, operationName);
        if (!document || !operation || validate(schema, document).length > 0) {
          setPlanned({ kind: 'problem', message: 'The plan stands here once the operation is valid.' });
          return;
        }
        ask(queryEditor.getValue(), operationName, variableEditor?.getValue() ?? '', signal).then(
          (answer) => {
            if (answer !== undefined && !signal.aborted) setPlanned(answer);
          },
          (error: unknown) => {
            if (!signal.aborted) setPlanned({ kind: 'problem', message: String(error) });
          },
        );
      }, pause);
    };
    askLater();
    const listening = variableEditor?.onDidChangeModelContent(askLater);
    return () => {
      clearTimeout(timer);
      abort.abort();
      listening?.dispose();
    };
  }, [document, schema, operationName, queryEditor, variableEditor, token]);
  return null;
}
