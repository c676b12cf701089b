/** Serves GraphiQL without contacting any other host, which its content security policy enforces. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Plugin, shouldRenderGraphiQL } from 'graphql-yoga';
import { examples } from './graphiql-examples.ts';

const headers = JSON.stringify({ 'PRIVATE-TOKEN': '' }, null, 2);

/** The editor starts its workers from blobs and brings its fonts and icons as data. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Page {
  readonly plain: Buffer<ArrayBuffer>;
  readonly gzipped: Buffer<ArrayBuffer>;
}

async function renderPage(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'Portico',
    defaultTabs: examples.map((example) => ({ ...example, headers })),
    defaultHeaders: headers,
    defaultEditorToolsVisibility: 'headers',
    isHeadersEditorEnabled: true,
    // Headers hold the token, which must not outlive the page.
    shouldPersistHeaders: false,
    // POST keeps operations out of URLs, and its JSON body is required for the ambient credential.
    method: 'POST',
    inputValueDeprecation: true,
    schemaDescription: true,
  });
  const plain = Buffer.from(html.trimStart());
  return { plain, gzipped: await promisify(gzip)(plain) };
}

/** Responds to a browser's GET at the endpoint with GraphiQL. The page is rendered at the first request. */
export function useGraphiQL(): Plugin {
  let page: Promise<Page> | undefined;
  return {
    async onRequest({ request, endResponse, fetchAPI }) {
      if (!shouldRenderGraphiQL(request)) return;
      page ??= renderPage();
      const { plain, gzipped } = await page;
      const gzipAccepted = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
      endResponse(
        new fetchAPI.Response(gzipAccepted ? gzipped : plain, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': contentSecurityPolicy,
            ...(gzipAccepted ? { 'content-encoding': 'gzip' } : {}),
            vary: 'accept, accept-encoding',
          },
        }),
      );
    },
  };
}
