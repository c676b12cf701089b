import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { digestOfSources } from '../../explorer/sources.ts';
import { createGraphiQLPage } from '../../src/edge/graphiql.ts';
import { sandboxExamples, serviceExamples } from '../../src/edge/graphiql-examples.ts';
import { GraphiQLFiles } from '../../src/edge/graphiql-files.ts';
import { schema } from '../../src/graph/index.ts';
import { startEdge } from './harness.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const folder = new URL('../../explorer/dist/', import.meta.url);
const parseSettings = (html: string) =>
  JSON.parse(/<script type="application\/json" id="settings">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

test('has a page that was built from the current sources (npm run explorer builds it)', () => {
  expect(GraphiQLFiles.find()?.manifest.sources).toBe(digestOfSources());
});

test('serves browsers the page with the examples, and a content security policy without inline scripts and eval', async () => {
  await using edge = await startEdge({}, { graph: schema });
  const { status, headers, text } = await edge.get('/graphql', browser);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).toMatch(/^<!doctype html>/);
  expect(text).toContain('<title>Portico</title>');
  expect(parseSettings(text)).toEqual({ trace: true, examples: serviceExamples });
  const policy = headers.get('content-security-policy') ?? '';
  const [scripts] = policy.split('; ').filter((directive) => directive.startsWith('script-src'));
  expect(scripts).toBe("script-src 'self'");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("worker-src 'self'");
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  // The only inline script element contains JSON.
  expect(text.match(/<script(?![^>]*(?:src=|type="application\/json"))/g)).toBeNull();
});

test('escapes settings of the page so that they cannot end its script element', async () => {
  await using edge = await startEdge({}, { roles: { tokens: { '</script><b>': 'x' }, initial: '</script><b>' } });
  const { text } = await edge.get('/graphql', browser);
  expect(text).not.toContain('</script><b>');
  expect(parseSettings(text).roles).toEqual({ tokens: { '</script><b>': 'x' }, initial: '</script><b>' });
});

test('serves the files of the page compressed and immutable, and 404 for other paths', async () => {
  await using edge = await startEdge();
  const { text } = await edge.get('/graphql', browser);
  const filePaths = [...text.matchAll(/(?:src|href)="(graphiql\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(filePaths.length).toBeGreaterThan(2);
  for (const path of filePaths) {
    const { status, headers } = await edge.get(`/${path}`, { 'accept-encoding': 'gzip' });
    expect(status, path).toBe(200);
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
  }
  const unknownNames = [
    '',
    'manifest.json',
    'nothing.js',
    '../manifest.json',
    '..%2fmanifest.json',
    '__proto__',
    'constructor',
  ];
  for (const name of unknownNames) expect(await getStatus(edge.url, `/graphiql/${name}`), name).toBe(404);
});

/** Returns the status for an unchanged path, which fetch would normalize. */
function getStatus(url: URL, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { path }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

test('sends uncompressed files to clients without gzip', async () => {
  await using edge = await startEdge();
  const name = GraphiQLFiles.find()?.manifest.style ?? '';
  const { status, headers, text } = await edge.get(`/graphiql/${name}`, { 'accept-encoding': 'gzip;q=0, br' });
  expect(status).toBe(200);
  expect(headers.get('content-encoding')).toBeNull();
  expect(text).toBe(gunzipSync(readFileSync(new URL(`${name}.gz`, folder))).toString());
});

test('has files of less than 2 MB in total', () => {
  const sizes = readdirSync(folder).map((name) => statSync(new URL(name, folder)).size);
  expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThan(2_000_000);
});

test('responds to browsers like to any client, and serves no files, with GRAPHIQL=false', async () => {
  await using edge = await startEdge({ GRAPHIQL: 'false' });
  expect((await edge.get('/graphql', browser)).body.errors?.[0]?.message).toContain(
    'The request contains no GraphQL document.',
  );
  expect((await edge.get(`/graphiql/${GraphiQLFiles.find()?.manifest.script}`)).status).toBe(404);
});

test.each([...sandboxExamples, ...serviceExamples])(
  'example %# fits the schema, and needs nothing to be filled in',
  ({ query, variables = '{}' }) => {
    expect(validate(schema, parse(query))).toEqual([]);
    for (const value of Object.values(JSON.parse(variables))) expect(value).toMatch(/^gid:/);
  },
);

test('without a sandbox the first tab shows the caller, and no tab names an object or writes', () => {
  expect(serviceExamples[0]?.query).toContain('currentUser');
  expect(serviceExamples[0]?.query).toMatch(/^# Who am I\?[^{]*token above[^{]*session cookie/);
  expect(serviceExamples[0]?.query).not.toContain('role');
  for (const { query, variables } of serviceExamples) {
    expect(query).not.toMatch(/^\s*(?:mutation|subscription)\b/m);
    expect(query).not.toMatch(/\bid: |gid:|meridian/);
    expect(variables).toBeUndefined();
  }
});

test('with the sandbox the tabs name its objects', async () => {
  await using edge = await startEdge({}, { roles: { tokens: { guest: 'x' }, initial: 'guest' }, graph: schema });
  const { text } = await edge.get('/graphql', browser);
  expect(parseSettings(text).examples).toEqual(sandboxExamples);
});

test('returns no calls and no plans with TRACE=false, and executes nothing if a plan is requested', async () => {
  await using edge = await startEdge({ TRACE: 'false' });
  expect(parseSettings((await edge.get('/graphql', browser)).text)).toMatchObject({ trace: false });
  expect((await edge.query('{ hello }', { 'x-portico-trace': '1' })).body).toEqual({ data: { hello: 'world' } });
  const { body } = await edge.query('mutation { touch }', { 'x-portico-trace': 'plan' });
  expect(body.data).toBeUndefined();
  expect(body.errors).toMatchObject([{ extensions: { code: 'TRACE_DISABLED' } }]);
});

test('serves the command that builds the page if it is not built', async () => {
  await using server = createServer(createGraphiQLPage(undefined, { trace: true, schema })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers: browser });
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await response.text()).toContain('Run <code>npm run explorer</code>');
});

test('the sandbox is reset by a POST request with a header that pages of other origins cannot send', async () => {
  let resets = 0;
  await using edge = await startEdge({}, { resetSandbox: () => (resets += 1) });
  const url = new URL('/sandbox/reset', edge.url);
  const getStatus = async (init: RequestInit) => (await fetch(url, init)).status;
  expect(await getStatus({ method: 'POST' })).toBe(403);
  expect(await getStatus({ method: 'GET' })).toBe(405);
  expect(await getStatus({ method: 'OPTIONS', headers: { origin: 'https://example.com' } })).toBe(405);
  expect(resets).toBe(0);
  expect(await getStatus({ method: 'POST', headers: { 'x-portico-reset': '1' } })).toBe(204);
  expect(resets).toBe(1);
});
