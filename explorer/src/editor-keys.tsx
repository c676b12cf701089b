/** Key bindings: Escape leaves an editor, in which Tab indents, and Ctrl-Enter runs the operation anywhere on the page. */
import { useGraphiQL, useGraphiQLActions, useMonaco } from '@graphiql/react';
import { useEffect } from 'react';

/** Context keys of Monaco for widgets and states that Escape closes first. */
const closableContexts = [
  'suggestWidgetVisible',
  'parameterHintsVisible',
  'findWidgetVisible',
  'markersNavigationVisible',
  'referenceSearchVisible',
  'inSnippetMode',
  'editorHasSelection',
  'editorHasMultipleSelections',
];

export function EditorKeys(): null {
  const monaco = useMonaco(({ monaco: loaded }) => loaded);
  const { queryEditor, variableEditor, responseEditor } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
    responseEditor: state.responseEditor,
  }));
  const { run } = useGraphiQLActions();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [run]);
  useEffect(() => {
    if (!monaco) return;
    const editors = [
      { editor: queryEditor, name: 'Operation' },
      { editor: variableEditor, name: 'Variables' },
      { editor: responseEditor, name: 'Response' },
    ];
    const actions = editors.map(({ editor, name }) => {
      editor?.updateOptions({ ariaLabel: `${name}; Escape leaves the editor` });
      return editor?.addAction({
        id: 'portico.leave',
        label: 'Leave the Editor',
        keybindings: [monaco.KeyCode.Escape],
        keybindingContext: closableContexts.map((name) => `!${name}`).join(' && '),
        // Enter returns from this element to the editor.
        run: () => editor.getDomNode()?.closest<HTMLElement>('[tabindex="0"]')?.focus(),
      });
    });
    return () => {
      for (const action of actions) action?.dispose();
    };
  }, [monaco, queryEditor, variableEditor, responseEditor]);
  return null;
}
