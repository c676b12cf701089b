/** Runs the first example when the page of a facade with a sandbox opens, to show a result and its calls. */
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import { settings } from './settings.ts';

export function FirstRun(): null {
  const { run } = useGraphiQLActions();
  const { queryEditor, responseEditor, schema } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    responseEditor: state.responseEditor,
    schema: state.schema,
  }));
  const isDone = useRef(settings.roles === undefined);
  useEffect(() => {
    if (isDone.current || !queryEditor || !responseEditor || !schema) return;
    isDone.current = true;
    if (queryEditor.getValue() === settings.examples[0]?.query) run();
  }, [queryEditor, responseEditor, schema, run]);
  return null;
}
