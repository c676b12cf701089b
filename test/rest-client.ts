/** Ordinary REST client of a sandbox: tests read expected values and change data as every client of the service does. */
import { type Role, tokens } from '../sandbox/index.ts';
import { type OperationId, operation } from '../src/contract/index.ts';
import { restClientAgent, type SandboxedFacade, sandboxWords } from './harness.ts';

/** Parameters of a call by their names in the contract. */
export interface RestCall {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Role whose token is sent. Defaults to `administrator`. */
  readonly as?: Role;
}

type WithSandbox = Pick<SandboxedFacade, 'sandbox'>;

async function send({ sandbox }: WithSandbox, id: OperationId, options: RestCall) {
  const { path = {}, query = {}, body, as = 'administrator' } = options;
  const { method, path: template } = operation(id);
  const words = sandboxWords?.forOperation(id);
  const encodedPath = (words?.path ?? template).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined) throw new Error(`${id} requires ${name}`);
    return encodeURIComponent(value);
  });
  const search = Object.entries(query).map(([name, value]) => [
    ...(words?.query.toUpstream?.(name, value) ?? [name, value]),
  ]);
  const headers = {
    'private-token': tokens[as],
    'user-agent': restClientAgent,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await fetch(`${sandbox.url}${encodedPath}?${new URLSearchParams(search)}`, {
    method,
    headers: { ...(sandboxWords?.headers.toUpstream?.(headers) ?? headers) },
    body: body === undefined ? null : JSON.stringify(words?.body.toUpstream?.(body) ?? body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${id} responded with ${response.status}: ${text}`);
  const responseHeaders = Object.fromEntries(response.headers);
  const json = text === '' ? undefined : JSON.parse(text);
  return {
    json: words?.responseBody.fromUpstream?.(json) ?? json,
    nextPage: (sandboxWords?.headers.fromUpstream?.(responseHeaders) ?? responseHeaders)['x-next-page'],
  };
}

/** Makes one call. @returns the body; `undefined` without one @throws Error with the status if the call fails */
export async function callRest<Body>(facade: WithSandbox, id: OperationId, call: RestCall = {}): Promise<Body> {
  return (await send(facade, id, call)).json;
}

/** Reads all pages of a list. @throws Error with the status if a call fails */
export async function readAllRest<Item>(facade: WithSandbox, id: OperationId, call: RestCall = {}): Promise<Item[]> {
  const items: Item[] = [];
  for (let page: string | undefined = '1'; page; ) {
    const query = { ...call.query, per_page: '100', page };
    const { json, nextPage } = await send(facade, id, { ...call, query });
    items.push(...json);
    page = nextPage;
  }
  return items;
}
