/** Panel that finds the query of a REST call. The input is not sent to the server. */
import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { type GraphQLSchema, parse, validate } from 'graphql';
import { useEffect, useMemo, useState } from 'react';
import { Path } from './calls.tsx';
import { createVariables, findCalls, type RestCall, type RestCallMatch } from './rest-calls.ts';

function useRestCalls(): readonly RestCall[] | undefined {
  const [calls, setCalls] = useState<readonly RestCall[]>();
  useEffect(() => {
    import('./rest-calls.gen.ts').then(({ restCalls }) => setCalls(restCalls));
  }, []);
  return calls;
}

/** Whether a server offers the fields of a query. A server without introspection may offer any. */
const fitsSchema = (schema: GraphQLSchema | null | undefined, query: string): boolean =>
  !schema || validate(schema, parse(query, { noLocation: true })).length === 0;

function Match({ match }: { readonly match: RestCallMatch }) {
  const { addTab } = useGraphiQLActions();
  const { queryEditor, variableEditor } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
  }));
  const { method, path, summary, field, query } = match.call;
  const open = () => {
    const variables = createVariables(match);
    addTab();
    queryEditor?.setValue(query);
    variableEditor?.setValue(Object.keys(variables).length === 0 ? '' : JSON.stringify(variables, null, 2));
  };
  return (
    <li>
      <button type="button" className="portico-link" onClick={open} title="Open the query in a new tab">
        <b className={`portico-method portico-${method.toLowerCase()}`}>{method}</b> <Path path={path} />
      </button>
      <p>
        {summary} <code>{field}</code>
      </p>
    </li>
  );
}

function RestSearch() {
  const calls = useRestCalls();
  const [text, setText] = useState('');
  const schema = useGraphiQL((state) => state.schema);
  const offered = useMemo(() => calls?.filter(({ query }) => fitsSchema(schema, query)) ?? [], [calls, schema]);
  const matches = text.trim() === '' ? [] : findCalls(offered, text);
  return (
    <div className="portico-search">
      <h2>Find a REST call</h2>
      <label>
        <span className="portico-hidden">REST call, curl command or description</span>
        <textarea
          rows={3}
          value={text}
          onChange={({ target: { value } }) => setText(value)}
          placeholder="GET /projects/14/pipelines, a curl command, or a description"
          spellCheck={false}
        />
      </label>
      {text.trim() !== '' && matches.length === 0 && (
        <p className="portico-note">
          No operation matches. Enter a path such as /projects/14/pipelines, or other words.
        </p>
      )}
      <ul>
        {matches.map((match) => (
          <Match key={match.call.id} match={match} />
        ))}
      </ul>
      {matches.length > 0 && (
        <p className="portico-note">Query parameters and bodies are ignored here; run portico find to include them.</p>
      )}
    </div>
  );
}

function SearchIcon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <circle cx="10" cy="10" r="6" />
      <path d="m15 15 5 5" />
    </svg>
  );
}

export const restSearchPlugin: GraphiQLPlugin = { title: 'REST calls', icon: SearchIcon, content: RestSearch };
