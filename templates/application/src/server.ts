/** Serves the page at `/`, and GraphQL with GraphiQL at `/portico/graphql`. Without UPSTREAM_URL, it serves invented data. */
import { createServer } from 'node:http';
import { createPortico } from 'portico';
import { standardAreas } from 'portico/kit';
import { renderPage } from './page.ts';
import { createQuery } from './query.ts';

const port = Number(process.env.PORT ?? 3000);
const publicUrl = `http://localhost:${port}/portico/`;
const portico = await createPortico({
  publicUrl,
  sandbox: !process.env.UPSTREAM_URL,
  // Reads the settings, such as UPSTREAM_URL and UPSTREAM_WORDS.
  environment: process.env,
  // Add your own areas here.
  areas: [...standardAreas],
});
// The page shows public data. A page of a signed-in user sends the token of the session.
const query = createQuery(`${publicUrl}graphql`);

const server = createServer((request, response) =>
  portico.request(request, response, () => {
    renderPage(query).then(
      (html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
      (error: Error) => response.writeHead(502).end(error.message),
    );
  }),
);
server.on('upgrade', (request, socket, head) => {
  if (!portico.upgrade(request, socket, head)) socket.destroy();
});
server.listen(port, () => console.log(`The page: http://localhost:${port}/\nGraphiQL: ${publicUrl}graphql`));
