/** Plans of the pages: their REST calls, how many of each at most, and which responses they wait for. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { getOperation } from './documents.ts';
import { pages } from './pages.ts';

interface PlannedResponse {
  readonly extensions: {
    readonly plan: {
      readonly worst: number;
      readonly calls: readonly {
        readonly method: string;
        readonly path: string;
        readonly at: string;
        readonly times: number;
        readonly assumed?: boolean;
        readonly after: number | null;
      }[];
    };
  };
}

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ env: { MAX_REST_CALLS: '10000' } });
});
afterAll(() => facade.close());

async function describePlan({ page, operation, as, variables }: (typeof pages)[number]): Promise<string> {
  const headers = { 'x-portico-trace': 'plan' };
  const response = await facade.execute(getOperation(page, operation), variables, { as, headers });
  const { worst, calls } = (response as unknown as PlannedResponse).extensions.plan;
  const lines = calls.map(({ method, path, at, times, assumed, after }) => {
    const count = `${assumed ? 'about ' : ''}${times} ×`;
    return `${count} ${method} ${path} at ${at}${after === null ? '' : `, after ${calls[after]?.path}`}`;
  });
  return `# ${operation}: at most ${worst}\n${lines.join('\n')}\n`;
}

test('has a file for each page', () => {
  const files = readdirSync(new URL('plans/', import.meta.url));
  expect(files.map((file) => file.replace(/\.txt$/, ''))).toEqual([...new Set(pages.map(({ page }) => page))].sort());
});

describe('each page', () => {
  test.each([...Map.groupBy(pages, ({ page }) => page)])('plans %s as in its file', async (page, operations) => {
    const plans: string[] = [];
    for (const operation of operations) plans.push(await describePlan(operation));
    await expect(plans.join('\n')).toMatchFileSnapshot(`plans/${page}.txt`);
  });

  test.each(pages)('plans all calls that $page $operation makes', async ({ page, operation, as, variables, calls }) => {
    const headers = { 'x-portico-trace': 'plan' };
    const response = await facade.execute(getOperation(page, operation), variables, { as, headers });
    expect((response as unknown as PlannedResponse).extensions.plan.worst).toBeGreaterThanOrEqual(calls.length);
  });
});
