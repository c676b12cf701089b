/** Serves GraphiQL without contacting any other host, which its content security policy enforces. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Plugin, shouldRenderGraphiQL } from 'graphql-yoga';
import { examples } from './graphiql-examples.ts';
import { acceptsGzip, type ExplorerManifest, type GraphiQLFiles } from './graphiql-files.ts';

/** Roles that a user of GraphiQL can choose from. */
export interface OfferedRoles {
  readonly tokens: Readonly<Record<string, string>>;
  /** The role to begin with. */
  readonly initial: string;
}

/** What the page is told. */
export interface PageSettings {
  /** Whether callers may ask for traces and plans. */
  readonly trace: boolean;
  /** Absent where there is nothing to choose from. */
  readonly roles?: OfferedRoles | undefined;
}

interface Page {
  readonly html: string;
  readonly policy: readonly string[];
}

const commonPolicy = [
  "default-src 'none'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** Monaco makes style elements of its own, and brings some icons as data. */
const builtPolicy = [
  ...commonPolicy,
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
];

/** JSON that can stand in a script element. */
const embedded = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The page of `explorer/`. */
function builtPage({ script, style, preload }: ExplorerManifest, settings: PageSettings): Page {
  const at = (name: string) => `graphiql/${name}`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Portico</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at(style)}">
<script type="module" src="${at(script)}"></script>
${preload.map((name) => `<link rel="modulepreload" href="${at(name)}">`).join('\n')}
</head>
<body>
<div id="explorer"><p class="portico-loading">GraphiQL is loading…</p></div>
<script type="application/json" id="settings">${embedded({ ...settings, examples })}</script>
</body>
</html>
`;
  return { html, policy: builtPolicy };
}

/** The page in a checkout without the bundler: plain GraphiQL, which starts its workers from blobs. */
async function plainPage(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const headers = JSON.stringify({ 'PRIVATE-TOKEN': '' }, null, 2);
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
  const policy = [
    ...commonPolicy,
    "script-src 'unsafe-inline' 'unsafe-eval' blob:",
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
  ];
  return { html: html.trimStart(), policy };
}

interface RenderedPage {
  readonly plain: Buffer<ArrayBuffer>;
  readonly gzipped: Buffer<ArrayBuffer>;
  readonly policy: string;
}

async function renderPage(files: GraphiQLFiles | undefined, settings: PageSettings): Promise<RenderedPage> {
  const { html, policy } = files === undefined ? await plainPage() : builtPage(files.manifest, settings);
  const plain = Buffer.from(html);
  return { plain, gzipped: await promisify(gzip)(plain), policy: policy.join('; ') };
}

/**
 * Responds to a browser's GET at the endpoint with GraphiQL. The page is rendered at the first request.
 * @param files what the page of `explorer/` was built to; undefined for plain GraphiQL
 */
export function useGraphiQL(files: GraphiQLFiles | undefined, settings: PageSettings): Plugin {
  let page: Promise<RenderedPage> | undefined;
  return {
    async onRequest({ request, endResponse, fetchAPI }) {
      if (!shouldRenderGraphiQL(request)) return;
      page ??= renderPage(files, settings);
      const { plain, gzipped, policy } = await page;
      const gzipAccepted = acceptsGzip(request.headers.get('accept-encoding'));
      endResponse(
        new fetchAPI.Response(gzipAccepted ? gzipped : plain, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': policy,
            'referrer-policy': 'no-referrer',
            ...(gzipAccepted ? { 'content-encoding': 'gzip' } : {}),
            vary: 'accept, accept-encoding',
          },
        }),
      );
    },
  };
}
