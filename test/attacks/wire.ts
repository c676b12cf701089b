/** Clients that do on a connection what no library would do for them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Target {
  readonly url: URL;
}

/** A connection to a facade on which nothing was sent yet. It reads nothing before it is asked to. */
export async function open({ url }: Target): Promise<Socket & Disposable> {
  const socket = connect({ port: Number(url.port), host: '127.0.0.1', allowHalfOpen: true });
  // A closed connection may arrive as a reset.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() });
}

/** Everything that arrives until the facade closes the connection. */
export async function rest(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  if (!socket.closed && !socket.readableEnded)
    await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  return text;
}

/** Sends bytes, and returns the response until the facade closes the connection. */
export async function exchange(target: Target, sent: string | Uint8Array): Promise<string> {
  using socket = await open(target);
  socket.write(sent);
  return await rest(socket);
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

/** A request as it stands on the wire; `Connection: close` is added. */
export function request(line: string, headers: readonly string[] = ['Host: localhost'], body = ''): string {
  return [line, ...headers, 'Connection: close', '', body].join('\r\n');
}

/** Milliseconds of the longest time that the event loop was not asked, while something is done. */
export async function longestBlock(act: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await act();
  delay.disable();
  return delay.max / 1e6;
}
