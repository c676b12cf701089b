/** Rows of pipelines, and their seed. */
import type { SchemaType } from '../../src/contract/index.ts';
import { day, hour, minute, second } from '../kit/clock.ts';
import { Random } from '../kit/random.ts';
import { type Seeding, type Store, table } from '../kit/store.ts';
import { constantTimeline, type Timeline } from '../kit/timeline.ts';
import { findProject, findRef, type ProjectRow, projects, type Ref } from '../world/projects.ts';

export type PipelineStatus = SchemaType<'PipelineStatus'>;

/** Variable of a pipeline. It has no type if it was created without one on an older instance. */
export interface VariableRow {
  readonly key: string;
  readonly value: string;
  readonly variableType?: SchemaType<'PipelineVariableType'>;
}

export interface PipelineRow {
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  readonly source: string;
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly beforeSha: string;
  readonly name: string | null;
  readonly userId: number;
  readonly createdAt: number;
  readonly committedAt: number | null;
  readonly yamlErrors: string | null;
  readonly coverage: string | null;
  readonly archived: boolean;
  readonly variables: readonly VariableRow[];
  /** Parent pipeline. */
  readonly parentId: number | null;
  /** Whether the jobs report tests. */
  readonly tested: boolean;
  /** Statuses that the pipeline enters. */
  timeline: Timeline<PipelineStatus>;
  /** Whether the pipeline was retried. A job that is allowed to fail can be retried once more. */
  retried?: true;
}

/** Whether a status is final. */
export function isOver(status: PipelineStatus): boolean {
  return status === 'success' || status === 'failed' || status === 'canceled' || status === 'skipped';
}

const noSha = '0'.repeat(40);
/** Repeating statuses of the pipelines of the busy project: every status, success most often. */
const statuses: readonly PipelineStatus[] = [
  'success',
  'success',
  'success',
  'success',
  'success',
  'failed',
  'failed',
  'canceled',
  'skipped',
  'manual',
  'running',
  'pending',
  'created',
  'scheduled',
  'preparing',
  'waiting_for_resource',
];

/** Creates the timeline to a status that was entered in the past. */
function createPastTimeline(status: PipelineStatus, createdAt: number, random: Random): Timeline<PipelineStatus> {
  const started = createdAt + random.integer(2, 90) * second;
  if (status === 'created' || status === 'skipped') return constantTimeline(status, createdAt + second);
  if (status === 'success' || status === 'failed' || status === 'canceled') {
    const finished = started + random.integer(20, 1800) * second;
    return {
      steps: [
        { state: 'pending', at: createdAt },
        { state: 'running', at: started },
        { state: status, at: finished },
      ],
    };
  }
  return {
    steps: [
      { state: 'created', at: createdAt },
      { state: status, at: started },
    ],
  };
}

/** Upper bounds of the times after the start of the sandbox at which the newest pipelines start to run and end. */
const [maxRunsAfter, maxEndsAfter] = [3 * minute, 10 * minute];
/** Number of pipelines of the busy project whose status changes with time. */
const livePipelines = 100;

/** Creates the timeline of a pipeline that had not finished at the start of the sandbox and ends later. */
function createLiveTimeline(
  status: PipelineStatus,
  createdAt: number,
  store: Store,
  random: Random,
): Timeline<PipelineStatus> {
  const past = createPastTimeline(status, createdAt, random);
  if (isOver(status) || status === 'manual' || status === 'scheduled') return past;
  const runs = store.startedAt + random.integer(minute, maxRunsAfter) * store.timeScale;
  const ends = runs + random.integer(minute, maxEndsAfter - maxRunsAfter) * store.timeScale;
  const running = status === 'running' ? [] : [{ state: 'running' as const, at: runs }];
  const outcome = random.chance(0.8) ? 'success' : 'failed';
  return { steps: [...past.steps, ...running, { state: outcome, at: ends }] };
}

const variables: readonly VariableRow[] = [
  { key: 'DEPLOY_TARGET', value: 'staging', variableType: 'env_var' },
  { key: 'KUBECONFIG', value: 'apiVersion: v1\nkind: Config\n', variableType: 'file' },
  { key: 'LEGACY_FLAG', value: '1' },
];

interface Plan {
  readonly project: ProjectRow;
  /** Commits of the pipelines: the last pipeline of a ref has the head commit. */
  readonly ref: Ref;
  readonly head: boolean;
  readonly createdAt: number;
  readonly status: PipelineStatus;
  readonly source?: string;
  readonly parent?: PipelineRow;
}

