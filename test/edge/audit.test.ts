/** Audits of graphql-http for GraphQL over HTTP, against a facade with default settings. */
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterAll(() => facade.close());

const audits = serverAudits({ url: () => new URL('/graphql', facade.url).href, fetchFn: fetch });

test.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_, audit) => {
  const result = await audit.fn();
  expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok');
});
