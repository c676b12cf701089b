/** OpenAPI document for GraphQL Mesh and openapi-to-graphql: the part of the contract that the workloads use. */
const string = { type: 'string', nullable: true };
const integer = { type: 'integer', nullable: true };
const boolean = { type: 'boolean', nullable: true };

const all = (names: string, schema: object) => Object.fromEntries(names.split(' ').map((name) => [name, schema]));
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: 'object', properties });

const schemas = {
  Group: object({ id: integer, ...all('name path', string) }),
  Project: object({ id: integer, ...all('name path', string) }),
  UserSummary: object({ id: integer, ...all('name username', string) }),
  User: object({ id: integer, ...all('name username bio', string) }),
  RunnerSummary: object({ id: integer, ...all('description status', string) }),
  Runner: object({
    id: integer,
    maximum_timeout: integer,
    tag_list: { type: 'array', items: { type: 'string' } },
    ...all('description status contacted_at', string),
  }),
  Label: object({ id: integer, ...all('name color description', string) }),
  Pipeline: object({ ...all('id iid', integer), ...all('status ref sha created_at', string) }),
  MergeRequest: object({
    author: reference('UserSummary'),
    ...all('iid project_id source_project_id target_project_id user_notes_count upvotes downvotes', integer),
    ...all(
      'title description state created_at updated_at merged_at closed_at prepared_at detailed_merge_status',
      string,
    ),
    ...all(
      'merge_commit_sha squash_commit_sha sha source_branch target_branch merge_after imported_from web_url',
      string,
    ),
    ...all('has_conflicts blocking_discussions_resolved draft discussion_locked force_remove_source_branch', boolean),
    ...all('should_remove_source_branch merge_when_pipeline_succeeds squash imported', boolean),
  }),
};

const parameter = (place: string) => (name: string) => ({
  name,
  in: place,
  required: place === 'path',
  schema: { type: 'integer' },
});

function get(operationId: string, path: string, schema: object, links?: object) {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter('path')(name));
  const isList = 'type' in schema && schema.type === 'array';
  const responses = {
    200: { description: 'Found.', content: { 'application/json': { schema } }, ...(links ? { links } : {}) },
  };
  return {
    [path]: {
      get: {
        operationId,
        parameters: [...parameters, ...(isList ? ['page', 'per_page'].map(parameter('query')) : [])],
        responses,
      },
    },
  };
}

const many = (name: string) => ({ type: 'array', items: reference(name) });
const link = (operationId: string, parameters: object) => ({ operationId, parameters });

/** @param url base URL of the REST service */
export const openApi = (url: string) => ({
  openapi: '3.0.3',
  info: { title: 'Benchmark', version: '1' },
  servers: [{ url }],
  paths: {
    ...get('getGroup', '/groups/{id}', reference('Group')),
    ...get('listGroupMergeRequests', '/groups/{group_id}/merge_requests', many('MergeRequest')),
    // Links are at responses with one object; items of lists have them through their common schema.
    ...get('getMergeRequest', '/projects/{id}/merge_requests/{iid}', reference('MergeRequest'), {
      profile: link('getUser', { id: '$response.body#/author/id' }),
      project: link('getProject', { id: '$response.body#/project_id' }),
    }),
    ...get('getProject', '/projects/{id}', reference('Project')),
    ...get('getUser', '/users/{id}', reference('User')),
    ...get('listAllRunners', '/runners/all', many('RunnerSummary')),
    // Exists only for a link from the summary of a runner to its detail.
    ...get('getRunnerSummary', '/runners/{id}/summary', reference('RunnerSummary'), {
      detail: link('getRunner', { id: '$response.body#/id' }),
    }),
    ...get('getRunner', '/runners/{id}', reference('Runner')),
    ...get('getLabel', '/projects/{id}/labels/{label_id}', reference('Label')),
    ...get('listPipelines', '/projects/{id}/pipelines', many('Pipeline')),
  },
  components: { schemas },
});
