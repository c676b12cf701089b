/** Examples of requests beyond the limits of a caller, and of further inputs and responses. */
import { ask, type Example, inTurn, json, several } from './examples.ts';

const silent = { '*': 'silent' } as const;
const user = '{ currentUser { username } }';
const events = { headers: ['Accept: text/event-stream'] };
const subscription = 'subscription { pipeline(id: "gid://service/Pipeline/7/9") { status } }';
const limited = { responses: silent, env: { OPERATION_TIMEOUT_MS: '3000' } };
const label = (input: string) =>
  `mutation { labelCreate(input: { project: "7", ${input} }) { errors { code message path } } }`;
const pipelineCreate =
  'mutation ($input: PipelineCreateInput!) { pipelineCreate(input: $input) { errors { code message path } } }';
const variables = (length: number) => ({
  input: { project: '14', ref: 'main', variables: Array.from({ length }, () => ({ key: '', value: 'x' })) },
});
const noteCreate = (target: string, body: string, declared = '') =>
  `mutation ${declared} { noteCreate(input: { target: { ${target} }, body: ${body} }) { errors { code message path } } }`;
const integration = (input: string) =>
  `mutation { groupIntegrationSet(input: { group: "9", integration: { ${input} } }) { errors { code message path } } }`;

export const limits: Readonly<Record<string, readonly Example[]>> = {
  'Limits of a caller': [
    several(2, ask(user, { ...limited, env: { ...limited.env, MAX_OPERATIONS_PER_CALLER: '1' } })),
    several(2, ask(subscription, { ...events, responses: silent, env: { MAX_STREAMS_PER_CALLER: '1' } })),
    several(
      2,
      ask(subscription, {
        ...events,
        responses: silent,
        env: {
          MAX_STREAMS: '1',
          MAX_STREAMS_PER_CALLER: '1',
          MAX_STREAMS_PER_CONNECTION: '1',
          MAX_SOCKETS_PER_CALLER: '1',
        },
      }),
    ),
    inTurn(
      ask(user, { responses: { '*': { status: 404, body: '' } } }),
      ask('{ a: currentUser { username } b: project(id: "8") { fullPath } }', {
        env: { MAX_REST_CALLS_PER_MINUTE: '2' },
      }),
    ),
    inTurn(
      ask(user, { responses: { '*': { status: 404, body: '' } } }),
      ask(user, { env: { MAX_REST_CALLS_PER_MINUTE: '1' } }),
    ),
    inTurn(
      ask(user, { responses: { '*': { status: 429, body: '', headers: { 'retry-after': '100' } } } }),
      ask(user, {
        responses: { '*': { status: 429, body: '', headers: { 'retry-after': '100' } } },
        env: { READ_RETRIES: '1' },
      }),
    ),
    ask('query { currentUser { username } groups(first: 5) { nodes { id projects(first: 5) { nodes { id } } } } }', {
      env: { MAX_REST_CALLS: '3' },
      responses: {
        'GET /groups': { body: [1, 2, 3, 4, 5].map((id) => ({ id, name: 'a', full_path: `a${id}` })) },
        '*': { body: [] },
      },
    }),
  ],
  'Limits of large inputs and of many calls': [
    several(
      2,
      json(
        {
          query: noteCreate('issue: { project: "7", iid: 3 }', '$b', '($b: String!)'),
          variables: { b: 'x'.repeat(200_000) },
        },
        {
          responses: silent,
          env: { OPERATION_TIMEOUT_MS: '3000', MAX_BODY_BYTES: '300000', MAX_INCOMING_BYTES_PER_ADDRESS: '300000' },
        },
      ),
    ),
    ask('{ a: project(id: "1") { fullPath } b: project(id: "2") { fullPath } c: project(id: "3") { fullPath } }', {
      responses: silent,
      env: { OPERATION_TIMEOUT_MS: '2000', UPSTREAM_CONNECTIONS: '1', MAX_WAITING_CALLS_PER_CALLER: '1' },
    }),
  ],
  'Inputs that the upstream rejects': [
    ask(noteCreate('issue: { project: "7", iid: 3 }', '""'), {
      responses: { '*': { status: 400, body: { message: { note: ["can't be blank"] } } } },
    }),
    ask(
      'mutation { featureFlagSet(input: { id: "a", value: { boolean: true }, projects: ["14"] }) { errors { code message path } } }',
      { responses: { '*': { status: 400, body: { message: '400 Bad request - 14 is not found!' } } } },
    ),
  ],
  'Further inputs': [
    ask(label('name: "a", color: "#112233", priority: -1')),
    ask(label(`name: "${'x'.repeat(300)}", color: "#112233"`)),
    ask(
      'mutation { noteCreate(input: { target: { snippet: { project: "7", id: "3" } }, body: "a", internal: true }) { errors { code message path } } }',
    ),
    ask(integration('taskTrackerA: { apiKey: "hush", restrictToBranch: ["a,b"] }')),
    ask(
      'mutation { pullMirrorUpdate(input: { project: "7", url: "https://*****:*****@example.org/a" }) { errors { code message path } } }',
    ),
    ask(integration('chatB: { webhook: "[masked]", pushChannel: "a" }')),
    ask(pipelineCreate, { variables: variables(50) }),
    ask(pipelineCreate, { variables: variables(200) }),
    ask('mutation { runnerCreate(input: { target: { project: "no/project" } }) { errors { code message path } } }'),
    ask(
      'mutation { errorTrackingClientKeyDelete(input: { id: "gid://service/ErrorTrackingClientKey/14/first" }) { errors { code message path } } }',
    ),
    ask(
      'mutation { errorTrackingClientKeyDelete(input: { id: "gid://service/Project/14" }) { errors { code message path } } }',
    ),
    ask('{ users(last: 5) { nodes { username } } }'),
    ask('{ groups(keyset: true, last: 5) { nodes { name } } }'),
    ask('{ groups(keyset: true, before: "x", first: 5) { nodes { name } } }'),
    ask(`subscription { pipeline(id: "gid://service/Pipeline/7/9", every: 1000) { status } }`, events),
    ask(`subscription { pipeline(id: "gid://service/Pipeline/7/9", every: 0) { status } }`, events),
    ask(
      'mutation { memberRoleCreate(input: { target: { instance: true }, name: "Auditor", baseAccessLevel: GUEST }) { memberRole { permissions } errors { message } } }',
      { responses: { '*': { body: {} } } },
    ),
    ask(
      'mutation { mergeRequestApprove(input: { id: "gid://service/MergeRequest/1/5" }) { approvalState { userCanApprove } errors { message } } }',
      { responses: { 'POST /projects/1/merge_requests/5/approve': { body: {} } } },
    ),
    ask(user, { responses: { '*': { body: '{}', headers: { 'content-encoding': 'br' } } } }),
    ask(user, { responses: { '*': { body: '{}', headers: { 'content-encoding': 'a;b' } } } }),
    ask(user, { responses: { '*': { body: '{}', headers: { 'content-encoding': 'gzip' } } } }),
    ask(
      'mutation { noteCreate(input: { target: { issue: { project: "7", iid: 3 } }, body: "a", createdAt: "1969-01-01T00:00:00Z" }) { errors { code message path } } }',
    ),
    ask('{ project(id: "9") { labels(first: 5) { nodes { id } } } }', {
      responses: { '*': { status: 404, body: '' } },
    }),
    ask('mutation { retry: pipelineRetry(input: { id: "gid://service/Pipeline/7/9" }) { errors { message } } }', {
      responses: { '*': { status: 304, body: '' } },
    }),
    ask('mutation { pipelineRetry(input: { id: "gid://service/Pipeline/7/9" }) { errors { message } } }', {
      env: { UPSTREAM_PROFILE: 'test/messages/profile.yaml' },
    }),
    ask('subscription { pipeline(id: "gid://service/Pipeline/7/9") { project { fullPath description } } }', {
      ...events,
      env: { OPERATION_TIMEOUT_MS: '300' },
      responses: {
        'GET /projects/7/pipelines/9': { body: { id: 9, iid: 1, project_id: 7, status: 'success' } },
        'GET /projects/7': 'silent',
      },
    }),
    ask('{ project(id: "7") { topics } }', { responses: { '*': { body: { id: 7, topics: [null] } } } }),
    ask('{ project(id: "7") { topics } }', { responses: { '*': { body: { id: 7, topics: 5 } } } }),
    ask(
      'mutation { serviceAccountTokenCreate(input: { serviceAccount: "gid://service/ServiceAccount/9/5", name: "a", scopes: [], expiresOn: "soon" }) { errors { message } } }',
    ),
    ask(
      `mutation { runnerCreate(input: { target: { project: "7" }, maintenanceNote: "${'x'.repeat(1025)}" }) { errors { code message path } } }`,
    ),
    ask('mutation { groupUpdate(input: { id: "9" }) { errors { code message path } } }'),
    ask('{ resourceGroup(id: "gid://service/ResourceGroup/9") { key } }'),
  ],
};
