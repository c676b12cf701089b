/** Actions of tests on the GraphiQL page, and functions that read its content. */
import type { Page } from 'playwright-core';
import type { OpenPage } from '../browser.ts';

export const wait = { timeout: 20_000 };

export async function openOperation({ page }: OpenPage, query: string, variables = ''): Promise<void> {
  const parameters = new URLSearchParams({ query, variables });
  await page.goto(`${new URL(page.url()).origin}/graphql?${parameters}`);
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();
}

export const openExample = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
export const run = (page: Page) => page.getByLabel(/execute query/i).click();
export const result = (page: Page) => page.locator('.result-window');
export const resultText = async (page: Page) => (await result(page).innerText()).replaceAll('\u00a0', ' ');
export const panel = (page: Page) => page.getByRole('tabpanel', { name: /^(REST calls|Plan)/ });
export const rows = (page: Page) => panel(page).locator('tbody tr');
export const editorText = async (page: Page) =>
  (await page.locator('.graphiql-query-editor .view-lines').innerText()).replaceAll('\u00a0', ' ');
