/** Serves GraphiQL without contacting any other host, which its content security policy enforces. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { GraphQLSchema } from 'graphql';
import { examplesFor } from './graphiql-examples.ts';
import { acceptsGzip, type ExplorerManifest, type GraphiQLFiles } from './graphiql-files.ts';

/** Roles that a user of GraphiQL can select. */
export interface OfferedRoles {
  readonly tokens: Readonly<Record<string, string>>;
  /** Role that is selected initially. */
  readonly initial: string;
}

/** Settings of the page. */
export interface PageSettings {
  /** Schema that the example tabs fit. */
  readonly schema: GraphQLSchema;
  /** Whether callers may request traces and plans. */
  readonly trace: boolean;
  /** `undefined` if there are no roles to select from. */
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

/** Monaco creates its own style elements, and contains some icons as data URLs. */
const builtPolicy = [
  ...commonPolicy,
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
];

/** Serializes JSON for a script element. */
const embedded = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The page of `explorer/`. */
function builtPage({ script, style, preload }: ExplorerManifest, { schema, ...settings }: PageSettings): Page {
  const examples = examplesFor(schema, settings.roles !== undefined);
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

/** Page of a checkout in which GraphiQL was not built. */
const unbuiltPage: Page = {
  html: '<!doctype html>\n<title>Portico</title>\n<p>GraphiQL was not built. Run <code>npm run explorer</code> in the checkout, and restart.</p>\n',
  policy: commonPolicy,
};

interface RenderedPage {
  readonly plain: Buffer<ArrayBuffer>;
  readonly gzipped: Buffer<ArrayBuffer>;
  readonly policy: string;
}

async function renderPage(files: GraphiQLFiles | undefined, settings: PageSettings): Promise<RenderedPage> {
  const { html, policy } = files === undefined ? unbuiltPage : builtPage(files.manifest, settings);
  const plain = Buffer.from(html);
  return { plain, gzipped: await promisify(gzip)(plain), policy: policy.join('; ') };
}

/**
 * Creates the handler that sends GraphiQL to a browser. The page is rendered on the first request.
 * @param files built page of `explorer/`; `undefined` if it was not built
 */
export function createGraphiQLPage(files: GraphiQLFiles | undefined, settings: PageSettings) {
  let page: Promise<RenderedPage> | undefined;
  return async ({ headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    page ??= renderPage(files, settings);
    const { plain, gzipped, policy } = await page;
    const isGzipAccepted = acceptsGzip(headers['accept-encoding']);
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      ...(isGzipAccepted ? { 'content-encoding': 'gzip' } : {}),
      vary: 'accept, accept-encoding',
    });
    response.end(isGzipAccepted ? gzipped : plain);
  };
}
