/** Inputs for the files of the variables. */
import { useGraphiQL } from '@graphiql/react';
import { useMemo } from 'react';
import { findFilePaths, setFile } from './file-variables.ts';
import { openTab } from './runs.ts';
import { useStore } from './store.ts';

export function FilePickers() {
  const { schema, document, operationName } = useGraphiQL((state) => ({
    schema: state.schema,
    document: state.documentAST,
    operationName: state.operationName,
  }));
  const tab = useStore(openTab);
  const paths = useMemo(
    () => (schema && document ? findFilePaths(schema, document, operationName) : []),
    [schema, document, operationName],
  );
  return paths.map((path) => (
    <label key={`${tab} ${path}`} className="portico-file">
      {path} <input type="file" onChange={({ target }) => setFile(path, target.files?.[0])} />
    </label>
  ));
}
