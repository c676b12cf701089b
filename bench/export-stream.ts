/**
 * Memory of the facade for a large CSV export, through the download route and through `rows`.
 *
 *     ROWS=300000 node bench/export-stream.ts
 *
 * Upstream and client are separate processes, so that the measured memory is that of the facade.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

const rows = Number(process.env.ROWS ?? 300_000);
const [, script = '', part, ...args] = process.argv;

const header =
  'Group Name,Project Name,Tool,Scanner Name,Status,Vulnerability,Details,Additional Info,Severity,CVE,CWE,Other Identifiers,Detected At,Location,Activity,Comments,Full Path,CVSS Vectors,Dismissal Reason\n';

const rowOf = (number: number) =>
  `meridian,Engine,sast,Semgrep,detected,"Injection, number ${number}","A ""special"" element\nof a text that has two lines, and enough words to be as long as such texts are: what can happen, under which conditions, and how to mend it.",,high,CVE-2024-${number},CWE-89,,2025-01-31 23:59:59 UTC,"{""file""=>""src/module_${number}.c"", ""start_line""=>${number}}",false,,meridian/platform/engine/-/security/vulnerabilities/${number},Example=CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H,\n`;

function* file(): Generator<string> {
  yield header;
  for (let number = 1; number <= rows; number += 100) {
    let block = '';
    for (let each = number; each < number + 100 && each <= rows; each++) block += rowOf(each);
    yield block;
  }
}

/** Serves an upstream with one finished export. */
async function serve(): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/download')) {
      response.writeHead(200, { 'content-type': 'text/csv' });
      Readable.from(file()).pipe(response);
    } else response.end(JSON.stringify({ id: 1, status: 'finished', format: 'csv' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}/api/v4`);
}

/** Downloads the file without pauses, and reports its size. */
async function download(url: string): Promise<number> {
  let bytes = 0;
  const response = await fetch(new URL('/downloads/vulnerability-exports/1', url));
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) bytes += next.value.length;
  return bytes;
}

interface Page {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

async function readPage(url: string, after: string | null): Promise<Page> {
  const query =
    'query ($after: String) { vulnerabilityExport(id: 1) { rows(first: 10000, after: $after) { nodes { vulnerability severity cve detectedAt location fullPath } pageInfo { hasNextPage endCursor } } } }';
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { after } }),
  });
  const { data }: { data: { vulnerabilityExport: { rows: Page } } } = await response.json();
  return data.vulnerabilityExport.rows;
}

/** Reads all rows in pages of 10,000, and reports their number. */
async function page(url: string): Promise<number> {
  let seen = 0;
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo }: Page = await readPage(url, after);
    seen += nodes.length;
    if (!pageInfo.hasNextPage) return seen;
    after = pageInfo.endCursor;
  }
}

const clients: Readonly<Record<string, (url: string) => Promise<number>>> = { download, page };

async function first(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message');
  return message;
}

const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

/** Measures the memory of this process while a client runs: at the start, and the maximum after each tenth of the time. */
async function measure(client: string, url: string): Promise<void> {
  global.gc?.();
  const before = mebibytes(process.memoryUsage.rss());
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(mebibytes(process.memoryUsage.rss())), 50);
  const startedAt = performance.now();
  const child = fork(script, [client, url]);
  const result = await first(child);
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(timer);
  const tenths = Array.from({ length: 10 }, (_, index) => samples[Math.floor(((index + 1) / 10) * samples.length) - 1]);
  console.log(
    `${client}: ${result} in ${seconds.toFixed(1)} s; RSS before ${before} MiB, highest ${Math.max(...samples)} MiB, over time ${tenths.join(' ')}`,
  );
}

async function run(): Promise<void> {
  const { readConfig } = await import('../src/config/config.ts');
  const { startPortico } = await import('../src/portico.ts');
  const upstream = fork(script, ['serve']);
  const url = String(await first(upstream));
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'error', UPSTREAM_URL: url, OPERATION_TIMEOUT_MS: '120000' });
  const portico = await startPortico(config);
  for (const client of ['download', 'page', 'download', 'page']) await measure(client, portico.url.href);
  await portico.close();
  upstream.kill();
}

const client = part === undefined ? undefined : clients[part];
if (part === 'serve') await serve();
else if (client) {
  process.send?.(await client(args[0] ?? ''));
  process.disconnect?.();
} else await run();
