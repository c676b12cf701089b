/** CI/CD jobs, as resource groups and runners show them. */
import { addFields, resourceType } from './kit/fields/index.ts';
import { embedded, embeddedObject } from './kit/resources/resource.ts';
import { Pipeline } from './pipelines.ts';
import { Project } from './projects.ts';
import { User } from './users.ts';

/** Number of the project of a job: told by its pipeline or project, else that of the resource group it was found in. */
function projectOf(job: Readonly<Record<string, unknown>>, parent: Readonly<Record<string, unknown>>): unknown {
  return embedded(job.pipeline)?.project_id ?? embedded(job.project)?.id ?? ('key' in parent ? parent.id : undefined);
}

/** No call gives a single job, so what an answer leaves out is null. */
export const Job = resourceType({
  name: 'Job',
  parameters: ['id', 'job_id'],
  schema: 'RunnerJob',
  description:
    'A piece of work of a pipeline, which a runner executes. Jobs found through a resource group carry other attributes than jobs found through a runner.',
  owner: { type: Project },
  pathOf: (job, parent) => ({
    id: projectOf(job, parent),
    job_id: job.id,
    ...(parent.runner_id === undefined ? {} : { runner_id: parent.runner_id }),
  }),
});

addFields(Job, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('status', 'stage', 'name', 'ref', 'tag', 'coverage', 'allow_failure', 'web_url', 'commit'),
  ...f.attributes('created_at', 'started_at', 'finished_at', 'duration', 'queued_duration'),
  ...f.attributes('tag_list', 'archived', 'artifacts_expire_at', 'artifacts_file', 'artifacts'),
  user: f.object('user', User),
  pipeline: f.object('pipeline', Pipeline, { description: 'The pipeline that the job is part of.' }),
  project: f.composed({
    value: Project.ref,
    description: 'The project that the job belongs to; null when the upstream does not tell it.',
    steps: [{ operation: 'getProject' }],
    gives: { type: Project },
    resolve: (job, _, calls) => {
      const { id = '' } = job.path;
      const held = embeddedObject(job.attributes?.project);
      if (typeof held?.id === 'number') return Project.fromItem(held, {}, 'RunnerJobProject', calls.selection);
      return id === '' ? null : calls.find(Project, { id });
    },
  }),
  ciJobTokenScopeEnabled: f.derived(
    'project',
    'Boolean',
    {
      description:
        'Whether the token of the job may reach only the projects that its project allows; null for jobs found through a runner.',
    },
    (project) => embeddedObject(project)?.ci_job_token_scope_enabled,
  ),
}));

Project.occursIn('RunnerJobProject');
