/** Jobs, as resource groups and runners show them. No operation of the contract is about jobs alone. */
import type { SchemaType } from '../src/contract/index.ts';
import type { Loose, View } from './kit/area.ts';
import { day, hour, iso, minute, second } from './kit/clock.ts';
import { Random } from './kit/random.ts';
import { type Seeding, type Store, table } from './kit/store.ts';
import { listItem } from './pipelines/present.ts';
import { type PipelineRow, pipelineTable } from './pipelines/rows.ts';
import { presentProject, projectUrl } from './projects.ts';
import { runnerSummary } from './runners/present.ts';
import { runnerTable } from './runners/rows.ts';
import { publicProfile } from './users.ts';
import { findProject, projects } from './world/projects.ts';
import { users } from './world/users.ts';

export interface JobRow {
  readonly id: number;
  readonly projectId: number;
  readonly pipelineId: number;
  readonly name: string;
  readonly stage: string;
  readonly status: SchemaType<'JobStatus'>;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** `null` until a runner starts the job. */
  readonly runnerId: number | null;
  /** Machine of the runner. */
  readonly systemId: string | null;
  /** Key of the resource group, in the project of the job. */
  readonly resourceKey: string | null;
}

/** Runner of most jobs, and resource group that many jobs wait for. */
export const busyRunnerId = 5;
export const busyResourceKey = 'production';

/** Above 32 bits, like job ids of large instances. */
const firstId = 11_215_821_000;

function pipelinesOf(store: Store, path: string): PipelineRow[] {
  const project = findProject(store, path);
  return pipelineTable(store).where(({ projectId }) => projectId === project?.id);
}

/** Jobs of a runner in all four statuses. */
function seedRunnerJobs({ store, table }: Seeding<JobRow>): void {
  const busy = pipelinesOf(store, 'meridian/platform/engine').slice(-150);
  const others = ['lumen/scheduler', 'vault/keyring'].flatMap((path) => pipelinesOf(store, path));
  for (const [index, pipeline] of [...busy, ...others].entries()) {
    const status = (['success', 'failed', 'success', 'canceled', 'running'] as const)[index % 5] ?? 'success';
    const startedAt = pipeline.createdAt + minute;
    table.put({
      id: firstId + index,
      projectId: pipeline.projectId,
      pipelineId: pipeline.id,
      name: index % 2 === 0 ? 'rspec' : 'lint',
      stage: 'test',
      status,
      createdAt: pipeline.createdAt,
      startedAt,
      finishedAt: status === 'running' ? null : startedAt + 90 * second,
      runnerId: busyRunnerId,
      systemId: index % 3 === 0 ? 's_compass' : 's_sextant',
      resourceKey: null,
    });
  }
}

/** Deployments: one uses the resource, the others wait for it. */
function seedDeployments({ store, table }: Seeding<JobRow>): void {
  const recent = pipelinesOf(store, 'meridian/platform/engine').slice(-26);
  for (const [index, pipeline] of recent.entries()) {
    const running = index === 0;
    table.insert((id) => ({
      id,
      projectId: pipeline.projectId,
      pipelineId: pipeline.id,
      name: 'deploy',
      stage: 'deploy',
      status: running ? 'running' : index % 2 === 0 ? 'waiting_for_resource' : 'created',
      createdAt: pipeline.createdAt,
      startedAt: running ? store.startedAt - hour : null,
      finishedAt: null,
      runnerId: null,
      systemId: null,
      resourceKey: busyResourceKey,
    }));
  }
}

/** All jobs. */
export const jobTable = table<JobRow>('jobs', (seeding) => {
  seedRunnerJobs(seeding);
  seedDeployments(seeding);
});

function jobUser(view: View, userId: number): Loose<SchemaType<'JobUser'>> | null {
  const user = users(view.store).get(userId);
  return user ? publicProfile(view, user) : null;
}

function commit(view: View, job: JobRow, sha: string): Loose<SchemaType<'JobCommit'>> {
  const random = new Random(`commit ${sha}`);
  const at = iso(job.createdAt - minute);
  const person = { author_name: 'Dana Kim', author_email: 'dana.kim@example.net', authored_date: at };
  const project = projects(view.store).get(job.projectId);
  return {
    id: sha,
    short_id: sha.slice(0, 8),
    created_at: at,
    parent_ids: [random.hex(40)],
    title: 'Draw coasts in one pass',
    message: 'Draw coasts in one pass\n\nSigned-off-by: Dana Kim <dana.kim@example.net>\n',
    ...person,
    committer_name: person.author_name,
    committer_email: person.author_email,
    committed_date: at,
    trailers: { 'Signed-off-by': 'Dana Kim <dana.kim@example.net>' },
    web_url: `${project ? projectUrl(view, project) : ''}/-/commit/${sha}`,
  };
}

