/** Subscription to an export in GraphiQL over Server-Sent Events. */
import { expect, test } from 'vitest';
import { tokens } from '../../sandbox/index.ts';
import { browserFound, openPage } from '../browser.ts';
import { startWatched } from './facade.ts';

test.skipIf(!browserFound)(
  'GraphiQL shows each state of an export, and ends the subscription',
  { timeout: 90_000 },
  async () => {
    const facade = await startWatched({ env: { UPSTREAM_TOKEN: tokens.developer } });
    try {
      const id = await facade.startExport();
      const query = `subscription Export {\n  vulnerabilityExport(id: "${id}") {\n    status\n    finishedAt\n    downloadUrl\n  }\n}\n`;
      await using openedPage = await openPage(new URL(`/graphql?query=${encodeURIComponent(query)}`, facade.url));
      const { page } = openedPage;
      await page.getByLabel(/execute query/i).click();
      const result = page.locator('.result-window');
      await expect.poll(() => result.textContent(), { timeout: 20_000 }).toContain('CREATED');
      expect(facade.activity).toMatchObject({ subscriptions: 1, pollers: 1, sockets: 0 });
      facade.sandbox.clock.advance(4000);
      await expect.poll(() => result.textContent(), { timeout: 20_000 }).toContain('FINISHED');
      // The stream has ended: the button executes instead of stopping.
      await page.getByLabel(/execute query/i).waitFor();
      await expect.poll(() => facade.activity.subscriptions).toBe(0);
      await openedPage.shoot('graphiql-export');
      expect(openedPage.problems).toEqual([]);
    } finally {
      await facade.idle();
      await facade.close();
    }
  },
);
