/** Tells the benchmark where a peer listens. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

export async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? address.port : 0);
}

export const serve = (handler: RequestListener): Promise<void> => listen(createServer(handler));
