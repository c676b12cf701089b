/** Selects the field of the query that needs a call. */
import { useGraphiQL } from '@graphiql/react';
import { findFields, findRequestingField } from './fields.ts';

/** @returns a function that selects the field of a coordinate in the editor; `undefined` until the editor is loaded */
export function useShowField(): ((coordinate: string, at?: string) => void) | undefined {
  const { queryEditor, documentAST, schema, operationName } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    documentAST: state.documentAST,
    schema: state.schema,
    operationName: state.operationName,
  }));
  if (!queryEditor || !documentAST || !schema) return undefined;
  return (coordinate, at) => {
    const location = findRequestingField(schema, findFields(schema, documentAST, operationName), coordinate, at)?.name
      .loc;
    const model = queryEditor.getModel();
    if (!location || !model) return;
    const [start, end] = [model.getPositionAt(location.start), model.getPositionAt(location.end)];
    const range = {
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column,
    };
    queryEditor.setSelection(range);
    queryEditor.revealRangeInCenter(range);
    queryEditor.focus();
  };
}
