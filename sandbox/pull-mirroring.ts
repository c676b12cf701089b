/** Operations on pull mirrors, and their older form as attributes of a project. */
import type { SchemaType } from '../src/contract/index.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { iso } from './kit/clock.ts';
import { badParameters, badRequest } from './kit/http-error.ts';
import { noContent } from './kit/reply.ts';
import { constantTimeline, createTimeline, enteredAt, stateAt } from './kit/timeline.ts';
import { pipelineTable } from './pipelines/rows.ts';
import { presentProject } from './projects.ts';
import { level, projectFor, projectToChange, signedIn } from './world/access.ts';
import { masked, mirrorOf, mirrors, type PullMirrorRow, type Settings, unset } from './world/mirrors.ts';
import { findRef, type ProjectRow, projects } from './world/projects.ts';

const [startDelayMs, endDelayMs] = [2000, 8000];

/** Unreachable host, for demos of failures. */
const isUnreachable = (url: string): boolean => url.includes('unreachable.');

function present({ store }: View, row: PullMirrorRow, enabled = true): Loose<SchemaType<'PullMirror'>> {
  const now = store.now();
  const { state } = stateAt(row.timeline, now);
  const at = (time: number | undefined | null) => (time === undefined || time === null ? null : iso(time));
  const startedAt = enteredAt(row.timeline, now, ['started']);
  return {
    id: row.id,
    enabled,
    url: masked(row.url),
    update_status: state,
    last_error: state === 'failed' ? `fatal: unable to access '${masked(row.url)}'` : null,
    last_update_at: at(enteredAt(row.timeline, now, ['finished', 'failed'])),
    last_update_started_at: at(startedAt),
    last_successful_update_at: at(enteredAt(row.timeline, now, ['finished']) ?? row.lastSuccessAt),
    mirror_trigger_builds: row.triggerBuilds,
    only_mirror_protected_branches: row.onlyProtectedBranches,
    mirror_overwrites_diverged_branches: row.overwritesDivergedBranches,
    mirror_branch_regex: row.branchRegex,
  };
}

/** Combines a URL with separate credentials, which replace those in the URL. */
function withCredentials(url: string, user: string | undefined, password: string | undefined): string {
  if (user === undefined && password === undefined) return url;
  if (!URL.canParse(url)) throw badRequest({ url: ['is not a valid URL'] });
  const parsed = new URL(url);
  parsed.username = user ?? parsed.username;
  parsed.password = password ?? parsed.password;
  return parsed.href;
}

interface Named {
  readonly name: string | undefined;
  readonly path: string | undefined;
}

interface Changes {
  readonly mirror_branch_regex?: string;
  readonly mirror_trigger_builds?: boolean;
  readonly mirror_overwrites_diverged_branches?: boolean;
  readonly only_mirror_protected_branches?: boolean;
}

function applied(row: Settings, changes: Changes): Settings {
  const settings: Settings = {
    triggerBuilds: changes.mirror_trigger_builds ?? row.triggerBuilds,
    onlyProtectedBranches: changes.only_mirror_protected_branches ?? row.onlyProtectedBranches,
    overwritesDivergedBranches: changes.mirror_overwrites_diverged_branches ?? row.overwritesDivergedBranches,
    branchRegex: (changes.mirror_branch_regex ?? row.branchRegex) || null,
  };
  if (settings.branchRegex !== null && settings.onlyProtectedBranches)
    throw badRequest({ mirror_branch_regex: ['cannot be set together with only_mirror_protected_branches'] });
  return settings;
}

/** Creates or changes the mirror of a project. */
function configure({ store }: View, project: ProjectRow, url: string, changes: Changes): PullMirrorRow {
  const existing = mirrors(store).find(({ projectId }) => projectId === project.id);
  const settings = applied(existing ?? unset, changes);
  if (existing) return Object.assign(existing, settings, { url });
  const fresh = { url, lastSuccessAt: null, timeline: constantTimeline<'none'>('none', store.now()) };
  return mirrors(store).insert((id) => ({ id, projectId: project.id, ...fresh, ...settings }));
}