function pipelineOf({ store }: View, job: JobRow): PipelineRow {
  const pipeline = pipelineTable(store).get(job.pipelineId);
  if (pipeline === undefined) throw new Error(`Job ${job.id} has lost its pipeline`);
  return pipeline;
}

const seconds = (from: number, to: number): number => (to - from) / second;

/** Artifacts of a job: a test report and the log. */
function artifacts({ name, finishedAt }: JobRow) {
  if (finishedAt === null) return { artifacts_expire_at: null, artifacts: [] };
  const log = { file_type: 'trace', size: 4096, filename: 'job.log', file_format: null };
  if (name !== 'rspec') return { artifacts_expire_at: null, artifacts: [log] };
  const file = { size: 20_480, filename: 'artifacts.zip' };
  return {
    artifacts_expire_at: iso(finishedAt + 30 * day),
    artifacts_file: file,
    artifacts: [{ file_type: 'archive', ...file, file_format: 'zip' }, log],
  };
}

function runnerOf({ store }: View, job: JobRow): Loose<SchemaType<'RunnerSummary'>> | null {
  const row = job.runnerId === null ? undefined : runnerTable(store).get(job.runnerId);
  return row === undefined ? null : runnerSummary(row);
}

/** Attributes in both kinds of lists. */
function attributes(view: View, job: JobRow): Loose<SchemaType<'JobAttributes'>> {
  const pipeline = pipelineOf(view, job);
  const project = projects(view.store).get(job.projectId);
  const { createdAt, startedAt, finishedAt } = job;
  return {
    id: job.id,
    status: job.status,
    stage: job.stage,
    name: job.name,
    ref: pipeline.ref,
    tag: pipeline.tag,
    coverage: job.name === 'rspec' && job.status === 'success' ? 91.5 : null,
    allow_failure: job.name === 'lint',
    created_at: iso(createdAt),
    started_at: startedAt === null ? null : iso(startedAt),
    finished_at: finishedAt === null ? null : iso(finishedAt),
    duration: startedAt === null ? null : seconds(startedAt, finishedAt ?? view.store.now()),
    queued_duration: startedAt === null ? null : seconds(createdAt, startedAt),
    user: jobUser(view, pipeline.userId),
    commit: commit(view, job, pipeline.sha),
    web_url: `${project ? projectUrl(view, project) : ''}/-/jobs/${job.id}`,
    tag_list: job.runnerId === null ? [] : ['docker'],
    archived: false,
    ...artifacts(job),
    runner: runnerOf(view, job),
  };
}

/** Whether the pipeline of a job exists; a job is not shown after its pipeline was deleted. */
export function hasPipeline({ store }: View, job: JobRow): boolean {
  return pipelineTable(store).get(job.pipelineId) !== undefined;
}

/** Presents a job in a resource group. */
export function resourceGroupJob(view: View, job: JobRow): Loose<SchemaType<'ResourceGroupJob'>> {
  const { name, ...pipeline } = listItem(view, pipelineOf(view, job));
  return { ...attributes(view, job), pipeline, project: { ci_job_token_scope_enabled: job.projectId % 2 === 1 } };
}

/** Presents a job of a runner. */
export function runnerJob(view: View, job: JobRow): Loose<SchemaType<'RunnerJob'>> {
  const { id, sha, ref, status } = listItem(view, pipelineOf(view, job));
  const project = projects(view.store).get(job.projectId);
  return {
    ...attributes(view, job),
    pipeline: { id, sha, ref, status },
    project: project ? shortProject(view, project) : null,
  };
}

function shortProject(view: View, row: Parameters<typeof presentProject>[1]): Loose<SchemaType<'RunnerJobProject'>> {
  const { id, description, name, name_with_namespace, path, path_with_namespace, created_at } = presentProject(
    view,
    row,
  );
  return { id, description, name, name_with_namespace, path, path_with_namespace, created_at };
}
