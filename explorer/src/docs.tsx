/** Documentation pane, which also finds fields by the path of their REST call. */
import {
  DOC_EXPLORER_PLUGIN,
  DocExplorer,
  DocExplorerStore,
  useDocExplorerActions,
} from '@graphiql/plugin-doc-explorer';
import { type GraphiQLPlugin, useGraphiQL } from '@graphiql/react';
import { isInterfaceType, isObjectType } from 'graphql';
import { useState } from 'react';
import type { RestCall } from '../../src/graph/find/rest-call.ts';
import { Path } from './calls.tsx';
import { useRestCalls } from './rest-call-source.ts';
import { findCallsByPath } from './rest-calls.ts';

/** @returns a function that shows the documentation of the field of a call */
function useShowDocs(): (call: RestCall) => void {
  const schema = useGraphiQL((state) => state.schema);
  const { reset, push } = useDocExplorerActions();
  return ({ field: coordinate }) => {
    const [typename = '', name = ''] = coordinate.split('.');
    const type = schema?.getType(typename);
    if (!isObjectType(type) && !isInterfaceType(type)) return;
    const field = type.getFields()[name];
    if (field === undefined) return;
    reset();
    push({ name: type.name, def: type });
    push({ name: field.name, def: field });
  };
}

function PathSearch() {
  const calls = useRestCalls();
  const [text, setText] = useState('');
  const show = useShowDocs();
  if (!calls) return null;
  const matches = findCallsByPath(calls, text);
  return (
    <div className="portico-search portico-path-search">
      <label>
        <span className="portico-hidden">REST path</span>
        <input
          type="search"
          value={text}
          onChange={({ target: { value } }) => setText(value)}
          placeholder="REST path, such as /projects/14/labels"
          spellCheck={false}
        />
      </label>
      {text.trim() !== '' && matches.length === 0 && <p className="portico-note">No field calls this path.</p>}
      <ul>
        {matches.map((call) => (
          <li key={call.id}>
            <button
              type="button"
              className="portico-link"
              title="Show the documentation of the field"
              onClick={() => {
                setText('');
                show(call);
              }}
            >
              <b className={`portico-method portico-${call.method.toLowerCase()}`}>{call.method}</b>{' '}
              <Path path={call.path} />
            </button>
            <p>
              <code>{call.field}</code>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Docs() {
  return (
    <>
      <PathSearch />
      <DocExplorer />
    </>
  );
}

export const docsPlugin: GraphiQLPlugin = { ...DOC_EXPLORER_PLUGIN, content: Docs };

/** Keeps the documentation up to date with the schema, which GraphiQL does for its own plugin only. */
export const DocsState = () => <DocExplorerStore>{null}</DocExplorerStore>;
