/** Plain HTTP calls of a sandbox. */
import type { Role, Sandbox } from '../../sandbox/index.ts';

/** Response whose body has been read. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: unknown;
}

/** Options of a call; `json` is sent as a JSON body. */
export interface CallOptions {
  readonly as?: Role;
  readonly method?: string;
  readonly json?: unknown;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to a path below the base URL. */
export async function call(sandbox: Sandbox, path: string, options: CallOptions = {}): Promise<CallResponse> {
  const { as = 'anonymous', method = 'GET', json, headers = {} } = options;
  const credential: Record<string, string> = as === 'anonymous' ? {} : { 'PRIVATE-TOKEN': sandbox.tokens[as] };
  const type: Record<string, string> = json === undefined ? {} : { 'Content-Type': 'application/json' };
  const body = json === undefined ? options.body : JSON.stringify(json);
  const response = await fetch(sandbox.url + path, {
    method,
    headers: { ...credential, ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json' && text !== '';
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** Returns an attribute of each item of a list. */
export function pluck(response: CallResponse, name: string): unknown[] {
  if (!Array.isArray(response.json)) throw new Error(`Not a list: ${response.text}`);
  return response.json.map((item: Record<string, unknown>) => item[name]);
}

/** Returns an attribute of a response, at any depth; `undefined` if it is absent. */
export function getAttribute(response: Pick<CallResponse, 'json'>, ...path: readonly string[]): unknown {
  let value = response.json;
  for (const name of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}
