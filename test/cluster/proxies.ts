/** nginx and HAProxy with the configurations of `deploy`, whose instances and ports are replaced. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../redis/server.ts';

interface Kind {
  readonly name: string;
  readonly configuration: URL;
  readonly version: readonly string[];
  readonly start: (file: string) => readonly string[];
}

export const proxyKinds: readonly Kind[] = [
  {
    name: 'nginx',
    configuration: new URL('../../deploy/nginx.conf', import.meta.url),
    version: ['-v'],
    start: (file) => ['-c', file, '-g', 'daemon off;'],
  },
  {
    name: 'haproxy',
    configuration: new URL('../../deploy/haproxy.cfg', import.meta.url),
    version: ['-v'],
    start: (file) => ['-db', '-f', file],
  },
];

export const isInstalled = ({ name, version }: Kind): boolean => spawnSync(name, version).status === 0;

/** Returns a configuration with the given instances and port, and with its folders below `folder`. */
function createConfiguration(kind: Kind, instances: readonly URL[], port: number, folder: string): string {
  let text = readFileSync(kind.configuration, 'utf8');
  for (const [index, { host }] of instances.entries()) text = text.replaceAll(`portico-${index + 1}:4000`, host);
  const configuration = text
    .replace(/listen 8080/, `listen ${port}`)
    .replace(/bind :8080/, `bind 127.0.0.1:${port}`)
    .replaceAll('/tmp/', `${folder}/`);
  if (configuration.includes(':4000') || configuration.includes('8080'))
    throw new Error(`Not all addresses replaced: ${configuration}`);
  return configuration;
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export interface ReverseProxy {
  readonly url: URL;
  close(): Promise<void>;
}

/** Starts a proxy in front of two instances. */
export async function startProxy(kind: Kind, instances: readonly URL[]): Promise<ReverseProxy> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), `portico-${kind.name}-`));
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, createConfiguration(kind, instances, port, folder));
  const child: ChildProcess = spawn(kind.name, kind.start(file), { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let log = '';
  child.stderr?.on('data', (text) => {
    log = `${log}${text}`.slice(-10_000);
  });
  while (!(await acceptsConnections(port))) {
    if (child.exitCode !== null) throw new Error(`${kind.name} did not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async close() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      process.off('exit', kill);
      rmSync(folder, { recursive: true });
    },
  };
}
