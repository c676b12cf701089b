/** Inputs that identify objects of a write: one of several, one by its number, or something that has no id. */
import type { Violation } from '../rest/errors.ts';
import { assertValid } from './kit/contract/check.ts';
import { defineInput } from './kit/definitions.ts';
import { collectViolations, parseReference, projectIdDescription } from './kit/resources/references.ts';
import type { PathParameters } from './kit/resources/resource.ts';

/** Description of the member for the whole instance. */
export const instanceDescription = 'The whole instance, if true; false is rejected.';

/** Returns a violation if a member that has no other value than `true` is `false`. */
export function checkIsTrue(
  target: Readonly<Record<string, unknown>>,
  member: 'instance' | 'dashboard',
): readonly Violation[] {
  return target[member] === false ? [{ path: ['input', 'target', member], message: 'must be true' }] : [];
}

/** Defines the input for the target of what a group or the whole instance can own. */
export function defineOwnerTarget(name: string, { description, group }: { description: string; group: string }) {
  return defineInput(name, {
    isOneOf: true,
    description: `${description} Exactly one member.`,
    fields: (t) => ({
      group: t.id({ description: group }),
      instance: t.boolean({ description: instanceDescription }),
    }),
  });
}

/**
 * Returns the path parameters of the target; `undefined` for the whole instance.
 * @throws RestError BAD_USER_INPUT if the reference is invalid
 */
export function parseOwnerTarget({
  group,
}: ReturnType<typeof defineOwnerTarget>['$inferInput']): PathParameters<'id'> | undefined {
  return typeof group === 'string' ? { id: parseReference('Group', group, ['input', 'target', 'group']) } : undefined;
}

/** Defines the input for an object that its number within a project identifies. */
export function defineInProject(name: string, noun: string) {
  return defineInput(name, {
    description: `${noun} by its project and its number within the project (iid).`,
    fields: (t) => ({
      project: t.id({ required: true, description: projectIdDescription }),
      iid: t.field({ type: 'SafeInt', required: true, description: 'Number within the project (iid).' }),
    }),
  });
}

/**
 * Returns the path parameter of the project, and the number of the object there.
 * @throws RestError BAD_USER_INPUT with all violations
 */
export function parseInProject(
  { project, iid }: ReturnType<typeof defineInProject>['$inferInput'],
  path: Violation['path'],
): { readonly id: string | number; readonly iid: number } {
  const violations: Violation[] = [];
  const id = collectViolations(violations, () => parseReference('Project', project, [...path, 'project'])) ?? '';
  if (iid < 1) violations.push({ path: [...path, 'iid'], message: 'must be at least 1' });
  assertValid(violations);
  return { id, iid };
}
