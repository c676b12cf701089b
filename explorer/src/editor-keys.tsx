/** Lets the keyboard out of the editors, in which Tab indents, and tells screen readers how. */
import { useGraphiQL, useMonaco } from '@graphiql/react';
import { useEffect } from 'react';

/** What Escape closes first, by the names that Monaco has for it. */
const open = [
  'suggestWidgetVisible',
  'parameterHintsVisible',
  'findWidgetVisible',
  'markersNavigationVisible',
  'referenceSearchVisible',
  'inSnippetMode',
  'editorHasSelection',
  'editorHasMultipleSelections',
];

/** Renders nothing. */
export function EditorKeys(): null {
  const monaco = useMonaco(({ monaco: loaded }) => loaded);
  const { queryEditor, variableEditor, responseEditor } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
    responseEditor: state.responseEditor,
  }));
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
        keybindingContext: open.map((name) => `!${name}`).join(' && '),
        // Enter leads from there into the editor again.
        run: () => editor.getDomNode()?.closest<HTMLElement>('[tabindex="0"]')?.focus(),
      });
    });
    return () => {
      for (const action of actions) action?.dispose();
    };
  }, [monaco, queryEditor, variableEditor, responseEditor]);
  return null;
}
