/** CI/CD jobs, as resource groups and runners show them: document 1, section 2.7. */
import { declare } from './kit/declaration.ts';
import { Entity } from './kit/entity.ts';
import { addFields } from './kit/fields.ts';
import { embedded } from './kit/held.ts';
import { Selection } from './kit/selection.ts';
import { Pipeline } from './pipelines.ts';
import { Project } from './projects.ts';
import { User } from './users.ts';

/** Number of the project of a job: told by its pipeline or project, else that of the resource group it was found in. */
function projectOf(job: Readonly<Record<string, unknown>>, parent: Readonly<Record<string, unknown>>): unknown {
  return embedded(job.pipeline)?.project_id ?? embedded(job.project)?.id ?? ('key' in parent ? parent.id : undefined);
}

/** No call gives a single job, so what an answer leaves out is null. */
export const Job = new Entity({
  name: 'Job',
  keys: ['id', 'job_id'],
  schema: 'RunnerJob',
  description:
    'A piece of work of a pipeline, which a runner executes. Resource groups show other parts of it than runners do.',
  owner: { entity: Project },
  address: (job, parent) => ({ id: projectOf(job, parent), job_id: job.id }),
});

addFields(Job, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('status', 'stage', 'name', 'ref', 'tag', 'coverage', 'allow_failure', 'web_url', 'commit'),
  ...f.attributes('created_at', 'started_at', 'finished_at', 'duration', 'queued_duration'),
  user: f.object('user', User),
  pipeline: f.object('pipeline', Pipeline, { description: 'The pipeline that the job is part of.' }),
  project: f.t.field({
    type: Project.ref,
    nullable: true,
    description: 'The project that the job belongs to; null when the upstream does not tell it.',
    ...declare({ kind: 'lookup', entity: Project, address: ({ id = '' }) => ({ id }) }),
    resolve: (job, _, context, info) => {
      const { id = '' } = job.address;
      const held = embedded(job.attributes?.project);
      const selection = () => Selection.of(info);
      if (typeof held?.id === 'number') return Project.fromItem(held, {}, 'RunnerJobProject', selection);
      return id === '' ? null : Project.find({ id }, context, info, 'Job.project');
    },
  }),
  ciJobTokenScopeEnabled: f.t.boolean({
    nullable: true,
    description:
      'Whether the token of the job may reach only the projects that its project allows; null for jobs found through a runner.',
    ...declare({ kind: 'attribute', entity: Job, name: 'project' }),
    resolve: (job) => {
      const enabled = embedded(job.attributes?.project)?.ci_job_token_scope_enabled;
      return typeof enabled === 'boolean' ? enabled : null;
    },
  }),
}));

Project.occursIn('RunnerJobProject');
