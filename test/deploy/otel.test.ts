/** The OpenTelemetry SDK that `deploy/otel` starts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const isInstalled = existsSync(fileOf('deploy/otel/node_modules'));
if (!isInstalled) console.log('deploy/otel is not installed (npm ci --prefix deploy/otel); it is not run');

/** A collector, with the JSON of the traces that it has received. */
async function startCollector() {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push((await request.toArray()).join(''));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}` };
}

test.skipIf(!isInstalled)(
  'sends the last spans at the stop, as the variables OTEL_* say',
  { timeout: 60_000 },
  async () => {
    const { received, url } = await startCollector();
    const child = spawn(process.execPath, ['--import', fileOf('deploy/otel/otel.mjs'), fileOf('src/main.ts')], {
      env: {
        PORT: '0',
        SANDBOX: 'true',
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_BSP_SCHEDULE_DELAY: '600000',
        OTEL_TRACES_SAMPLER: 'always_on',
        OTEL_SERVICE_NAME: 'portico-canary',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [greeting] = await once(child.stdout, 'data');
    const [endpoint = ''] = /http:\S+\/graphql/.exec(String(greeting)) ?? [];
    await (await fetch(`${endpoint}?query={__typename}`)).text();
    expect(received).toEqual([]);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    const text = received.join('');
    for (const part of ['portico-canary', 'deployment.environment.name', 'graphql.execute'])
      expect(text).toContain(part);
  },
);

test('pins the packages, which the image contains', () => {
  const { dependencies } = JSON.parse(readFileSync(fileOf('deploy/otel/package.json'), 'utf8'));
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const dockerfile = readFileSync(fileOf('deploy/Dockerfile'), 'utf8');
  expect(dockerfile).toContain('npm ci --prefix deploy/otel --omit=dev');
  expect(dockerfile).toContain('COPY --from=build /build/deploy/otel ./otel');
});
