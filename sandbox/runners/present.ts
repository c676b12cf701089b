/** Presentation of runners. */
import type { SchemaType } from '../../src/contract/index.ts';
import type { Loose, View } from '../kit/area.ts';
import { iso } from '../kit/clock.ts';
import { presentProject } from '../projects.ts';
import { fullPath, groups } from '../world/groups.ts';
import { webBase } from '../world/names.ts';
import { projects } from '../world/projects.ts';
import type { RunnerRow } from './rows.ts';

export function runnerSummary(row: RunnerRow) {
  return {
    id: row.id,
    description: row.description,
    paused: row.paused,
    active: !row.paused,
    ip_address: '',
    is_shared: row.type === 'instance_type',
    runner_type: row.type,
    name: row.name,
    online: row.status === 'never_contacted' ? null : row.status === 'online',
    status: row.status,
  } satisfies Loose<SchemaType<'RunnerSummary'>>;
}

export function runnerListItem(row: RunnerRow) {
  return { ...runnerSummary(row), job_execution_status: 'idle' } satisfies Loose<SchemaType<'RunnerListItem'>>;
}

function assignedProject(view: View, id: number): Loose<SchemaType<'RunnerProject'>>[] {
  const row = projects(view.store).get(id);
  if (row === undefined) return [];
  const { name, name_with_namespace, path, path_with_namespace } = presentProject(view, row);
  return [{ id, name, name_with_namespace, path, path_with_namespace }];
}

function assignedGroup({ store }: View, id: number): Loose<SchemaType<'RunnerGroup'>>[] {
  const row = groups(store).get(id);
  return row === undefined ? [] : [{ id, web_url: `${webBase}/groups/${fullPath(store, row)}`, name: row.name }];
}

export function runnerDetail(view: View, row: RunnerRow): Loose<SchemaType<'Runner'>> {
  const hasContacted = row.version !== null;
  return {
    ...runnerListItem(row),
    architecture: hasContacted ? 'amd64' : null,
    platform: hasContacted ? 'linux' : null,
    version: row.version,
    revision: hasContacted ? '7de31d5a' : null,
    contacted_at: row.contactedAt === null ? null : iso(row.contactedAt),
    maintenance_note: row.maintenanceNote,
    projects: row.type === 'project_type' ? row.projectIds.flatMap((id) => assignedProject(view, id)) : null,
    tag_list: row.tags,
    access_level: row.accessLevel,
    maximum_timeout: row.maximumTimeout,
    locked: row.locked,
    run_untagged: row.runUntagged,
    groups: row.groupId === null ? null : assignedGroup(view, row.groupId),
  };
}
