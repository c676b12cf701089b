import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import '@graphiql/plugin-explorer/style.css';
import 'graphiql/graphiql.css';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { createRoot } from 'react-dom/client';
createRoot(document.body).render(<GraphiQL plugins={[HISTORY_PLUGIN, explorerPlugin()]} fetcher={() => ({data: null})} />);
