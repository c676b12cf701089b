/** `portico start`: serves the facade. */
import { type Portico, serve } from '../portico.ts';

/** Where everything is, for programs. */
const asJson = ({ url, upstreamUrl, sandbox }: Portico): string =>
  JSON.stringify({
    endpoint: new URL('graphql', url),
    upstream: upstreamUrl,
    ...(sandbox && { tokens: sandbox.tokens }),
  });

/** Starts the facade. @returns the exit status where it does not run */
export async function start(env: NodeJS.ProcessEnv, { json = false }: { readonly json?: boolean }): Promise<number> {
  return (await serve(env, ...(json ? [asJson] : []))) ? 0 : 1;
}
