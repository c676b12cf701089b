/** Starts a facade with a stub upstream for one test. */
import { onTestFinished } from 'vitest';
import { type StubbedFacade, type StubResponse, startWithResponses } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';

/**
 * Starts a facade with an upstream that returns these responses, by method and path. Closes it at the end of the test, which
 * fails if a call had no response: `startWithResponses` describes the keys.
 */
export async function startStubbed(
  examples: Readonly<Record<string, StubResponse>>,
  env: FacadeSettings = {},
): Promise<StubbedFacade> {
  const facade = await startWithResponses(examples, env);
  onTestFinished(() => facade.close());
  return facade;
}
