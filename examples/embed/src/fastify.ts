/** Portico below `/portico/` of an application of Fastify, with the logger of the application. */
import fastify from 'fastify';
import { createPortico } from 'portico';

const port = Number(process.env.PORT ?? 3000);
const app = fastify({ logger: { level: 'warn' } });
const portico = await createPortico({
  publicUrl: `http://localhost:${port}/portico/`,
  upstreamUrl: process.env.UPSTREAM_URL,
  logger: app.log,
  logLevel: 'warn',
});

app.register(async (scope) => {
  // Portico reads the bodies of its requests itself.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/portico/*', (request, reply) => {
    reply.hijack();
    portico.request(request.raw, reply.raw);
  });
});
app.get('/', () => 'The application');
app.server.on('upgrade', (request, socket, head) => {
  if (!portico.upgrade(request, socket, head)) socket.destroy();
});
app.addHook('onClose', () => portico.close());

await app.listen({ port, host: '127.0.0.1' });
process.once('SIGTERM', () => app.close());
