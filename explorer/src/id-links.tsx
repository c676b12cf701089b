/** Links the global ids in responses to a query with `node(id:)` in a new tab. */
import { useGraphiQL, useGraphiQLActions, useMonaco } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import { createNodeQuery, findGlobalIds, getTypeName } from './global-ids.ts';

/** Longer responses are not searched. */
const maxTextLength = 2_000_000;

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
      queryEditor?.setValue(createNodeQuery(id, schema));
      variableEditor?.setValue('');
      setOperationName(getTypeName(id) || 'Node');
      run();
    };
  }, [addTab, queryEditor, run, schema, setOperationName, variableEditor]);

  useEffect(() => {
    const model = responseEditor?.getModel();
    if (!monaco || !responseEditor || !model) return;
    const findIds = () => (model.getValueLength() > maxTextLength ? [] : findGlobalIds(model.getValue()));
    const disposables = [
      monaco.languages.registerLinkProvider('json', {
        provideLinks(candidate) {
          if (candidate !== model) return { links: [] };
          const links = findIds().map(({ id, start, end }) => ({
            url: id,
            tooltip: 'Open in a new tab',
            range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
          }));
          return { links };
        },
      }),
      // Monaco opens links by the keyboard, and by a click with its modifier key.
      monaco.editor.registerLinkOpener({
        open(uri) {
          if (uri.scheme !== 'gid') return false;
          const target = findIds().find(({ id }) => monaco.Uri.parse(id).toString() === uri.toString());
          if (target) open.current(target.id);
          return true;
        },
      }),
      responseEditor.onMouseUp(({ event, target: { position } }) => {
        if (position === null || !event.leftButton || event.ctrlKey || event.metaKey) return;
        if (!responseEditor.getSelection()?.isEmpty()) return;
        const offset = model.getOffsetAt(position);
        const target = findIds().find(({ start, end }) => start <= offset && offset <= end);
        if (target) open.current(target.id);
      }),
    ];
    return () => {
      for (const disposable of disposables) disposable.dispose();
    };
  }, [monaco, responseEditor]);
  return null;
}
