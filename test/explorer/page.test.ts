/** The GraphiQL page in a browser, with the sandbox. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../sandbox/index.ts';
import { loadAreas } from '../../src/config/areas.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Portico, startPortico } from '../../src/portico.ts';
import { browserFound, type OpenPage, openPage, viewport } from '../browser.ts';
import { copyExampleArea } from '../package/example-area.ts';
import {
  createLink,
  editorText,
  openExample,
  openLink,
  openOperation,
  panel,
  result,
  resultText,
  rows,
  run,
  wait,
} from './page-actions.ts';

async function startFacade(env: Readonly<Record<string, string>>): Promise<Portico & AsyncDisposable> {
  const config = readConfig(env);
  const portico = await startPortico(config, { areas: await loadAreas(config.areaModules) });
  return Object.assign(portico, { [Symbol.asyncDispose]: () => portico.close() });
}

let portico: Portico;
let openedPage: OpenPage;
let page: Page;
beforeAll(async () => {
  portico = await startPortico(readConfig({ SANDBOX: 'true', PORT: '0', LOG_LEVEL: 'silent' }));
  openedPage = await openPage(new URL('/graphql', portico.url));
  page = openedPage.page;
}, 60_000);
afterAll(async () => {
  await openedPage[Symbol.asyncDispose]();
  await portico.close();
});

describe.skipIf(!browserFound)('the page', { timeout: 120_000 }, () => {
  test('opens with the result of the first example, its REST calls and its plan', async () => {
    await expect.poll(() => resultText(page), wait).toContain('"group"');
    // The editor renders the visible lines only.
    await expect.poll(() => resultText(page), wait).toContain('"status": "FAILED"');
    expect(await resultText(page)).not.toContain('"nodes": []');
    await expect.poll(() => rows(page).count(), wait).toBeGreaterThan(3);
    const call = await rows(page).filter({ hasText: 'Query.group' }).innerText();
    expect(call).toMatch(/GET\s+\/groups/);
    expect(call).toContain('200');
    expect(call).toContain('upstream');
    await page.getByRole('tab', { name: 'Plan at most 12' }).click();
    await expect.poll(() => panel(page).innerText(), wait).toContain('at most 10 times');
    await openedPage.shoot('explorer-result');
  });

  test('does not run the operation of a link automatically', async () => {
    await page.goto(createLink(portico.url, 'query Linked { currentUser { username } }').href);
    await expect.poll(() => panel(page).innerText(), wait).toMatch(/\/user\s+once/);
    expect(await page.getByRole('tab', { name: 'REST calls not run' }).count()).toBe(1);
    expect(await resultText(page)).not.toContain('dana.kim');
  });

  test('shows the attributes that need a call, and selects the field of one in the editor', async () => {
    await openExample(page, 'PipelineCoverage');
    // GraphiQL sets the name of the operation after its tab has opened.
    await expect.poll(() => panel(page).innerText(), wait).toContain('{pipeline_id}');
    await run(page);
    await expect.poll(() => rows(page).count(), wait).toBe(7);
    await expect.poll(() => rows(page).last().innerText(), wait).toContain('coverage and user are in the detail only');
    await rows(page).last().getByRole('button', { name: 'Pipeline.coverage' }).click();
    await page.keyboard.type('status');
    await expect.poll(() => editorText(page)).toContain('id iid status status user');
  });

  test('updates the plan while the user types', async () => {
    await openOperation(page, 'query Typed { groups(first: 2) { nodes { fullPath } } }');
    await expect.poll(() => panel(page).innerText(), wait).toMatch(/\/groups\s+once/);
    await page.locator('.graphiql-query-editor .view-line').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(
      'query Typed { groups(first: 2) { nodes { projects(first: 1) { nodes { name } } } } }',
    );
    await expect.poll(() => panel(page).innerText(), wait).toContain('at most 2 times');
  });

  test('formats the operation with Prettify', async () => {
    await openOperation(page, 'query  Messy {groups{nodes{id}}}', '{"a":1}');
    await page.getByLabel(/^prettify/i).click();
    await expect.poll(() => editorText(page), wait).toMatch(/query Messy \{\n {2}groups \{\n {4}nodes \{/);
  });

  test('sends operations as the selected role', async () => {
    await openOperation(page, 'query Who { currentUser { username } }');
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('dana.kim');
    await page.getByLabel('Role').selectOption('guest');
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('greta.holm');
    await page.getByLabel('Role').selectOption('own token…');
    await run(page);
    await expect.poll(() => panel(page).innerText(), wait).toContain('requires a token: choose a role above');
    await page.getByRole('textbox', { name: 'Token' }).fill('sandbox-owner-token');
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('olivia.marsh');
    expect(await panel(page).innerText()).not.toContain('requires a token');
    expect(await resultText(page)).not.toContain('extensions');
    await page.getByLabel('Role').selectOption('developer');
  });

  test('copies a call as a curl command without the token', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await rows(page).first().getByRole('button', { name: 'curl' }).click();
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
      .toBe(`curl "\${UPSTREAM_URL%/}"'/user' -H "PRIVATE-TOKEN: $TOKEN"`);
  });

  test('marks a rejected argument, also in the variables', async () => {
    await openOperation(page, 'query Wrong { groups(first: 100000) { nodes { id } } }');
    await expect.poll(() => panel(page).innerText(), wait).toContain('makes no REST call');
    await run(page);
    const marked = page.locator('.graphiql-query-editor .squiggly-error');
    await expect.poll(() => marked.count(), wait).toBe(1);
    await openOperation(
      page,
      'query Wrong($first: Int) { groups(first: $first) { nodes { id } } }',
      '{ "first": 100000 }',
    );
    await expect.poll(() => panel(page).innerText(), wait).toContain('makes no REST call');
    await run(page);
    await expect.poll(() => page.locator('.graphiql-editor-tool .squiggly-error').count(), wait).toBe(1);
  });

  test('accepts a number as the value of an ID in the variables', async () => {
    await openOperation(
      page,
      'query Numbers($id: ID!, $first: Int) { project(id: $id) { labels(first: $first) { totalCount } } }',
      '{ "id": 14, "first": "two" }',
    );
    const marked = page.locator('.graphiql-editor-tool .squiggly-error');
    await expect.poll(() => marked.count(), wait).toBe(1);
    await openOperation(page, 'query Numbers($id: ID!) { project(id: $id) { name } }', '{ "id": 14 }');
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('"Engine"');
    expect(await marked.count()).toBe(0);
  });

  test('follows a change of the system theme, also in the editors', async () => {
    await openOperation(page, 'query Themed { currentUser { username } }');
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('dana.kim');
    const colors = () =>
      page.evaluate<string>(`
        ['.graphiql-query-editor .view-line span span', '.result-window .view-line span span', '.graphiql-container']
          .map((each) => getComputedStyle(document.querySelector(each)).color).join(' ')
      `);
    const light = await colors();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colors, wait).not.toBe(light);
    await openedPage.shoot('explorer-theme-dark');
    const dark = (await colors()).split(/ (?=rgb)/);
    for (const [index, color] of light.split(/ (?=rgb)/).entries()) expect(dark[index]).not.toBe(color);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(colors, wait).toBe(light);
  });

  test('opens the object of a global id in a new tab', async () => {
    await openOperation(page, 'query Ids { project(id: "meridian/platform/engine") { id } }');
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

  test('shows a subscription with the polls of each state, and ends it', async () => {
    const id = JSON.stringify({ id: 'gid://service/Pipeline/14/2991' });
    await openOperation(
      page,
      'mutation Retry($id: ID!) { pipelineRetry(input: { id: $id }) { pipeline { status } } }',
      id,
    );
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('status');
    await openOperation(page, 'subscription Follow($id: ID!) { pipeline(id: $id, until: FOREVER) { status } }', id);
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
    expect(await rows(page).first().innerText()).toContain('/projects/14/pipelines/2991');
    expect(portico.activity.subscriptions).toBe(1);
    await page.getByLabel(/stop query/i).click();
    await expect.poll(() => portico.activity.subscriptions, wait).toBe(0);
    await page.getByLabel(/execute query/i).waitFor();
    expect(await resultText(page)).not.toContain('error');
  });

  test('copies a link to an operation without the token', async () => {
    await openOperation(page, 'query Shared($n: Int) { groups(first: $n) { nodes { id } } }', '{ "n": 2 }');
    await page.getByLabel('Role').selectOption('own token…');
    await page.getByRole('textbox', { name: 'Token' }).fill('sandbox-owner-token');
    await page.getByLabel('Copy link to this operation').click();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toMatch(/\/graphql#query=query\+Shared/);
    expect(link).not.toContain('sandbox-owner-token');
    await page.goto('about:blank');
    await page.goto(link);
    await expect.poll(() => editorText(page), wait).toContain('query Shared($n: Int)');
    await expect
      .poll(() => page.locator('.graphiql-editor-tool .view-lines').first().innerText(), wait)
      .toContain('"n"');
    await page.getByLabel('Role').selectOption('developer');
  });

  test('groups the calls of a field and expands the group', async () => {
    await openOperation(page, 'query Many { project(id: "14") { pipelines(first: 8) { nodes { coverage } } } }');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => panel(page).innerText(), wait)
      .toMatch(/8 × GET \/projects\/\{id\}\/pipelines\/\{pipeline_id\} for Pipeline\.coverage, median \d/);
    expect(await rows(page).count()).toBe(2);
    await panel(page).getByRole('button', { name: 'show' }).click();
    expect(await rows(page).count()).toBe(10);
    expect(await rows(page).last().innerText()).toMatch(/\/projects\/14\/pipelines\/\d+/);
    await openedPage.shoot('explorer-groups');
  });

  test('opens the response of a call', async () => {
    await openOperation(page, 'query Response { project(id: "14") { name } }');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => rows(page).count(), wait).toBe(1);
    expect(await panel(page).innerText()).not.toContain('"path_with_namespace"');
    await panel(page).getByText('Response', { exact: true }).click();
    await expect.poll(() => panel(page).innerText(), wait).toContain('"path_with_namespace"');
    expect(await panel(page).innerText()).not.toContain('sandbox-');
  });

  test.each([
    [1440, false],
    [900, true],
    [400, false],
  ])(
    'keeps its layout when a response is opened at a width of %i px, with the query builder open: %s',
    async (width, isBuilderOpen) => {
      await page.setViewportSize({ width, height: 900 });
      await openOperation(page, 'query Response { project(id: "14") { name } }');
      if (isBuilderOpen) await page.getByLabel('Show Query builder').click();
      await run(page);
      await expect.poll(() => rows(page).count(), wait).toBe(1);
      const measure = () =>
        page.evaluate<unknown>(`
        [...document.querySelectorAll('.graphiql-editors, .graphiql-response, .portico-panel, .portico-calls')]
          .map((each) => each.getBoundingClientRect())
          .map(({ left, right, width }) => ({ width, isInside: left >= 0 && right <= ${width} }))
      `);
      const before = await measure();
      await panel(page).getByText('Response', { exact: true }).click();
      await expect.poll(() => panel(page).innerText(), wait).toContain('"path_with_namespace"');
      expect(await measure()).toEqual(before);
      expect(before).not.toContainEqual(expect.objectContaining({ isInside: false }));
      await panel(page).getByText('Response', { exact: true }).scrollIntoViewIfNeeded();
      await openedPage.shoot(`explorer-response-${width}`);
      if (isBuilderOpen) await page.getByLabel('Hide Query builder').click();
      await page.setViewportSize(viewport);
    },
  );

  test('runs an operation by Ctrl-Enter outside of the editors', async () => {
    await openOperation(page, 'query Keys { currentUser { username } }');
    await page.getByLabel('Role').focus();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => resultText(page), wait).toContain('dana.kim');
  });

  test('runs the operation of a tab immediately after a switch', async () => {
    await page.goto(new URL('/graphql', portico.url).href);
    await openExample(page, 'CurrentUser');
    await openExample(page, 'PipelineCoverage');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => resultText(page), wait).toContain('"pipelines"');
    expect(await resultText(page)).not.toContain('Unknown operation');
  });

  test('marks fields that cost a call per item in completion and query builder', async () => {
    const incomplete = 'query Cost {\n  project(id: "14") {\n    pipelines(first: 2) {\n      nodes {\n        co';
    await page.goto(createLink(portico.url, incomplete).href);
    await page.locator('.graphiql-query-editor .view-line').last().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Space');
    const completion = (name: string) => page.locator('.suggest-widget .monaco-list-row', { hasText: name }).first();
    await expect.poll(() => completion('coverage').innerText(), wait).toContain('call per list item');
    await openOperation(page, 'query Cost { project(id: "14") { pipelines(first: 2) { nodes { iid coverage } } } }');
    await page.getByLabel('Show Query builder').click();
    const mark = (name: string) =>
      page
        .locator(`.graphiql-explorer-root [data-field-name="${name}"]`)
        .first()
        .evaluate((node) => getComputedStyle(node, '::after').content);
    await expect.poll(() => mark('coverage'), wait).toBe('"call per list item"');
    expect(await mark('iid')).toBe('none');
    await page.getByLabel('Hide Query builder').click();
  });

  test('opens the query of a pasted REST call', async () => {
    await page.getByLabel('Show REST calls').click();
    await page.getByLabel('REST call, curl command or description').fill('GET /projects/14/pipelines/3000');
    await page.getByTitle('Open the query in a new tab').first().click();
    await expect.poll(() => editorText(page), wait).toContain('pipeline(id: $pipeline)');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => resultText(page), wait).toContain('"iid": 2000');
    await openedPage.shoot('explorer-rest-search');
    await page.getByLabel('Hide REST calls').click();
  });

  test('opens the query of a pasted URL with its query parameters, in a tab named after the operation', async () => {
    await page.getByLabel('Show REST calls').click();
    await page
      .getByLabel('REST call, curl command or description')
      .fill('https://forge.example.com/api/v4/projects/14/pipelines?status=failed&private_token=s3cret');
    await expect
      .poll(() => page.locator('.portico-search').innerText(), wait)
      .toMatch(/no such parameter: private_token/);
    const urls: string[] = [];
    await page.route(/rest-calls/, async (route) => {
      urls.push(route.request().url());
      await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
      await route.continue();
    });
    await page.getByTitle('Open the query in a new tab').first().click();
    await expect.poll(() => editorText(page), wait).toMatch(/filter: \{\s+status: FAILED/);
    await expect.poll(() => page.locator('.graphiql-tab-active').innerText(), wait).toContain('ListPipelines');
    const isInView = async () => {
      const tab = await page.locator('.graphiql-tab-active').boundingBox();
      const list = await page.getByRole('tablist', { name: 'Select active operation' }).boundingBox();
      return tab !== null && list !== null && tab.x > list.x - 1 && tab.x + tab.width < list.x + list.width + 1;
    };
    await expect.poll(isInView, wait).toBe(true);
    expect(urls).toEqual([expect.stringMatching(/listPipelines\.json\?status=failed$/)]);
    await page.unroute(/rest-calls/);
    await openedPage.shoot('explorer-rest-search-parameters');
    await page.getByLabel('Hide REST calls').click();
  });

  test('opens the mutation of a pasted curl command with its body, and sends no secret', async () => {
    await page.getByLabel('Show REST calls').click();
    const search = page.getByLabel('REST call, curl command or description');
    await search.fill('GET /projects/14/labels');
    await page.getByTitle('Open the query in a new tab').first().waitFor();
    expect(await page.locator('.portico-search').innerText()).not.toMatch(/ignored/i);
    await search.fill(
      "curl -X POST -H 'PRIVATE-TOKEN: s3cret' https://forge.example.com/api/v4/projects/14/labels -d name=bug -d color=red -d token=s3cret",
    );
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`));
    await page.getByTitle('Open the query in a new tab').first().click();
    await expect.poll(() => editorText(page), wait).toContain('mutation CreateLabel');
    await expect
      .poll(() => page.locator('.graphiql-editor-tool .view-lines').first().innerText(), wait)
      .toMatch(/"color":\s"red",\s+"name":\s"bug"/);
    expect(sent).toContainEqual(expect.stringMatching(/createLabel\.json \{"body":\{"name":"bug","color":"red"\}/));
    expect(sent.join()).not.toContain('s3cret');
    await openedPage.shoot('explorer-rest-search-body');
    await page.getByLabel('Hide REST calls').click();
  });

  test('opens the query of a search result by the keyboard or a click, and suggests similar calls', async () => {
    await page.getByLabel('Show REST calls').click();
    const search = page.getByLabel('REST call, curl command or description');
    await search.fill('GET /projects/14/nothing');
    await expect.poll(() => page.locator('.portico-search').innerText(), wait).toContain('Similar ones:');
    await openedPage.shoot('explorer-rest-search-similar');
    await page.getByRole('button', { name: /GET \/projects\/\{id\} .* Open query$/ }).waitFor();
    await search.fill('who am i');
    await page.getByRole('button', { name: /Query\.currentUser Open query$/ }).waitFor();
    await search.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => editorText(page), wait).toContain('query GetCurrentUser');
    await search.fill('GET /runners/all');
    await page.getByRole('button', { name: /Query\.allRunners Open query$/ }).waitFor();
    await search.press('Enter');
    await expect.poll(() => editorText(page), wait).toContain('query ListAllRunners');
    expect(await search.inputValue()).toBe('GET /runners/all');
    await page.goto(new URL('/graphql', portico.url).href);
    await page.getByLabel('REST call, curl command or description').fill('GET /projects/14/labels');
    await page.getByText('Open query').first().click();
    await expect.poll(() => editorText(page), wait).toContain('query ListLabels');
    await page.getByLabel('Hide REST calls').click();
  });

  test('shows the documentation of a field by its REST path', async () => {
    await page.getByLabel('Show Documentation Explorer').click();
    await page.getByLabel('REST path').fill('/projects/14/labels');
    await openedPage.shoot('explorer-docs-path');
    const link = page.getByTitle('Show the documentation of the field').first();
    expect(await link.evaluate((node) => getComputedStyle(node).textAlign)).toBe('start');
    await link.click();
    await expect.poll(() => page.locator('.graphiql-doc-explorer').innerText(), wait).toContain('labels');
    expect(await page.locator('.graphiql-doc-explorer-title').innerText()).toBe('labels');
    await page.getByLabel('Hide Documentation Explorer').click();
  });

  test('uploads a file as a variable', async () => {
    await page.getByLabel('Role').selectOption('owner');
    await openOperation(
      page,
      'mutation Upload($input: GroupAvatarUploadInput!) { groupAvatarUpload(input: $input) { group { avatarUrl } errors { message } } }',
      '{ "input": { "id": "9", "avatar": null } }',
    );
    await page.getByLabel('Role').selectOption('owner');
    await page
      .getByLabel('input.avatar')
      .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('face') });
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => resultText(page), wait).toMatch(/"avatarUrl": "[^"]*face\.png"/);
    await page.getByLabel('Role').selectOption('developer');
  });

  test('resets the sandbox', async () => {
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Reset done' }).count(), wait).toBe(1);
  });

  test('has accessible names for all focusable elements, and a panel that arrow keys resize', async () => {
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

  test('moves the focus out of an editor by Escape', async () => {
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

  test('fits a narrow screen', async () => {
    const narrow = { viewport: { width: 400, height: 800 }, colorScheme: 'dark' } as const;
    await using small = await openPage(new URL('/graphql', portico.url), narrow);
    await expect.poll(() => rows(small.page).count(), wait).toBeGreaterThan(3);
    expect(await small.page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    await rows(small.page).first().scrollIntoViewIfNeeded();
    await small.shoot('explorer-narrow');
    const bar = small.page.getByRole('group', { name: 'Caller of operations' });
    const { height = 0 } = (await bar.boundingBox()) ?? {};
    await small.page.getByLabel('Role').selectOption('own token…');
    await small.page.getByRole('textbox', { name: 'Token' }).waitFor();
    expect((await bar.boundingBox())?.height).toBe(height);
    expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(small.problems).toEqual([]);
  });

  test('causes no error, no request to another host and no violation of its content security policy', () => {
    expect(openedPage.problems).toEqual([]);
  });
});

describe.skipIf(!browserFound)('the page of a facade without a sandbox', { timeout: 90_000 }, () => {
  const service = { UPSTREAM_URL: 'http://127.0.0.1:9/api/v4', PORT: '0', LOG_LEVEL: 'silent' };

  test('has no roles, and sends no operation automatically', async () => {
    await using portico = await startFacade({ ...service, TRACE: 'true' });
    await using openedPage = await openPage(new URL('/graphql', portico.url));
    const { page } = openedPage;
    await page.getByLabel('Token').waitFor();
    expect(await page.getByLabel('Role').count()).toBe(0);
    await expect.poll(() => panel(page).innerText(), wait).toContain('Query.currentUser');
    expect(await page.getByRole('tab', { name: 'REST calls not run' }).count()).toBe(1);
    expect(openedPage.problems).toEqual([]);
  });

  test('shows how many calls the rate limit of the service allows', async () => {
    const sandbox = await startSandbox({ rateLimit: 1000 });
    onTestFinished(() => sandbox.close());
    await using portico = await startFacade({ ...service, UPSTREAM_URL: sandbox.url, TRACE: 'true' });
    await using openedPage = await openLink(portico.url, '{ groups(first: 1) { nodes { name } } }');
    const { page } = openedPage;
    await run(page);
    await expect.poll(() => panel(page).innerText(), wait).toMatch(/allows \d+ more calls for the next \d+ seconds?/);
  });

  test('reports an unreachable server, and retries after a click', async () => {
    const portico = await startPortico(readConfig({ SANDBOX: 'true', PORT: '0', LOG_LEVEL: 'silent' }));
    const url = new URL('/graphql', portico.url);
    await using openedPage = await openPage(url);
    const { page } = openedPage;
    await expect.poll(() => resultText(page), wait).toContain('"group"');
    await portico.close();
    await run(page);
    await expect
      .poll(() => page.locator('.portico-failure').innerText(), wait)
      .toBe('The server cannot be reached. Check that it is running. Try again');
    expect(await resultText(page)).toContain('The server cannot be reached.');
    expect(await resultText(page)).not.toMatch(/\bat |\.js/);
    expect(await panel(page).innerText()).toBe('');
    await page.getByRole('tab', { name: 'REST calls failed' }).waitFor();
    const getLeft = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? 0;
    expect((await getLeft('.portico-failure')) - (await getLeft('.portico-panel'))).toBeGreaterThan(8);
    await openedPage.shoot('explorer-unreachable');
    await using _ = await startFacade({ SANDBOX: 'true', PORT: url.port, LOG_LEVEL: 'silent' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => resultText(page), wait).toContain('"group"');
    expect(await page.locator('.portico-failure').count()).toBe(0);
  });

  test('shows the plan of an operation that exceeds MAX_REST_CALLS', async () => {
    await using portico = await startFacade({ SANDBOX: 'true', PORT: '0', LOG_LEVEL: 'silent', MAX_REST_CALLS: '60' });
    await using openedPage = await openLink(
      portico.url,
      'query Large { groups(first: 5) { nodes { projects(first: 10) { nodes { pipelines(first: 3) { nodes { coverage } } } } } } }',
    );
    const { page } = openedPage;
    await expect.poll(() => panel(page).innerText(), wait).toContain('at most 150 times');
    await run(page);
    await expect.poll(() => panel(page).innerText(), wait).toMatch(/may need 206 REST calls[\s\S]*at most 150 times/);
    expect(await page.locator('.portico-most').innerText()).toBe('at most 150 times');
    await openedPage.shoot('explorer-large');
  });

  test('finds no REST call whose field is in DENIED_FIELDS', async () => {
    await using facade = await startFacade({
      SANDBOX: 'true',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DENIED_FIELDS: 'Project.labels',
    });
    await using openedPage = await openPage(new URL('/graphql', facade.url));
    const { page } = openedPage;
    await page.getByLabel('Show REST calls').click();
    const search = page.getByLabel('REST call, curl command or description');
    const matches = page.locator('.portico-search');
    await search.fill('/projects/14/labels');
    await expect.poll(() => matches.innerText(), wait).toContain('Mutation.labelCreate');
    expect(await matches.innerText()).not.toContain('Project.labels');
  });

  test('finds the REST calls of AREA_MODULES', async () => {
    using example = copyExampleArea();
    const { area } = example;
    await using facade = await startFacade({ SANDBOX: 'true', PORT: '0', LOG_LEVEL: 'silent', AREA_MODULES: area });
    await using openedPage = await openPage(new URL('/graphql', facade.url));
    const { page } = openedPage;
    await page.getByLabel('Show REST calls').click();
    await page
      .getByLabel('REST call, curl command or description')
      .fill('GET /projects/14/merge_requests/60/discussions');
    await page.getByTitle('Open the query in a new tab').first().click();
    await expect.poll(() => editorText(page), wait).toContain('discussions');
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('"individualNote": false');
    await openedPage.shoot('explorer-own-area');
    expect(openedPage.problems).toEqual([]);
  });

  test('reports that the service rejects a token', async () => {
    await using portico = await startFacade({ SANDBOX: 'true', PORT: '0', LOG_LEVEL: 'silent' });
    await using openedPage = await openPage(new URL('/graphql', portico.url));
    const { page } = openedPage;
    await page.getByLabel('Role').selectOption('own token…');
    await page.getByRole('textbox', { name: 'Token' }).fill('wrong');
    await openExample(page, 'CurrentUser');
    await run(page);
    await expect.poll(() => panel(page).innerText(), wait).toContain('The REST service rejects this token');
  });

  test('requests no plan without TRACE', async () => {
    await using portico = await startFacade({ ...service, TRACE: 'false' });
    await using openedPage = await openPage(new URL('/graphql', portico.url));
    await expect.poll(() => panel(openedPage.page).innerText(), wait).toContain('Set TRACE=true');
    expect(openedPage.problems).toEqual([]);
  });
});
