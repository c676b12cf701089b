/** Serves the facade, in this process or in workers, until a signal to stop. */
import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import { createGraph, loadAreas } from '../config/areas.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { DocumentManifest } from '../config/document-manifest.ts';
import { ConfigError } from '../config/environment-variables.ts';
import { describeUnknownSettings } from '../config/unknown-settings.ts';
import { createLogger } from '../edge/logging.ts';
import type { ManagementAccess } from '../edge/management-access.ts';
import { LogDestination } from '../edge/observe/log-destination.ts';
import type { Area } from '../graph/kit/area.ts';
import { openManagement, type Portico, startPortico } from '../portico.ts';
import { WorkerStartError, Workers } from './workers/primary.ts';
import { reportEnd, reportToPrimary } from './workers/worker.ts';

const signals = ['SIGTERM', 'SIGINT'] as const;
/** Time in which npm and the terminal may deliver copies of one signal. */
const copiedSignalMs = 1000;
/** Time after LAME_DUCK_MS and DRAIN_TIMEOUT_MS in which a process exports its last spans and closes its other connections. */
const closeTimeoutMs = 5000;
/** Time that the first process has for the same, after the deadline of its workers. */
const extraTimeoutMs = 2000;

function formatStartMessage({ url, managementUrl, upstreamUrl, sandbox }: Served): string {
  const lines = [
    `GraphiQL and the GraphQL endpoint: ${new URL('graphql', url)}`,
    `Upstream: ${sandbox === undefined ? '' : 'the embedded sandbox, '}${upstreamUrl}`,
  ];
  if (managementUrl !== undefined) lines.push(`Metrics: ${new URL('metrics', managementUrl)}`);
  if (sandbox !== undefined) {
    lines.push('Tokens of the sandbox, for the header PRIVATE-TOKEN:');
    for (const [role, token] of Object.entries(sandbox.tokens)) lines.push(`  ${role.padEnd(14)} ${token || '(none)'}`);
  }
  return lines.join('\n');
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** Describes the failure to listen on a port; any other error by its message. */
function describeStartFailure(error: Error, config: Config | undefined): string {
  if (!('port' in error && 'address' in error && 'code' in error) || config === undefined) return error.message;
  const setting = error.port === config.management?.port ? 'METRICS_PORT' : 'PORT';
  const port = `port ${error.port} of ${error.address}`;
  if (error.code === 'EADDRINUSE')
    return `${port} is in use by another process; stop that process or set ${setting} to another port`;
  if (error.code === 'EACCES')
    return `the process is not permitted to listen on ${port}; set ${setting} to 1024 or above`;
  return error.message;
}

/** Upper bound on the time from a signal to stop until the end of a process that serves. */
function getStopTimeoutMs({ lameDuck, drainTimeout }: Config): number {
  return lameDuck + drainTimeout + closeTimeoutMs;
}

interface Stopping {
  readonly stop: () => Promise<void>;
  readonly timeoutMs: number;
  readonly logger: Logger;
}

/** Calls `stop` at the first signal to stop, and exits when that is done. */
function stopOnSignal({ stop, timeoutMs, logger }: Stopping): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    const removeHandlers = () => {
      for (const signal of signals) process.off(signal, onSignal);
    };
    // A worker receives the signal of its process group and that of the first process, and ends when the first process ends. In any other
    // process, a later signal has no handler and ends it immediately.
    if (cluster.isPrimary) setTimeout(removeHandlers, copiedSignalMs);
    setTimeout(() => {
      logger.error({ problem: `did not stop within ${timeoutMs} ms` }, 'the process is ended');
      // Lines of the log are written after the current turn of the event loop.
      setImmediate(() => setImmediate(() => process.exit(1)));
    }, timeoutMs);
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, onSignal);
}

/** State of the started facade, for the message that is printed. */
export type Served = Pick<Portico, 'url' | 'managementUrl' | 'upstreamUrl' | 'sandbox' | 'logger'> & {
  /** `undefined` with several workers. */
  readonly activity?: Portico['activity'];
};

interface ServeOptions {
  /** Formats the message for standard output. */
  readonly present?: (served: Served) => string;
  /** Called once when requests are accepted; not in workers. */
  readonly onServed?: (served: Served, config: Config) => void;
}

/** Warns about the consequences of several workers without Redis. */
function warnWithoutRedis({ workers, redis, maxRestCallsPerMinute }: Config, logger: Logger): void {
  if (redis !== undefined) return;
  logger.warn(
    { workers, ...(maxRestCallsPerMinute !== undefined && { restCallsPerMinuteOfEach: maxRestCallsPerMinute }) },
    'workers share no state without REDIS_URL: each polls for its own subscribers, has its own circuit breaker, and allows its part of MAX_REST_CALLS_PER_MINUTE',
  );
}

