/** Notice that the server cannot be reached, with a button that retries the failed request. */
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { connection } from './connection.ts';
import { useStore } from './store.ts';

export function ConnectionNotice() {
  const { failure } = useStore(connection);
  const { run, introspect } = useGraphiQLActions();
  const schema = useGraphiQL((state) => state.schema);
  if (failure === undefined) return null;
  const retry = () => {
    if (schema) run();
    else introspect();
  };
  return (
    <p className="portico-note portico-failure" role="alert">
      {failure}{' '}
      <button type="button" className="portico-small" onClick={retry}>
        Try again
      </button>
    </p>
  );
}
