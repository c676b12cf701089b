/** Raw HTTP clients, for requests and reads that HTTP libraries do not offer. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Target {
  readonly url: URL;
}

/** Opens a connection to a facade. It reads data only after `resume` or with a listener for `data`. */
export async function open({ url }: Target): Promise<Socket & Disposable> {
  const socket = connect({ port: Number(url.port), host: '127.0.0.1', allowHalfOpen: true });
  // A closed connection may arrive as a reset.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() });
}

/** Reads until the facade closes the connection. */
export async function readUntilClose(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  if (!socket.closed && !socket.readableEnded)
    await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  return text;
}

/** Sends bytes, and reads the response until the facade closes the connection. */
export async function exchange(target: Target, bytes: string | Uint8Array): Promise<string> {
  using socket = await open(target);
  socket.write(bytes);
  return await readUntilClose(socket);
}

export interface RawResponse {
  readonly status: number;
  readonly code: unknown;
  readonly text: string;
}

export function parseResponse(text: string): RawResponse {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
  const body = /\r\n\r\n[^{]*(\{.*\})/s.exec(text)?.[1];
  const { errors = [] }: { errors?: { extensions?: { code?: unknown } }[] } =
    body === undefined ? {} : JSON.parse(body);
  return { status, code: errors[0]?.extensions?.code, text };
}

/** Formats a request of HTTP/1.1, with `Connection: close`. */
export function request(line: string, headers: readonly string[] = ['Host: localhost'], body = ''): string {
  return [line, ...headers, 'Connection: close', '', body].join('\r\n');
}

/** Returns the longest delay of the event loop in milliseconds while the action runs. */
export async function measureLongestBlockMs(action: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await action();
  delay.disable();
  return delay.max / 1e6;
}
