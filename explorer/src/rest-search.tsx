/**
 * Panel that finds the query of a REST call. The server receives the operation of a selected call, and the query parameters and members of the
 * body that the operation documents, but no secrets, headers or other input.
 */
import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Path } from './calls.tsx';
import { loadQuery, useRestCalls } from './rest-call-source.ts';
import { fillInPath, findCalls, findSimilarCalls, type RestCallMatch } from './rest-calls.ts';

function Match({ match }: { readonly match: RestCallMatch }) {
  const { addTab } = useGraphiQLActions();
  const { queryEditor, variableEditor } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
  }));
  const [isLoading, setIsLoading] = useState(false);
  const [note, setNote] = useState('');
  const { method, path, summary, field } = match.call;
  const open = async () => {
    if (isLoading) return;
    setIsLoading(true);
    const result = await loadQuery(match);
    setIsLoading(false);
    if ('problem' in result) {
      setNote(result.problem);
      return;
    }
    const { variables, remarks } = fillInPath(result, match.path);
    setNote(remarks.join(' '));
    addTab();
    queryEditor?.setValue(result.query);
    variableEditor?.setValue(Object.keys(variables).length === 0 ? '' : JSON.stringify(variables, null, 2));
  };
  return (
    <li>
      <button
        type="button"
        className="portico-match"
        // A disabled button would lose the focus.
        aria-disabled={isLoading}
        onClick={open}
        title="Open the query in a new tab"
      >
        <span>
          <b className={`portico-method portico-${method.toLowerCase()}`}>{method}</b> <Path path={path} />
        </span>
        <span>
          {summary} <code>{field}</code>
        </span>
        <span className="portico-open">Open query</span>
      </button>
      {match.ignored.length > 0 && (
        <p className="portico-note">Ignored, as the operation has no such parameter: {match.ignored.join(', ')}</p>
      )}
      {match.redacted.length > 0 && (
        <p className="portico-note">Secrets are not sent. Fill them in: {match.redacted.join(', ')}</p>
      )}
      {match.problem !== undefined && <p className="portico-note">The body is ignored: {match.problem}.</p>}
      <p className="portico-note" role="status">
        {isLoading ? 'Loading…' : note}
      </p>
    </li>
  );
}

function RestSearch() {
  const calls = useRestCalls();
  const [text, setText] = useState('');
  const matches = findCalls(calls ?? [], text);
  const similar = matches.length === 0 ? findSimilarCalls(calls ?? [], text) : [];
  const list = useRef<HTMLUListElement>(null);
  const openFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    list.current?.querySelector('button')?.click();
  };
  return (
    <div className="portico-search">
      <h2>Find a REST call</h2>
      <label>
        <span className="portico-hidden">REST call, curl command or description</span>
        <textarea
          rows={3}
          value={text}
          onChange={({ target: { value } }) => setText(value)}
          onKeyDown={openFirst}
          placeholder="GET /projects/14/pipelines, a curl command, or a description"
          spellCheck={false}
        />
      </label>
      {calls === undefined && text.trim() !== '' && <p className="portico-note">Loading…</p>}
      {calls === null && (
        <p className="portico-note">This server does not list its REST calls, as it does not accept introspection.</p>
      )}
      {text.trim() !== '' && calls && matches.length === 0 && (
        <p className="portico-note">
          {similar.length > 0
            ? 'No operation has this method and path. Similar ones:'
            : 'No operation matches. Enter a path such as /projects/14/pipelines, or another description.'}
        </p>
      )}
      <ul ref={list}>
        {[...matches, ...similar].map((match) => (
          <Match key={`${match.call.id}?${match.search}${JSON.stringify(match.body)}`} match={match} />
        ))}
      </ul>
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