/** Starts the workers and, in this process, the management port. */
async function serveWithWorkers(config: Config, areas: readonly Area[]): Promise<Served> {
  const destination = new LogDestination(process.stderr);
  const logger = createLogger(config.logLevel, destination);
  const workers = new Workers({
    count: config.workers,
    // All workers must accept the cursors of each.
    env: config.cursorKey === undefined ? { CURSOR_KEY: randomBytes(32).toString('base64url') } : {},
    stopTimeoutMs: getStopTimeoutMs(config) + extraTimeoutMs,
    logger,
  });
  const access: ManagementAccess = {
    metricsText: () => workers.metricsText(),
    async readiness() {
      const all = await workers.request('readiness');
      const isReady = all.some((worker) => worker.isReady);
      const status = isReady ? 'ready' : workers.isStopping ? 'draining' : 'starting';
      return { isReady, details: { status, pid: process.pid, workers: all.map(({ details }) => details) } };
    },
    async wake(paths) {
      const woken = await workers.request('wake', paths);
      return woken.reduce((sum, count) => sum + count, 0);
    },
  };
  const management = openManagement(config, logger, access, createGraph(config.graph, areas));
  const stop = async () => {
    await workers.stop();
    await management?.close();
    destination.close();
  };
  stopOnSignal({ stop, timeoutMs: getStopTimeoutMs(config) + 2 * extraTimeoutMs, logger });
  try {
    const managementUrl = await management?.listen();
    const started = workers.start();
    const restart = () =>
      workers
        .restart()
        .catch(({ message }: Error) => logger.error({ problem: message }, 'not all workers were replaced'));
    // The error of a failed start is reported below.
    process.on('SIGHUP', () => void started.then(restart, () => undefined));
    const { url, upstreamUrl } = await started;
    warnWithoutRedis(config, logger);
    return { url: new URL(url), upstreamUrl: new URL(upstreamUrl), managementUrl, sandbox: undefined, logger };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reloads the documents of a manifest. */
function reload(manifest: DocumentManifest, logger: Logger): void {
  try {
    manifest.reload();
    logger.info({ documents: manifest.documents.size }, 'the documents of PERSISTED_DOCUMENTS were reloaded');
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const documents = manifest.documents.size;
    logger.error(
      { documents, problem },
      'the file of PERSISTED_DOCUMENTS cannot be used; its previous documents remain in use',
    );
  }
}

/**
 * Handles SIGHUP, also during the start. By default, SIGHUP ends a process.
 * @param started the caller reports its error
 */
function reloadOnHangup({ persistedDocuments }: Config, started: Promise<Portico>): void {
  // A closed terminal sends SIGHUP, too, which must end the process.
  if (persistedDocuments === undefined && isatty(0)) return;
  const handle = ({ logger }: Portico) =>
    persistedDocuments === undefined
      ? logger.warn('SIGHUP has no effect without PERSISTED_DOCUMENTS or WORKERS')
      : reload(persistedDocuments, logger);
  process.on('SIGHUP', () => void started.then(handle, () => undefined));
}

async function serveInThisProcess(config: Config, areas: readonly Area[]): Promise<Portico> {
  const started = startPortico(config, { areas, opensManagement: cluster.isPrimary });
  if (cluster.isPrimary) reloadOnHangup(config, started);
  const portico = await started;
  const stop = async () => {
    await portico.close();
    if (cluster.isWorker) await reportEnd(portico);
  };
  stopOnSignal({ stop, timeoutMs: getStopTimeoutMs(config), logger: portico.logger });
  return portico;
}

/**
 * Serves until SIGTERM or SIGINT, in `WORKERS` processes. Prints the URLs, or the reason for which it cannot start.
 * @returns whether the facade has started
 */
export async function serve(
  env: NodeJS.ProcessEnv,
  { present = formatStartMessage, onServed }: ServeOptions = {},
): Promise<boolean> {
  let config: Config | undefined;
  try {
    if (cluster.isPrimary)
      for (const description of describeUnknownSettings(env)) console.error(`portico: ${description}`);
    config = readConfig(env);
    const areas = await loadAreas(config.areaModules);
    if (cluster.isWorker) reportToPrimary(await serveInThisProcess(config, areas));
    else {
      const serveConfigured = config.workers > 1 ? serveWithWorkers : serveInThisProcess;
      const served = await serveConfigured(config, areas);
      console.log(present(served));
      onServed?.(served, config);
    }
    return true;
  } catch (error) {
    if (error instanceof WorkerStartError) return false;
    if (!(error instanceof ConfigError) && !isSystemError(error)) throw error;
    for (const line of describeStartFailure(error, config).split('\n')) console.error(`portico: ${line}`);
    return false;
  }
}
