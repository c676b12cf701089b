/** Plain HTTP calls of a sandbox. */
import type { Role, Sandbox } from '../../src/sandbox/index.ts';

/** An answer with its body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined where it is no JSON. */
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

/** Calls a path below the base URL. */
export async function call(sandbox: Sandbox, path: string, options: CallOptions = {}): Promise<Answer> {
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

/** One attribute of each item of a list answer. */
export function pluck(answer: Answer, name: string): unknown[] {
  if (!Array.isArray(answer.json)) throw new Error(`Not a list: ${answer.text}`);
  return answer.json.map((item: Record<string, unknown>) => item[name]);
}

/** One attribute of an answer, at any depth. */
export function read(answer: Pick<Answer, 'json'>, ...path: readonly string[]): unknown {
  let value = answer.json;
  for (const name of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}
