/** Starts a facade with a stub upstream for one test. */
import { onTestFinished } from 'vitest';
import { type Example, type ExampledFacade, startExampled } from '../harness.ts';

/**
 * Starts a facade with an upstream that returns these responses, by method and path. Closes it at the end of the test, which
 * fails if a call had no response: `startExampled` describes the keys.
 */
export async function startStubbed(
  examples: Readonly<Record<string, Example>>,
  env: NodeJS.ProcessEnv = {},
): Promise<ExampledFacade> {
  const facade = await startExampled(examples, env);
  onTestFinished(() => facade.close());
  return facade;
}
