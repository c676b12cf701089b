/** Examples of operations whose documents, arguments or REST calls fail. */
import { ask, type Example } from './examples.ts';

const ofSize = (length: number) => 'x'.repeat(length);
const fields = (count: number, name = '__typename') =>
  Array.from({ length: count }, (_, index) => `a${index}: ${name}`).join(' ');
const labelCreate = (input: string) =>
  `mutation { labelCreate(input: { project: "7", name: "a", color: "#112233"${input} }) { label { name } errors { code message path } } }`;
const failing = (status: number, body: unknown = { message: 'x' }) => ({ '*': { status, body } });
const project = { id: 7, name: 'p', path: 'p', path_with_namespace: 'g/p', web_url: 'https://example.org/g/p' };
const readProject = '{ project(id: "7") { fullPath description } }';

export const documents: Readonly<Record<string, readonly Example[]>> = {
  'The document': [
    ask(''),
    ask('{ currentUser { '),
    ask('{ curentUser { username } }'),
    ask('{ currentUser }'),
    ask('{ project { name } }'),
    ask('{ project(id: 1.5, path: "a") { name } }'),
    ask('query ($id: Int) { project(id: $id) { name } }'),
    ask(`{ ${Array.from({ length: 20 }, (_, index) => `no${index}`).join(' ')} }`),
    ask(`{ ${fields(1, 'project(id: "7") { '.repeat(6))} id ${'}'.repeat(6)} }`, { env: { MAX_DEPTH: '5' } }),
    ask(`{ ${fields(6)} }`, { env: { MAX_ALIASES: '5' } }),
    ask(`{ ${fields(6)} }`, { env: { maxSelections: 5 } }),
    ask(`{ ${'__typename '.repeat(20)} }`, { env: { maxFieldPairs: 10 } }),
    ask(`{ ${'...F '.repeat(20)} } fragment F on Query { __typename }`, { env: { maxFieldPairs: 10 } }),
    ask(`{ __typename } # ${ofSize(300)}`, { env: { maxDocumentBytes: 200 } }),
    ask(`{ __typename } ${'\n'.repeat(20)}`, { env: { maxDocumentLines: 10 } }),
    ask(`{ ${fields(20)} }`, { env: { MAX_TOKENS: '30' } }),
    ask(`{ ${ofSize(70)}: __typename }`, { env: { maxNameLength: 60 } }),
    ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      variables: { ids: Array.from({ length: 9 }, (_, index) => `gid://service/Project/${index + 1}`) },
      env: { maxSelections: 5 },
    }),
    ask('{ nodes(ids: [1 2 3 4 5 6]) { id } }', { env: { maxListItems: 5 } }),
    ask(`{ ${'project(id: "7") { '.repeat(12)} id ${'}'.repeat(13)}`, { env: { maxNesting: 12 } }),
    ask('{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }'),
    ask('{ __schema { types { name fields { name args { name } } } } }', { env: { maxIntrospectionValues: 100 } }),
    ask('{ __schema { description } }', { env: { INTROSPECTION: 'false' } }),
    ask('{ _service { sdl } }', { env: { SUBGRAPH_SDL: 'false' } }),
    ask(labelCreate(''), { env: { READ_ONLY: 'true' } }),
    ask('subscription { pipeline(id: "gid://service/Pipeline/7/9") { status } }'),
    ask(
      'subscription { ...F @skip(if: true) } fragment F on Subscription { pipeline(id: "gid://service/Pipeline/7/9") { status } }',
      { headers: ['Accept: text/event-stream'] },
    ),
    ask('query ($count: Int!) { groups(first: 5) { nodes @stream(initialCount: $count) { id } } }', {
      variables: { count: -1 },
      headers: ['Accept: multipart/mixed'],
      responses: { '*': { body: [] } },
    }),
  ],
  'Variables and arguments': [
    ask('query ($id: ID!) { project(id: $id) { name } }'),
    ask('query ($id: ID!) { project(id: $id) { name } }', { variables: { id: {} } }),
    ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      variables: { ids: Array.from({ length: 15 }, () => null) },
    }),
    ask('query ($now: Boolean = true) { currentUser { name @include(if: $now) } }', { variables: { now: null } }),
    ask('{ node(id: "x") { id } }'),
    ask('{ node(id: "gid://other/Project/7") { id } }'),
    ask('{ node(id: "gid://service/Nothing/7") { id } }'),
    ask('{ nodes(ids: ["gid://service/Job/7/8"]) { id } }'),
    ask(`{ nodes(ids: [${'"x" '.repeat(101)}]) { id } }`),
    ask('{ project(id: "gid://service/Group/7") { name } }'),
    ask('{ project(id: "") { name } }'),
    ask('{ project(id: "a/../b") { name } }'),
    ask('{ project(id: "a//b") { name } }'),
    ask('{ project(id: "a\\u0007b") { name } }'),
    ask('{ project(id: "007") { name } }'),
    ask('query ($id: ID!) { project(id: $id) { name } }', { variables: { id: '\ud800' } }),
    ask('{ pipeline(id: "gid://service/Pipeline/7") { status } }'),
    ask('{ pipeline(id: "7") { status } }'),
    ask('{ runner(id: "gid://service/Project/7") { id } }'),
    ask('{ groups(first: -1) { nodes { id } } }'),
    ask('{ groups(first: 20000) { nodes { id } } }'),
    ask('{ groups(first: 5, last: 5) { nodes { id } } }'),
    ask('{ groups(first: 5, after: "x") { nodes { id } } }'),
    ask('{ groups(filter: { search: "x" }, last: 5) { nodes { id } } }', { responses: { '*': { body: [{ id: 1 }] } } }),
    ask(`{ groups(filter: { search: "${ofSize(700)}" }) { nodes { id } } }`, { env: { maxUrlBytes: 700 } }),
    ask('{ mergeRequests(filter: { createdAfter: "soon" }) { nodes { id } } }'),
    ask(
      '{ users(filter: { customAttributes: [{ key: "a", value: "b" }, { key: "a", value: "c" }] }) { nodes { id } } }',
    ),
    ask('{ users(filter: { customAttributes: [{ key: "b]", value: "d" }] }) { nodes { id } } }'),
    ask('query ($f: File!) { __typename }', { variables: { f: null } }),
    ask('query ($iid: SafeInt!) { project(id: "7") { mergeRequest(iid: $iid) { title } } }', {
      variables: { iid: 2 ** 53 },
    }),
    ask('{ project(id: "7") { label(by: { id: "gid://service/Label/8/3" }) { name } } }'),
    ask('{ project(id: "7") { label(by: { id: "x" }) { name } } }'),
    ask('{ project(id: "gid://other/Project/7") { name } }'),
    ask('{ runner(id: "all") { id } }'),
    ask('{ users(filter: { createdAfter: "soon" }, first: 2) { nodes { id } } }'),
    ask('mutation ($f: File!) { groupAvatarUpload(input: { id: "9", avatar: $f }) { errors { message } } }', {
      variables: { f: 'x' },
    }),
    ask('mutation { groupAvatarUpload(input: { id: "9", avatar: "x" }) { errors { message } } }'),
    ask(
      '{ _entities(representations: [{ __typename: "Nothing", id: "x" }, { __typename: "Project" }, { __typename: "Project", id: "x" }]) { __typename } }',
    ),
    ask('query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }', { variables: { r: ['x'] } }),
    ask('subscription { pipelines(project: "7", first: 500) { nodes { id } } }', {
      headers: ['Accept: text/event-stream'],
    }),
    ask('subscription { pipeline(id: "gid://service/Pipeline/7/9", every: 1) { status } }', {
      headers: ['Accept: text/event-stream'],
    }),
  ],
  'Inputs of mutations': [
    ask(labelCreate(', description: null')),
    ask(labelCreate(`, description: "${'\\ud83d'}"`)),
    ask('mutation { labelCreate(input: { project: "7", name: "", color: "red" }) { errors { code message path } } }'),
    ask(
      'mutation { labelCreate(input: { project: "7", name: "a", color: "#112233", priority: -1 }) { errors { code message path } } }',
    ),
    ask('mutation { labelUpdate(input: { id: "gid://service/Label/projects/7/3" }) { errors { code message path } } }'),
    ask('mutation { labelUpdate(input: { id: "3", name: "a" }) { errors { code message path } } }'),
    ask('mutation { labelCreate(input: { project: "7" }) { errors { message } } }'),
    ask(labelCreate(''), { responses: failing(400, { message: { name: ['is reserved'] } }) }),
    ask('{ users(first: 1) { nodes { createdAt } } }', { responses: { '*': { body: [{ id: 1, username: 'ann' }] } } }),
    ask(labelCreate(''), { responses: failing(401, { message: '401 Unauthorized' }), headers: ['PRIVATE-TOKEN: a'] }),
    ask(labelCreate(''), { responses: failing(403, '') }),
    ask(labelCreate(''), { responses: failing(404, '') }),
    ask(labelCreate(''), { responses: failing(409, '') }),
    ask(labelCreate(''), { responses: failing(412, '') }),
    ask(labelCreate(''), { responses: failing(413, '') }),
    ask(labelCreate(''), { responses: failing(422, '') }),
    ask(labelCreate(''), { responses: failing(429, '') }),
    ask(labelCreate(''), { responses: failing(500, '') }),
    ask(labelCreate(''), { responses: { '*': 'broken' } }),
    ask(labelCreate(''), { responses: { '*': { body: '{' } } }),
    ask(labelCreate(''), { responses: { '*': { body: [] } } }),
    ask(labelCreate(''), { responses: { '*': { body: { error: 'no' } } } }),
  ],
  'REST calls that fail': [
    ...[400, 403, 404, 409, 412, 413, 418, 422, 429, 500, 502, 503, 504].map((status) =>
      ask('{ currentUser { username } }', { headers: ['PRIVATE-TOKEN: a'], responses: failing(status, '') }),
    ),
    ask('{ currentUser { username } }', { responses: failing(304, '') }),
    ask('{ currentUser { username } }', {
      responses: { '*': { status: 302, headers: { location: 'https://example.org/' }, body: '' } },
    }),
    ask('{ currentUser { username } }', { responses: { '*': 'broken' } }),
    ask('{ currentUser { username } }', { responses: { '*': 'silent' }, env: { CALL_TIMEOUT_MS: '100' } }),
    ask('{ currentUser { username } }', { responses: { '*': 'silent' }, env: { OPERATION_TIMEOUT_MS: '100' } }),
    ask('{ currentUser { username } }', { responses: { '*': { body: '{' } } }),
    ask('{ currentUser { username } }', {
      responses: { '*': { body: '<p>', headers: { 'content-type': 'text/html' } } },
    }),
    ask('{ currentUser { username } }', {
      responses: { '*': { body: '{}', headers: { 'content-type': 'application/json; charset=utf-7' } } },
    }),
    ask('{ currentUser { username } }', { responses: { '*': { body: [] } } }),
    ask('{ currentUser { username } }', { responses: { '*': { body: { error: 'no' } } } }),
    ask('{ currentUser { username } }', { responses: { '*': { body: {} } } }),
    ask('{ currentUser { username } }', { responses: { '*': { status: 204, body: '' } } }),
    ask('{ currentUser { username name } }', { responses: { '*': { body: { id: 1, username: 'a', name: null } } } }),
    ask('{ currentUser { username avatarUrl } }', {
      responses: { '*': { body: { id: 1, username: 5, avatar_url: 5 } } },
    }),
    ask('{ currentUser { id username } }', { responses: { '*': { body: { username: '\\ud800' } } } }),
    ask('{ groups(first: 5) { nodes { id name } } }', { responses: { '*': { body: [{ name: 'a' }, null, 5] } } }),
    ask('{ groups(first: 5) { nodes { id name } } }', { responses: { '*': { body: { id: 1 } } } }),
    ask('{ groups(first: 5) { nodes { id name } } }', {
      responses: { '*': { body: [{ id: 1, name: ofSize(500) }] } },
      env: { MAX_UPSTREAM_RESPONSE_BYTES: '300' },
    }),
    ask(readProject, {
      responses: { '*': { body: { ...project, description: ofSize(2000) } } },
      env: { MAX_RESPONSE_BYTES: '1024' },
    }),
    ask('{ currentUser { username } }', { responses: { '*': { body: '{"id":1,"username":"\\ud800"}' } } }),
    ask('{ project(id: "7") { fullPath pipelines(first: 1) { nodes { id } } } }', {
      env: { DENIED_AREAS: 'pipelines' },
    }),
    ask('{ currentUser { username } }', { responses: failing(429, ''), env: { READ_RETRIES: '1' } }),
    ask('{ mergeRequests(first: 2) { nodes { author { id email } } } }', {
      responses: { '*': { status: 401, body: '' } },
    }),
    ask('{ a: node(id: "x") { id } b: node(id: "y") { id } }', { env: { maxErrors: 1 } }),
    ask('{ a: node(id: "x") { id } b: node(id: "y") { id } c: node(id: "z") { id } }', { env: { maxErrors: 1 } }),
    ask('{ groups(first: 100) { nodes { projects(first: 100) { nodes { id } } } } }', {
      env: { MAX_REST_CALLS: '20' },
    }),
    ask('{ groups(first: 9000) { nodes { id name webUrl } } }', { env: { MAX_RESPONSE_VALUES: '1000' } }),
    ask('{ a: currentUser { username } b: project(id: "7") { fullPath } }', {
      env: { MAX_REST_CALLS_PER_MINUTE: '1' },
    }),
  ],
};
