/** Ports for instances that are restarted on the same port. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range of ports for outgoing connections, one of which could use the port between a stop and a start. */
const [minPort, maxPort] = [20_000, 32_000];

export async function findServicePort(): Promise<number> {
  for (;;) {
    const port = minPort + Math.floor(Math.random() * (maxPort - minPort));
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return port;
    } catch {
      // Another process uses the port.
    } finally {
      server.close();
    }
  }
}
