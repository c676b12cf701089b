import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import {
  type Integration,
  listItemFields,
  pickRequired,
  readIntegration,
  setIntegration,
  toInput,
  tools,
} from './tools.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface List {
  readonly nodes: readonly Integration[];
  readonly totalCount: number;
  readonly pageInfo: Readonly<Record<string, unknown>>;
}

async function list(args: string, selection: string, as: Role = 'maintainer', group = 'meridian') {
  const { data, errors } = await facade.execute<{ group: { integrations: List | null } }>(
    `query ($group: ID!) { group(id: $group) { integrations(${args}) {
      nodes { ${selection} } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
    { group },
    { as },
  );
  return { integrations: data.group.integrations, errors };
}

describe('Group.integrations', () => {
  test('returns active integrations with their event flags', async () => {
    const { integrations } = await list('first: 20', listItemFields);
    expect(integrations?.nodes.map(({ slug }) => slug)).toEqual(['issue-tracker-a', 'chat-a', 'pager-z']);
    expect(integrations?.nodes[1]).toMatchObject({
      id: 'gid://service/GroupIntegration/9/chat-a',
      databaseId: expect.any(Number),
      slug: 'chat-a',
      title: 'Chat A',
      active: true,
      inherited: false,
      commentOnEventEnabled: true,
      pushEvents: true,
      jobEvents: false,
      vulnerabilityEvents: false,
    });
    // Global ids contain the number of the group, which is read separately if the query has its path.
    expect(facade.calls.toSorted()).toEqual([
      'GET /groups/meridian/integrations?page=1&per_page=20',
      'GET /groups/meridian?with_projects=false',
    ]);
  });

  test('has a field for each event flag of section 2.4 of the reference documentation', () => {
    expect(new Set(listItemFields.match(/\w+Events\b/g))).toEqual(
      new Set([
        'commitEvents',
        'pushEvents',
        'issuesEvents',
        'alertEvents',
        'confidentialIssuesEvents',
        'mergeRequestsEvents',
        'tagPushEvents',
        'deploymentEvents',
        'noteEvents',
        'confidentialNoteEvents',
        'pipelineEvents',
        'wikiPageEvents',
        'jobEvents',
        'vulnerabilityEvents',
      ]),
    );
  });

  test('makes one call for the settings of each integration, and none for an unknown tool', async () => {
    const selection =
      'slug tool settings { __typename ... on ChatASettings { tokenSet room } ... on IssueTrackerASettings { issuesUrl } }';
    const { integrations, errors } = await list('first: 20', selection, 'maintainer', '9');
    expect(errors).toBeUndefined();
    expect(integrations?.nodes).toEqual([
      {
        slug: 'issue-tracker-a',
        tool: 'ISSUE_TRACKER_A',
        settings: { __typename: 'IssueTrackerASettings', issuesUrl: 'https://issues.example.com/:id' },
      },
      {
        slug: 'chat-a',
        tool: 'CHAT_A',
        settings: { __typename: 'ChatASettings', tokenSet: true, room: 'Deployments' },
      },
      { slug: 'pager-z', tool: 'UNKNOWN', settings: null },
    ]);
    expect(facade.calls.toSorted()).toEqual([
      'GET /groups/9/integrations/chat-a',
      'GET /groups/9/integrations/issue-tracker-a',
      'GET /groups/9/integrations?page=1&per_page=20',
    ]);
  });

  test('returns all 17 integrations when paging forward, and in the same order when paging backward', async () => {
    for (const tool of tools)
      await setIntegration(
        facade,
        { [tool.member]: toInput(pickRequired(tool)) },
        { group: 'harbor', selection: '__typename' },
      );
    const forward: string[] = [];
    for (let after = ''; ; ) {
      const { integrations } = await list(`first: 7${after}`, 'slug', 'maintainer', '70');
      forward.push(...(integrations?.nodes ?? []).map(({ slug }) => slug));
      expect(integrations?.totalCount).toBe(17);
      if (integrations?.pageInfo.hasNextPage !== true) break;
      after = `, after: "${integrations.pageInfo.endCursor}"`;
    }
    expect(forward.toSorted()).toEqual(tools.map(({ slug }) => slug).toSorted());
    const backward: string[] = [];
    for (let before = ''; ; ) {
      const { integrations } = await list(`last: 7${before}`, 'slug', 'maintainer', '70');
      backward.unshift(...(integrations?.nodes ?? []).map(({ slug }) => slug));
      if (integrations?.pageInfo.hasPreviousPage !== true) break;
      before = `, before: "${integrations.pageInfo.startCursor}"`;
    }
    expect(backward).toEqual(forward);
  });

  test('returns an empty list for a group without integrations', async () => {
    const { integrations } = await list('first: 5', 'slug', 'owner', 'vault');
    expect(integrations).toMatchObject({ nodes: [], totalCount: 0, pageInfo: { hasNextPage: false } });
  });

  test.each([
    ['developer', 'FORBIDDEN'],
    ['guest', 'FORBIDDEN'],
    ['anonymous', 'UNAUTHENTICATED'],
  ] as const)('returns null and an error, not an empty list, to the role %s (%s)', async (as, code) => {
    const { integrations, errors } = await list('first: 5', 'slug', as);
    expect(integrations).toBeNull();
    expect(errors?.[0]?.extensions?.code).toBe(code);
  });
});

describe('Group.integration', () => {
  const allFields = `${listItemFields} settings { __typename ... on ChatASettings { tokenSet subdomain room } }`;

  test('returns all fields of one tool in one call, and of secrets only whether they are set', async () => {
    const integration = await readIntegration(facade, 'chat-a', allFields, '9');
    expect(integration).toMatchObject({
      id: 'gid://service/GroupIntegration/9/chat-a',
      title: 'Chat A',
      settings: { __typename: 'ChatASettings', tokenSet: true, subdomain: 'meridian', room: 'Deployments' },
    });
    expect(facade.calls).toEqual(['GET /groups/9/integrations/chat-a']);
    expect(JSON.stringify(integration)).not.toContain('sandbox-chat-secret');
  });

  test('returns the same integration from node, in one call', async () => {
    const integration = await readIntegration(facade, 'chat-a', allFields);
    facade.forget();
    const { data } = await facade.execute<{ node: unknown }>(
      `{ node(id: "gid://service/GroupIntegration/9/chat-a") { ... on GroupIntegration { ${allFields} } } }`,
      {},
      { as: 'owner' },
    );
    expect(data.node).toEqual(integration);
    expect(facade.calls).toEqual(['GET /groups/9/integrations/chat-a']);
  });

  test('returns its group without a call for the integration', async () => {
    const integration = await readIntegration(facade, 'chat-a', 'group { fullPath }', '9');
    expect(integration).toEqual({ group: { fullPath: 'meridian' } });
    expect(facade.calls).toEqual(['GET /groups/9?with_projects=false']);
  });

  test('returns null for each setting of a disabled integration, and null for an integration that was never set up', async () => {
    expect(await readIntegration(facade, 'chat-b', 'active settings { ... on ChatBSettings { webhookSet } }')).toEqual({
      active: false,
      settings: { webhookSet: null },
    });
    expect(await readIntegration(facade, 'wiki-a', 'active')).toBeNull();
  });

  test.each(tools)('reads $slug in one call', async ({ slug }) => {
    await readIntegration(facade, slug, 'active', '80');
    expect(facade.calls).toEqual([`GET /groups/80/integrations/${slug}`]);
  });

  test.each([
    ['developer', 'FORBIDDEN'],
    ['anonymous', 'UNAUTHENTICATED'],
  ] as const)('returns an error to the role %s (%s)', async (as, code) => {
    const { errors } = await facade.execute('{ group(id: 9) { integration(tool: CHAT_A) { active } } }', {}, { as });
    expect(errors?.map(({ path, extensions }) => [path, extensions?.code])).toEqual([[['group', 'integration'], code]]);
  });

  test('rejects the tool UNKNOWN, and returns null from node for an unknown tool, without a REST call', async () => {
    const { errors } = await facade.execute('{ group(id: 9) { integration(tool: UNKNOWN) { active } } }');
    expect(errors?.[0]?.message).toContain('"UNKNOWN" does not exist in "GroupIntegrationToolInput"');
    const { data } = await facade.execute('{ node(id: "gid://service/GroupIntegration/9/pager-z") { id } }');
    expect(data).toEqual({ node: null });
    expect(facade.calls).toEqual([]);
  });
});

describe('groupIntegration', () => {
  test.each(['%2e%2e/..', '9/%2e%2e', '%2e%2e/pager-z', '9/%20', 'a%2F%2Fb/chat-a'])(
    'rejects the id %s without a REST call',
    async (path) => {
      for (const field of ['groupIntegration', 'node']) {
        const query = `{ ${field}(id: "gid://service/GroupIntegration/${path}") { id } }`;
        const { errors } = await facade.execute(query, {}, { as: 'maintainer' });
        expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', violations: [{ path: ['id'] }] } }]);
      }
      expect(facade.calls).toEqual([]);
    },
  );
});
