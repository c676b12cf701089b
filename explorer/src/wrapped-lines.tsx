/** Wraps long lines, because a horizontally scrolled editor would remain scrolled in the next tab. */
import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

export function WrappedLines(): null {
  const editor = useGraphiQL(({ queryEditor }) => queryEditor);
  useEffect(() => editor?.updateOptions({ wordWrap: 'on', wrappingIndent: 'deepIndent' }), [editor]);
  return null;
}
