/** `portico start`: serves the facade. */
import { type Served, serve } from './serve.ts';

/** URLs of the started facade and the tokens of the sandbox, as JSON. */
const asJson = ({ url, upstreamUrl, sandbox }: Served): string =>
  JSON.stringify({
    endpoint: new URL('graphql', url),
    upstream: upstreamUrl,
    ...(sandbox && { tokens: sandbox.tokens }),
  });

/** Starts the facade. @returns the exit status: 1 if it cannot start */
export async function start(env: NodeJS.ProcessEnv, { json = false }: { readonly json?: boolean }): Promise<number> {
  return (await serve(env, ...(json ? [asJson] : []))) ? 0 : 1;
}
