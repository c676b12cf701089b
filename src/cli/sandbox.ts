/** `portico sandbox`: serves the sandbox alone, without a facade. */
import { roles, roleUsernames, type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/environment-variables.ts';
import { CommandFailure } from '../helpers/command-failure.ts';
import type { Terminal } from './terminal.ts';

const defaultPort = 4010;
const defaultHost = '127.0.0.1';

/** Reads the settings of the facade that concern the sandbox. @throws CommandFailure if one is invalid */
function readOptions({ PORT, HOST, SANDBOX_WORDS, SANDBOX_CASSETTES }: NodeJS.ProcessEnv) {
  const env = { SANDBOX: 'true', PORT: PORT || String(defaultPort), HOST: HOST || defaultHost };
  try {
    const { port, host, sandboxNameMapping, sandboxCassettes } = readConfig({
      ...env,
      SANDBOX_WORDS,
      SANDBOX_CASSETTES,
    });
    return { port, host, words: sandboxNameMapping, cassettes: sandboxCassettes };
  } catch (error) {
    throw error instanceof ConfigError ? new CommandFailure(error.message) : error;
  }
}

function describe({ url, tokens }: Sandbox): string {
  const lines = roles
    .filter((role) => role !== 'anonymous')
    .map((role) => `  ${tokens[role].padEnd(30)} ${roleUsernames[role]}`);
  return [
    `The sandbox listens on ${url}`,
    '',
    'Tokens (header PRIVATE-TOKEN or Authorization: Bearer):',
    ...lines,
    '',
    `Faults: POST a fault such as {"status":503,"times":2} to ${new URL('/__faults', url)}`,
    `Reset: POST to ${new URL('/__reset', url)}`,
  ].join('\n');
}

/** Serves the sandbox until a signal to stop. @throws CommandFailure if a setting is invalid, or the port is in use */
export async function serveSandbox(terminal: Terminal, env: NodeJS.ProcessEnv): Promise<void> {
  const options = readOptions(env);
  const sandbox = await startSandbox({ ...options, control: true }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new CommandFailure(
      `port ${options.port} of ${options.host} is in use by another process; set PORT to another one`,
    );
  });
  terminal.print(describe(sandbox));
  const stop = () => void sandbox.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
