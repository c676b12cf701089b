/** Copies a link to this page with the document and variables of the tab, and without the token. */
import { ToolbarButton, useGraphiQL } from '@graphiql/react';
import { useState } from 'react';
import { copyText } from './clipboard.ts';

/** URL of the page with an operation in its fragment. */
export function createLink(page: string, query: string, variables: string): string {
  const parameters = new URLSearchParams({ query, ...(variables.trim() === '' ? {} : { variables }) });
  return `${page.replace(/[?#].*$/s, '')}#${parameters}`;
}

export function ShareButton() {
  const { queryEditor, variableEditor } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
  }));
  const [isCopied, setCopied] = useState(false);
  const onClick = async () => {
    await copyText(createLink(location.href, queryEditor?.getValue() ?? '', variableEditor?.getValue() ?? ''));
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <ToolbarButton label={isCopied ? 'Link copied' : 'Copy link to this operation'} onClick={onClick}>
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" className="graphiql-toolbar-icon">
        <title>Link</title>
        <path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1" />
      </svg>
    </ToolbarButton>
  );
}
