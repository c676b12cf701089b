/** Pull mirrors: projects that copy a repository from elsewhere. */
import type { Violation } from '../rest/errors.ts';
import type { Area } from './kit/area.ts';
import { maskedQuery, maskedUserInfo } from './kit/contract/masks.ts';
import { withoutUserInfo } from './kit/contract/user-info.ts';
import { defineFields, defineResourceType } from './kit/fields/index.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import { defineRootLookup } from './kit/fields/root-lookup.ts';
import { defineSubscription, hasAttributeValue } from './kit/fields/subscription.ts';
import { describeSingletonId } from './kit/resources/singleton.ts';
import { Project } from './projects.ts';

/** Masks username, password and query of all URLs in a string, because upstreams may not mask them. */
function maskCredentials(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  return withoutUserInfo(text, maskedUserInfo).replace(/(:\/\/[^\s?'"]*)\?[^\s'"]*/g, `$1${maskedQuery}`);
}

/** Mirror of a project. A project has at most one. */
export const PullMirror = defineResourceType({
  name: 'PullMirror',
  schema: 'PullMirror',
  owner: { type: Project },
  getItemPath: (_, { id }) => ({ id }),
  retrieve: { operation: 'getPullMirror', absentStatus: 400 },
});

const pullMirrorFields = defineFields(PullMirror, (f) => ({
  databaseId: f.attribute('id'),
  url: f.attribute('url', { convert: maskCredentials }),
  lastError: f.attribute('last_error', { convert: maskCredentials }),
  ...f.attributes('enabled', 'update_status', 'last_update_at', 'last_update_started_at', 'last_successful_update_at'),
  ...f.attributes('mirror_trigger_builds', 'only_mirror_protected_branches', 'mirror_overwrites_diverged_branches'),
  ...f.attributes('mirror_branch_regex'),
  project: f.lookup(Project, {
    description: 'Project that mirrors the repository.',
    isProvenByParent: true,
    isNeverNull: true,
  }),
}));

const projectFields = defineFields(Project, (f) => ({
  ...f.attributes('mirror', 'mirror_trigger_builds', 'only_mirror_protected_branches', 'mirror_branch_regex'),
  importUrl: f.attribute('import_url', { convert: maskCredentials }),
  pullMirror: f.lookup(PullMirror, {
    description: 'Pull mirror of a remote repository; null if none exists, also after its removal.',
  }),
}));

interface BranchLimits {
  readonly mirror_branch_regex?: string | undefined;
  readonly only_mirror_protected_branches?: boolean | undefined;
}

/** Checks that branches are selected either by a regular expression or by protection. */
function checkBranches(_: unknown, limits: BranchLimits): Violation[] {
  const regex = limits.mirror_branch_regex ?? '';
  if (regex === '' || limits.only_mirror_protected_branches !== true) return [];
  return [
    { path: ['input', 'mirrorBranchRegex'], message: 'cannot be combined with onlyMirrorProtectedBranches: true' },
  ];
}

const pullMirrorUpdate = defineMutation('pullMirrorUpdate', {
  operation: 'updatePullMirror',
  in: Project,
  singleton: PullMirror,
  check: checkBranches,
  payload: (f) => ({
    pullMirror: f.object(PullMirror, 'The mirror after the change; not enabled if it was removed.'),
    project: f.parent(Project),
  }),
});

const pullMirrorStart = defineMutation('pullMirrorStart', {
  operation: 'startPullMirror',
  in: Project,
  singleton: PullMirror,
  payload: (f) => ({
    pullMirror: f.object(
      PullMirror,
      'The mirror, read after the start. Read or subscribe to `pullMirror` to follow the pull.',
    ),
    project: f.parent(Project),
  }),
});

const projectCreateWithPullMirror = defineMutation('projectCreateWithPullMirror', {
  operation: 'createProjectWithPullMirror',
  check: checkBranches,
  payload: (f) => ({ project: f.object(Project, 'The new project.') }),
});

const projectPullMirrorUpdate = defineMutation('projectPullMirrorUpdate', {
  operation: 'updateProjectPullMirror',
  in: Project,
  singleton: PullMirror,
  check: checkBranches,
  payload: (f) => ({ project: f.object(Project, 'The project after the change.') }),
});

const pullMirrorSubscription = defineSubscription('pullMirror', PullMirror, {
  description:
    'Follows the pull mirror of a project until its latest pull, possibly one before the subscription, has finished, failed or was canceled. Follow further pulls with `until: FOREVER`.',
  id: describeSingletonId(Project, PullMirror),
  singletonOf: Project,
  // An update may start and end between two polls, so its time is compared, too.
  comparedAttributes: ['update_status', 'last_update_at'],
  isOver: hasAttributeValue('update_status', 'finished', 'failed', 'canceled'),
});

export const pullMirroring: Area = {
  name: 'pull-mirroring',
  declarations: [
    PullMirror,
    pullMirrorFields,
    projectFields,
    pullMirrorUpdate,
    pullMirrorStart,
    projectCreateWithPullMirror,
    projectPullMirrorUpdate,
    pullMirrorSubscription,
    defineRootLookup(PullMirror, {
      description: 'Pull mirror of a project.',
      singletonOf: Project,
    }),
  ],
};
