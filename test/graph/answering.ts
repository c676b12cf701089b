/** A facade before answers of the test's own, closed when the test ends. */
import { onTestFinished } from 'vitest';
import { type Example, type ExampledFacade, startExampled } from '../harness.ts';

export async function answering(
  examples: Readonly<Record<string, Example>>,
  env: NodeJS.ProcessEnv = {},
): Promise<ExampledFacade> {
  const facade = await startExampled(examples, env);
  onTestFinished(() => facade.close());
  return facade;
}
