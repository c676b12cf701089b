/**
 * Cost of many subscribers: all of one export, and each of its own pipeline, over one WebSocket each.
 *
 *     ulimit -n 20000; SUBSCRIBERS=10000 EVERY=1 RESOURCES=1000 node bench/streams.ts
 *
 * Upstream (the sandbox), facade and clients are separate processes, so that the facade is measured alone.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { landmarks, type Sandbox, startSandbox, tokens } from '../sandbox/index.ts';
import { readConfig } from '../src/config/config.ts';
import { startPortico } from '../src/portico.ts';

const subscribers = Number(process.env.SUBSCRIBERS ?? 10_000);
const resources = Number(process.env.RESOURCES ?? 1000);
/** Argument of the subscription to the export. */
const every = process.env.EVERY === undefined ? '' : `, every: ${process.env.EVERY}`;
const minute = 60_000;
const [, script = '', part, ...args] = process.argv;

/** Time that all processes of the machine share. */
const now = (): number => performance.timeOrigin + performance.now();

interface Reading {
  readonly heap: number;
  readonly resident: number;
  /** Processor time of all threads in microseconds. */
  readonly cpu: number;
}

async function facade(upstreamUrl: string): Promise<void> {
  const env = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    MAX_STREAMS: '1000000',
    MAX_STREAMS_PER_CALLER: '1000000',
    UPSTREAM_URL: upstreamUrl,
  };
  const portico = await startPortico(readConfig(env));
  process.on('message', (message) => {
    if (message === 'stop') void portico.close().then(() => process.exit(0));
    else {
      globalThis.gc?.();
      const { user, system } = process.cpuUsage();
      const { heapUsed, rss } = process.memoryUsage();
      process.send?.({ heap: heapUsed, resident: rss, cpu: user + system } satisfies Reading);
    }
  });
  process.send?.(portico.url.href);
}

/** Subscribes to each id in turn. Reports when `count` events have arrived, with the times of the first and the last. */
async function clients(url: string, count: string, query: string, ...ids: string[]): Promise<void> {
  let [events, first] = [0, 0];
  let waited = { events: Number.POSITIVE_INFINITY };
  const sockets: WebSocket[] = [];
  const onEvent = () => {
    if (events === 0) first = now();
    events += 1;
    if (events === waited.events) process.send?.({ first, last: now() });
  };
  process.on('message', (message) => {
    if (message === 'stop') {
      for (const socket of sockets) socket.terminate();
      process.exit(0);
    }
    events = 0;
    waited = { events: Number(count) };
    process.send?.('waiting');
  });
  waited = { events: Number(count) };
  const subscribe = async (index: number) => {
    const socket = new WebSocket(new URL('/graphql', url).href.replace('http', 'ws'), 'graphql-transport-ws');
    sockets.push(socket);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token: tokens.developer } }));
    await once(socket, 'message');
    socket.on('message', (data) => {
      if (String(data).includes('"next"')) onEvent();
    });
    const payload = { query, variables: { id: ids[index % ids.length] } };
    socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload }));
  };
  for (let from = 0; from < Number(count); from += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, Number(count) - from) }, (_, index) => subscribe(from + index)),
    );
}

async function receive<T>(child: ChildProcess, question?: string): Promise<T> {
  if (question !== undefined) child.send(question);
  const [message] = await once(child, 'message');
  return message;
}

const start = (...names: string[]): ChildProcess => fork(script, names, { execArgv: ['--expose-gc'] });

async function stop(...children: ChildProcess[]): Promise<void> {
  for (const child of children) {
    child.send('stop');
    await once(child, 'exit');
  }
}

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
const kibibytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

