/** CI/CD jobs of resource groups and runners. */
import type { Area } from './kit/area.ts';
import { defineFields, defineOccurrence, defineResourceType } from './kit/fields/index.ts';
import { toObjectNumber } from './kit/resources/path-parameter-types.ts';
import { asObject, parseEmbeddedObject } from './kit/resources/resource.ts';
import { Pipeline } from './pipelines.ts';
import { Project } from './projects.ts';
import { User } from './users.ts';

/**
 * Returns the number of the project of a job: from its pipeline or project, otherwise from the resource group that
 * contains the job.
 */
function getProjectNumber(job: Readonly<Record<string, unknown>>, parent: Readonly<Record<string, unknown>>): unknown {
  return asObject(job.pipeline)?.project_id ?? asObject(job.project)?.id ?? ('key' in parent ? parent.id : undefined);
}

/** No call returns a single job by its id, so attributes that a response omits are null. */
export const Job = defineResourceType({
  name: 'Job',
  parameters: ['id', 'job_id'],
  schema: 'RunnerJob',
  description:
    'A unit of work of a pipeline, which a runner executes. Jobs cannot be read by id, so the type is no `Node`.',
  owner: { type: Project },
  getItemPath: (job, parent) => ({
    id: getProjectNumber(job, parent),
    job_id: job.id,
  }),
});

const jobFields = defineFields(Job, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('status', 'stage', 'name', 'ref', 'tag', 'coverage', 'allow_failure', 'web_url', 'commit'),
  ...f.attributes('created_at', 'started_at', 'finished_at', 'duration', 'queued_duration'),
  ...f.attributes('tag_list', 'archived', 'artifacts_expire_at', 'artifacts_file', 'artifacts'),
  user: f.object('user', User),
  pipeline: f.object('pipeline', Pipeline, { description: 'Pipeline that contains the job.' }),
  project: f.composed({
    value: Project,
    description: 'Project of the job; null if the service does not report it.',
    operations: Project.detailOperations,
    returns: { type: Project, plan: ({ path, objects }) => ({ id: path?.id ?? objects.valueOf('project', true) }) },
    resolve: (job, _, calls) => {
      const { id = '' } = job.path;
      const project = parseEmbeddedObject(job.attributes?.project);
      if (toObjectNumber(project?.id) !== undefined)
        return Project.fromItem(project, {}, 'RunnerJobProject', calls.selection);
      if (id === '') return null;
      // A resource group shows an attribute of the project without its number.
      return project === null
        ? calls.find(Project, { id })
        : Project.create({ id }, { ...Project.getAttributesFor({ id }), ...project }, 'JobProject', calls.selection);
    },
  }),
}));

export const jobs: Area = {
  name: 'jobs',
  declarations: [
    Job,
    jobFields,
    defineOccurrence(Project, 'RunnerJobProject'),
    defineOccurrence(Project, 'JobProject'),
  ],
};
