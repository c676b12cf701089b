/** Workloads with their requests in each dialect, and the minimum number of REST calls. */

/**
 * Form of the requests of a server: `path` is a separate URL (pick, pass-through); `graph` is Portico's schema, which the handwritten peers
 * imitate; `mesh` and `openapi-to-graphql` are the schemas that these tools create from the OpenAPI document.
 */
export type Dialect = 'path' | 'graph' | 'mesh' | 'openapi-to-graphql';

/** GraphQL request, or a URL in place of the document. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: object;
}

export interface Workload {
  readonly name: string;
  readonly title: string;
  /** Minimum number of REST calls, counted by hand. */
  readonly least: number;
  readonly reason: string;
  /** Number of objects in a response, for the cost of a node. */
  readonly nodes: number;
  /** Number of scalars in the expected response. */
  readonly leaves: number;
  readonly etags?: true;
  /** Defaults to POST. */
  readonly transport?: 'websocket';
  /** Whether requests contain the hash of the document only. */
  readonly persisted?: true | undefined;
  /** Part of the document that each request replaces by a new string of equal length: `prefix` and nine digits. */
  readonly fresh?: { readonly placeholder: string; readonly prefix: string };
  /** Number of errors in the expected response. Defaults to 0. */
  readonly errors?: number;
  /** Whether the workload only measures growth. */
  readonly growth?: true;
  /** Whether only a complete run measures the workload. */
  readonly longest?: true;
  readonly requests: Readonly<Record<Dialect, GraphQLRequest | undefined>>;
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const createRequest = (query: string): GraphQLRequest => ({ query });
const range = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

const fields =
  'iid title description state created_at updated_at merged_at closed_at prepared_at detailed_merge_status has_conflicts ' +
  'blocking_discussions_resolved draft discussion_locked force_remove_source_branch should_remove_source_branch ' +
  'merge_when_pipeline_succeeds merge_commit_sha squash_commit_sha sha source_branch target_branch merge_after imported imported_from ' +
  'user_notes_count upvotes downvotes web_url squash';
const fieldCount = fields.split(' ').length;

/** Requests of a group and its merge requests. Peers without paging use one alias for each page. */
function groupRequests(path: string, id: number, count: number): Workload['requests'] {
  const pages = range(Math.ceil(count / 100));
  const mesh = pages.map(
    (page) => `p${page}: listGroupMergeRequests(group_id: ${id}, page: ${page}, per_page: 100) { ${fields} }`,
  );
  const converted = pages.map(
    (page) => `p${page}: groupMergeRequests(groupId: ${id}, page: ${page}, perPage: 100) { ${camel(fields)} }`,
  );
  return {
    path: createRequest(path),
    graph: createRequest(`{ group(id: ${id}) { name mergeRequests(first: ${count}) { nodes { ${camel(fields)} } } } }`),
    mesh: createRequest(`{ getGroup(id: ${id}) { name } ${mesh.join(' ')} }`),
    'openapi-to-graphql': createRequest(`{ group(id: ${id}) { name } ${converted.join(' ')} }`),
  };
}

function group(name: string, id: number, count: number, more: Partial<Workload> = {}): Workload {
  const pages = Math.ceil(count / 100);
  return {
    name,
    title: `a group and its ${count.toLocaleString('en')} merge requests, ${fieldCount} fields each`,
    least: 1 + pages,
    reason: `the group, and its merge requests by ${pages === 1 ? 'one page' : `${pages} pages`} of at most 100, side by side`,
    nodes: 1 + count,
    leaves: 1 + count * fieldCount,
    requests: groupRequests(`/groups/${id}/${count}`, id, count),
    ...more,
  };
}

const pipelineFields = 'iid status ref sha created_at';
const labelFields = 'name color description';
const runnerFields = 'description status tag_list maximum_timeout contacted_at';

export const projectNameDocument = '{ project(id: 100) { name } }';

const projectNameRequests: Workload['requests'] = {
  path: createRequest('/w4'),
  graph: createRequest(projectNameDocument),
  mesh: createRequest('{ getProject(id: 100) { name } }'),
  'openapi-to-graphql': createRequest('{ project(id: 100) { name } }'),
};

