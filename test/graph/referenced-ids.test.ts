/** Fields of objects whose id is an attribute of another object: their id costs no call if a response has that attribute. */
import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { getSemanticNonNullLevels } from '../../src/execution/index.ts';
import { schema } from '../../src/graph/index.ts';
import { getKind } from '../../src/graph/kit/fields/kind.ts';
import { ReferenceKind } from '../../src/graph/kit/fields/reference.ts';
import type { Facade } from '../harness.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

interface ReferenceCase {
  /** The only call, whose response contains the object. */
  readonly call: string;
  /** Response that contains the number 7. */
  readonly body: unknown;
  /** Fields around the reference, from the root. */
  readonly path: readonly string[];
}

const page = '?page=1&per_page=20';
const mergeRequests = {
  call: `GET /projects/5/merge_requests${page}`,
  path: ['project(id: 5)', 'mergeRequests', 'nodes'],
};
const groups = { call: `GET /groups?all_available=true&${page.slice(1)}`, path: ['groups', 'nodes'] };
const vulnerabilityExport = { call: 'GET /security/vulnerability_exports/2', path: ['vulnerabilityExport(id: 2)'] };

const cases: Readonly<Record<string, ReferenceCase>> = {
  'Flow.project': {
    call: 'GET /ai/agent_workflows/workflows/2',
    body: { id: 2, project_id: 7 },
    path: ['flow(id: 2)'],
  },
  'Group.fileTemplateProject': { ...groups, body: [{ id: 9, file_template_project_id: 7 }] },
  'Group.parent': { ...groups, body: [{ id: 9, parent_id: 7 }] },
  'ManagedToken.user': {
    call: `GET /groups/9/manage/personal_access_tokens${page}`,
    body: [{ id: 3, user_id: 7 }],
    path: ['group(id: 9)', 'managedTokens', 'nodes'],
  },
  'MemberRole.group': {
    call: `GET /groups/9/member_roles${page}`,
    body: [{ id: 3, group_id: 7 }],
    path: ['group(id: 9)', 'memberRoles', 'nodes'],
  },
  'MergeRequest.sourceProject': { ...mergeRequests, body: [{ id: 1, iid: 1, project_id: 5, source_project_id: 7 }] },
  'MergeRequest.targetProject': { ...mergeRequests, body: [{ id: 1, iid: 1, project_id: 7, target_project_id: 7 }] },
  'MergeRequestBlock.project': {
    call: `GET /projects/5/merge_requests/1/blocks${page}`,
    body: [{ id: 3, project_id: 7 }],
    path: ['project(id: 5)', 'mergeRequest(iid: 1)', 'blockedBy', 'nodes'],
  },
  'Milestone.group': {
    ...mergeRequests,
    body: [{ id: 1, iid: 1, project_id: 5, milestone: { id: 3, group_id: 7 } }],
    path: [...mergeRequests.path, 'milestone'],
  },
  'Milestone.project': {
    ...mergeRequests,
    body: [{ id: 1, iid: 1, project_id: 5, milestone: { id: 3, project_id: 7 } }],
    path: [...mergeRequests.path, 'milestone'],
  },
  'Note.project': {
    call: `GET /projects/5/issues/2/notes${page}`,
    body: [{ id: 3, project_id: 7 }],
    path: ['project(id: 5)', 'issue(iid: 2)', 'notes', 'nodes'],
  },
  'Project.group': {
    call: `GET /groups/9/projects${page}`,
    body: [{ id: 5, namespace: { id: 7, kind: 'group' } }],
    path: ['group(id: 9)', 'projects', 'nodes'],
  },
  'ServiceAccountToken.user': {
    call: 'GET /groups/9/service_accounts/7/personal_access_tokens?page=1&per_page=100',
    body: [{ id: 3, user_id: 7 }],
    path: ['node(id: "gid://service/ServiceAccountToken/9/7/3")', '... on ServiceAccountToken'],
  },
  'User.provisionedByGroup': {
    call: 'GET /users/3',
    body: { id: 3, provisioned_by_group_id: 7 },
    path: ['user(by: { id: 3 })'],
  },
  'VulnerabilityExport.group': { ...vulnerabilityExport, body: { id: 2, group_id: 7 } },
  'VulnerabilityExport.project': { ...vulnerabilityExport, body: { id: 2, project_id: 7 } },
};

/** References that are read even for their id, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'FeatureFlagDefinition.featureFlag': 'the flag may not be set, so that the list of flags is read',
  'Flow.group': 'the namespace may be a personal one',
};

test('has a case for each reference', () => {
  const references = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields())
          .filter((field) => getKind(field) instanceof ReferenceKind)
          .map(({ name }) => `${type.name}.${name}`)
      : [],
  );
  expect(Object.keys({ ...cases, ...exceptions }).toSorted()).toEqual(references.toSorted());
});

/** Returns the paths of the calls that the facade plans for a query. */
async function fetchPlannedPaths({ execute }: Pick<Facade, 'execute'>, query: string): Promise<ReadonlySet<unknown>> {
  const { extensions } = await execute(query, {}, { headers: { 'x-portico-trace': 'plan' } });
  return new Set(Object(extensions).plan.calls.map(({ path }: { path: string }) => path));
}

