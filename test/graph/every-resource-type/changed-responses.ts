/** Starts a facade with an upstream whose responses are changed. */
import { createServer } from 'node:http';
import { type Facade, sandboxWords, startFacade } from '../../harness.ts';

/** Adds the attribute `unheard_of` to every object, at any depth. */
export function withUnknownAttribute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownAttribute);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withUnknownAttribute(member)]);
  return { ...Object.fromEntries(members), unheard_of: 'x' };
}

/** Attributes that identify an object or contain one; upstreams of the tests may rename them. */
const identifyingAttribute =
  /(?:^|_)(?:id|iid|key|name|slug|invite_email|milestone|project_id|blocking_merge_request|blocked_merge_request)(?:_there)?$/;

/**
 * Removes the attributes of objects that do not identify them, at any depth. The first attribute of an object without
 * such attributes remains, as a response needs one.
 */
export function withIdentityOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIdentityOnly);
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.entries(value);
  const identifyingMembers = all.filter(([name]) => identifyingAttribute.test(name));
  const members = identifyingMembers.length === 0 ? all.slice(0, 1) : identifyingMembers;
  return Object.fromEntries(members.map(([name, member]) => [name, withIdentityOnly(member)]));
}

/**
 * Starts a facade that receives changed responses of an upstream.
 * @param change changes the bodies of responses
 */
export async function startWithChangedResponses(
  upstreamUrl: string,
  change: (body: unknown) => unknown,
): Promise<Facade> {
  const server = createServer(async (request, response) => {
    const tokens = Object.entries(request.headers).filter(([name]) => name.endsWith('private-token'));
    const upstreamResponse = await fetch(new URL(request.url ?? '', upstreamUrl), {
      headers: Object.fromEntries(tokens.map(([name, token]) => [name, String(token)])),
    });
    const text = await upstreamResponse.text();
    const pageHeaders = [...upstreamResponse.headers].filter(([name]) => /^(?:x-|u-x-)|link$/.test(name));
    response.writeHead(upstreamResponse.status, {
      ...Object.fromEntries(pageHeaders),
      'content-type': 'application/json',
    });
    response.end(text === '' ? undefined : JSON.stringify(change(JSON.parse(text))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, {}, { words: sandboxWords });
  return {
    ...facade,
    get activity() {
      return facade.activity;
    },
    async close() {
      await facade.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
