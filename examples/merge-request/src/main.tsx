/** Mounts the page for the merge request and the token in its address. */
import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connect } from './client.ts';
import { MergeRequestPage } from './MergeRequestPage.tsx';
import './style.css';

const settings = new URLSearchParams(location.search);
const client = connect(new URL('/graphql', location.href), settings.get('token') ?? 'sandbox-maintainer-token');
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');

createRoot(root).render(
  <StrictMode>
    <ApolloProvider client={client}>
      <MergeRequestPage
        project={settings.get('project') ?? 'meridian/platform/engine'}
        iid={Number(settings.get('iid') ?? 2)}
      />
    </ApolloProvider>
  </StrictMode>,
);
