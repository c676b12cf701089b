/** `portico start`: serves the facade. */
import type { Config } from '../config/config.ts';
import { getMessage } from '../helpers/command-failure.ts';
import { type Served, serve } from './serve.ts';

/** URLs of the started facade and the tokens of the sandbox, as JSON. */
const asJson = ({ url, upstreamUrl, sandbox }: Served): string =>
  JSON.stringify({
    endpoint: new URL('graphql', url),
    upstream: upstreamUrl,
    ...(sandbox && { tokens: sandbox.tokens }),
  });

/** Checks the upstream. The facade serves meanwhile, whatever the result is. */
async function check({ logger }: Served, config: Config): Promise<void> {
  const { checkUpstream } = await import('./doctor/start-check.ts');
  await checkUpstream(config, logger);
}

/** Starts the facade. @returns the exit status: 1 if it cannot start */
export async function start(env: NodeJS.ProcessEnv, { json = false }: { readonly json?: boolean }): Promise<number> {
  const onServed = (served: Served, config: Config) =>
    void check(served, config).catch((error: unknown) =>
      served.logger.warn({ problem: getMessage(error) }, 'the upstream was not checked'),
    );
  return (await serve(env, { onServed, ...(json && { present: asJson }) })) ? 0 : 1;
}
