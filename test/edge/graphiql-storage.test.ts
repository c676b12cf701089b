/** Data that GraphiQL stores in a browser. */
import { expect, test } from 'vitest';
import { browserFound, openPage } from '../browser.ts';
import { startEdge } from './harness.ts';

const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';

test.skipIf(!browserFound)(
  'GraphiQL sends the token that was typed, and keeps it only where that is asked for',
  {
    timeout: 90_000,
  },
  async () => {
    await using edge = await startEdge();
    const address = new URL(`/graphql?query=${encodeURIComponent('{ hello }')}`, edge.url);
    await using opened = await openPage(address);
    const { page } = opened;
    const run = async () => {
      const sent = page.waitForRequest(
        (request) =>
          request.postDataJSON()?.query.includes('hello') && request.headers()['x-portico-trace'] === 'responses',
      );
      await page.getByLabel(/execute query/i).click();
      return (await sent).headers();
    };
    const token = page.getByLabel('Token');
    await token.fill('glpat-typed-by-hand');
    expect((await run())['private-token']).toBe('glpat-typed-by-hand');
    await expect.poll(() => page.locator('.result-window').textContent()).toContain('world');
    // Text is stored some time after the last key press. Once this text is stored, the token would be, too.
    await page.locator('.graphiql-query-editor .view-line').first().click();
    await page.keyboard.insertText('# noted ');
    await expect.poll(() => page.evaluate(stored), { timeout: 10_000 }).toContain('# noted');
    expect(await page.evaluate(stored)).not.toContain('typed-by-hand');
    await page.reload();
    expect(await token.inputValue()).toBe('');

    await token.fill('Bearer kept-on-purpose');
    await page.getByLabel('keep in this tab').check();
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('kept-on-purpose');
    await page.reload();
    expect(await token.inputValue()).toBe('Bearer kept-on-purpose');
    await page.locator('.graphiql-query-editor .view-line').first().waitFor();
    expect((await run()).authorization).toBe('Bearer kept-on-purpose');
    await page.getByLabel('keep in this tab').uncheck();
    expect(await page.evaluate(stored)).not.toContain('kept-on-purpose');
    expect(opened.problems).toEqual([]);
  },
);