/** Starts a facade with the response of a case, and returns it with a query of the reference. */
async function startCase(coordinate: string, { call, body, path }: ReferenceCase) {
  const [route = ''] = call.split('?');
  const facade = await startStubbed({ [route]: { body } });
  const [, field = ''] = coordinate.split('.');
  const reference = `${field} { __typename id databaseId }`;
  return { facade, field, query: `{ ${path.reduceRight((below, step) => `${step} { ${below} }`, reference)} }` };
}

async function expectIdWithoutCall(coordinate: string, each: ReferenceCase): Promise<void> {
  const { facade, field, query } = await startCase(coordinate, each);
  const { data, errors } = await facade.execute(query);
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data)).toMatch(
    new RegExp(`"${field}":\\{"__typename":"(\\w+)","id":"gid://service/\\1/7","databaseId":7\\}`),
  );
  expect(facade.calls).toEqual([each.call]);
}

/** References whose id a response may lack, so that a plan contains a call for it. */
const occasionalCases: Readonly<Record<string, ReferenceCase>> = {
  'MergeRequest.group': {
    call: `GET /groups/7/merge_requests${page}`,
    body: [{ id: 1, iid: 1, project_id: 5, group_id: 7 }],
    path: ['group(id: 7)', 'mergeRequests', 'nodes'],
  },
  'MergeRequest.project': { ...mergeRequests, body: [{ id: 1, iid: 1, project_id: 7 }] },
};

test.each(Object.entries(cases))('%s plans no call for its id', async (coordinate, each) => {
  const { facade, query } = await startCase(coordinate, each);
  expect((await fetchPlannedPaths(facade, query)).size).toBe(1);
});

const allCases = Object.entries({ ...cases, ...occasionalCases });

test.each(allCases)('%s returns its id without a further call', expectIdWithoutCall);

test.each(allCases)('%s returns its id without a further call if it is sent as text', (coordinate, each) => {
  const body = JSON.parse(JSON.stringify(each.body, (_, value) => (value === 7 ? '7' : value)));
  return expectIdWithoutCall(coordinate, { ...each, body });
});

test('finds items of lists and further lists by numbers that are sent as text', async () => {
  const { execute, calls } = await startStubbed({
    'GET /groups/9/service_accounts': { body: [{ id: '7', username: 'bot' }] },
    'GET /projects/5/merge_requests/1': {
      body: { id: '3', iid: '1', project_id: '5', source_project_id: '7', source_branch: 'new' },
    },
    'GET /projects/7/pipelines': { body: [] },
  });
  const { data, errors } = await execute(`{
    node(id: "gid://service/ServiceAccount/9/7") { ... on ServiceAccount { username } }
    mergeRequest(id: "gid://service/MergeRequest/5/1") { pipelines { nodes { id } } }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({ node: { username: 'bot' }, mergeRequest: { pipelines: { nodes: [] } } });
  expect(calls.filter((call) => call.startsWith('GET /projects/7/pipelines?'))).toHaveLength(1);
});

test('states for each reference that a hidden object is null', () => {
  const silent = Object.keys({ ...cases, ...occasionalCases, ...exceptions }).filter((coordinate) => {
    const [typeName = '', name = ''] = coordinate.split('.');
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    return (
      field !== undefined && !getSemanticNonNullLevels(field).has(0) && !/may not see/.test(field.description ?? '')
    );
  });
  // The caller sees all flags or none.
  expect(silent).toEqual(['FeatureFlagDefinition.featureFlag']);
});

test('returns null for a group that the caller may not see, and its id', async () => {
  const list = { 'GET /groups/7/merge_requests': { body: [{ id: 1, iid: 1, project_id: 5, group_id: 7 }] } };
  const { execute } = await startStubbed({ ...list, 'GET /groups/7': { status: 404, body: {} } });
  const read = async (fields: string) =>
    (await execute(`{ group(id: 7) { mergeRequests { nodes { group { ${fields} } } } } }`)).data;
  expect(await read('databaseId')).toEqual({ group: { mergeRequests: { nodes: [{ group: { databaseId: 7 } }] } } });
  expect(await read('name')).toEqual({ group: { mergeRequests: { nodes: [{ group: null }] } } });
});

test('reads the merge request once for two references whose ids the response to a write lacks', async () => {
  const facade = await startStubbed({
    'POST /projects/5/merge_requests/3/approve': { body: { id: 1, iid: 3, project_id: 5, approvals_left: 0 } },
    'GET /projects/5/merge_requests/3': {
      body: { id: 1, iid: 3, project_id: 5, source_project_id: 7, target_project_id: 5 },
    },
  });
  const { payload } = await mutate(
    facade,
    'mergeRequestApprove',
    { id: 'gid://service/MergeRequest/5/3' },
    'mergeRequest { sourceProject { id } targetProject { id } }',
  );
  expect(payload).toEqual({
    mergeRequest: {
      sourceProject: { id: 'gid://service/Project/7' },
      targetProject: { id: 'gid://service/Project/5' },
    },
    errors: [],
  });
  expect(facade.calls).toEqual(['POST /projects/5/merge_requests/3/approve', 'GET /projects/5/merge_requests/3']);
});
