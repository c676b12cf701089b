/** Starts a Redis server, and a proxy in front of it that delays and cuts connections. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = 'redis-server';

/** Whether `redis-server` is installed. Prints a line if it is not. */
export const hasRedis = (() => {
  const isInstalled = spawnSync(binary, ['--version']).status === 0;
  if (!isInstalled) console.log(`${binary} is not installed: tests that require it are skipped`);
  return isInstalled;
})();

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return port;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Runs a command. @returns the reply in the Redis protocol */
  command(...words: readonly string[]): Promise<string>;
  /** Records the commands that Redis receives, with `MONITOR`. */
  monitor(): Promise<{ readonly text: () => string; close(): void }>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Sends the process a signal, such as SIGSTOP. */
  signal(name: NodeJS.Signals): void;
  /** Starts the server again on the same port, without data. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts `redis-server` on a free port, without persistence. @param settings further options, such as `--tls-port` */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'portico-redis-'));
  let child: ChildProcess | undefined;
  const kill = () => child?.kill('SIGKILL');
  process.once('exit', kill);

  const send = async (text: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.write(text);
      const [reply] = await once(socket, 'data');
      return String(reply);
    } finally {
      socket.destroy();
    }
  };

  const start = async () => {
    const options = ['--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder, ...settings];
    child = spawn(binary, options, { stdio: 'ignore' });
    for (let attempt = 0; attempt < 200; attempt++) {
      const reply = await send('PING\r\n').catch(() => '');
      if (reply.startsWith('+PONG')) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('redis-server does not start');
  };

  const stop = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    command: (...words) =>
      send(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`),
    async monitor() {
      const socket = connect(port, '127.0.0.1');
      let recorded = '';
      socket.on('data', (data) => {
        recorded += data.toString('latin1');
      });
      await once(socket, 'connect');
      socket.write('MONITOR\r\n');
      await once(socket, 'data');
      return { text: () => recorded, close: () => socket.destroy() };
    },
    kill: stop,
    signal: (name) => void child?.kill(name),
    start,
    async close() {
      process.off('exit', kill);
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface CuttingProxy {
  readonly url: string;
  /** Port of the server for new connections. */
  port: number;
  /** Delay of all data in each direction, in milliseconds. */
  delay: number;
  /** Whether data is discarded while connections stay open. */
  swallows: boolean;
  /** Whether new connections are reset. */
  refuses: boolean;
  /** Number of connections since the start, including reset ones. */
  readonly connections: number;
  /** Number of open connections. */
  readonly open: number;
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a server on this machine. */
export async function startCuttingProxy(port: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer();
  const proxyPort = await listen(server);
  const proxy: CuttingProxy = {
    url: `redis://127.0.0.1:${proxyPort}`,
    port,
    delay: 0,
    swallows: false,
    refuses: false,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size / 2;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      proxy.cut();
      await closed;
    },
  };
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (data) => {
      if (proxy.swallows) return;
      if (proxy.delay === 0) to.write(data);
      else setTimeout(() => to.writable && to.write(data), proxy.delay);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  server.on('connection', (client) => {
    connections += 1;
    if (proxy.refuses) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(proxy.port, '127.0.0.1');
    forward(client, upstream);
    forward(upstream, client);
  });
  return proxy;
}
