/** Stops of instances behind nginx and HAProxy, under load. No query may fail, and every subscription must resume. */
import { Agent, request } from 'undici';
import { startSandbox, tokens } from '../../sandbox/index.ts';
import { type FacadeProcess, startFacadeProcess } from '../process/facade.ts';
import { type FollowReport, startFollowers } from './followers.ts';
import { findServicePort } from './ports.ts';
import { isInstalled, proxyKinds, startProxy } from './proxies.ts';

/** More than twice the time for which nginx and HAProxy keep idle connections in the configurations of `deploy`. */
const lameDuckMs = 12_000;
const clients = 20;
/** Upper bound of the random pause between two requests of a client, so that connections are idle for various times. */
const maxPauseMs = 400;
const subscribers = 20;
/** Slow enough that states of pipelines last longer than a reconnect: the shortest lasts six seconds. */
const timeScale = 2;

export interface StopsResult {
  readonly proxy: string;
  readonly stops: number;
  readonly queries: number;
  /** Descriptions of the queries that failed. */
  readonly failures: readonly string[];
  readonly subscriptions: FollowReport;
}

const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

/** Sends queries over persistent connections until `isOver`. */
async function load(url: URL, isOver: () => boolean): Promise<{ queries: number; failures: string[] }> {
  const failures: string[] = [];
  let queries = 0;
  const agent = new Agent({ connections: clients });
  const client = async () => {
    while (!isOver()) {
      queries += 1;
      const { statusCode, body } = await request(new URL('/graphql', url), {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'private-token': tokens.developer },
        body: '{"query":"{ currentUser { username } }"}',
      });
      const text = await body.text();
      if (statusCode !== 200 || text.includes('"errors"'))
        failures.push(`${new Date().toISOString()} ${statusCode} ${text.slice(0, 200)}`);
      await pause(Math.random() * maxPauseMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, () => client().catch((error) => failures.push(String(error)))));
  await agent.close();
  return { queries, failures };
}

/** Stops and restarts two instances alternately. */
async function stopAlternately(kind: (typeof proxyKinds)[number], stops: number): Promise<StopsResult> {
  const sandbox = await startSandbox({ keptRequests: 0, rateLimit: 1_000_000, createdRows: 100_000, timeScale });
  const ports = [await findServicePort(), await findServicePort()];
  const start = (port: number) =>
    startFacadeProcess({
      UPSTREAM_URL: sandbox.url,
      PORT: String(port),
      LAME_DUCK_MS: String(lameDuckMs),
      MAX_CONNECTIONS_PER_ADDRESS: '10000',
    });
  const instances: FacadeProcess[] = await Promise.all(ports.map(start));
  const proxy = await startProxy(
    kind,
    ports.map((port) => new URL(`http://127.0.0.1:${port}`)),
  );
  let isOver = false;
  const running = load(proxy.url, () => isOver);
  const followers = startFollowers(proxy.url, sandbox.url, subscribers);
  const failures: string[] = [];
  for (let index = 0; index < stops; index += 1) {
    const instance = index % ports.length;
    // Connections become idle for various times before the stop.
    await pause(1000 + Math.random() * 1000);
    const exitCode = await instances[instance]?.stop();
    if (exitCode !== 0) failures.push(`exit code ${exitCode}`);
    instances[instance] = await start(ports[instance] ?? 0);
    // The proxy sends no requests to an instance for 5 s after a refused connection.
    await pause(5500);
  }
  isOver = true;
  const result = await running;
  const subscriptions = await followers.stop();
  await proxy.close();
  await Promise.all(instances.map((instance) => instance.stop()));
  await sandbox.close();
  const { queries } = result;
  return { proxy: kind.name, stops, queries, failures: [...failures, ...result.failures], subscriptions };
}

/** Runs all installed proxies concurrently. @param stops number of stops behind each */
export async function stopBehindProxies(stops: number): Promise<readonly StopsResult[]> {
  const installedKinds = proxyKinds.filter((kind) => {
    const hasCommand = isInstalled(kind);
    if (!hasCommand) console.log(`${kind.name} is not installed; stops behind it are skipped`);
    return hasCommand;
  });
  return Promise.all(installedKinds.map((kind) => stopAlternately(kind, stops)));
}
