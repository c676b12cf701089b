/**
 * Imports from other hosts. The hosts are invented: every repository exists there, except id 404 on host A. Of external
 * tokens, those that start with `invalid` are rejected, those with `limited` exceed a rate limit, and those with `narrow` lack a
 * scope, so that the import fails. A repository with `slow` in its name has a stage that takes too long.
 */
import type { BodyOf, SchemaType } from '../src/contract/index.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { iso, second } from './kit/clock.ts';
import { badRequest, forbidden, notFound, tooMany, unauthorized, unprocessable } from './kit/http-error.ts';
import { noContent } from './kit/reply.ts';
import { table } from './kit/store.ts';
import { createTimeline, stateAt, type Timeline } from './kit/timeline.ts';
import { hasGroupLevel, level, projectFor, seesGroup, signedIn, visibleProject } from './world/access.ts';
import { findGroup, fullName } from './world/groups.ts';
import { findProject, type ProjectRow, projectPath, projects } from './world/projects.ts';

type ImportStatus = 'scheduled' | 'started' | 'finished' | 'failed' | 'canceled';
type Host = 'host-a' | 'server-b' | 'cloud-c';

interface ImportRow {
  /** Id of the project that is imported into. */
  readonly id: number;
  readonly host: Host;
  readonly source: string;
  readonly providerLink: string;
  readonly relationType: string | null;
  readonly fullName: string;
  readonly failure: string | null;
  readonly failedRelations: readonly Record<string, unknown>[];
  timeline: Timeline<ImportStatus>;
}

interface GistImportRow {
  /** Id of the user whose gists are imported. */
  readonly id: number;
  readonly endsAt: number;
}

const importTable = table<ImportRow>('imports');
const gistImports = table<GistImportRow>('gist imports');

const [startDelayMs, endDelayMs] = [2 * second, 8 * second];

/** Input of an import from any host. */
interface Source {
  readonly host: Host;
  /** Repository on the host, with its owner. */
  readonly repository: string;
  readonly link: string;
  readonly token: string;
  readonly newName: string | undefined;
  readonly targetNamespace: string | undefined;
  readonly relationType?: string;
  readonly timeoutStrategy?: SchemaType<'ImportTimeoutStrategyInput'>;
}

interface Target {
  readonly namespace: ProjectRow['namespace'];
  readonly path: string;
  readonly name: string;
}

