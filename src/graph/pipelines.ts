/** CI/CD pipelines of a project. */
import { builder } from './kit/builder.ts';
import { addFields, resourceType } from './kit/fields/index.ts';
import { addMutation } from './kit/fields/mutation.ts';
import { addSubscription, holds } from './kit/fields/subscription.ts';
import { Project } from './projects.ts';
import { User } from './users.ts';

export const Pipeline = resourceType({
  name: 'Pipeline',
  schema: 'Pipeline',
  owner: { type: Project, attribute: 'project_id' },
  retrieve: 'getPipeline',
});

addFields(Pipeline, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('iid', 'status', 'source', 'ref', 'sha', 'before_sha', 'name', 'tag', 'web_url', 'yaml_errors'),
  ...f.attributes('created_at', 'updated_at', 'started_at', 'finished_at', 'committed_at'),
  ...f.attributes('duration', 'queued_duration', 'coverage', 'detailed_status', 'archived', 'project_id'),
  user: f.object('user', User),
  project: f.lookup(Project, {
    description: 'The project that the pipeline runs in.',
  }),
  variables: f.connection('listPipelineVariables'),
  testReport: f.call('getPipelineTestReport'),
  testReportSummary: f.call('getPipelineTestReportSummary'),
}));

addFields(Project, (f) => ({
  pipeline: f.lookup(Pipeline, {
    description: 'A pipeline of the project, child pipelines too; null when there is none of that id.',
    byId: 'The pipeline, as its global id or its numeric id.',
  }),
  pipelines: f.connection('listPipelines', Pipeline),
  latestPipeline: f.call(
    'getLatestPipeline',
    {
      description:
        'The pipeline of the latest commit of a branch or tag; null when that commit has none, even where older commits have some.',
      nullWhenReadable: { operation: 'listPipelines', query: { page: 1, per_page: 1 } },
    },
    Pipeline,
  ),
}));

const inputValue = builder.inputType('PipelineValueInput', {
  isOneOf: true,
  description: 'Value of a pipeline input, in the type that the configuration declares. Exactly one member.',
  fields: (t) => ({
    string: t.string({ description: 'The value as a text.' }),
    boolean: t.boolean({ description: 'The value as true or false.' }),
    number: t.float({ description: 'The value as a whole number or a fraction.' }),
  }),
});

const pipelineInput = builder.inputType('PipelineInput', {
  description: 'One input that the configuration of a pipeline declares.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the input, as the configuration declares it.' }),
    value: t.field({ type: inputValue, required: true, description: 'Value of the input; text, boolean or number.' }),
  }),
});

addMutation('pipelineCreate', {
  operation: 'createPipeline',
  in: Project,
  except: ['inputs'],
  input: (t) => ({
    inputs: t.field({
      type: [pipelineInput],
      description: 'Values for the inputs of the configuration, each name once.',
    }),
  }),
  check: ({ inputs }) =>
    (inputs ?? []).flatMap(({ name }, index, all) =>
      all.findIndex((other) => other.name === name) < index
        ? [{ path: ['input', 'inputs', index, 'name'], message: 'is given twice' }]
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

addMutation('pipelineRetry', {
  operation: 'retryPipeline',
  target: Pipeline,
  payload: (f) => ({ pipeline: f.object(Pipeline, 'The pipeline after the call; unchanged when no job had failed.') }),
});

addMutation('pipelineCancel', {
  operation: 'cancelPipeline',
  target: Pipeline,
  payload: (f) => ({ pipeline: f.object(Pipeline, 'The pipeline after the call.') }),
});

addMutation('pipelineDelete', {
  operation: 'deletePipeline',
  target: Pipeline,
  payload: (f) => ({
    deletedPipelineId: f.deletedId(Pipeline, 'Global id of the pipeline that no longer exists.'),
    project: f.parent(Project),
  }),
});

addSubscription('pipeline', Pipeline, {
  description:
    'Follows a pipeline until it has succeeded, failed, or was canceled or skipped. Waiting for somebody (`MANUAL`) or for its time (`SCHEDULED`) is ' +
    'reported and not the end.',
  id: 'The pipeline, as its global id.',
  compares: ['status'],
  isOver: holds('status', 'success', 'failed', 'canceled', 'skipped'),
});
