/** What GraphiQL leaves behind in a browser. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { startEdge } from './harness.ts';

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const found = existsSync(browserPath);
if (!found) console.log(`Skipped: there is no browser at ${browserPath}; CHROMIUM names another one`);

test.skipIf(!found)('GraphiQL sends the token that was typed, and keeps none of it', { timeout: 90_000 }, async () => {
  await using edge = await startEdge();
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const address = new URL('/graphql', edge.url).href;
    const query = `${address}?query=${encodeURIComponent('{ hello }')}`;
    await page.goto(query);
    await page.locator('section[aria-label="Headers"] .graphiql-editor:not(.hidden) .view-line').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"PRIVATE-TOKEN":"glpat-typed-by-hand"}');
    // The editor closes what it takes for open.
    await page.keyboard.press('Control+Shift+End');
    await page.keyboard.press('Delete');
    const sent = page.waitForRequest((request) => request.postData()?.includes('hello') ?? false);
    await page.getByLabel(/execute query/i).click();
    expect((await sent).headers()['private-token']).toBe('glpat-typed-by-hand');
    await expect.poll(() => page.locator('.result-window').textContent()).toContain('world');
    const stored = () => page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    // What is typed is stored some time after the last key: once this is, the headers would be.
    await page.locator('.graphiql-query-editor .view-line').first().click();
    await page.keyboard.insertText('# noted ');
    await expect.poll(stored, { timeout: 10_000 }).toContain('# noted');
    expect(await stored()).not.toContain('typed-by-hand');
    await page.reload();
    await page.locator('section[aria-label="Headers"] .graphiql-editor:not(.hidden) .view-line').first().waitFor();
    expect(await page.content()).not.toContain('typed-by-hand');
    expect(await stored()).not.toContain('typed-by-hand');
  } finally {
    await browser.close();
  }
});
