/** Pull mirrors: the operations on them, and the older form through the attributes of a project. */
import type { SchemaType } from '../contract/index.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { day, iso } from './kit/clock.ts';
import { type Course, course, enteredAt, settled, stateAt } from './kit/course.ts';
import { badRequest } from './kit/refusal.ts';
import { noContent } from './kit/reply.ts';
import { table } from './kit/store.ts';
import { pipelineTable } from './pipelines/rows.ts';
import { presentProject } from './projects.ts';
import { level, projectFor, projectToChange, signedIn } from './world/access.ts';
import { findProject, findRef, type ProjectRow, projects } from './world/projects.ts';

interface PullMirrorRow {
  readonly id: number;
  readonly projectId: number;
  /** With the credentials, which no answer shows. */
  url: string;
  triggerBuilds: boolean;
  onlyProtectedBranches: boolean | null;
  overwritesDivergedBranches: boolean;
  branchRegex: string | null;
  /** When a pull before the present one last ended well. */
  lastSuccessAt: number | null;
  course: Course<SchemaType<'PullMirrorUpdateStatus'>>;
}

type Settings = Pick<
  PullMirrorRow,
  'triggerBuilds' | 'onlyProtectedBranches' | 'overwritesDivergedBranches' | 'branchRegex'
>;

const unset: Settings = {
  triggerBuilds: false,
  onlyProtectedBranches: null,
  overwritesDivergedBranches: false,
  branchRegex: null,
};

const mirrors = table<PullMirrorRow>('pull mirrors', ({ store, table }) => {
  const add = (id: number, path: string, url: string, settings: Partial<Settings>): void => {
    const project = findProject(store, path);
    if (project === undefined) return;
    const finished = settled<'finished'>('finished', store.startedAt - day);
    const lastSuccessAt = store.startedAt - day;
    table.put({ ...unset, id, projectId: project.id, url, lastSuccessAt, course: finished, ...settings });
  };
  add(101, 'meridian/platform/geocoder', 'https://mirror:hunter2@git.example.com/geocoder.git', {
    branchRegex: '^release/',
  });
  add(102, 'vault/keyring', 'https://git.example.com/keyring.git', { onlyProtectedBranches: true });
  add(3_000_000_103, 'cartography-guild/globe', 'https://git.example.com/globe.git', {});
});

/** Milliseconds from the start of a pull to its turn and to its end. */
const [startsAfter, endsAfter] = [2000, 8000];

/** A host that nobody reaches, for demos of failures. */
const isUnreachable = (url: string): boolean => url.includes('unreachable.');

const masked = (url: string): string => url.replace(/:\/\/[^/@]*@/, '://*****:*****@');

function mirrorOf({ store }: View, project: ProjectRow): PullMirrorRow | undefined {
  return mirrors(store).find(({ projectId }) => projectId === project.id);
}

function present({ store }: View, row: PullMirrorRow, enabled = true): Loose<SchemaType<'PullMirror'>> {
  const now = store.now();
  const { state } = stateAt(row.course, now);
  const at = (time: number | undefined | null) => (time === undefined || time === null ? null : iso(time));
  const startedAt = enteredAt(row.course, now, ['started']);
  return {
    id: row.id,
    enabled,
    url: masked(row.url),
    update_status: state,
    last_error: state === 'failed' ? `fatal: unable to access '${masked(row.url)}'` : null,
    last_update_at: at(enteredAt(row.course, now, ['finished', 'failed'])),
    last_update_started_at: at(startedAt),
    last_successful_update_at: at(enteredAt(row.course, now, ['finished']) ?? row.lastSuccessAt),
    mirror_trigger_builds: row.triggerBuilds,
    only_mirror_protected_branches: row.onlyProtectedBranches,
    mirror_overwrites_diverged_branches: row.overwritesDivergedBranches,
    mirror_branch_regex: row.branchRegex,
  };
}

/** The credentials given beside a URL take the place of those in it. */
function withCredentials(url: string, user: string | undefined, password: string | undefined): string {
  if (user === undefined && password === undefined) return url;
  const address = new URL(url);
  address.username = user ?? address.username;
  address.password = password ?? address.password;
  return address.href;
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

/** Sets up or changes the mirror of a project. */
function configure({ store }: View, project: ProjectRow, url: string, changes: Changes): PullMirrorRow {
  const known = mirrors(store).find(({ projectId }) => projectId === project.id);
  const settings = applied(known ?? unset, changes);
  if (known) return Object.assign(known, settings, { url });
  const fresh = { url, lastSuccessAt: null, course: settled<'none'>('none', store.now()) };
  return mirrors(store).insert((id) => ({ id, projectId: project.id, ...fresh, ...settings }));
}

/** What an update of the mirror starts when it is told to. */
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
    course: course(store.now(), store.pace, [
      ['created', 0],
      ['running', endsAfter],
      ['success', 2 * endsAfter],
    ]),
  }));
}

/** A new project in the personal namespace of the caller, named after the repository. */
function createProject(view: View, url: string): ProjectRow {
  const { store } = view;
  const path = /([^/]+?)(?:\.git)?\/?$/.exec(url)?.[1] ?? 'mirror';
  const now = store.now();
  const namespace = { kind: 'user', id: signedIn(view).id } as const;
  return projects(store).insert((id) => ({
    id,
    name: path,
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
      const row = mirrorOf(call, projectFor(call, call.path.id, level.maintainer));
      if (row === undefined) throw notMirrored();
      return present(call, row);
    },

    updatePullMirror: (call) => {
      const { body } = call;
      const project = projectToChange(call, call.path.id, level.maintainer);
      const known = mirrorOf(call, project);
      const url = body.url ?? known?.url;
      if (url === undefined) throw badRequest({ import_url: ["can't be blank"] });
      const row = configure(call, project, withCredentials(url, body.auth_user, body.auth_password), body);
      if (body.enabled === false) mirrors(call.store).delete(row.id);
      return present(call, row, body.enabled !== false);
    },

    startPullMirror: (call) => {
      const { store } = call;
      const project = projectToChange(call, call.path.id, level.maintainer);
      const row = mirrorOf(call, project);
      if (row === undefined) throw notMirrored();
      row.lastSuccessAt = enteredAt(row.course, store.now(), ['finished']) ?? row.lastSuccessAt;
      row.course = course(store.now(), store.pace, [
        ['scheduled', 0],
        ['started', startsAfter],
        [isUnreachable(row.url) ? 'failed' : 'finished', endsAfter],
      ]);
      if (row.triggerBuilds) startPipeline(call, project);
      return noContent(202);
    },

    createProjectWithPullMirror: (call) => {
      const { import_url: url, mirror, ...changes } = call.body;
      applied(unset, changes);
      const project = createProject(call, url);
      if (mirror) configure(call, project, url, changes);
      return presentProject(call, project);
    },

    updateProjectPullMirror: (call) => {
      const { import_url: url, mirror, ...changes } = call.body;
      const project = projectToChange(call, call.path.id, level.maintainer);
      const known = mirrorOf(call, project);
      if (mirror) configure(call, project, url, changes);
      else if (known) mirrors(call.store).delete(known.id);
      return presentProject(call, project);
    },
  },
};
