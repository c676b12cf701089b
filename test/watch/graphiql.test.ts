/** GraphiQL in a browser, following an export to its end over Server-Sent Events. */
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { tokens } from '../../src/sandbox/index.ts';
import { startWatched } from './facade.ts';

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const screenshots = process.env.SCREENSHOTS ?? join(tmpdir(), 'portico-screenshots');
const found = existsSync(browserPath);
if (!found) console.log(`Skipped: there is no browser at ${browserPath}; CHROMIUM names another one`);

test.skipIf(!found)('GraphiQL follows an export to its end', { timeout: 90_000 }, async () => {
  const facade = await startWatched({ env: { UPSTREAM_TOKEN: tokens.developer } });
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const id = await facade.startExport();
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const query = `subscription Export {\n  vulnerabilityExport(id: "${id}") {\n    status\n    finishedAt\n    downloadUrl\n  }\n}\n`;
    await page.goto(new URL(`/graphql?query=${encodeURIComponent(query)}`, facade.url).href);
    await page.getByLabel(/execute query/i).click();
    const result = page.locator('.result-window');
    await expect.poll(() => result.textContent(), { timeout: 20_000 }).toContain('CREATED');
    expect(facade.underway).toMatchObject({ subscriptions: 1, pollers: 1, sockets: 0 });
    facade.sandbox.clock.advance(4000);
    await expect.poll(() => result.textContent(), { timeout: 20_000 }).toContain('FINISHED');
    // The button runs again instead of stopping: the stream is over.
    await page.getByLabel(/execute query/i).waitFor();
    await expect.poll(() => facade.underway.subscriptions).toBe(0);
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, 'graphiql-export.png') });
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    await facade.idle();
    await facade.close();
  }
});
