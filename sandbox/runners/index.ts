/** Operations on runners. */
import type { BodyOf, QueryOf } from '../../src/contract/index.ts';
import { hasPipeline, jobTable, runnerJob } from '../jobs.ts';
import type { Area, View } from '../kit/area.ts';
import { badParameters, forbidden } from '../kit/http-error.ts';
import { agrees, ordered } from '../kit/lists.ts';
import { list } from '../kit/reply.ts';
import {
  groupFor,
  hasProjectLevel,
  level,
  projectFor,
  projectLevel,
  readsEverything,
  requireAdministrator,
  signedIn,
  visibleProject,
} from '../world/access.ts';
import { groups, lineage } from '../world/groups.ts';
import { type ProjectRow, projects } from '../world/projects.ts';
import { lists, readableRunner, runnerToChange, seesRunnersOf } from './access.ts';
import { runnerDetail, runnerListItem } from './present.ts';
import { type RunnerRow, runnerRow, runnerTable } from './rows.ts';

type Filters = QueryOf<'listAllRunners'>;

/** Values of the status filter and of the deprecated scope. */
function isIn(row: RunnerRow, word: Filters['status'] | Filters['scope']): boolean {
  switch (word) {
    case undefined:
      return true;
    case 'active':
      return !row.paused;
    case 'paused':
      return row.paused;
    case 'offline':
      return row.status === 'offline' || row.status === 'stale';
    case 'specific':
      return row.type !== 'instance_type';
    case 'shared':
      return row.type === 'instance_type';
    default:
      return row.status === word;
  }
}

function filtered(rows: readonly RunnerRow[], query: Filters) {
  const { type, version_prefix: prefix = '', tag_list: tags = [] } = query;
  const matches = rows.filter(
    (row) =>
      isIn(row, query.scope) &&
      isIn(row, query.status) &&
      (type === undefined || row.type === type) &&
      agrees(query.paused, row.paused) &&
      tags.every((tag) => row.tags.includes(tag)) &&
      (row.version ?? '').startsWith(prefix),
  );
  return list(
    ordered(matches, ({ id }) => id),
    runnerListItem,
  );
}

/** Whether a runner accepts jobs of a project. */
function worksFor({ store }: View, row: RunnerRow, project: ProjectRow): boolean {
  if (row.type === 'instance_type') return true;
  if (row.type === 'project_type') return row.projectIds.includes(project.id);
  const group = project.namespace.kind === 'group' ? groups(store).get(project.namespace.id) : undefined;
  return group !== undefined && [...lineage(store, group)].some(({ id }) => id === row.groupId);
}

/** Whether the role of the caller permits reading the jobs of a project. Security Managers may not. */
function seesJobsOf(view: View, projectId: number): boolean {
  const project = projects(view.store).get(projectId);
  if (project === undefined) return false;
  return hasProjectLevel(view, project, level.reporter) && projectLevel(view, project) !== level.securityManager;
}

/** Group or projects of a new runner, for callers who may create one there. */
function ownerOf(view: View, body: BodyOf<'createRunner'>): Pick<RunnerRow, 'groupId' | 'projectIds'> {
  const none = { groupId: null, projectIds: [] };
  if (body.runner_type === 'instance_type') {
    requireAdministrator(view);
    return none;
  }
  if (body.runner_type === 'group_type') {
    if (body.group_id === undefined) throw badParameters(['group_id is missing']);
    return { ...none, groupId: groupFor(view, body.group_id, level.owner).id };
  }
  if (body.project_id === undefined) throw badParameters(['project_id is missing']);
  return { ...none, projectIds: [projectFor(view, body.project_id, level.maintainer).id] };
}

function apply(row: RunnerRow, body: BodyOf<'updateRunner'>): void {
  row.description = body.description ?? row.description;
  row.paused = body.paused ?? (body.active === undefined ? row.paused : !body.active);
  // The documents do not specify whether tags are replaced; services of this kind replace them.
  row.tags = body.tag_list ?? row.tags;
  row.runUntagged = body.run_untagged ?? row.runUntagged;
  row.locked = body.locked ?? row.locked;
  row.accessLevel = body.access_level ?? row.accessLevel;
  if (body.maximum_timeout !== undefined) row.maximumTimeout = body.maximum_timeout;
  row.maintenanceNote = body.maintenance_note ?? row.maintenanceNote;
}

export const runners: Area = {
  signedIn: 'all',
  handlers: {
    listRunners: (call) => {
      const available = runnerTable(call.store).where((row) => lists(call, row));
      return filtered(available, call.query);
    },

    listAllRunners: (call) => {
      if (!readsEverything(call)) throw forbidden();
      return filtered(runnerTable(call.store).all(), call.query);
    },

    listProjectRunners: (call) => {
      const project = visibleProject(call, call.path.id);
      if (!seesRunnersOf(call, project)) throw forbidden();
      const available = runnerTable(call.store).where((row) => worksFor(call, row, project) && lists(call, row));
      return filtered(available, call.query);
    },

    listGroupRunners: (call) => {
      const group = groupFor(call, call.path.id, level.owner);
      const above = new Set([...lineage(call.store, group)].map(({ id }) => id));
      const available = runnerTable(call.store).where(
        (row) => row.type === 'instance_type' || (row.groupId !== null && above.has(row.groupId)),
      );
      return filtered(available, call.query);
    },

    getRunner: (call) => runnerDetail(call, readableRunner(call, call.path.id)),

    updateRunner: (call) => {
      const row = runnerToChange(call, call.path.id);
      apply(row, call.body);
      return runnerDetail(call, row);
    },

    listRunnerJobs: (call) => {
      const { system_id: systemId, status, sort = 'desc' } = call.query;
      const { id } = readableRunner(call, call.path.id);
      const jobs = jobTable(call.store).where(
        (job) =>
          job.runnerId === id &&
          (systemId === undefined || job.systemId === systemId) &&
          (status === undefined || job.status === status) &&
          hasPipeline(call, job) &&
          seesJobsOf(call, job.projectId),
      );
      return list(
        ordered(jobs, ({ id }) => id, sort),
        (job) => runnerJob(call, job),
      );
    },

    createRunner: (call) => {
      signedIn(call);
      const owner = ownerOf(call, call.body);
      const row = runnerTable(call.store).insert((id) => runnerRow(id, call.body.runner_type, owner));
      apply(row, call.body);
      return { id: row.id, token: `sandbox-runner-token-${row.id}`, token_expires_at: null };
    },
  },
};
