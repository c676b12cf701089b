/** Runners, which execute jobs. */
import type { BodyOf } from '../contract/index.ts';
import type { Selection } from '../execution/index.ts';
import type { RestRequest } from '../rest/request.ts';
import { Group } from './groups.ts';
import { Job } from './jobs.ts';
import type { Area } from './kit/area.ts';
import type { InputFieldBuilder } from './kit/contract/inputs.ts';
import { defineInput } from './kit/definitions.ts';
import { defineFields, defineQueries, defineResourceType } from './kit/fields/index.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import { groupIdDescription, parseNumber, parseReference, projectIdDescription } from './kit/resources/references.ts';
import { asObject, type Resource } from './kit/resources/resource.ts';
import type { ResourceType } from './kit/resources/resource-type.ts';
import { Project } from './projects.ts';
import { checkIsTrue, instanceDescription } from './targets.ts';

export const Runner = defineResourceType({
  name: 'Runner',
  schema: 'Runner',
  retrieve: 'getRunner',
});

const runnerFields = defineFields(Runner, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('description', 'paused', 'is_shared', 'runner_type', 'name', 'online'),
  ...f.attributes('status', 'job_execution_status', 'contacted_at', 'maintenance_note', 'tag_list', 'access_level'),
  ...f.attributes('maximum_timeout', 'architecture', 'platform', 'version', 'revision', 'locked', 'run_untagged'),
  projects: f.object('projects', Project),
  groups: f.object('groups', Group),
  jobs: f.connection('listRunnerJobs', Job, {
    description:
      'Current and previous jobs of the runner, newest first by default, of projects in which the caller is Reporter, Developer, Maintainer or Owner. Jobs of other projects are omitted without an error.',
    isPathInItems: true,
  }),
}));

const jobFields = defineFields(Job, (f) => ({
  runner: f.object('runner', Runner, {
    description: 'Runner of the job; null until a runner accepts the job, or if the service does not report it.',
  }),
}));

const groupFields = defineFields(Group, (f) => ({
  runners: f.connection('listGroupRunners', Runner),
}));

const projectFields = defineFields(Project, (f) => ({
  runners: f.connection('listProjectRunners', Runner),
}));

const queries = defineQueries((f) => ({
  runner: f.lookup(Runner, {
    description:
      'A runner by id. Group runners are for Maintainers and Owners, project runners for Security Managers, Maintainers and Owners, and both for custom roles that administer runners, even if no list of the caller contains the runner.',
    args: (arg) => ({ id: arg.id({ required: true, description: 'The runner, as global id or numeric id.' }) }),
    path: (_, { id }) => ({ id: parseNumber('Runner', id, ['id']) }),
  }),
  runners: f.connection('listRunners', Runner),
  allRunners: f.connection('listAllRunners', Runner),
}));

/** Input and path of mutations that identify a runner by global id or number. */
const runnerById = {
  input: (t: InputFieldBuilder) => ({
    id: t.id({ required: true, description: 'The runner, as global id or numeric id.' }),
  }),
  path: ({ id }: { readonly id: string }) => ({ id: parseNumber('Runner', id, ['input', 'id']) }),
};

const runnerUpdate = defineMutation('runnerUpdate', {
  operation: 'updateRunner',
  ...runnerById,
  payload: (f) => ({ runner: f.object(Runner, 'The runner after the change.') }),
});

/** Members that pausing and resuming do not change. */
const updateMembers = [
  'description',
  'active',
  'paused',
  'tag_list',
  'run_untagged',
  'locked',
  'access_level',
  'maximum_timeout',
  'maintenance_note',
] as const satisfies readonly (keyof BodyOf<'updateRunner'>)[];

const runnerPause = defineMutation('runnerPause', {
  operation: 'updateRunner',
  description:
    'Pauses a runner, which then ignores new jobs but finishes its running ones. For callers who may update the runner.',
  except: updateMembers,
  ...runnerById,
  request: () => ({ body: { paused: true } }),
  payload: (f) => ({ runner: f.object(Runner, 'The runner, now paused.') }),
});

const runnerResume = defineMutation('runnerResume', {
  operation: 'updateRunner',
  description: 'Resumes a paused runner, which then accepts new jobs. For callers who may update the runner.',
  except: updateMembers,
  ...runnerById,
  request: () => ({ body: { paused: false } }),
  payload: (f) => ({ runner: f.object(Runner, 'The runner, no longer paused.') }),
});

const runnerTarget = defineInput('RunnerTargetInput', {
  isOneOf: true,
  description: 'Instance, group or project of a new runner. Exactly one member.',
  fields: (t) => ({
    group: t.id({ description: groupIdDescription }),
    instance: t.boolean({ description: instanceDescription }),
    project: t.id({ description: projectIdDescription }),
  }),
});

/** Returns the type of a runner for a target. Validates the target before any call. */
function parseRunnerType({ group, project }: typeof runnerTarget.$inferInput): BodyOf<'createRunner'>['runner_type'] {
  if (typeof group === 'string') {
    parseReference('Group', group, ['input', 'target', 'group']);
    return 'group_type';
  }
  if (typeof project !== 'string') return 'instance_type';
  parseReference('Project', project, ['input', 'target', 'project']);
  return 'project_type';
}

/** Finds the group or project in the body of a request. */
function findOwner(type: ResourceType, { body }: RestRequest, member: string, selection: Selection): Resource | null {
  const id = asObject(body)?.[member];
  return typeof id === 'number' ? type.createReference({ id }, selection) : null;
}

const runnerCreate = defineMutation('runnerCreate', {
  operation: 'createRunner',
  except: ['runner_type', 'group_id', 'project_id'],
  input: (t) => ({
    target: t.field({
      type: runnerTarget,
      required: true,
      description: 'Instance, group or project of the runner.',
    }),
  }),
  check: ({ target }) => checkIsTrue(target, 'instance'),
  request: ({ target }, body) => ({ body: { ...body, runner_type: parseRunnerType(target) } }),
  completion: {
    steps: [{ operation: 'getGroup' }, { operation: 'getProject' }],
    read: async ({ target: { group, project } }, calls) => {
      if (typeof group === 'string')
        return { body: { group_id: await calls.loadNumber(Group, group, ['input', 'target', 'group']) } };
      if (typeof project === 'string')
        return { body: { project_id: await calls.loadNumber(Project, project, ['input', 'target', 'project']) } };
      return {};
    },
  },
  payload: (f) => ({
    runner: f.object(Runner, 'The new runner, which has not contacted the service yet.'),
    token: f.derived(
      'String',
      'Authentication token for the configuration of the runner. It cannot be read again.',
      ({ token }) => token,
    ),
    tokenExpiresAt: f.derived(
      'DateTime',
      'Time when the token expires; null if it does not expire.',
      ({ token_expires_at: at }) => at,
    ),
    group: f.resource(Group, 'The group of a group runner; null for others.', undefined, ({ request }, selection) =>
      findOwner(Group, request, 'group_id', selection),
    ),
    project: f.resource(
      Project,
      'The project of a project runner; null for others.',
      undefined,
      ({ request }, selection) => findOwner(Project, request, 'project_id', selection),
    ),
    query: f.query(),
  }),
});

export const runners: Area = {
  name: 'runners',
  declarations: [
    Runner,
    runnerFields,
    jobFields,
    groupFields,
    projectFields,
    queries,
    runnerUpdate,
    runnerPause,
    runnerResume,
    runnerTarget,
    runnerCreate,
  ],
};
