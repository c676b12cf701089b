/** REST calls of the server, which are loaded when they are first searched. */
import { useEffect, useState } from 'react';
import type { RestCall, RestCallQuery } from '../../src/graph/find/rest-call.ts';
import type { RestCallMatch } from './rest-calls.ts';

/** Loads JSON at a path below the endpoint; `undefined` if the server does not have it, or the response is not JSON. */
async function load<T>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(`graphiql/${path}`);
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

let calls: Promise<readonly RestCall[] | undefined> | undefined;

function loadCalls(): Promise<readonly RestCall[] | undefined> {
  calls ??= load<readonly RestCall[]>('rest-calls.json').then((list) => {
    if (list === undefined) calls = undefined;
    return list;
  });
  return calls;
}

/** Calls that the fields of the server make; `undefined` while they are loading, and `null` if the server does not list them. */
export function useRestCalls(): readonly RestCall[] | null | undefined {
  const [list, setList] = useState<readonly RestCall[] | null>();
  useEffect(() => {
    let isMounted = true;
    void loadCalls().then((loaded) => isMounted && setList(loaded ?? null));
    return () => {
      isMounted = false;
    };
  }, []);
  return list;
}

/** Reason why the server returned no query. */
interface MissingQuery {
  readonly problem: string;
}

const toPost = (value: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Loads the query of a call with its query parameters and body. */
export async function loadQuery({
  call,
  search,
  body: members,
  files,
}: Pick<RestCallMatch, 'call' | 'search' | 'body' | 'files'>): Promise<RestCallQuery | MissingQuery> {
  const problem = 'The server returned no query for this call.';
  try {
    const url = `graphiql/rest-calls/${encodeURIComponent(call.id)}.json${search === '' ? '' : `?${search}`}`;
    const hasBody = Object.keys(members).length + Object.keys(files).length > 0;
    const response = await fetch(url, hasBody ? toPost({ body: members, files }) : {});
    const body = await response.json();
    return response.ok ? body : { problem: body.errors?.[0]?.message ?? problem };
  } catch {
    return { problem };
  }
}
