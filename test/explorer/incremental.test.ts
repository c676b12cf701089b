/** Incremental results on the GraphiQL page, in a browser. */
import { describe, expect, test } from 'vitest';
import { browserFound } from '../browser.ts';
import { startGated } from '../gated-upstream.ts';
import { openLink, panel, resultText, rows, run, wait } from './page-actions.ts';

// The editor renders the visible lines only, so the long list is the last one.
const query = `query Page {
  project(id: 14) { name ... @defer(label: "labels") { labels(first: 2) { nodes { color } } } }
  list: project(id: 14) { pipelines(first: 101) { totalCount nodes @stream(label: "pipelines") { iid } } }
}`;

describe.skipIf(!browserFound)('the page', { timeout: 90_000 }, () => {
  test('shows each part of a result when it arrives, and the calls of each part', async () => {
    const facade = await startGated({ TRACE: 'true' });
    await using openedPage = await openLink(facade.url, query);
    const { page } = openedPage;
    await expect.poll(() => panel(page).innerText(), wait).toMatch(/first part: 2 calls, 1 round trip\b/);
    expect(await panel(page).innerText()).toMatch(/labels: 1 call, 1 round trip\b/);
    expect(await panel(page).innerText()).toMatch(/pipelines: 1 call, 2 round trips\b/);

    const releaseLabels = facade.hold('/labels');
    const releaseSecondPage = facade.hold('page=2&');
    await run(page);
    const countMatches = async (pattern: RegExp) => (await resultText(page)).match(pattern)?.length ?? 0;
    await expect.poll(() => resultText(page), wait).toContain('"totalCount"');
    expect(await resultText(page)).not.toContain('"labels"');
    await page.getByLabel(/stop query/i).waitFor();

    releaseLabels();
    await expect.poll(() => countMatches(/"color"/g), wait).toBe(2);
    await page.getByLabel(/stop query/i).waitFor();

    releaseSecondPage();
    await page.getByLabel(/execute query/i).waitFor();
    expect(await resultText(page)).not.toMatch(/pending|incremental|hasNext|completed|extensions/);
    await expect.poll(() => rows(page).count(), wait).toBe(4);
    const calls = await rows(page).allInnerTexts();
    expect(calls.filter((call) => /part labels/.test(call))).toEqual([expect.stringContaining('/labels')]);
    expect(calls.filter((call) => /part pipelines/.test(call))).toEqual([expect.stringContaining('page=2')]);
    await openedPage.shoot('explorer-parts');
    expect(openedPage.problems).toEqual([]);
  });

  test('aborts the operation and its REST call if the user stops it between two parts', async () => {
    const facade = await startGated();
    await using openedPage = await openLink(facade.url, query);
    const { page } = openedPage;
    facade.hold('/labels');
    await run(page);
    await expect.poll(() => resultText(page), wait).toContain('"totalCount"');
    await page.getByLabel(/stop query/i).click();
    await expect.poll(() => facade.abandoned, wait).toHaveLength(1);
    expect(facade.activity.subscriptions).toBe(0);
    expect(await resultText(page)).toContain('"totalCount"');
    expect(await resultText(page)).not.toContain('error');
  });
});
