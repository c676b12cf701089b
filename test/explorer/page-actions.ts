/** Actions of tests on the GraphiQL page, and functions that read its content. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type OpenPage, openPage } from '../browser.ts';

export const wait = { timeout: 20_000 };

const firstLine = (page: Page) => page.locator('.graphiql-query-editor .view-line').first();

/** Returns the URL of the page with an operation. */
export const createLink = (facadeUrl: URL, query: string): URL =>
  new URL(`/graphql?${new URLSearchParams({ query })}`, facadeUrl);

/** Opens a new page by a link to an operation. */
export async function openLink(facadeUrl: URL, query: string): Promise<OpenPage> {
  const openedPage = await openPage(createLink(facadeUrl, query));
  await firstLine(openedPage.page).waitFor();
  return openedPage;
}

/** Enters a named operation in a new tab, in which neither a result nor a plan is visible before. */
export async function openOperation(page: Page, query: string, variables = ''): Promise<void> {
  await page.getByLabel('New tab').click();
  await expect.poll(() => panel(page).innerText(), wait).toContain('when the operation is valid');
  await firstLine(page).click();
  await page.keyboard.insertText(query);
  if (variables !== '') {
    const showTools = page.getByLabel('Show editor tools');
    if (await showTools.isVisible()) await showTools.click();
    await page.locator('.graphiql-editor-tool .view-line').first().click();
    await page.keyboard.insertText(variables);
  }
  const [, name = ''] = /^\w+ +(\w+)/.exec(query) ?? [];
  await page.locator('.graphiql-tab-active', { hasText: name }).waitFor();
}

export const openExample = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
export const run = (page: Page) => page.getByLabel(/execute query/i).click();
export const result = (page: Page) => page.locator('.result-window');
export const resultText = async (page: Page) => (await result(page).innerText()).replaceAll('\u00a0', ' ');
export const panel = (page: Page) => page.getByRole('tabpanel', { name: /^(REST calls|Plan)/ });
export const rows = (page: Page) => panel(page).locator('tbody tr');
export const editorText = async (page: Page) =>
  (await page.locator('.graphiql-query-editor .view-lines').innerText()).replaceAll('\u00a0', ' ');
