/** CI/CD pipelines of a project. */
import type { Area } from './kit/area.ts';
import { defineInput } from './kit/definitions.ts';
import { defineFields, defineResourceType, defineValueFields } from './kit/fields/index.ts';
import { defineListSubscription } from './kit/fields/list-subscription.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import { defineRootLookup } from './kit/fields/root-lookup.ts';
import { defineSubscription, hasAttributeValue } from './kit/fields/subscription.ts';
import { projectIdDescription } from './kit/resources/references.ts';
import { Project } from './projects.ts';
import { User } from './users.ts';

export const Pipeline = defineResourceType({
  name: 'Pipeline',
  schema: 'Pipeline',
  owner: { type: Project, attribute: 'project_id' },
  retrieve: 'getPipeline',
});

const pipelineFields = defineFields(Pipeline, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('iid', 'status', 'source', 'ref', 'sha', 'before_sha', 'name', 'tag', 'web_url', 'yaml_errors'),
  ...f.attributes('created_at', 'updated_at', 'started_at', 'finished_at', 'committed_at'),
  ...f.attributes('duration', 'queued_duration', 'coverage', 'detailed_status', 'archived'),
  user: f.object('user', User),
  project: f.lookup(Project, {
    description: 'Project in which the pipeline runs.',
    idAttribute: 'project_id',
    isProvenByParent: true,
    isNeverNull: true,
  }),
  variables: f.connection('listPipelineVariables'),
  testReport: f.call('getPipelineTestReport'),
  testReportSummary: f.call('getPipelineTestReportSummary'),
}));

const pipelineVariableFields = defineValueFields('PipelineVariable', (f) => ({ extra: f.extra() }));

const projectFields = defineFields(Project, (f) => ({
  pipeline: f.lookup(Pipeline, {
    description: 'A pipeline of the project, including child pipelines; null if no pipeline has the id.',
    idDescription: 'The pipeline, as global id or numeric id.',
  }),
  pipelines: f.connection('listPipelines', Pipeline),
  latestPipeline: f.call(
    'getLatestPipeline',
    {
      description:
        'The pipeline of the latest commit of a branch or tag; null if that commit has none, even if older commits have one.',
      nullOn403IfReadable: { operation: 'listPipelines', query: { page: 1, per_page: 1 } },
    },
    Pipeline,
  ),
}));

const inputValue = defineInput('PipelineValueInput', {
  isOneOf: true,
  description: 'Value of a pipeline input, in the type that the configuration declares. Exactly one member.',
  fields: (t) => ({
    string: t.string({ description: 'Value of the type string.' }),
    boolean: t.boolean({ description: 'Value of the type boolean.' }),
    number: t.float({ description: 'Value of the type number.' }),
  }),
});

const pipelineInput = defineInput('PipelineInput', {
  description: 'Value of an input that the configuration of a pipeline declares.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the input, as the configuration declares it.' }),
    value: t.field({
      type: inputValue,
      required: true,
      description: 'Value in the type that the configuration declares.',
    }),
  }),
});

const pipelineCreate = defineMutation('pipelineCreate', {
  operation: 'createPipeline',
  in: Project,
  errorInputs: { NOT_FOUND: 'project' },
  except: ['inputs'],
  input: (t) => ({
    inputs: t.field({
      type: [pipelineInput],
      description: 'Values of inputs that the configuration declares, each name once.',
    }),
  }),
  check: ({ inputs }) =>
    (inputs ?? []).flatMap(({ name }, index, all) =>
      all.findIndex((other) => other.name === name) < index
        ? [{ path: ['input', 'inputs', index, 'name'], message: 'must occur once' }]
        : [],
    ),
  request: ({ inputs }, body) => ({
    body: {
      ...body,
      ...(inputs && {
        inputs: Object.fromEntries(
          inputs.map(({ name, value }) => [name, value.string ?? value.boolean ?? value.number ?? '']),
        ),
      }),
    },
  }),
  payload: (f) => ({ pipeline: f.object(Pipeline, 'The new pipeline.'), project: f.parent(Project) }),
});

const pipelineRetry = defineMutation('pipelineRetry', {
  operation: 'retryPipeline',
  target: Pipeline,
  payload: (f) => ({
    pipeline: f.object(Pipeline, 'The pipeline after the call; unchanged if no job had failed or been canceled.'),
    project: f.parent(Project),
  }),
});

const pipelineCancel = defineMutation('pipelineCancel', {
  operation: 'cancelPipeline',
  target: Pipeline,
  payload: (f) => ({ pipeline: f.object(Pipeline, 'The pipeline after the call.'), project: f.parent(Project) }),
});

const pipelineDelete = defineMutation('pipelineDelete', {
  operation: 'deletePipeline',
  target: Pipeline,
  payload: (f) => ({
    deletedPipelineId: f.deletedId(Pipeline, 'Global id of the deleted pipeline.'),
    project: f.parent(Project),
  }),
});

const pipelineSubscription = defineSubscription('pipeline', Pipeline, {
  description:
    'Follows a pipeline until it has succeeded, failed, or was canceled or skipped. `MANUAL` and `SCHEDULED` are events, but not final.',
  id: 'The pipeline, as its global id.',
  comparedAttributes: ['status'],
  isOver: hasAttributeValue('status', 'success', 'failed', 'canceled', 'skipped'),
});

const pipelinesSubscription = defineListSubscription('pipelines', 'listPipelines', Pipeline, {
  description: 'The newest pipelines of a project: the first page, repeated after each change.',
  owner: Project,
  ownerDescription: projectIdDescription,
});

export const pipelines: Area = {
  name: 'pipelines',
  declarations: [
    Pipeline,
    pipelineFields,
    pipelineVariableFields,
    projectFields,
    inputValue,
    pipelineInput,
    pipelineCreate,
    pipelineRetry,
    pipelineCancel,
    pipelineDelete,
    pipelineSubscription,
    pipelinesSubscription,
    defineRootLookup(Pipeline),
  ],
};
