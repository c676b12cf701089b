/** The page of GraphiQL in a browser, before the sandbox. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type Portico, startPortico } from '../../src/portico.ts';
import { browserFound, type OpenPage, openPage } from '../browser.ts';

const wait = { timeout: 20_000 };

async function openOperation({ page }: OpenPage, query: string, variables = ''): Promise<void> {
  const parameters = new URLSearchParams({ query, variables });
  await page.goto(`${new URL(page.url()).origin}/graphql?${parameters}`);
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();
}

const openExample = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const run = (page: Page) => page.getByLabel(/execute query/i).click();
const result = (page: Page) => page.locator('.result-window');
const resultText = async (page: Page) => (await result(page).innerText()).replaceAll('\u00a0', ' ');
const panel = (page: Page) => page.getByRole('tabpanel', { name: /^(REST calls|Plan)/ });
const rows = (page: Page) => panel(page).locator('tbody tr');
const editorText = async (page: Page) =>
  (await page.locator('.graphiql-query-editor .view-lines').innerText()).replaceAll('\u00a0', ' ');

async function startFacade(env: Readonly<Record<string, string>>): Promise<Portico & AsyncDisposable> {
  const portico = await startPortico(readConfig(env));
  return Object.assign(portico, { [Symbol.asyncDispose]: () => portico.close() });
}

describe.skipIf(!browserFound)('the page', { timeout: 120_000 }, () => {
  let portico: Portico;
  let opened: OpenPage;
  let page: Page;
  beforeAll(async () => {
    portico = await startPortico(readConfig({ SANDBOX: 'true', PORT: '0', LOG_LEVEL: 'silent' }));
    opened = await openPage(new URL('/graphql', portico.url));
    page = opened.page;
  }, 60_000);
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await portico.close();
  });

  test('opens with the result of the first example, its calls and what it may cost', async () => {
    await expect.poll(() => resultText(page), wait).toContain('"groups"');
    await expect.poll(() => rows(page).count(), wait).toBeGreaterThan(3);
    const first = await rows(page).first().innerText();
    expect(first).toMatch(/GET\s+\/groups/);
    expect(first).toContain('200');
    expect(first).toContain('upstream');
    expect(first).toContain('Query.groups');
    await page.getByRole('tab', { name: 'Plan at most 56' }).click();
    await expect.poll(() => panel(page).innerText(), wait).toContain('at most 50 times');
    await opened.shoot('explorer-result');
  });

  test('runs nothing but that by itself', async () => {
    await openOperation(opened, 'query Linked { currentUser { username } }');
    await expect.poll(() => panel(page).innerText(), wait).toMatch(/\/user\s+once/);
    expect(await page.getByRole('tab', { name: 'REST calls not run' }).count()).toBe(1);
    expect(await resultText(page)).not.toContain('dana.kim');
    await page.goto(new URL('/graphql', portico.url).href);
  });

  test('tells which attribute a call is for, and goes to its field', async () => {
    await openExample(page, 'PipelineCoverage');
    // GraphiQL knows the name of the operation a moment after its tab has opened.
    await expect.poll(() => panel(page).innerText(), wait).toContain('{pipeline_id}');
    await run(page);
    await expect.poll(() => rows(page).count(), wait).toBe(7);
    await expect.poll(() => rows(page).last().innerText(), wait).toContain('coverage and user are in the detail only');
    await rows(page).last().getByRole('button', { name: 'Pipeline.coverage' }).click();
    await page.keyboard.type('status');
    await expect.poll(() => editorText(page)).toContain('id iid status status user');
  });

  test('brings the plan up to date while one types', async () => {
    await openOperation(opened, 'query Typed { groups(first: 2) { nodes { fullPath } } }');
    await expect.poll(() => panel(page).innerText(), wait).toMatch(/\/groups\s+once/);
    await page.locator('.graphiql-query-editor .view-line').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(
      'query Typed { groups(first: 2) { nodes { projects(first: 1) { nodes { name } } } } }',
    );
    await expect.poll(() => panel(page).innerText(), wait).toContain('at most 2 times');
  });

  test('formats operation and variables', async () => {
    await openOperation(opened, 'query  Messy {groups{nodes{id}}}', '{"a":1}');
    await page.getByLabel(/^prettify/i).click();
    await expect.poll(() => editorText(page), wait).toMatch(/query Messy \{\n {2}groups \{\n {4}nodes \{/);
  });

  test('sends what is run as the role that is chosen', async () => {
    await openOperation(opened, 'query Who { currentUser { username } }');
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('dana.kim');
    await page.getByLabel('Role').selectOption('guest');
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('greta.holm');
    await page.getByLabel('Role').selectOption('own token…');
    await run(page);
    await expect.poll(() => panel(page).innerText(), wait).toContain('wants a token: choose a role above');
    await page.getByRole('textbox', { name: 'Token' }).fill('sandbox-owner-token');
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('olivia.marsh');
    expect(await panel(page).innerText()).not.toContain('wants a token');
    expect(await panel(page).innerText()).toMatch(/allows \d+ more calls for the next \d+ seconds?/);
    expect(await resultText(page)).not.toContain('extensions');
    await page.getByLabel('Role').selectOption('developer');
  });

  test('copies a call as a command without the token', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await rows(page).first().getByRole('button', { name: 'curl' }).click();
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
      .toBe(`curl "\${UPSTREAM_URL%/}"'/user' -H "PRIVATE-TOKEN: $TOKEN"`);
  });

  test('marks the argument that is refused, also within the variables', async () => {
    await openOperation(opened, 'query Wrong { groups(first: 100000) { nodes { id } } }');
    await expect.poll(() => panel(page).innerText(), wait).toContain('makes no REST call');
    await run(page);
    const marked = page.locator('.graphiql-query-editor .squiggly-error');
    await expect.poll(() => marked.count(), wait).toBe(1);
    await openOperation(
      opened,
      'query Wrong($first: Int) { groups(first: $first) { nodes { id } } }',
      '{ "first": 100000 }',
    );
    await expect.poll(() => panel(page).innerText(), wait).toContain('makes no REST call');
    await run(page);
    await page.getByLabel('Show editor tools').click();
    await expect.poll(() => page.locator('.graphiql-editor-tool .squiggly-error').count(), wait).toBe(1);
  });

  test('opens what a global id names in a new tab', async () => {
    await openOperation(opened, 'query Ids { project(id: "meridian/platform/engine") { id } }');
    await run(page);
    const link = result(page).locator('.detected-link');
    await expect.poll(() => link.count(), wait).toBe(1);
    await link.click();
    await expect.poll(() => editorText(page), wait).toContain('node(id: "gid://service/Project/14")');
    await expect.poll(() => resultText(page), wait).toContain('"fullPath": "meridian/platform/engine"');
    expect(await page.locator('.graphiql-tab-active').innerText()).toContain('Project');
    await expect.poll(() => rows(page).count(), wait).toBe(1);
    expect(await rows(page).innerText()).toContain('Query.node');
  });

  test('follows a subscription with the polls that led to each state, and ends it', async () => {
    const id = JSON.stringify({ id: 'gid://service/Pipeline/14/2991' });
    await openOperation(
      opened,
      'mutation Retry($id: ID!) { pipelineRetry(input: { id: $id }) { pipeline { status } } }',
      id,
    );
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('status');
    await openOperation(opened, 'subscription Follow($id: ID!) { pipeline(id: $id, until: FOREVER) { status } }', id);
    await run(page);
    await expect
      .poll(
        () =>
          panel(page)
            .getByRole('heading', { name: /^State 1/ })
            .count(),
        wait,
      )
      .toBe(1);
    expect(await panel(page).innerText()).toMatch(/[1-9]\d* polls?/);
    expect(await rows(page).first().innerText()).toContain('/projects/{id}/pipelines/{pipeline_id}');
    expect(portico.underway.subscriptions).toBe(1);
    await page.getByLabel(/stop query/i).click();
    await expect.poll(() => portico.underway.subscriptions, wait).toBe(0);
    await page.getByLabel(/execute query/i).waitFor();
    expect(await resultText(page)).not.toContain('error');
  });

  test('has names for everything that the keyboard reaches, and a panel that the keys make higher', async () => {
    const nameless = await page.evaluate<string[]>(`
      [...document.querySelectorAll('.graphiql-container :is(button, input, select, [tabindex="0"])')]
        .filter((e) => e.checkVisibility())
        .filter((e) => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.title || e.innerText?.trim() || e.labels?.length))
        .map((e) => e.outerHTML.slice(0, 120))
    `);
    expect(nameless.filter((html) => !html.includes('graphiql-editor'))).toEqual([]);
    const resizer = page.getByRole('separator', { name: 'Height of the panel of REST calls' });
    const before = Number(await resizer.getAttribute('aria-valuenow'));
    await resizer.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => resizer.getAttribute('aria-valuenow').then(Number)).toBe(before + 24);
    await page.getByRole('tab', { name: /^REST calls/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('tab', { name: /^Plan/ }).getAttribute('aria-selected')).toBe('true');
  });

  test('lets the keyboard out of an editor again', async () => {
    const focused = () =>
      page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.className');
    await page.locator('.graphiql-query-editor .graphiql-editor').focus();
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Operation; Escape leaves the editor');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('graphiql-editor');
    await page.keyboard.press('Tab');
    expect(await focused()).toMatch(/execute query/i);
    await page.getByLabel('Result Window').focus();
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Response; Escape leaves the editor');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Result Window');
  });

  test('has nothing beside the other that a narrow screen cannot show', async () => {
    const narrow = { viewport: { width: 400, height: 800 }, colorScheme: 'dark' } as const;
    await using small = await openPage(new URL('/graphql', portico.url), narrow);
    await expect.poll(() => rows(small.page).count(), wait).toBeGreaterThan(3);
    expect(await small.page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    await rows(small.page).first().scrollIntoViewIfNeeded();
    await small.shoot('explorer-narrow');
    const bar = small.page.getByRole('group', { name: 'Who operations are sent as' });
    const { height = 0 } = (await bar.boundingBox()) ?? {};
    await small.page.getByLabel('Role').selectOption('own token…');
    await small.page.getByRole('textbox', { name: 'Token' }).waitFor();
    expect((await bar.boundingBox())?.height).toBe(height);
    expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(small.problems).toEqual([]);
  });

  test('did all of this without an error, another host or a violation of its policy', () => {
    expect(opened.problems).toEqual([]);
  });
});

describe.skipIf(!browserFound)('the page before a service', { timeout: 90_000 }, () => {
  const service = { UPSTREAM_URL: 'http://127.0.0.1:9/api/v4', PORT: '0', LOG_LEVEL: 'silent' };

  test('has no roles, and calls nothing by itself', async () => {
    await using portico = await startFacade({ ...service, TRACE: 'true' });
    await using opened = await openPage(new URL('/graphql', portico.url));
    const { page } = opened;
    await page.getByLabel('Token').waitFor();
    expect(await page.getByLabel('Role').count()).toBe(0);
    await expect.poll(() => panel(page).innerText(), wait).toContain('at most 50 times');
    expect(await page.getByRole('tab', { name: 'REST calls not run' }).count()).toBe(1);
    expect(opened.problems).toEqual([]);
  });

  test('asks for no plan without TRACE', async () => {
    await using portico = await startFacade({ ...service, TRACE: 'false' });
    await using opened = await openPage(new URL('/graphql', portico.url));
    await expect.poll(() => panel(opened.page).innerText(), wait).toContain('TRACE is false');
    expect(opened.problems).toEqual([]);
  });
});