/** Document of the page of a merge request. */
export const pageDocument =
  'query MergeRequestPage { project(id: 101) { mergeRequest(iid: 1) { iid title description state draft createdAt detailedMergeStatus ' +
  'sourceBranch targetBranch webUrl author { name username avatarUrl } labels { name color } ' +
  'approvalState { approvalsRequired approvalsLeft approvedBy { user { name username } } } ' +
  'notes(first: 20) { nodes { body createdAt system author { name username avatarUrl } } } ' +
  'pipelines(first: 5) { nodes { iid status ref sha createdAt } } } } }';

/** Number of scalars of the page. */
export const pageLeaves = 170;

/**
 * The page with deferred approvals and pipelines, and with deferred labels: the merge request contains only their names, so that their
 * colours take a second round trip.
 */
export const deferredPageDocument = pageDocument
  .replace('labels { name color }', '... @defer { labels { name color } }')
  .replace(/approvalState \{.*\} (?=notes)/, (approvals) => `... @defer { ${approvals}} `)
  .replace(/pipelines\(first: 5\) \{ nodes \{[^}]*\} \}/, (pipelines) => `... @defer { ${pipelines} }`);

/** Placeholder of an alias that no earlier request has. */
const freshAlias = 'freshAlias';
const withFreshAlias: Pick<Workload, 'fresh'> = { fresh: { placeholder: freshAlias, prefix: 'a' } };

/** Placeholder of an id that no earlier request has. The upstream responds for all ids of this form as for the project of the page. */
const freshId = '101000000';
const withFreshId: Pick<Workload, 'fresh'> = { fresh: { placeholder: freshId, prefix: '9' } };

const aliasedNameRequests: Workload['requests'] = {
  path: createRequest('/w4'),
  graph: createRequest(`{ project(id: 100) { ${freshAlias}: name } }`),
  mesh: createRequest(`{ getProject(id: 100) { ${freshAlias}: name } }`),
  'openapi-to-graphql': createRequest(`{ project(id: 100) { ${freshAlias}: name } }`),
};