function make(store: Store, id: number, plan: Plan, random: Random): PipelineRow {
  const { project, ref, createdAt, status, parent } = plan;
  const source = plan.source ?? random.pick(['push', 'push', 'push', 'web', 'schedule', 'api']);
  const invalid = status === 'failed' && random.chance(0.1);
  return {
    id,
    iid: store.next(`pipelines of ${project.id}`),
    projectId: project.id,
    source,
    ref: ref.name,
    tag: ref.tag,
    sha: parent?.sha ?? (plan.head ? ref.sha : random.hex(40)),
    beforeSha: random.chance(0.2) ? noSha : random.hex(40),
    name: random.pick(['Build pipeline', 'Build pipeline', 'Nightly', null]),
    userId: random.pick([3, 4, 5, 5, 9, 20, 21, 22]),
    createdAt,
    committedAt: random.chance(0.5) ? createdAt - minute : null,
    yamlErrors: invalid ? 'jobs:deploy config contains unknown keys: scripts' : null,
    coverage: status === 'success' && random.chance(0.4) ? random.integer(60, 99).toFixed(2) : null,
    archived: createdAt < store.startedAt - 400 * day,
    variables: source === 'web' ? variables : source === 'api' ? variables.slice(0, 1) : [],
    parentId: parent?.id ?? null,
    tested: !invalid && (plan.head || random.chance(0.7)),
    timeline: invalid ? constantTimeline('failed', createdAt) : createPastTimeline(status, createdAt, random),
  };
}

/** Pipelines of the busy project, which has many more than the others. */
function seedBusyProject({ store, table, random }: Seeding<PipelineRow>, project: ProjectRow): void {
  const count = store.scale.pipelines;
  const step = Math.min(4 * hour, Math.floor((500 * day) / count));
  const newest = project.refs.filter(({ name }) => name !== 'docs-only');
  for (let index = 0; index < count; index++) {
    const left = count - 1 - index;
    // The last pipelines are those of the head commits; the main branch comes last.
    const head = left < newest.length ? newest[left] : undefined;
    const ref = head ?? random.pick(project.refs);
    const createdAt = store.startedAt - left * step - hour;
    const status = statuses[index % statuses.length] ?? 'success';
    const planned = { project, ref, head: head !== undefined, createdAt, status };
    const plan: Plan = head?.name === 'main' ? { ...planned, status: 'success', source: 'web' } : planned;
    const row = make(store, 1001 + index, plan, random);
    if (left < livePipelines && row.yamlErrors === null)
      row.timeline = createLiveTimeline(plan.status, createdAt, store, new Random(`course of ${row.id}`));
    table.put(row);
  }
}

/** A few pipelines for every other project: the main branch succeeds, fails once, and is then fixed or not. */
function seedProject({ store, table, random }: Seeding<PipelineRow>, project: ProjectRow, firstId: number): void {
  const main = findRef(project, project.defaultBranch ?? '');
  const feature = findRef(project, 'feature/faster-start');
  const docs = findRef(project, 'docs-only');
  if (main === undefined || feature === undefined || docs === undefined) return;
  const at = (days: number): number => store.startedAt - days * day - (project.id % 24) * hour;
  const plans: Plan[] = [
    { project, ref: main, head: false, createdAt: at(12), status: 'success' },
    { project, ref: docs, head: false, createdAt: at(9), status: 'success' },
    { project, ref: main, head: false, createdAt: at(6), status: 'failed', source: 'push' },
    { project, ref: feature, head: true, createdAt: at(2), status: random.pick(['failed', 'canceled', 'success']) },
    { project, ref: main, head: true, createdAt: at(1), status: project.id % 3 === 0 ? 'failed' : 'success' },
  ];
  plans.forEach((plan, index) => {
    table.put(make(store, firstId + index, plan, random));
  });
}

/** Child pipelines, which lists omit. */
function seedChildren({ store, table, random }: Seeding<PipelineRow>, project: ProjectRow, firstId: number): void {
  const last = 1000 + store.scale.pipelines;
  const parentIds = [last, last, last - 5];
  for (const [index, parentId] of parentIds.entries()) {
    const parent = table.get(parentId);
    const ref = parent && findRef(project, parent.ref);
    if (parent === undefined || ref === undefined) continue;
    const plan: Plan = {
      project,
      ref,
      head: false,
      createdAt: parent.createdAt + minute,
      status: index % 2 === 0 ? 'success' : 'failed',
      source: 'parent_pipeline',
      parent,
    };
    table.put(make(store, firstId + index, plan, random));
  }
}

function seed(seeding: Seeding<PipelineRow>): void {
  const { store } = seeding;
  const busy = findProject(store, 'meridian/platform/engine');
  if (busy === undefined) throw new Error('There is no busy project');
  seedBusyProject(seeding, busy);
  // Every second project of a group is enough, and those with other features.
  const others = projects(store).where(
    ({ namespace, archived, id }) =>
      namespace.kind === 'group' && !archived && id !== busy.id && id <= 60 && (id % 2 === 1 || id === 18 || id === 20),
  );
  others.forEach((project, index) => {
    seedProject(seeding, project, Math.max(5000, 1001 + store.scale.pipelines) + index * 5);
  });
  // Ids above 32 bits.
  seedChildren(seeding, busy, 4_200_000_001);
  const globe = findProject(store, 'cartography-guild/globe');
  if (globe) seedProject(seeding, globe, 4_300_000_001);
}

/** All pipelines. */
export const pipelineTable = table<PipelineRow>('pipelines', seed);
