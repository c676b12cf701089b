/** Goes to the field of the query that a call is made for. */
import { useGraphiQL } from '@graphiql/react';
import { fieldAsking, placedFields } from './fields.ts';

/** @returns selects the field of a coordinate in the editor; undefined where there is no editor yet */
export function useShowField(): ((coordinate: string, at?: string) => void) | undefined {
  const { queryEditor, documentAST, schema, operationName } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    documentAST: state.documentAST,
    schema: state.schema,
    operationName: state.operationName,
  }));
  if (!queryEditor || !documentAST || !schema) return undefined;
  return (coordinate, at) => {
    const location = fieldAsking(schema, placedFields(schema, documentAST, operationName), coordinate, at)?.name.loc;
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
