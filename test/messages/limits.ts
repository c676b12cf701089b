/** Examples of requests beyond the limits of a caller, and of further inputs and responses. */
import {
  ask,
  atCursor,
  type Example,
  http,
  inTurn,
  json,
  several,
  socket,
  together,
  whileStopping,
  whileUnread,
} from './examples.ts';

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

const subscribe = (id: string, query: string) => JSON.stringify({ id, type: 'subscribe', payload: { query } });
const token = (value: string) => ({ headers: [`PRIVATE-TOKEN: ${value}`] });
/** The upstream accepts every token. */
const accepting = { 'GET /user': { body: { id: 1, username: 'ann' } } };
const project = '{ project(id: "7") { fullPath description } }';
const note = {
  query: noteCreate('issue: { project: "7", iid: 3 }', '$b', '($b: String!)'),
  variables: { b: 'x'.repeat(200_000) },
};
/** Response that is larger than the buffers of a connection. */
const largeProject = { 'GET /projects/7': { body: { id: 7, name: 'p', description: 'x'.repeat(20_000_000) } } };
const userBody = JSON.stringify({ query: user });
const upgrade = [
  'GET /graphql HTTP/1.1',
  'Host: localhost',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  '',
  '',
].join('\r\n');
const largeResponses = { MAX_UPSTREAM_RESPONSE_BYTES: '30000000', MAX_RESPONSE_BYTES: '30000000' };
const pages = { 'x-page': '1', 'x-per-page': '1', 'x-next-page': '2', 'x-total': '3', 'x-total-pages': '3' };
const nextLink = (position: string) => ({ link: `<http://localhost/api/v4/groups?id_after=${position}>; rel="next"` });

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
          maxStreamsPerConnection: 1,
          maxSocketsPerCaller: 1,
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
      json(note, {
        responses: silent,
        env: { OPERATION_TIMEOUT_MS: '3000', MAX_BODY_BYTES: '300000', maxIncomingBytesPerAddress: 300_000 },
      }),
    ),
    inTurn(
      ask(user, token('a')),
      together(
        json(note),
        json(note, {
          ...token('a'),
          responses: { ...accepting, ...silent },
          env: {
            OPERATION_TIMEOUT_MS: '3000',
            MAX_BODY_BYTES: '300000',
            MAX_INCOMING_BYTES: '300000',
            maxIncomingBytesPerAddress: 300_000,
          },
        }),
      ),
    ),
    whileUnread(
      project,
      ask(user, { responses: largeProject, env: { ...largeResponses, maxUnsentBytesPerCaller: 1_000_000 } }),
    ),
    inTurn(
      ask(user, token('a')),
      whileUnread(
        project,
        ask(user, {
          ...token('a'),
          responses: { ...accepting, ...largeProject },
          env: { ...largeResponses, MAX_UNSENT_BYTES: '1000000', maxUnsentBytesPerCaller: 1_000_000 },
        }),
      ),
    ),
    several(
      2,
      http(['GET /downloads/groups/9/avatar'], '', {
        responses: silent,
        env: { CALL_TIMEOUT_MS: '3000', maxDownloadsPerCaller: 1 },
      }),
    ),
    socket(
      ['9', '10'].map((id) =>
        subscribe(id, `subscription { pipeline(id: "gid://service/Pipeline/7/${id}") { status } }`),
      ),
      { responses: silent, env: { maxPollersPerCaller: 1 } },
    ),
    several(
      2,
      socket([], {
        env: {
          MAX_STREAMS: '1',
          MAX_STREAMS_PER_CALLER: '1',
          maxStreamsPerConnection: 1,
          maxSocketsPerCaller: 1,
        },
      }),
    ),
    several(2, socket([], { env: { maxSocketsPerCaller: 1 } })),
    ask('{ groups(first: 3) { nodes { id } } }', {
      responses: { '*': { headers: pages, body: [{ id: 1 }] } },
      env: { MAX_REST_CALLS: '1' },
    }),
    ask('{ groups(first: 3) { nodes { id } } }', {
      responses: { '*': { headers: pages, body: [{ id: 1 }] } },
      env: { MAX_REST_CALLS_PER_MINUTE: '1', MAX_REST_CALLS: '10' },
    }),
    http(
      [
        'POST /graphql',
        'Content-Type: application/json',
        'Connection: keep-alive',
        `Content-Length: ${userBody.length}`,
      ],
      `${userBody}${upgrade}`,
      { responses: silent, env: { OPERATION_TIMEOUT_MS: '100' } },
    ),
    ask('{ a: project(id: "1") { fullPath } b: project(id: "2") { fullPath } c: project(id: "3") { fullPath } }', {
      responses: silent,
      env: { OPERATION_TIMEOUT_MS: '2000', UPSTREAM_CONNECTIONS: '1', maxWaitingCallsPerCaller: 1 },
    }),
  ],
  'A server or upstream that fails': [
    inTurn(
      ask(user, token('a')),
      ask(user, token('b')),
      ask(user, token('c')),
      ask(project, token('a')),
      ask(project, token('b')),
      ask(project, token('c')),
      ask(project, {
        ...token('a'),
        responses: { ...accepting, '*': { status: 502, body: '' } },
        env: { BREAKER_FAILURES: '3' },
      }),
    ),
    whileStopping(ask(user, { responses: silent, env: { DRAIN_TIMEOUT_MS: '3000' } })),
    whileStopping(socket([subscribe('1', subscription)], { responses: silent, env: { DRAIN_TIMEOUT_MS: '4000' } })),
    ask(
      'mutation { a: labelDelete(input: { id: "gid://service/Label/7/3" }) { errors { message } } b: labelDelete(input: { id: "gid://service/Label/7/4" }) { errors { message } } }',
      { responses: silent, env: { OPERATION_TIMEOUT_MS: '100' } },
    ),
    ask(label('name: "a", color: "#112233"'), { responses: { '*': 'truncated' } }),
    ask(
      'mutation { featureFlagSet(input: { id: "a", value: { boolean: true }, groups: ["gid://service/Group/9"] }) { errors { message } } }',
      { responses: { 'GET /groups/9': { body: { id: 9, full_path: ' ' } } } },
    ),
    ask('{ note(id: "gid://service/Note/merge_request/7/1/5") { noteable { ... on MergeRequest { title } } } }', {
      responses: { 'GET /projects/7/merge_requests/1/notes/5': { body: { id: 5, body: 'a' } } },
    }),
    ask('subscription { pipelines(project: "a/b") { nodes { id } } }', events),
    ask('{ user(by: { username: "ann" }) { id } }', {
      responses: { '*': { headers: pages, body: [{ id: 9, username: 'ann2' }] } },
    }),
    ask(
      'mutation { featureFlagSet(input: { id: "a", value: { boolean: true } }) { featureFlag { state } errors { message } } }',
      { responses: { 'POST /features/a': { body: { name: 'a' } }, 'GET /features': { body: [] } } },
    ),
    ask('{ groups(keyset: true, first: 200) { nodes { id } } }', {
      responses: { '*': { headers: nextLink('1'), body: [{ id: 1 }] } },
    }),
    ask('{ groups(keyset: true, first: 1) { nodes { id } } }', {
      responses: { '*': { headers: nextLink('x'.repeat(3000)), body: [{ id: 1 }] } },
    }),
  ],
  'Cursors of another paging': [
    atCursor(
      '{ groups(first: 1) { nodes { id } pageInfo { endCursor } } }',
      'query ($cursor: String) { groups(keyset: true, first: 1, after: $cursor) { nodes { id } } }',
      { '*': { headers: pages, body: [{ id: 1 }] } },
    ),
    atCursor(
      '{ groups(keyset: true, first: 1) { nodes { id } pageInfo { endCursor } } }',
      'query ($cursor: String) { groups(after: $cursor, before: $cursor) { nodes { id } } }',
      { '*': { headers: nextLink('1'), body: [{ id: 1 }] } },
    ),
  ],
  'Inputs that the upstream rejects': [
    ask(noteCreate('issue: { project: "7", iid: 3 }', '""'), {
      responses: { '*': { status: 400, body: { message: { note: ["can't be blank"] } } } },
    }),
    ask(
      'mutation { featureFlagSet(input: { id: "a", value: { boolean: true }, projects: ["14"] }) { errors { code message path } } }',
      { responses: { '*': { status: 400, body: { message: '400 Bad request - 14 is not found!' } } } },
    ),
    ask(
      'mutation { labelCreate(input: { project: "atlas/old", name: "a", color: "#112233" }) { errors { code message path } } }',
      {
        responses: {
          'POST /projects/atlas%2Fold/labels': { status: 405, body: { message: '405 Method Not Allowed' } },
          'GET /projects/atlas%2Fold': { body: { id: 7, path_with_namespace: 'atlas/new' } },
        },
      },
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
    ask('{ resourceGroup(id: "gid://service/ResourceGroup/9/%20") { key } }'),
    ask('{ groups(keyset: true, before: "x", last: 5) { nodes { name } } }'),
  ],
};
