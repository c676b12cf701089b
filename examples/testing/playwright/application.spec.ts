/** Playwright: a page of an application that embeds Portico, with a sandbox for each worker. */
import { test as base, expect } from '@playwright/test';
import { type Sandbox, startSandbox } from 'portico/sandbox';
import { startApplication } from './application.ts';

interface Application {
  readonly url: string;
  readonly sandbox: Sandbox;
}

const test = base.extend<object, { readonly application: Application }>({
  application: [
    // Playwright requires an object pattern as the first parameter.
    // biome-ignore lint/correctness/noEmptyPattern: the fixture uses no other
    async ({}, use) => {
      await using sandbox = await startSandbox();
      const tokens = new Map([['session-of-dana', sandbox.tokens.developer]]);
      await using application = await startApplication({ upstreamUrl: sandbox.url, tokens });
      await use({ url: application.url, sandbox });
    },
    { scope: 'worker' },
  ],
});

test.beforeEach(async ({ application, context }) => {
  application.sandbox.reset();
  await context.addCookies([{ name: 'session', value: 'session-of-dana', url: application.url }]);
});

test('shows the pipelines of a project', async ({ application, page }) => {
  await page.goto(application.url);
  await expect(page.getByRole('listitem')).toHaveCount(3);
  expect(application.sandbox.requests().map(({ operation }) => operation)).toEqual(['listPipelines']);
});

test('shows that the service fails', async ({ application, page }) => {
  application.sandbox.fail('listPipelines', { status: 503 });
  await page.goto(application.url);
  await expect(page.getByRole('status')).toHaveText('The pipelines cannot be shown.');
});
