/** Portico below `/portico/` of an application of Express, with the token of a session. */
import express from 'express';
import { createPortico } from 'portico';

/** Sessions of signed-in users: the token of each for the REST service. */
const tokens = new Map([['session-of-dana', process.env.DANAS_TOKEN ?? '']]);

const port = Number(process.env.PORT ?? 3000);
const portico = await createPortico({
  publicUrl: `http://localhost:${port}/portico/`,
  upstreamUrl: process.env.UPSTREAM_URL,
  credential({ headers }) {
    const session = /\bsession=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1];
    return session === undefined ? undefined : tokens.get(session);
  },
});

const app = express();
// Before body parsers: Portico reads the bodies of its requests itself.
app.use(portico.request);
app.use(express.json());
app.get('/', (_, response) => void response.send('The application'));

const server = app.listen(port);
server.on('upgrade', (request, socket, head) => {
  if (!portico.upgrade(request, socket, head)) socket.destroy();
});

process.once('SIGTERM', async () => {
  server.close();
  await portico.close();
});
