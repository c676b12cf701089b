/** Operations on resource groups. */
import type { SchemaType } from '../src/contract/index.ts';
import { busyResourceKey, hasPipeline, type JobRow, jobTable, resourceGroupJob } from './jobs.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { day, iso } from './kit/clock.ts';
import { notFound } from './kit/http-error.ts';
import { ordered } from './kit/lists.ts';
import { list } from './kit/reply.ts';
import { table } from './kit/store.ts';
import { level, projectFor, projectToChange } from './world/access.ts';
import { findProject, type ProjectRow } from './world/projects.ts';

type ProcessMode = SchemaType<'ResourceGroupProcessMode'>;

interface ResourceGroupRow {
  readonly id: number;
  readonly key: string;
  readonly projectId: number;
  readonly createdAt: number;
  processMode: ProcessMode;
  updatedAt: number;
}

/** Keys that need encoding in a path, and enough others for a second page. */
const keys = [
  busyResourceKey,
  'resource_a',
  'staging/eu west',
  '007',
  ...Array.from({ length: 20 }, (_, index) => `review-app-${index + 1}`),
];

const resourceGroupTable = table<ResourceGroupRow>('resource groups', ({ store, table }) => {
  const add = (projectId: number, key: string, id: number): void => {
    const createdAt = store.startedAt - (300 - (id % 100)) * day;
    table.put({ id, key, projectId, processMode: 'unordered', createdAt, updatedAt: createdAt });
  };
  const engine = findProject(store, 'meridian/platform/engine');
  const globe = findProject(store, 'cartography-guild/globe');
  if (engine) for (const [index, key] of keys.entries()) add(engine.id, key, 1 + index);
  if (globe) add(globe.id, 'production', 2_147_484_001);
});

type ToGroup = View & { readonly path: { readonly id: number | string; readonly key: string } };

function groupIn({ store }: View, project: ProjectRow, key: string): ResourceGroupRow {
  const row = resourceGroupTable(store).find((group) => group.projectId === project.id && group.key === key);
  if (row === undefined) throw notFound('Resource Group');
  return row;
}

/** Resource groups are visible to Reporters and above. */
const visibleGroup = (call: ToGroup): ResourceGroupRow =>
  groupIn(call, projectFor(call, call.path.id, level.reporter), call.path.key);

function present(row: ResourceGroupRow): Loose<SchemaType<'ResourceGroup'>> {
  return {
    id: row.id,
    key: row.key,
    process_mode: row.processMode,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}

function jobsOf(view: View, group: ResourceGroupRow): JobRow[] {
  return jobTable(view.store).where(
    (job) => job.projectId === group.projectId && job.resourceKey === group.key && hasPipeline(view, job),
  );
}

const isReady = ({ status }: JobRow): boolean => status === 'waiting_for_resource';

/** Jobs in the order in which they acquire the group. */
function inOrder(jobs: JobRow[], mode: ProcessMode): JobRow[] {
  switch (mode) {
    case 'unordered':
      return ordered(jobs, (job) => !isReady(job));
    case 'oldest_first':
      return ordered(jobs, ({ pipelineId }) => pipelineId);
    case 'newest_first':
      return ordered(jobs, ({ pipelineId }) => pipelineId, 'desc');
    case 'newest_ready_first': {
      const newestFirst = ordered(jobs, ({ pipelineId }) => pipelineId, 'desc');
      return [...newestFirst.filter(isReady), ...newestFirst.filter((job) => !isReady(job))];
    }
  }
}

export const resourceGroups: Area = {
  tables: [jobTable],
  handlers: {
    listResourceGroups: (call) => {
      const project = projectFor(call, call.path.id, level.reporter);
      return list(
        resourceGroupTable(call.store).where(({ projectId }) => projectId === project.id),
        present,
      );
    },

    getResourceGroup: (call) => present(visibleGroup(call)),

    getResourceGroupCurrentJob: (call) => {
      const current = jobsOf(call, visibleGroup(call)).find(({ status }) => status === 'running');
      return current ? resourceGroupJob(call, current) : null;
    },

    listResourceGroupUpcomingJobs: (call) => {
      const group = visibleGroup(call);
      const waiting = jobsOf(call, group).filter(({ startedAt }) => startedAt === null);
      return list(inOrder(waiting, group.processMode), (job) => resourceGroupJob(call, job));
    },

    updateResourceGroup: (call) => {
      const row = groupIn(call, projectToChange(call, call.path.id, level.developer), call.path.key);
      if (call.body.process_mode !== undefined) {
        row.processMode = call.body.process_mode;
        row.updatedAt = call.store.now();
      }
      return present(row);
    },
  },
};
