/** Starts a facade with its own server, like the command. */

import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createManagement } from './edge/management.ts';
import type { Edge } from './edge/server.ts';
import { WakeUps } from './edge/wake-ups.ts';
import { closeAll, createFacade, type FacadeOptions, type ManagementAccess, type Sandbox } from './facade.ts';
import { schema as standardSchema } from './graph/index.ts';
import { getRestPath } from './graph/kit/resources/rest-path.ts';
import { checkFileLimit } from './observe/file-limit.ts';
import { WakeUpCounts } from './observe/wake-up-counts.ts';

/** Creates the management port. @returns `undefined` if the settings have none */
export function openManagement(
  { management: config }: Config,
  logger: Logger,
  access: ManagementAccess,
  schema: GraphQLSchema = standardSchema,
) {
  if (config === undefined) return undefined;
  const { metricsText, readiness, wake } = access;
  const { wakeSecret: secret } = config;
  if (secret === undefined)
    return createManagement({ config, logger, metrics: metricsText, wakeUps: undefined, readiness });
  const counts = new WakeUpCounts();
  const wakeUps = new WakeUps({
    secret,
    pathOfId: (globalId) => getRestPath(schema, globalId),
    wake,
    onReceived: counts.add,
  });
  const metrics = async () => `${await metricsText()}\n${counts.text}`;
  return createManagement({ config, logger, metrics, wakeUps, readiness });
}

export interface PorticoOptions extends Omit<FacadeOptions, 'hasMetrics'> {
  /** Whether the management port of the settings is opened. Defaults to true. */
  readonly opensManagement?: boolean | undefined;
}

/** A running facade. */
export interface Portico {
  readonly url: URL;
  /** URL of the management port; `undefined` if it is not opened. */
  readonly managementUrl: URL | undefined;
  /** Base URL of the REST service. */
  readonly upstreamUrl: URL;
  /** Embedded sandbox; `undefined` if the settings have an upstream. */
  readonly sandbox: Sandbox | undefined;
  /** Numbers of open client resources, and of reads that wait because the REST service limits calls; all zero without clients. */
  readonly activity: Edge['activity'];
  readonly logger: Logger;
  /** Metrics, readiness and wake-ups. */
  readonly management: ManagementAccess;
  /** Lets running operations finish, then ends everything that was started. */
  close(): Promise<void>;
}

/** Starts the facade, and the embedded sandbox if the settings request it. A failure leaves nothing running. */
export async function startPortico(config: Config, options: PorticoOptions = {}): Promise<Portico> {
  const facade = await createFacade(config, { ...options, hasMetrics: config.management !== undefined });
  const { edge, upstreamUrl, sandbox, logger, management: access } = facade;
  checkFileLimit(config, logger);
  const management =
    options.opensManagement === false ? undefined : openManagement(config, logger, access, facade.schema);
  let closing: Promise<void> | undefined;
  const close = () => {
    // The management port is closed after the facade, so that it shows how the facade stops.
    closing ??= closeAll([async () => management?.close(), () => facade.close()]);
    return closing;
  };
  try {
    const managementUrl = await management?.listen();
    const { url } = await edge.listen();
    return {
      url,
      managementUrl,
      upstreamUrl,
      sandbox,
      close,
      logger,
      management: access,
      get activity() {
        return edge.activity;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
