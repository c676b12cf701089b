/** A Redis server of a test's own, and a proxy before it that delays and cuts. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = 'redis-server';

/** Whether a Redis can be started; tells where not. */
export const hasRedis = (() => {
  const isInstalled = spawnSync(binary, ['--version']).status === 0;
  if (!isInstalled) console.log(`${binary} is not installed; what needs it is skipped`);
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
  /** Runs a command. @returns what redis-cli would print of it, roughly */
  command(...words: readonly string[]): Promise<string>;
  /** Everything that stands in Redis, as it was written to the wire of `MONITOR`. */
  monitor(): Promise<{ readonly text: () => string; close(): void }>;
  /** Ends it like `kill -9`. */
  kill(): Promise<void>;
  /** Sends its process a signal, such as SIGSTOP. */
  signal(name: NodeJS.Signals): void;
  /** Starts it again on the same port, without data. */
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
      const [answer] = await once(socket, 'data');
      return String(answer);
    } finally {
      socket.destroy();
    }
  };

  const start = async () => {
    const options = ['--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder, ...settings];
    child = spawn(binary, options, { stdio: 'ignore' });
    for (let attempt = 0; attempt < 200; attempt++) {
      const answer = await send('PING\r\n').catch(() => '');
      if (answer.startsWith('+PONG')) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('redis-server does not start');
  };

  const end = async () => {
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
      let seen = '';
      socket.on('data', (data) => {
        seen += data.toString('latin1');
      });
      await once(socket, 'connect');
      socket.write('MONITOR\r\n');
      await once(socket, 'data');
      return { text: () => seen, close: () => socket.destroy() };
    },
    kill: end,
    signal: (name) => void child?.kill(name),
    start,
    async close() {
      process.off('exit', kill);
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface CuttingProxy {
  readonly url: string;
  /** Port of the server that further connections go to. */
  port: number;
  /** Milliseconds by which everything is delayed, in each direction. */
  delay: number;
  /** Whether what is sent vanishes, with connections that stay open. */
  swallows: boolean;
  /** Whether connections are refused. */
  refuses: boolean;
  /** Connections that were ever made, refused ones included. */
  readonly connections: number;
  /** Connections that are open. */
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
  const pass = (from: Socket, to: Socket) => {
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
    pass(client, upstream);
    pass(upstream, client);
  });
  return proxy;
}
