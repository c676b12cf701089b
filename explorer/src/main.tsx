/** The page: GraphiQL with its plugins, the token, and the panel of REST calls. */
import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import '@graphiql/plugin-explorer/style.css';
import 'graphiql/graphiql.css';
import './page.css';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { CredentialBar } from './credential-bar.tsx';
import { EditorKeys } from './editor-keys.tsx';
import { createFetcher } from './fetcher.ts';
import { FirstRun } from './first-run.tsx';
import { IdLinks } from './id-links.tsx';
import { Marks } from './marks.tsx';
import { Planner } from './planner.tsx';
import { RestPanel } from './rest-panel.tsx';
import { beginRun, openTab } from './runs.ts';
import { settings } from './settings.ts';
import { WrappedLines } from './wrapped-lines.tsx';

window.MonacoEnvironment = {
  getWorker: (_id, label) =>
    new Worker(new URL(label === 'json' || label === 'graphql' ? WORKERS[label] : WORKERS.editor, import.meta.url)),
};

const fetcher = createFetcher({ began: beginRun });
const plugins = [HISTORY_PLUGIN, { ...explorerPlugin(), title: 'Query builder' }];

/** An operation of the address, as links to this page carry it. */
function linked() {
  const parameters = new URLSearchParams(location.search);
  const query = parameters.get('query') ?? undefined;
  return query === undefined ? undefined : { query, variables: parameters.get('variables') ?? '' };
}

function Page() {
  const given = linked();
  return (
    <GraphiQL
      fetcher={fetcher}
      plugins={plugins}
      defaultTabs={given === undefined ? [...settings.examples] : [given, ...settings.examples]}
      {...(given && { initialQuery: given.query, initialVariables: given.variables })}
      defaultEditorToolsVisibility={false}
      // At once, as an operation may run in a new tab before anything is rendered.
      onTabChange={({ tabs, activeTabIndex }) => openTab.set(tabs[activeTabIndex]?.id ?? '')}
      // Headers would be kept in the local storage; the token has a place of its own.
      isHeadersEditorEnabled={false}
      shouldPersistHeaders={false}
      inputValueDeprecation
      schemaDescription
    >
      <GraphiQL.Logo>
        <CredentialBar />
      </GraphiQL.Logo>
      <GraphiQL.Footer>
        <RestPanel />
      </GraphiQL.Footer>
      <Planner />
      <FirstRun />
      <Marks />
      <IdLinks />
      <EditorKeys />
      <WrappedLines />
    </GraphiQL>
  );
}

const root = document.getElementById('explorer');
if (root !== null) createRoot(root).render(<Page />);
