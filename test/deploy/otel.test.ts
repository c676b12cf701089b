/** The OpenTelemetry SDK that `deploy/otel` starts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const toPath = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const isInstalled = existsSync(toPath('deploy/otel/node_modules'));
if (!isInstalled) console.log('deploy/otel is not installed (npm ci --prefix deploy/otel); it is not run');

/** Starts a collector that records the JSON of the received traces. */
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
  'sends the last spans on SIGTERM, as configured by variables OTEL_*',
  { timeout: 60_000 },
  async () => {
    const { received, url } = await startCollector();
    const child = spawn(process.execPath, ['--import', toPath('deploy/otel/otel.mjs'), toPath('src/main.ts')], {
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
    const [output] = await once(child.stdout, 'data');
    const [endpoint = ''] = /http:\S+\/graphql/.exec(String(output)) ?? [];
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

test('pins the versions of its packages, and the image installs them', () => {
  const { dependencies } = JSON.parse(readFileSync(toPath('deploy/otel/package.json'), 'utf8'));
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const dockerfile = readFileSync(toPath('deploy/Dockerfile'), 'utf8');
  expect(dockerfile).toContain('npm ci --prefix deploy/otel --omit=dev');
  expect(dockerfile).toContain('COPY --from=build /build/deploy/otel ./otel');
});
