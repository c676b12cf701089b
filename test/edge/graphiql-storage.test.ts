/** Data that GraphiQL stores in a browser. */
import { expect, test } from 'vitest';
import { browserFound, openPage } from '../browser.ts';
import { startEdge } from './harness.ts';

const readStorage = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';

test.skipIf(!browserFound)(
  'GraphiQL sends the typed token, and stores it only with "keep in this tab"',
  {
    timeout: 90_000,
  },
  async () => {
    await using edge = await startEdge();
    const address = new URL(`/graphql?query=${encodeURIComponent('{ hello }')}`, edge.url);
    await using openedPage = await openPage(address);
    const { page } = openedPage;
    const run = async () => {
      const operationRequest = page.waitForRequest(
        (request) =>
          request.postDataJSON()?.query.includes('hello') && request.headers()['x-portico-trace'] === 'responses',
      );
      await page.getByLabel(/execute query/i).click();
      return (await operationRequest).headers();
    };
    const token = page.getByLabel('Token');
    await token.fill('glpat-typed-by-hand');
    expect((await run())['private-token']).toBe('glpat-typed-by-hand');
    await expect.poll(() => page.locator('.result-window').textContent()).toContain('world');
    // GraphiQL stores text after a delay. When it has stored this text, it would have stored the token.
    await page.locator('.graphiql-query-editor .view-line').first().click();
    await page.keyboard.insertText('# noted ');
    await expect.poll(() => page.evaluate(readStorage), { timeout: 10_000 }).toContain('# noted');
    expect(await page.evaluate(readStorage)).not.toContain('typed-by-hand');
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
    expect(await page.evaluate(readStorage)).not.toContain('kept-on-purpose');
    expect(openedPage.problems).toEqual([]);
  },
);
