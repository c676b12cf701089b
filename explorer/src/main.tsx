/** GraphiQL page with its plugins, the credential bar, and the panel of REST calls. */
import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import '@graphiql/plugin-explorer/style.css';
import 'graphiql/graphiql.css';
import './page.css';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { ActiveTab } from './active-tab.tsx';
import { CredentialBar } from './credential-bar.tsx';
import { DocsState, docsPlugin } from './docs.tsx';
import { EditorKeys } from './editor-keys.tsx';
import { ErrorMarkers } from './error-markers.tsx';
import { createFetcher } from './fetcher.ts';
import { FirstRun } from './first-run.tsx';
import { IdLinks } from './id-links.tsx';
import { Planner } from './planner.tsx';
import { RestPanel } from './rest-panel.tsx';
import { restSearchPlugin } from './rest-search.tsx';
import { openTab, startRun } from './runs.ts';
import { settings } from './settings.ts';
import { ShareButton } from './share-button.tsx';
import { SystemTheme } from './system-theme.tsx';
import { VariablesOpener } from './variables-opener.tsx';
import { WrappedLines } from './wrapped-lines.tsx';

window.MonacoEnvironment = {
  getWorker: (_id, label) =>
    new Worker(new URL(label === 'json' || label === 'graphql' ? WORKERS[label] : WORKERS.editor, import.meta.url)),
};

const fetcher = createFetcher({ onOperationStart: startRun });
const plugins = [HISTORY_PLUGIN, { ...explorerPlugin(), title: 'Query builder' }, restSearchPlugin];

/** Operation of a link to this page: in the fragment of the URL, which browsers do not send, or in its query. */
function getLinkedOperation() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const parameters = fragment.has('query') ? fragment : new URLSearchParams(location.search);
  const query = parameters.get('query') ?? undefined;
  return query === undefined ? undefined : { query, variables: parameters.get('variables') ?? '' };
}

function Page() {
  const operation = getLinkedOperation();
  return (
    <GraphiQL
      fetcher={fetcher}
      plugins={plugins}
      referencePlugin={docsPlugin}
      defaultTabs={operation === undefined ? [...settings.examples] : [operation, ...settings.examples]}
      {...(operation && { initialQuery: operation.query, initialVariables: operation.variables })}
      defaultEditorToolsVisibility={false}
      // Set before rendering, because an operation may run in a new tab immediately.
      onTabChange={({ tabs, activeTabIndex }) => openTab.set(tabs[activeTabIndex]?.id ?? '')}
      // GraphiQL would store headers in the local storage; the credential bar contains the token.
      isHeadersEditorEnabled={false}
      shouldPersistHeaders={false}
      inputValueDeprecation
      schemaDescription
    >
      <GraphiQL.Logo>
        <CredentialBar />
      </GraphiQL.Logo>
      <GraphiQL.Toolbar>
        {({ prettify, merge, copy }) => (
          <>
            {prettify}
            {merge}
            {copy}
            <ShareButton />
          </>
        )}
      </GraphiQL.Toolbar>
      <GraphiQL.Footer>
        <RestPanel />
      </GraphiQL.Footer>
      <DocsState />
      <ActiveTab />
      <Planner />
      <FirstRun />
      <ErrorMarkers />
      <IdLinks />
      <EditorKeys />
      <VariablesOpener />
      <WrappedLines />
      <SystemTheme />
    </GraphiQL>
  );
}

const root = document.getElementById('explorer');
if (root !== null) createRoot(root).render(<Page />);
