/** Rows of runners, and their seed. */
import type { SchemaType } from '../../src/contract/index.ts';
import { day, minute } from '../kit/clock.ts';
import { type Store, table } from '../kit/store.ts';
import { findGroup } from '../world/groups.ts';
import { findProject } from '../world/projects.ts';

export interface RunnerRow {
  readonly id: number;
  readonly type: SchemaType<'RunnerType'>;
  /** Group of a group runner. */
  readonly groupId: number | null;
  /** Projects to which a project runner is assigned. */
  readonly projectIds: readonly number[];
  readonly name: string | null;
  readonly status: SchemaType<'RunnerStatus'>;
  readonly contactedAt: number | null;
  readonly version: string | null;
  description: string | null;
  paused: boolean;
  tags: readonly string[];
  runUntagged: boolean;
  locked: boolean;
  accessLevel: SchemaType<'RunnerAccessLevel'>;
  maximumTimeout: number | null;
  maintenanceNote: string | null;
}

type Traits = Partial<Omit<RunnerRow, 'id' | 'type'>>;

/** Creates a new runner, with overrides. */
export function runnerRow(id: number, type: RunnerRow['type'], traits: Traits = {}): RunnerRow {
  return {
    id,
    type,
    groupId: null,
    projectIds: [],
    name: null,
    status: 'never_contacted',
    contactedAt: null,
    version: null,
    description: null,
    paused: false,
    tags: [],
    runUntagged: true,
    locked: false,
    accessLevel: 'not_protected',
    maximumTimeout: null,
    maintenanceNote: null,
    ...traits,
  };
}

function seed(store: Store): RunnerRow[] {
  const since = (days: number): number => store.startedAt - days * day;
  const online = { status: 'online', contactedAt: store.startedAt - minute, version: '17.2.0' } as const;
  const group = (path: string) => ({ groupId: findGroup(store, path)?.id ?? null });
  const project = (...paths: readonly string[]) => ({
    projectIds: paths.flatMap((path) => findProject(store, path)?.id ?? []),
  });
  const engine = 'meridian/platform/engine';
  return [
    runnerRow(1, 'instance_type', { ...online, description: 'Shared, large', tags: ['docker', 'linux'] }),
    runnerRow(2, 'instance_type', {
      description: 'Shared, forgotten',
      status: 'stale',
      contactedAt: since(200),
      version: '15.11.1',
    }),
    runnerRow(3, 'group_type', {
      ...online,
      ...group('meridian'),
      description: 'Meridian, with graphics cards',
      tags: ['docker', 'gpu'],
      maintenanceNote: 'Driver update on the first Monday of the month',
      maximumTimeout: 7200,
    }),
    runnerRow(4, 'group_type', { ...online, ...group('vault'), description: 'Vault', paused: true }),
    runnerRow(5, 'project_type', {
      ...online,
      ...project(engine),
      name: 'engine-room',
      description: 'Engine room',
      tags: ['docker'],
      maximumTimeout: 3600,
    }),
    runnerRow(6, 'project_type', {
      ...project(engine, 'meridian/platform/geocoder'),
      description: 'Old iron',
      paused: true,
      status: 'offline',
      contactedAt: since(10),
      version: '15.0.3',
      accessLevel: 'ref_protected',
    }),
    runnerRow(7, 'project_type', { ...project('meridian/platform/secrets'), locked: true }),
    runnerRow(8, 'group_type', { ...group('lumen'), status: 'offline', contactedAt: since(3), version: '16.8.0' }),
    ...Array.from({ length: 22 }, (_, index) =>
      runnerRow(101 + index, 'project_type', {
        ...(index % 4 === 3 ? { status: 'stale', contactedAt: since(120), version: '16.1.0' } : online),
        ...project(engine),
        description: `Fleet ${index + 1}`,
        tags: ['fleet'],
      }),
    ),
    // Ids above 32 bits; no other attribute has a value.
    runnerRow(2_212_270_852, 'group_type', group('meridian')),
  ];
}

/** All runners. */
export const runnerTable = table<RunnerRow>('runners', ({ store, table }) => {
  for (const row of seed(store)) table.put(row);
});
