/** The page in a browser, in front of the facade and its sandbox. */
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../../test/harness.ts';
import { type ServedPage, servePage } from '../serve.ts';

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const screenshots = process.env.SCREENSHOTS ?? join(tmpdir(), 'portico-screenshots');
const found = existsSync(browserPath);
if (!found) console.log(`Skipped: there is no browser at ${browserPath}; CHROMIUM names another one`);
const testInBrowser = test.skipIf(!found);

const comment = /* GraphQL */ `
  mutation Comment($body: String!) {
    noteCreate(input: { target: { mergeRequest: { project: "meridian/platform/engine", iid: 2 } }, body: $body }) {
      note {
        id
      }
    }
  }
`;

let browser: Browser | undefined;
let facade: SandboxedFacade;
let served: ServedPage;
let page: Page;
let problems: string[];

const section = (name: string) => page.getByRole('region', { name });
const shot = (name: string) =>
  page.screenshot({ path: join(screenshots, `merge-request-${name}.png`), fullPage: true });

/** Opens the page, by default for the maintainer, and waits for its content. */
async function open(parameters = ''): Promise<void> {
  await page.goto(`${served.url}${parameters}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

beforeAll(async () => {
  if (!found) return;
  mkdirSync(screenshots, { recursive: true });
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

beforeEach(async () => {
  if (browser === undefined) return;
  facade = await startSandboxed({ env: { WATCH_FIRST_INTERVAL_MS: '50', WATCH_LONGEST_INTERVAL_MS: '100' } });
  served = await servePage(facade.url, 0);
  page = await browser.newPage({ viewport: { width: 1150, height: 900 } });
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) problems.push(line.text());
  });
});
afterEach(async () => {
  if (browser === undefined) return;
  await page.close();
  await served.close();
  await facade.close();
  expect(problems).toEqual([]);
});

testInBrowser('shows a merge request, in light, dark and narrow', async () => {
  await open();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Draw coastlines before rivers');
  expect(await page.locator('header').textContent()).toMatch(/Open.*Dana Kim.*feature\/faster-start.*main/);
  expect(await page.getByRole('list', { name: 'Labels' }).getByRole('listitem').allTextContents()).toEqual([
    'bug',
    'critical',
  ]);
  expect(await page.title()).toBe('Draw coastlines before rivers (meridian/platform/engine!2)');
  expect(await section('Description').textContent()).toContain('Rivers end in the sea');
  expect(await section('Comments').getByRole('listitem').count()).toBe(2);
  await expect.poll(() => section('Pipelines').getByRole('listitem').count()).toBe(5);
  expect(await section('Pipelines').getByRole('listitem').first().textContent()).toContain('#2999Preparing');
  await shot('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await shot('dark');
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await shot('narrow');
  await section('Dependencies').getByRole('link', { name: 'Shade the sea by depth' }).click();
  await page.getByRole('heading', { level: 1, name: 'Shade the sea by depth' }).waitFor();
  expect(await section('Dependencies').getByRole('link').allTextContents()).toEqual([
    'Draw coastlines before rivers',
    'Speed up line joins',
  ]);
});

testInBrowser('shows the title before approvals and pipelines, which are deferred', async () => {
  const removeFault = facade.sandbox.faults.add({
    match: { operation: 'getMergeRequestApprovals' },
    latencyMs: 60_000,
  });
  await open();
  expect(await section('Approvals').textContent()).toContain('Loading …');
  removeFault();
  await expect.poll(() => section('Pipelines').getByRole('listitem').count()).toBe(5);
  expect(await section('Approvals').textContent()).toContain('Loading …');
});

testInBrowser('approves and withdraws the approval, with the keyboard', async () => {
  await open();
  const count = section('Approvals').getByRole('status');
  expect(await count.textContent()).toBe('1 of 2 approvals still needed');
  await page.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect.poll(() => count.textContent()).toBe('Approved');
  expect(await section('Approvals').getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining('Olivia Marsh'),
    expect.stringContaining('Mateo Silva'),
  ]);
  // The focus stays, so the same key takes it back.
  expect(await page.locator(':focus').textContent()).toBe('Withdraw approval');
  await page.keyboard.press('Enter');
  await expect.poll(() => count.textContent()).toBe('1 of 2 approvals still needed');
});

testInBrowser('shows a refusal beside its button', async () => {
  await open('?token=sandbox-developer-token');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect
    .poll(() => section('Approvals').getByRole('alert').allTextContents())
    .toEqual(['You are not allowed to do this.']);
  await shot('refusal');
});

testInBrowser('asks callers without a token to sign in', async () => {
  await page.goto(`${served.url}?token=`);
  await expect.poll(() => page.getByRole('alert').allTextContents()).toEqual(['Sign in to see or do this.']);
});

testInBrowser('reports a merge request that does not exist', async () => {
  await page.goto(`${served.url}?iid=9999`);
  await expect
    .poll(() => page.getByRole('status').allTextContents())
    .toEqual(['There is no merge request !9999 in meridian/platform/engine, or you may not see it.']);
});

testInBrowser('shows a new comment at once, and each older one once', async () => {
  for (const body of ['one', 'two', 'three', 'four', 'five'])
    expect((await facade.execute(comment, { body }, { as: 'reporter' })).errors).toBeUndefined();
  await open();
  const items = section('Comments').getByRole('listitem');
  const texts = async () => (await items.locator('.text').allTextContents()).join(' ');
  expect(await texts()).toBe('five four three two one');
  await page.getByLabel('Your comment').fill('Looks good.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.poll(texts).toBe('Looks good. five four three two one');
  expect(await page.getByLabel('Your comment').inputValue()).toBe('');
  expect(await section('Comments').getByRole('heading').textContent()).toBe('Comments (8)');
  await page.getByRole('button', { name: 'Load more comments' }).click();
  await expect.poll(() => items.count()).toBe(8);
  expect(await page.getByRole('button', { name: 'Load more comments' }).count()).toBe(0);
  await shot('comments');
});

testInBrowser('runs the commands of a comment', async () => {
  await open();
  await page.getByLabel('Your comment').fill('/label ~feature');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.poll(() => page.getByRole('list', { name: 'Labels' }).textContent()).toContain('feature');
  expect(await section('Comments').getByRole('status').textContent()).toMatch(/label/);
});

testInBrowser('follows a retried pipeline to its end', async () => {
  await open();
  const newest = section('Pipelines').getByRole('listitem').first();
  const status = newest.locator('[data-status]');
  await page.getByRole('button', { name: 'Cancel pipeline 2999' }).click();
  await expect.poll(() => status.textContent()).toBe('Canceled');
  await page.getByRole('button', { name: 'Retry pipeline 2999' }).click();
  await expect.poll(() => status.textContent()).toBe('Pending');
  const overHttp: string[] = [];
  page.on('request', (request) => overHttp.push(request.url()));
  await expect.poll(() => facade.activity.sockets).toBe(1);
  await shot('running');
  facade.sandbox.clock.advance(600_000);
  await expect.poll(() => status.textContent(), { timeout: 20_000 }).toBe('Success');
  expect(overHttp).toEqual([]);
  // Ended objects are no longer followed.
  const live = section('Pipelines').locator('[data-live=true]');
  await expect.poll(async () => facade.activity.subscriptions - (await live.count())).toBe(0);
});
