/** The page in a browser, in front of the facade and its sandbox: a list, a retry, and the status until the pipeline ends. */
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context as createBundler } from 'esbuild';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { startSandboxed } from '../../../test/harness.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const manifest = join(folder, 'src/gql/persisted-documents.json');
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const screenshots = process.env.SCREENSHOTS ?? join(tmpdir(), 'portico-screenshots');
const found = existsSync(browserPath);
if (!found) console.log(`Skipped: there is no browser at ${browserPath}; CHROMIUM names another one`);

const watching = { WATCH_FIRST_INTERVAL_MS: '50', WATCH_LONGEST_INTERVAL_MS: '100' };

test.skipIf(!found).each([
  ['documents', 'documents', '', watching],
  ['the hashes of its manifest', 'hashes', '&persisted', { ...watching, PERSISTED_DOCUMENTS: manifest }],
])('sends %s, and shows a retried pipeline until it ends', async (_, file, parameters, env) => {
  const facade = await startSandboxed({ env });
  const bundler = await createBundler({
    absWorkingDir: folder,
    entryPoints: ['src/main.ts'],
    bundle: true,
    format: 'esm',
    outdir: 'dist',
  });
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const { port } = await bundler.serve({ servedir: folder, host: '127.0.0.1', port: 0 });
    const page = await browser.newPage({ viewport: { width: 1000, height: 820 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (line) => {
      if (line.type() !== 'log') problems.push(line.text());
    });
    const endpoint = encodeURIComponent(new URL('/graphql', facade.url).href);
    await page.goto(`http://127.0.0.1:${port}/?endpoint=${endpoint}${parameters}`);
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('meridian/platform/engine');
    expect(await page.locator('tbody tr').count()).toBe(10);

    const failed = page.locator('tbody tr', { has: page.getByRole('button', { name: 'Retry' }) }).first();
    const name = await failed.locator('td').first().textContent();
    const status = page
      .locator('tbody tr', { hasText: name ?? '' })
      .locator('td')
      .nth(2);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => status.getAttribute('data-status')).toMatch(/PENDING|RUNNING/);
    await expect.poll(() => facade.activity.sockets).toBe(1);
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, `example-pipelines-${file}-running.png`) });
    facade.sandbox.clock.advance(600_000);
    await expect.poll(() => status.getAttribute('data-status'), { timeout: 20_000 }).toMatch(/SUCCESS|FAILED/);
    // Ended pipelines are no longer followed; some pipelines of the sandbox never end.
    const live = page.locator('tr.live');
    await expect.poll(async () => facade.activity.subscriptions - (await live.count())).toBe(0);
    await page.screenshot({ path: join(screenshots, `example-pipelines-${file}-ended.png`) });
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    await bundler.dispose();
    await facade.close();
  }
});