/** Namespace to import into: that of the caller, or a group in which the caller is a Maintainer. */
function targetOf(view: View, path: string | undefined): Target {
  const caller = signedIn(view);
  const wanted = path?.replace(/^\//, '') ?? caller.username;
  if (wanted === caller.username)
    return { namespace: { kind: 'user', id: caller.id }, path: wanted, name: caller.name };
  const group = findGroup(view.store, wanted);
  if (group === undefined || !seesGroup(view, group)) throw unprocessable('Target namespace does not exist');
  if (!hasGroupLevel(view, group, level.maintainer)) throw forbidden();
  return { namespace: { kind: 'group', id: group.id }, path: wanted, name: fullName(view.store, group) };
}

/** Reason for which an import will fail, and the parts that it will omit. */
function outcomeOf({ token, repository, timeoutStrategy = 'pessimistic' }: Source) {
  if (token.startsWith('narrow')) return { failure: 'The token does not allow reading the repository', left: [] };
  if (!repository.includes('slow')) return { failure: null, left: [] };
  if (timeoutStrategy === 'pessimistic') return { failure: 'The stage of the issues took too long', left: [] };
  return {
    failure: null,
    left: [{ relation_name: 'issues', exception_message: 'The stage took too long', source: 'import' }],
  };
}

function start(view: View, source: Source) {
  const { store } = view;
  const target = targetOf(view, source.targetNamespace);
  if (source.token.startsWith('invalid')) throw unauthorized('The host refused the token');
  const name = source.newName ?? source.repository.slice(source.repository.lastIndexOf('/') + 1);
  const path = name.replaceAll(' ', '-').toLowerCase();
  if (findProject(store, `${target.path}/${path}`)) throw unprocessable('Path has already been taken');
  const { failure, left } = outcomeOf(source);
  const row: Omit<ImportRow, 'id'> = {
    host: source.host,
    source: source.repository,
    providerLink: source.link,
    relationType: source.relationType ?? null,
    fullName: `${target.name} / ${name}`,
    failure,
    failedRelations: left,
    timeline: createTimeline<ImportStatus>(store.now(), store.timeScale, [
      ['scheduled', 0],
      ['started', startDelayMs],
      [failure === null ? 'finished' : 'failed', endDelayMs],
    ]),
  };
  const project = projects(store).insert((id) => newProject(view, id, name, path, target.namespace));
  return importResult(view, importTable(store).put({ ...row, id: project.id }));
}

function newProject(view: View, id: number, name: string, path: string, namespace: Target['namespace']): ProjectRow {
  const { store, caller } = view;
  const now = store.now();
  return {
    id,
    name,
    path,
    namespace,
    description: null,
    // With the token of a group or project, the project gets the visibility of its source.
    visibility: caller.resourceToken ? 'public' : 'private',
    archived: false,
    createdAt: now,
    updatedAt: now,
    lastActivityAt: now,
    defaultBranch: null,
    refs: [],
    publicPipelines: true,
    avatar: false,
    get importStatus() {
      return statusOf(view, importTable(store).get(id));
    },
  };
}

function statusOf({ store }: View, row: ImportRow | undefined): ImportStatus | 'none' {
  return row === undefined ? 'none' : stateAt(row.timeline, store.now()).state;
}

/** Response to starting or canceling an import; canceling omits three of the attributes. */
function importResult(view: View, row: ImportRow): Loose<SchemaType<'ImportResult'>> {
  const project = visibleProject(view, row.id);
  const status = statusOf(view, row);
  const path = projectPath(view.store, project);
  return {
    id: row.id,
    name: project.name,
    full_path: `/${path}`,
    full_name: row.fullName,
    import_source: row.source,
    import_status: status,
    human_import_status_name: status,
    provider_link: row.providerLink,
    ...(status === 'canceled'
      ? {}
      : { refs_url: `/${path}/refs`, relation_type: row.relationType, import_warning: null }),
  };
}

function fromHostA(body: BodyOf<'importFromHostA'>): Source {
  if (body.repo_id === 404) throw notFound('Repository');
  const repository = `atlas/${body.repo_id % 1000 === 504 ? 'slow-' : ''}repository-${body.repo_id}`;
  return {
    host: 'host-a',
    repository,
    link: `https://${body.source_hostname ?? 'host-a.example.com'}/${repository}`,
    token: body.personal_access_token,
    newName: body.new_name,
    targetNamespace: body.target_namespace,
    relationType: 'owned',
    ...(body.timeout_strategy === undefined ? {} : { timeoutStrategy: body.timeout_strategy }),
  };
}

export const imports: Area = {
  handlers: {
    importFromHostA: (call) => start(call, fromHostA(call.body)),

    importFromServerB: (call) => {
      const { body } = call;
      return start(call, {
        host: 'server-b',
        repository: `${body.server_project_key}/${body.server_repo}`,
        link: `${body.server_url}/projects/${body.server_project_key}/repos/${body.server_repo}`,
        token: body.personal_access_token,
        newName: body.new_name,
        targetNamespace: body.target_namespace,
        ...(body.timeout_strategy === undefined ? {} : { timeoutStrategy: body.timeout_strategy }),
      });
    },

    importFromCloudC: (call) => {
      const { body } = call;
      return start(call, {
        host: 'cloud-c',
        repository: body.repo_path,
        link: `https://cloud-c.example.com/${body.repo_path}`,
        token: body.cloud_api_token,
        newName: body.new_name,
        targetNamespace: body.target_namespace,
      });
    },

    cancelHostAImport: (call) => {
      const { store } = call;
      const project = projectFor(call, call.body.project_id, level.maintainer);
      const row = importTable(store).get(project.id);
      const status = statusOf(call, row);
      if (row?.host !== 'host-a' || (status !== 'scheduled' && status !== 'started'))
        throw badRequest(`The import cannot be canceled. The project is ${status}`);
      const now = store.now();
      const past = row.timeline.steps.filter(({ at }) => at <= now);
      row.timeline = { steps: [...past, { state: 'canceled', at: now }] };
      return importResult(call, row);
    },

    importHostAGists: (call) => {
      const { store } = call;
      const { id } = signedIn(call);
      const token = call.body.personal_access_token;
      if (token.startsWith('invalid')) throw unauthorized('Invalid access token of the host');
      if (token.startsWith('limited')) throw tooMany('The rate limit of the host is exceeded', { 'Retry-After': '60' });
      const running = gistImports(store).get(id);
      if (running && running.endsAt > store.now()) throw unprocessable('Import already in progress');
      gistImports(store).put({ id, endsAt: store.now() + endDelayMs * store.timeScale });
      return noContent();
    },

    getProjectImport: (call) => {
      const project = visibleProject(call, call.path.id);
      const row = importTable(call.store).get(project.id);
      const status = statusOf(call, row);
      return {
        id: project.id,
        name: project.name,
        path: project.path,
        path_with_namespace: projectPath(call.store, project),
        created_at: iso(project.createdAt),
        import_status: status,
        import_error: status === 'failed' ? (row?.failure ?? null) : null,
        failed_relations: status === 'finished' ? (row?.failedRelations ?? []) : [],
      };
    },
  },
};
