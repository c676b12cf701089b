/** `portico`: a facade in the server of an application. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Role } from '../sandbox/index.ts';
import { type AreaValue, toAreas } from '../src/config/areas.ts';
import { ConfigError } from '../src/config/environment-variables.ts';
import { createEmbedding, type FetchContext, type SelectCredential } from '../src/edge/embedding.ts';
import { createLogger } from '../src/edge/logging.ts';
import { forwardLines, type LogReceiver } from '../src/edge/observe/forwarded-log.ts';
import type { MetricsRegistry } from '../src/edge/observe/metrics/registry.ts';
import { isRecord } from '../src/helpers/is-record.ts';
import { createFacade } from '../src/portico.ts';
import { type EnvironmentVariables, readOptions } from './options.ts';
import type { PorticoSettings } from './settings.gen.ts';

export type { Role } from '../sandbox/index.ts';
export { AreaError, type AreaValue } from '../src/config/areas.ts';
export { ConfigError } from '../src/config/environment-variables.ts';
export type { CredentialRequest, FetchContext, SelectCredential, SuppliedCredential } from '../src/edge/embedding.ts';
export type { LogReceiver } from '../src/edge/observe/forwarded-log.ts';
export type { MetricsRegistry } from '../src/edge/observe/metrics/registry.ts';
export type { EnvironmentVariables } from './options.ts';
export type { PorticoSettings } from './settings.gen.ts';

/** Options of a facade: its settings, and what an application supplies in place of the command. */
export interface PorticoOptions extends PorticoSettings {
  /**
   * URL under which clients reach the facade. Its path is where the facade is mounted: with `https://app.example.com/portico/`,
   * GraphQL is at `/portico/graphql`.
   */
  readonly publicUrl: string | URL;
  /** Areas of the graph, made with `portico/kit`, such as `[...standardAreas, myArea]`. Defaults to the standard areas. */
  readonly areas?: readonly AreaValue[] | undefined;
  /** Variables for the settings that are not among the options, such as those of the process. Defaults to none. */
  readonly environment?: EnvironmentVariables | undefined;
  /**
   * Selects the credential of a request, such as the token of a session. Such a credential is not used for requests that a page of
   * another site may have sent. Defaults to the credential in the headers of the request.
   */
  readonly credential?: SelectCredential | undefined;
  /** Receives log lines from `logLevel` on. Defaults to JSON lines on the standard error. */
  readonly logger?: LogReceiver | undefined;
  /** Registry of prom-client to register metrics in, one for each facade. Defaults to none, and no metrics. */
  readonly metrics?: MetricsRegistry | undefined;
}

/** A facade without a server of its own. Its functions need no receiver, so that they can be passed as they are. */
export interface Portico {
  /** Base URL of the REST service. */
  readonly upstreamUrl: URL;
  /** Tokens of the sandbox of `sandbox: true`, one for each role; empty for `anonymous`. `undefined` if there is no sandbox. */
  readonly sandboxTokens: Readonly<Record<Role, string>> | undefined;
  /**
   * Responds to a request whose path is below `publicUrl`; to any other with 404. WebSockets need `upgrade`.
   * @param context facts about the client that a `Request` does not contain
   */
  readonly fetch: (request: Request, context?: FetchContext | null) => Promise<Response>;
  /**
   * Responds to a request of `node:http`, whose body must not have been read.
   * @param next called for a request whose path is not below `publicUrl`. Defaults to a response of status 404.
   */
  readonly request: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
  /**
   * Handles the event `upgrade` of `node:http`, for WebSockets.
   * @returns `false` for a request whose path is not below `publicUrl`, and which remains for other listeners
   */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** Lets running operations finish, for at most `drainTimeoutMs`, and closes WebSockets and connections to the REST service. */
  readonly close: () => Promise<void>;
}

const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Whether a value of any type is an object with these methods. */
function hasMethods(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === 'function');
}

/** @throws ConfigError if an option that is no setting has another type, which JavaScript does not check */
function checkFurtherOptions({ areas, environment, credential, logger, metrics }: PorticoOptions): void {
  if (areas !== undefined && !Array.isArray(areas)) throw new ConfigError('areas must be a list of areas');
  if (environment !== undefined && !isRecord(environment))
    throw new ConfigError('environment must be an object with variables');
  if (credential !== undefined && typeof credential !== 'function')
    throw new ConfigError('credential must be a function that returns the credential of a request');
  if (logger !== undefined && !hasMethods(logger, logLevels))
    throw new ConfigError(`logger must have the methods ${logLevels.join(', ')}`);
  if (metrics !== undefined && !hasMethods(metrics, ['registerMetric', 'removeSingleMetric']))
    throw new ConfigError('metrics must be a Registry of prom-client');
}

/**
 * Creates a facade. Facades with different settings can run in one process.
 * @throws ConfigError if an option is invalid
 * @throws AreaError if an area contains a mistake
 */
export async function createPortico(options: PorticoOptions): Promise<Portico> {
  if (!isRecord(options)) throw new ConfigError('The options must be an object');
  const { areas, environment, credential, logger: receiver, metrics: registry, ...settings } = options;
  checkFurtherOptions(options);
  const config = readOptions(settings, environment);
  const { publicUrl } = config;
  if (publicUrl === undefined)
    throw new ConfigError('publicUrl must be set to the URL under which clients reach the facade');
  const facade = await createFacade(config, {
    areas: areas && toAreas(areas),
    logger: receiver && createLogger(config.logLevel, forwardLines(receiver)),
    hasMetrics: registry !== undefined,
  });
  const { edge, upstreamUrl, sandbox, logger, metrics } = facade;
  let unregister: (() => void) | undefined;
  try {
    unregister = registry && metrics?.registerIn(registry);
  } catch (error) {
    await facade.close();
    throw error;
  }
  let closing: Promise<void> | undefined;
  const handlers = createEmbedding({
    handlers: edge.serve(),
    publicUrl,
    config,
    logger,
    selectCredential: credential,
    isClosing: () => closing !== undefined,
  });
  return {
    upstreamUrl,
    sandboxTokens: sandbox?.tokens,
    ...handlers,
    close() {
      closing ??= facade.close().finally(unregister);
      return closing;
    },
  };
}