export const workloads: readonly Workload[] = [
  group('W1', 9, 100),
  {
    name: 'W2',
    title: '100 merge requests with 10 distinct authors and 20 distinct projects',
    least: 31,
    reason: 'one page of 100; `bio` and the name of a project are not in it: 10 profiles and 20 projects, each once',
    nodes: 301,
    leaves: 500,
    requests: {
      path: createRequest('/w2'),
      graph: createRequest(
        '{ group(id: 9) { mergeRequests(first: 100) { nodes { iid title author { name bio } project { name } } } } }',
      ),
      mesh: createRequest(
        '{ listGroupMergeRequests(group_id: 9, page: 1, per_page: 100) { iid title profile { name bio } project { name } } }',
      ),
      'openapi-to-graphql': createRequest(
        '{ groupMergeRequests(groupId: 9, page: 1, perPage: 100) { iid title profile { name bio } project { name } } }',
      ),
    },
  },
  {
    name: 'W3',
    title: '50 runners with detail',
    least: 51,
    reason: 'one page of 50, which carries no detail, then the detail of each; there is no list of details',
    nodes: 50,
    leaves: 300,
    requests: {
      path: createRequest('/w3'),
      graph: createRequest(`{ allRunners(first: 50) { nodes { ${camel(runnerFields)} } } }`),
      mesh: createRequest(`{ listAllRunners(page: 1, per_page: 50) { detail { ${runnerFields} } } }`),
      'openapi-to-graphql': createRequest(`{ runnersAll(page: 1, perPage: 50) { detail { ${camel(runnerFields)} } } }`),
    },
  },
  {
    name: 'W4',
    title: 'one project name',
    least: 1,
    reason: 'the project',
    nodes: 1,
    leaves: 1,
    requests: projectNameRequests,
  },
  {
    name: 'W5',
    title: '50 labels of one project by id through `_entities`',
    least: 1,
    reason: 'the list of labels carries the whole label, and 50 fit on one page',
    nodes: 50,
    leaves: 150,
    requests: {
      path: createRequest('/w5'),
      graph: {
        query: `query Labels($representations: [_Any!]!) { _entities(representations: $representations) { ... on Label { ${labelFields} } } }`,
        variables: {
          representations: range(50).map((id) => ({ __typename: 'Label', id: `gid://service/Label/100/${id}` })),
        },
      },
      mesh: createRequest(
        `{ ${range(50)
          .map((id) => `l${id}: getLabel(id: 100, label_id: ${id}) { ${labelFields} }`)
          .join(' ')} }`,
      ),
      'openapi-to-graphql': createRequest(
        `{ ${range(50)
          .map((id) => `l${id}: label(id: 100, labelId: ${id}) { ${labelFields} }`)
          .join(' ')} }`,
      ),
    },
  },
  {
    name: 'W6',
    title: '2,000 pipelines paged through',
    least: 20,
    reason: 'pages hold at most 100',
    nodes: 2000,
    leaves: 10_000,
    requests: {
      path: createRequest('/w6'),
      graph: createRequest(`{ project(id: 100) { pipelines(first: 2000) { nodes { ${camel(pipelineFields)} } } } }`),
      mesh: createRequest(
        `{ ${range(20)
          .map((page) => `p${page}: listPipelines(id: 100, page: ${page}, per_page: 100) { ${pipelineFields} }`)
          .join(' ')} }`,
      ),
      'openapi-to-graphql': createRequest(
        `{ ${range(20)
          .map(
            (page) => `p${page}: projectPipelines(id: 100, page: ${page}, perPage: 100) { ${camel(pipelineFields)} }`,
          )
          .join(' ')} }`,
      ),
    },
  },
  group('W7', 9, 100, {
    title: 'W1 again while the upstream answers 304',
    reason: 'as W1; confirming what is kept costs the same calls, only no bodies',
    etags: true,
  }),
  {
    name: 'W9',
    title: 'W4 over a WebSocket',
    least: 1,
    reason: 'the project',
    nodes: 1,
    leaves: 1,
    transport: 'websocket',
    requests: projectNameRequests,
  },
  {
    name: 'W10',
    title: 'a page: a merge request with author, 3 labels, approvals, 20 notes and 5 pipelines, by its hash',
    least: 5,
    reason:
      'the merge request with its author, the labels of the project for their colours, the approvals, one page of notes, one of pipelines',
    nodes: 52,
    leaves: pageLeaves,
    persisted: true,
    requests: {
      path: createRequest('/w10'),
      graph: createRequest(pageDocument),
      // Neither can join the names of labels with the labels of the project.
      mesh: undefined,
      'openapi-to-graphql': undefined,
    },
  },
  {
    name: 'W11a',
    title: 'W4 with an alias never seen before in each request',
    least: 1,
    reason: 'the project',
    nodes: 1,
    leaves: 1,
    ...withFreshAlias,
    requests: aliasedNameRequests,
  },
  {
    name: 'W11b',
    title: 'W10 as a document with an alias never seen before in each request',
    least: 5,
    reason: 'as W10',
    nodes: 52,
    leaves: pageLeaves,
    ...withFreshAlias,
    requests: {
      path: createRequest('/w10'),
      graph: createRequest(pageDocument.replace('{ iid title', `{ ${freshAlias}: iid title`)),
      mesh: undefined,
      'openapi-to-graphql': undefined,
    },
  },
  {
    name: 'W11c',
    title: 'W10 as a document with another literal id of the project in each request',
    least: 5,
    reason: 'as W10',
    nodes: 52,
    leaves: pageLeaves,
    ...withFreshId,
    requests: {
      path: createRequest('/w10'),
      graph: createRequest(pageDocument.replace('project(id: 101)', `project(id: ${freshId})`)),
      mesh: undefined,
      'openapi-to-graphql': undefined,
    },
  },
  group('W12', 12, 100, { title: 'W1 in which one field of one merge request fails', errors: 1 }),
  group('W1 × 10', 10, 1000, { growth: true }),
  group('W1 × 100', 11, 10_000, { growth: true, longest: true }),
];
