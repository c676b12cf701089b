/** Application that embeds Portico: a page with the pipelines of a project. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createPortico } from 'portico';

const page = `<!doctype html>
<html lang="en">
<title>Pipelines</title>
<h1>Pipelines</h1>
<p role="status">Loading…</p>
<ul></ul>
<script type="module">
  const query = '{ project(id: 14) { pipelines(first: 3) { nodes { id iid status } } } }';
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('portico/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data, errors } = await response.json();
  const pipelines = data?.project?.pipelines?.nodes ?? [];
  document.querySelector('[role="status"]').textContent = errors ? 'The pipelines cannot be shown.' : '';
  for (const { iid, status } of pipelines) {
    const item = document.createElement('li');
    item.textContent = iid + ': ' + status;
    document.querySelector('ul').append(item);
  }
</script>
</html>
`;

export interface ApplicationOptions {
  /** Base URL of the REST service. */
  readonly upstreamUrl: string;
  /** Token of each session for the REST service. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Starts the application on a free port. */
export async function startApplication({ upstreamUrl, tokens }: ApplicationOptions) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const portico = await createPortico({
    publicUrl: `${url}portico/`,
    upstreamUrl,
    credential({ headers }) {
      const session = /\bsession=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1];
      return session === undefined ? undefined : tokens.get(session);
    },
  });
  server.on('request', (request, response) =>
    portico.request(request, response, () => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page);
    }),
  );
  const close = async () => {
    server.close();
    await portico.close();
  };
  return { url, [Symbol.asyncDispose]: close };
}
