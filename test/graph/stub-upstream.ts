/** A facade with a stub upstream. */
import { onTestFinished } from 'vitest';
import { type Example, type ExampledFacade, startExampled } from '../harness.ts';

/** Starts a facade with an upstream that returns these responses, by method and path. Closes it at the end of the test. */
export async function startStubbed(
  examples: Readonly<Record<string, Example>>,
  env: NodeJS.ProcessEnv = {},
): Promise<ExampledFacade> {
  const facade = await startExampled(examples, env);
  onTestFinished(() => facade.close());
  return facade;
}