/** Starts the pipeline that an update of a mirror triggers if the mirror is configured to. */
function startPipeline(view: View, project: ProjectRow): void {
  const { store } = view;
  const ref = findRef(project, project.defaultBranch ?? '');
  if (ref === undefined) return;
  pipelineTable(store).insert((id) => ({
    id,
    iid: store.next(`pipelines of ${project.id}`),
    projectId: project.id,
    source: 'push',
    ref: ref.name,
    tag: ref.tag,
    sha: ref.sha,
    beforeSha: ref.sha,
    name: 'Mirror update',
    userId: signedIn(view).id,
    createdAt: store.now(),
    committedAt: null,
    yamlErrors: null,
    coverage: null,
    archived: false,
    variables: [],
    parentId: null,
    tested: false,
    timeline: createTimeline(store.now(), store.timeScale, [
      ['created', 0],
      ['running', endDelayMs],
      ['success', 2 * endDelayMs],
    ]),
  }));
}

/** Creates a project in the personal namespace of the caller. */
function createProject(
  view: View,
  { name, path = name?.toLowerCase().replace(/[^a-z0-9_.]+/g, '-') }: Named,
): ProjectRow {
  const { store } = view;
  if (path === undefined) throw badParameters(['name, path are missing, at least one parameter must be provided']);
  const now = store.now();
  const namespace = { kind: 'user', id: signedIn(view).id } as const;
  return projects(store).insert((id) => ({
    id,
    name: name ?? path,
    path,
    namespace,
    description: null,
    visibility: 'private',
    archived: false,
    createdAt: now,
    updatedAt: now,
    lastActivityAt: now,
    defaultBranch: null,
    refs: [],
    publicPipelines: true,
    importStatus: 'scheduled',
    avatar: false,
  }));
}

const notMirrored = () => badRequest('The project is not mirrored');

export const pullMirroring: Area = {
  signedIn: 'all',
  handlers: {
    getPullMirror: (call) => {
      const row = mirrorOf(call.store, projectFor(call, call.path.id, level.maintainer));
      if (row === undefined) throw notMirrored();
      return present(call, row);
    },

    updatePullMirror: (call) => {
      const { body } = call;
      const project = projectToChange(call, call.path.id, level.maintainer);
      const existing = mirrorOf(call.store, project);
      const url = body.url ?? existing?.url;
      if (url === undefined) throw badRequest({ import_url: ["can't be blank"] });
      const row = configure(call, project, withCredentials(url, body.auth_user, body.auth_password), body);
      if (body.enabled === false) mirrors(call.store).delete(row.id);
      return present(call, row, body.enabled !== false);
    },

    startPullMirror: (call) => {
      const { store } = call;
      const project = projectToChange(call, call.path.id, level.maintainer);
      const row = mirrorOf(call.store, project);
      if (row === undefined) throw notMirrored();
      row.lastSuccessAt = enteredAt(row.timeline, store.now(), ['finished']) ?? row.lastSuccessAt;
      row.timeline = createTimeline(store.now(), store.timeScale, [
        ['scheduled', 0],
        ['started', startDelayMs],
        [isUnreachable(row.url) ? 'failed' : 'finished', endDelayMs],
      ]);
      if (row.triggerBuilds) startPipeline(call, project);
      return noContent(202);
    },

    createProjectWithPullMirror: (call) => {
      const { import_url: url, mirror, name, path, ...changes } = call.body;
      applied(unset, changes);
      const project = createProject(call, { name, path });
      if (mirror) configure(call, project, url, changes);
      return presentProject(call, project);
    },

    updateProjectPullMirror: (call) => {
      const { import_url: url, mirror, ...changes } = call.body;
      const project = projectToChange(call, call.path.id, level.maintainer);
      const existing = mirrorOf(call.store, project);
      if (mirror) configure(call, project, url, changes);
      else if (existing) mirrors(call.store).delete(existing.id);
      return presentProject(call, project);
    },
  },
};
