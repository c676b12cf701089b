/** GraphiQL in a browser, following an export to its end over Server-Sent Events. */
import { expect, test } from 'vitest';
import { tokens } from '../../src/sandbox/index.ts';
import { browserFound, openPage } from '../browser.ts';
import { startWatched } from './facade.ts';

test.skipIf(!browserFound)('GraphiQL follows an export to its end', { timeout: 90_000 }, async () => {
  const facade = await startWatched({ env: { UPSTREAM_TOKEN: tokens.developer } });
  try {
    const id = await facade.startExport();
    const query = `subscription Export {\n  vulnerabilityExport(id: "${id}") {\n    status\n    finishedAt\n    downloadUrl\n  }\n}\n`;
    await using opened = await openPage(new URL(`/graphql?query=${encodeURIComponent(query)}`, facade.url));
    const { page } = opened;
    await page.getByLabel(/execute query/i).click();
    const result = page.locator('.result-window');
    await expect.poll(() => result.textContent(), { timeout: 20_000 }).toContain('CREATED');
    expect(facade.activity).toMatchObject({ subscriptions: 1, pollers: 1, sockets: 0 });
    facade.sandbox.clock.advance(4000);
    await expect.poll(() => result.textContent(), { timeout: 20_000 }).toContain('FINISHED');
    // The button runs again instead of stopping: the stream is over.
    await page.getByLabel(/execute query/i).waitFor();
    await expect.poll(() => facade.activity.subscriptions).toBe(0);
    await opened.shoot('graphiql-export');
    expect(opened.problems).toEqual([]);
  } finally {
    await facade.idle();
    await facade.close();
  }
});
