/** Marks the arguments and variables that errors of the newest result refer to. */
import { useGraphiQL, useMonaco } from '@graphiql/react';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { useEffect } from 'react';
import { findFields } from './fields.ts';
import { openTab, runs } from './runs.ts';
import { useStore } from './store.ts';
import { findMarks, type Mark } from './violations.ts';

const owner = 'portico';

type Editor = NonNullable<ReturnType<typeof useEditors>['queryEditor']>;
type Model = NonNullable<ReturnType<Editor['getModel']>>;

function useEditors() {
  return useGraphiQL(({ queryEditor, variableEditor, documentAST, schema, operationName }) => ({
    queryEditor,
    variableEditor,
    documentAST,
    schema,
    operationName,
  }));
}

/** Start and end offsets of a mark. */
function findOffsets(mark: Mark, model: Model): readonly [number, number] | undefined {
  if (mark.editor === 'query') return [mark.location.start, mark.location.end];
  const tree = parseTree(model.getValue());
  for (let path = [...mark.path]; tree && path.length > 0; path = path.slice(0, -1)) {
    const node = findNodeAtLocation(tree, path);
    if (node) return [node.offset, node.offset + node.length];
  }
  return undefined;
}

export function ErrorMarkers(): null {
  const monaco = useMonaco(({ monaco: loaded }) => loaded);
  const { queryEditor, variableEditor, documentAST, schema, operationName } = useEditors();
  const newest = useStore(runs).get(useStore(openTab))?.newest;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the result belongs to the document at the time of its arrival
  useEffect(() => {
    const models = { query: queryEditor?.getModel(), variables: variableEditor?.getModel() };
    if (!monaco || !models.query) return;
    const fields = schema && documentAST ? findFields(schema, documentAST, operationName) : [];
    const marks = newest === undefined ? [] : findMarks(newest, fields);
    for (const [editor, model] of Object.entries(models)) {
      if (!model) continue;
      const markers = marks.flatMap((mark) => {
        const offsets = mark.editor === editor ? findOffsets(mark, model) : undefined;
        if (offsets === undefined) return [];
        const [start, end] = [model.getPositionAt(offsets[0]), model.getPositionAt(offsets[1])];
        return {
          severity: monaco.MarkerSeverity.Error,
          message: mark.message,
          startLineNumber: start.lineNumber,
          startColumn: start.column,
          endLineNumber: end.lineNumber,
          endColumn: end.column,
        };
      });
      monaco.editor.setModelMarkers(model, owner, markers);
    }
    // The next edit may fix the error.
    const clear = (model: Model) => () => monaco.editor.setModelMarkers(model, owner, []);
    const listening = Object.values(models).map((model) => model?.onDidChangeContent(clear(model)));
    return () => {
      for (const each of listening) each?.dispose();
    };
  }, [monaco, newest, queryEditor, variableEditor]);
  return null;
}
