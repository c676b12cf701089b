/** Pull mirrors, by which projects copy repositories elsewhere. */
import type { Violation } from '../rest/errors.ts';
import { withoutUserInfo } from './kit/contract/redaction.ts';
import { addFields, resourceType } from './kit/fields/index.ts';
import { addMutation } from './kit/fields/mutation.ts';
import { addSubscription, holds, soleId } from './kit/fields/subscription.ts';
import { Project } from './projects.ts';

/** Username, password and query of every URL in a text, masked also where the upstream forgets to. */
function maskCredentials(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  return withoutUserInfo(text, '*****:*****@').replace(/(:\/\/[^\s?'"]*)\?[^\s'"]*/g, '$1?*****');
}

/** A project has at most one mirror, which its own address leads to. */
export const PullMirror = resourceType({
  name: 'PullMirror',
  schema: 'PullMirror',
  owner: { type: Project },
  pathOf: (_, { id }) => ({ id }),
  retrieve: { operation: 'getPullMirror', absentStatus: 400 },
});

addFields(PullMirror, (f) => ({
  databaseId: f.attribute('id'),
  url: f.attribute('url', { convert: maskCredentials }),
  lastError: f.attribute('last_error', { convert: maskCredentials }),
  ...f.attributes('enabled', 'update_status', 'last_update_at', 'last_update_started_at', 'last_successful_update_at'),
  ...f.attributes('mirror_trigger_builds', 'only_mirror_protected_branches', 'mirror_overwrites_diverged_branches'),
  ...f.attributes('mirror_branch_regex'),
  project: f.lookup(Project, {
    description: 'The project that copies the repository.',
  }),
}));

addFields(Project, (f) => ({
  ...f.attributes('mirror', 'mirror_trigger_builds', 'only_mirror_protected_branches', 'mirror_branch_regex'),
  importUrl: f.attribute('import_url', { convert: maskCredentials }),
  pullMirror: f.lookup(PullMirror, {
    description: 'The mirror by which the project copies a repository elsewhere; null when it mirrors none.',
  }),
}));

interface BranchLimits {
  readonly mirror_branch_regex?: string | undefined;
  readonly only_mirror_protected_branches?: boolean | undefined;
}

/** Branches are chosen by a regular expression or by their protection. */
function checkBranches(_: unknown, limits: BranchLimits): Violation[] {
  const regex = limits.mirror_branch_regex ?? '';
  if (regex === '' || limits.only_mirror_protected_branches !== true) return [];
  return [
    { path: ['input', 'mirrorBranchRegex'], message: 'cannot be combined with onlyMirrorProtectedBranches: true' },
  ];
}

addMutation('pullMirrorUpdate', {
  operation: 'updatePullMirror',
  in: Project,
  check: checkBranches,
  payload: (f) => ({
    pullMirror: f.object(PullMirror, 'The mirror as it is after the change; no longer enabled when it was removed.'),
  }),
});

addMutation('pullMirrorStart', {
  operation: 'startPullMirror',
  in: Project,
  payload: (f) => ({
    pullMirror: f.object(PullMirror, 'The mirror, read again after the start; follow its update status by its id.'),
  }),
});

addMutation('projectCreateWithPullMirror', {
  operation: 'createProjectWithPullMirror',
  check: checkBranches,
  payload: (f) => ({ project: f.object(Project, 'The new project.') }),
});

addMutation('projectPullMirrorUpdate', {
  operation: 'updateProjectPullMirror',
  in: Project,
  check: checkBranches,
  payload: (f) => ({ project: f.object(Project, 'The project after the change.') }),
});

addSubscription('pullMirror', PullMirror, {
  description: 'Follows the pull mirror of a project over one update, until that has finished, failed or was canceled.',
  id: soleId,
  soleOf: Project,
  // An update may be over between two polls: its time tells.
  compares: ['update_status', 'last_update_at'],
  isOver: holds('update_status', 'finished', 'failed', 'canceled'),
});
