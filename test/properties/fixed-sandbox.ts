/** Sandbox with a fixed clock, and facades that use it as upstream. */

import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.ts';
import { schema } from '../../src/graph/index.ts';
import { type Facade, type FacadeOptions, sandboxWords, startFacade } from '../harness.ts';
import { collectValues } from './arbitraries/collect-values.ts';
import type { SandboxValues } from './arbitraries/values.ts';

/** Settings without limits, which would hide differences and have tests of their own. */
export const env = {
  MAX_REST_CALLS: '100000',
  MAX_TOKENS: '100000',
  MAX_ALIASES: '10000',
  MAX_DEPTH: '100',
  BREAKER_FAILURES: '0',
  // Timeouts of a busy machine would change the results.
  CALL_TIMEOUT_MS: '150000',
  OPERATION_TIMEOUT_MS: '150000',
  // The compared results contain cursors.
  CURSOR_KEY: 'x'.repeat(32),
};

/** Starts a sandbox with a fixed clock. Two such sandboxes return the same responses. */
export function startFixedSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return startSandbox({ now: Date.UTC(2026, 0, 10, 12), scale: { pipelines: 60 }, words: sandboxWords, ...options });
}

/** Starts a facade with a sandbox. @param execute executor of operations. Defaults to that of the facade. */
export function startFacadeFor(sandbox: Sandbox, execute?: FacadeOptions['execute']): Promise<Facade> {
  return startFacade(sandbox.url, env, { words: sandboxWords, execute });
}

/** Reads the values that an administrator can reach from the landmarks. */
export function readSandboxValues(facade: Facade): Promise<SandboxValues> {
  const execute = async (query: string) => (await facade.execute(query, {}, { as: 'administrator' })).data;
  return collectValues(schema, execute, [
    ['project(id: 14)', 'Project'],
    ['group(id: 9)', 'Group'],
    ['currentUser', 'User'],
    ['groups(first: 2)', 'GroupConnection'],
    ['runners(first: 3)', 'RunnerConnection'],
    ['featureFlags(first: 3)', 'FeatureFlagConnection'],
    ['memberRoles(first: 3)', 'MemberRoleConnection'],
    ['serviceAccounts(first: 3)', 'ServiceAccountConnection'],
  ]);
}
