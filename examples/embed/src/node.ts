/** Portico below `/portico/` of a server of `node:http`. */
import { createServer } from 'node:http';
import { createPortico } from 'portico';

const port = Number(process.env.PORT ?? 3000);
const portico = await createPortico({
  publicUrl: `http://localhost:${port}/portico/`,
  upstreamUrl: process.env.UPSTREAM_URL,
});

const server = createServer((request, response) =>
  portico.request(request, response, () => response.end('The application')),
);
server.on('upgrade', (request, socket, head) => {
  if (!portico.upgrade(request, socket, head)) socket.destroy();
});
server.listen(port);

process.once('SIGTERM', async () => {
  server.close();
  await portico.close();
});
