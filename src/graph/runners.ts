/** Runners, which execute jobs. */
import type { BodyOf } from '../contract/index.ts';
import type { Violation } from '../rest/errors.ts';
import { Group } from './groups.ts';
import { Job } from './jobs.ts';
import type { FieldBuilder } from './kit/contract/inputs.ts';
import { addFields, addQueries, resourceType } from './kit/fields/index.ts';
import { addMutation } from './kit/fields/mutation.ts';
import { groupReference, parseNumber, parseReference, projectReference } from './kit/resources/references.ts';
import type { PathParameters } from './kit/resources/resource.ts';
import { Project } from './projects.ts';

export const Runner = resourceType({
  name: 'Runner',
  schema: 'Runner',
  retrieve: 'getRunner',
});

addFields(Runner, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('description', 'paused', 'active', 'ip_address', 'is_shared', 'runner_type', 'name', 'online'),
  ...f.attributes('status', 'job_execution_status', 'contacted_at', 'maintenance_note', 'tag_list', 'access_level'),
  ...f.attributes('maximum_timeout', 'architecture', 'platform', 'version', 'revision', 'locked', 'run_untagged'),
  projects: f.object('projects', Project),
  groups: f.object('groups', Group),
  jobs: f.connection('listRunnerJobs', Job, {
    description:
      'Jobs that the runner is processing or has processed, newest first, of the projects in which the caller is Reporter, Developer, Maintainer or Owner; those of others are missing without notice.',
    within: ({ id }) => ({ id: '', runner_id: id }),
  }),
}));

addFields(Job, (f) => ({
  runner: f.lookup(Runner, {
    description:
      'The runner that executes the job; null until one has taken it, and where the upstream does not tell it.',
    path: ({ runner_id: id }: PathParameters) => (id === undefined ? null : { id }),
    held: { attribute: 'runner', representation: 'RunnerSummary' },
  }),
}));

addFields(Group, (f) => ({
  runners: f.connection('listGroupRunners', Runner),
}));

addFields(Project, (f) => ({
  runners: f.connection('listProjectRunners', Runner),
}));

addQueries((f) => ({
  runner: f.lookup(Runner, {
    description:
      'A runner by id; null when there is none. Some runners can be read by id although no list shows them to the caller.',
    args: (arg) => ({ id: arg.id({ required: true, description: 'The runner, as its global id or its numeric id.' }) }),
    path: (_, { id }) => ({ id: parseNumber('Runner', id, ['id']) }),
  }),
  runners: f.connection('listRunners', Runner),
  allRunners: f.connection('listAllRunners', Runner),
}));

/** Writes take the number of a runner, too. */
const ofRunner = {
  input: (t: FieldBuilder) => ({
    id: t.id({ required: true, description: 'The runner, as its global id or its numeric id.' }),
  }),
  path: ({ id }: { readonly id: string }) => ({ id: parseNumber('Runner', id, ['input', 'id']) }),
};

addMutation('runnerUpdate', {
  operation: 'updateRunner',
  ...ofRunner,
  payload: (f) => ({ runner: f.object(Runner, 'The runner as it is after the change.') }),
});

/** Settings that pausing and resuming leave alone. */
const settings = [
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

addMutation('runnerPause', {
  operation: 'updateRunner',
  description: 'Makes a runner ignore new jobs; those that it runs already go on. For those who may update the runner.',
  except: settings,
  ...ofRunner,
  request: () => ({ body: { paused: true } }),
  payload: (f) => ({ runner: f.object(Runner, 'The runner, now paused.') }),
});

addMutation('runnerResume', {
  operation: 'updateRunner',
  description: 'Lets a paused runner take new jobs again. For those who may update the runner.',
  except: settings,
  ...ofRunner,
  request: () => ({ body: { paused: false } }),
  payload: (f) => ({ runner: f.object(Runner, 'The runner, no longer paused.') }),
});

interface Owners {
  readonly group?: string | null | undefined;
  readonly project?: string | null | undefined;
}

/** A group runner needs its group, a project runner its project, and neither takes the other. */
function checkOwner(owners: Owners, { runner_type: type }: BodyOf<'createRunner'>): Violation[] {
  return (['group', 'project'] as const).flatMap((name) => {
    const given = typeof owners[name] === 'string';
    const needed = type === `${name}_type`;
    if (given === needed) return [];
    const message = needed
      ? `is required for a runner of the type ${name.toUpperCase()}_TYPE`
      : `is only for a runner of the type ${name.toUpperCase()}_TYPE`;
    return [{ path: ['input', name], message }];
  });
}

addMutation('runnerCreate', {
  operation: 'createRunner',
  except: ['group_id', 'project_id'],
  input: (t) => ({
    group: t.id({ description: `${groupReference} Needed for a group runner, and only there.` }),
    project: t.id({ description: `${projectReference} Needed for a project runner, and only there.` }),
  }),
  check: checkOwner,
  request: ({ group, project }, body) => {
    if (typeof group === 'string') parseReference('Group', group, ['input', 'group']);
    if (typeof project === 'string') parseReference('Project', project, ['input', 'project']);
    return { body };
  },
  completion: {
    steps: [{ operation: 'getGroup' }, { operation: 'getProject' }],
    read: async ({ group, project }, calls) => {
      if (typeof group === 'string')
        return { body: { group_id: await calls.numberOf(Group, group, ['input', 'group']) } };
      if (typeof project === 'string')
        return { body: { project_id: await calls.numberOf(Project, project, ['input', 'project']) } };
      return {};
    },
  },
  payload: (f) => ({
    runner: f.object(Runner, 'The new runner, which has not been in contact yet.'),
    token: f.of(
      'String',
      'Authentication token for the configuration of the runner. Shown only now; it cannot be read again.',
      ({ token }) => token,
    ),
    tokenExpiresAt: f.of(
      'DateTime',
      'When the token expires; null when it never does.',
      ({ token_expires_at: at }) => at,
    ),
  }),
});
