/** A world that stands still, and facades before it. */
import { schema } from '../../src/graph/index.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts';
import { type Facade, type FacadeOptions, sandboxWords, startFacade } from '../harness.ts';
import { harvest } from './arbitraries/harvest.ts';
import type { Known } from './arbitraries/values.ts';

/** The limits are properties of their own: here they would only hide what is compared. */
export const env = {
  MAX_REST_CALLS: '100000',
  MAX_TOKENS: '100000',
  MAX_ALIASES: '10000',
  MAX_DEPTH: '100',
  BREAKER_FAILURES: '0',
  // A busy machine makes no difference to what is compared.
  CALL_TIMEOUT_MS: '150000',
  OPERATION_TIMEOUT_MS: '150000',
  // Cursors are part of the answers that are compared.
  CURSOR_KEY: 'x'.repeat(32),
};

/** A sandbox whose clock does not move. Two of them answer the same. */
export function startStillSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return startSandbox({ now: Date.UTC(2026, 0, 10, 12), scale: { pipelines: 60 }, words: sandboxWords, ...options });
}

/** A facade before a sandbox. @param execute executor of its operations, if not its own */
export function startBefore(sandbox: Sandbox, execute?: FacadeOptions['execute']): Promise<Facade> {
  return startFacade(sandbox.url, env, { words: sandboxWords, execute });
}

/** What an administrator finds from the landmarks on. */
export function harvestFrom(facade: Facade): Promise<Known> {
  const ask = async (query: string) => (await facade.ask(query, {}, { as: 'administrator' })).data;
  return harvest(schema, ask, [
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
