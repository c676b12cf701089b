/** Makes the global ids of answers links that open `node(id:)` in a new tab. */
import { useGraphiQL, useGraphiQLActions, useMonaco } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import { globalIdsIn, nodeQuery, typeNameOf } from './global-ids.ts';

/** Characters of an answer beyond which it is not searched. */
const longestText = 2_000_000;

/** Renders nothing. */
export function IdLinks(): null {
  const monaco = useMonaco(({ monaco: loaded }) => loaded);
  const { responseEditor, queryEditor, variableEditor, schema } = useGraphiQL((state) => ({
    responseEditor: state.responseEditor,
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
    schema: state.schema,
  }));
  const { addTab, setOperationName, run } = useGraphiQLActions();
  const open = useRef((_: string) => {});
  useEffect(() => {
    open.current = (id) => {
      addTab();
      queryEditor?.setValue(nodeQuery(id, schema));
      variableEditor?.setValue('');
      setOperationName(typeNameOf(id) || 'Node');
      run();
    };
  }, [addTab, queryEditor, run, schema, setOperationName, variableEditor]);

  useEffect(() => {
    const model = responseEditor?.getModel();
    if (!monaco || !responseEditor || !model) return;
    const found = () => (model.getValueLength() > longestText ? [] : globalIdsIn(model.getValue()));
    const disposables = [
      monaco.languages.registerLinkProvider('json', {
        provideLinks(candidate) {
          if (candidate !== model) return { links: [] };
          const links = found().map(({ id, start, end }) => ({
            url: id,
            tooltip: 'Open in a new tab',
            range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
          }));
          return { links };
        },
      }),
      // By the keyboard, and by a click with the key that Monaco asks for.
      monaco.editor.registerLinkOpener({
        open(uri) {
          if (uri.scheme !== 'gid') return false;
          const target = found().find(({ id }) => monaco.Uri.parse(id).toString() === uri.toString());
          if (target) open.current(target.id);
          return true;
        },
      }),
      responseEditor.onMouseUp(({ event, target: { position } }) => {
        if (position === null || !event.leftButton || event.ctrlKey || event.metaKey) return;
        if (!responseEditor.getSelection()?.isEmpty()) return;
        const offset = model.getOffsetAt(position);
        const target = found().find(({ start, end }) => start <= offset && offset <= end);
        if (target) open.current(target.id);
      }),
    ];
    return () => {
      for (const disposable of disposables) disposable.dispose();
    };
  }, [monaco, responseEditor]);
  return null;
}