/** Measures all subscribers of one export. */
async function crowd(sandbox: Sandbox): Promise<void> {
  const started = await fetch(`${sandbox.url}/security/projects/${landmarks.busyProject.id}/vulnerability_exports`, {
    method: 'POST',
    headers: { 'private-token': tokens.developer },
  });
  const { id } = Object(await started.json());
  const server = start('facade', sandbox.url);
  const url = await receive<string>(server);
  const before = await receive<Reading>(server, 'read');
  sandbox.clearRequests();
  const startedAt = now();
  const query = `subscription ($id: ID!) { vulnerabilityExport(id: $id${every}) { id status downloadUrl project { fullPath } } }`;
  const crowd = start('clients', url, String(subscribers), query, String(id));
  const { last } = await receive<{ last: number }>(crowd);
  console.log(
    `${subscribers} subscribers on one export received their first event after ${((last - startedAt) / 1000).toFixed(1)} s`,
  );
  const polls = () => sandbox.requests.filter(({ operation }) => operation === 'getVulnerabilityExport').length;
  console.log(`  calls to the upstream meanwhile: ${sandbox.requests.length}, ${polls()} of them polls`);
  sandbox.clearRequests();
  const [quiet] = [await receive<Reading>(server, 'read')];
  await pause(minute);
  const after = await receive<Reading>(server, 'read');
  console.log(`  polls in the minute after: ${polls()}; other calls: ${sandbox.requests.length - polls()}`);
  console.log(
    `  memory a subscriber: heap ${kibibytes((after.heap - before.heap) / subscribers)}, resident ${kibibytes((after.resident - before.resident) / subscribers)} (${mebibytes(before.resident)} to ${mebibytes(after.resident)})`,
  );
  console.log(`  CPU in that minute: ${((after.cpu - quiet.cpu) / 1e6).toFixed(2)} s`);
  await receive(crowd, 'wait');
  const changed = now();
  sandbox.clock.advance(10_000);
  const times = await receive<{ first: number; last: number }>(crowd);
  console.log(
    `  from the change to the first event ${((times.first - changed) / 1000).toFixed(2)} s (the poller's interval), from there to the last event ${((times.last - times.first) / 1000).toFixed(2)} s`,
  );
  await stop(crowd, server);
}

/** Measures subscribers of one pipeline each. */
async function scattered(sandbox: Sandbox): Promise<void> {
  const { id } = landmarks.busyProject;
  const server = start('facade', sandbox.url);
  const url = await receive<string>(server);
  const before = await receive<Reading>(server, 'read');
  const ids = Array.from({ length: resources }, (_, index) => `gid://service/Pipeline/${id}/${1001 + index}`);
  const query = 'subscription ($id: ID!) { pipeline(id: $id, until: FOREVER) { id status } }';
  const crowd = start('clients', url, String(resources), query, ...ids);
  await receive(crowd);
  for (const which of ['first', 'second', 'third']) {
    sandbox.clearRequests();
    const from = await receive<Reading>(server, 'read');
    await pause(minute);
    const to = await receive<Reading>(server, 'read');
    const unchanged = sandbox.requests.filter(({ status }) => status === 304).length;
    console.log(
      `${resources} subscribers on ${resources} pipelines, ${which} minute: ${sandbox.requests.length} polls (${unchanged} of them 304), ${((to.cpu - from.cpu) / 1e6).toFixed(2)} s of CPU, ${kibibytes((to.heap - before.heap) / resources)} of heap a subscriber`,
    );
  }
  await stop(crowd, server);
}

async function main(): Promise<void> {
  // The clock is fixed, so that the change happens on request.
  const still = await startSandbox({ now: new Date(), keptRequests: Number.POSITIVE_INFINITY });
  await crowd(still);
  await still.close();
  if (resources === 0) return;
  // A rate limit that is not reached, then one that pollers have to share.
  for (const rateLimit of [1_000_000, 2000]) {
    const sandbox = await startSandbox({ rateLimit, keptRequests: Number.POSITIVE_INFINITY });
    console.log(`With a rate limit of ${rateLimit} calls a minute:`);
    await scattered(sandbox);
    await sandbox.close();
  }
}

if (part === 'facade') await facade(args[0] ?? '');
else if (part === 'clients') await clients(args[0] ?? '', args[1] ?? '', args[2] ?? '', ...args.slice(3));
else await main();
