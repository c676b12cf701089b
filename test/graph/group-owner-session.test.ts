/** Session of a group owner, end to end: each step uses values from the payloads of earlier steps. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tokens } from '../../sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { uploadAvatar } from './mutate.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

/** Executes an operation as the owner of the group `meridian`. Fails the test if there is an error. */
async function execute<Data>(document: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> {
  const { data, errors } = await facade.execute<Data>(document, variables, { as: 'owner' });
  expect(errors).toBeUndefined();
  return data;
}

/** Ids that later steps use. */
const session = { group: '', role: '', serviceAccount: '' };

test('returns the group by its path', async () => {
  const data = await execute<{ group: { id: string; name: string } }>('{ group(id: "meridian") { id name } }');
  expect(data.group).toEqual({ id: 'gid://service/Group/9', name: 'Meridian Maps' });
  session.group = data.group.id;
  expect(facade.calls).toEqual(['GET /groups/meridian?with_projects=false']);
});

test('creates a member role', async () => {
  const { memberRoleCreate } = await execute<{ memberRoleCreate: { memberRole: { id: string } } }>(
    `mutation ($group: ID!) {
      memberRoleCreate(input: {
        target: { group: $group }, name: "Release manager", baseAccessLevel: DEVELOPER, permissions: [ADMIN_MERGE_REQUEST, READ_RUNNERS]
      }) { memberRole { id name baseAccessLevel permissions } errors { message } }
    }`,
    { group: session.group },
  );
  expect(memberRoleCreate).toEqual({
    memberRole: {
      id: expect.stringMatching(/^gid:\/\/service\/MemberRole\/9\/\d+$/),
      name: 'Release manager',
      baseAccessLevel: 'DEVELOPER',
      permissions: ['ADMIN_MERGE_REQUEST', 'READ_RUNNERS'],
    },
    errors: [],
  });
  session.role = memberRoleCreate.memberRole.id;
  expect(facade.calls).toEqual(['POST /groups/9/member_roles']);
});

test('invites three email addresses with the member role, of which the service rejects one', async () => {
  const emails = ['ana@example.org', 'mateo.silva@corp.example.com', 'ben@example.org'];
  const { invitationCreate } = await execute<{ invitationCreate: unknown }>(
    `mutation ($input: InvitationCreateInput!) {
      invitationCreate(input: $input) { results { address status message } errors { message } }
    }`,
    { input: { target: { group: session.group }, emails, memberRole: session.role, accessLevel: 'DEVELOPER' } },
  );
  expect(invitationCreate).toEqual({
    results: [
      { address: 'ana@example.org', status: 'INVITED', message: null },
      { address: 'mateo.silva@corp.example.com', status: 'REFUSED', message: 'Already a member' },
      { address: 'ben@example.org', status: 'INVITED', message: null },
    ],
    errors: [],
  });
  const { group } = await execute<{ group: { invitations: { nodes: { inviteEmail: string }[] } } }>(
    'query ($id: ID!) { group(id: $id) { invitations(first: 100) { nodes { inviteEmail } } } }',
    { id: session.group },
  );
  const invited = group.invitations.nodes.map(({ inviteEmail }) => inviteEmail);
  expect(invited).toEqual(expect.arrayContaining(['ana@example.org', 'ben@example.org']));
  expect(invited).not.toContain('mateo.silva@corp.example.com');
});

test('creates a service account', async () => {
  const { serviceAccountCreate } = await execute<{ serviceAccountCreate: { serviceAccount: { id: string } } }>(
    `mutation ($group: ID!) {
      serviceAccountCreate(input: { target: { group: $group }, name: "Releases" }) {
        serviceAccount { id name username } errors { message }
      }
    }`,
    { group: session.group },
  );
  expect(serviceAccountCreate).toEqual({
    serviceAccount: {
      id: expect.stringMatching(/^gid:\/\/service\/ServiceAccount\/9\/\d+$/),
      name: 'Releases',
      username: expect.stringMatching(/^service_account_group_/),
    },
    errors: [],
  });
  session.serviceAccount = serviceAccountCreate.serviceAccount.id;
});

test('creates a token of the service account, whose secret later reads omit', async () => {
  const { serviceAccountTokenCreate } = await execute<{
    serviceAccountTokenCreate: { token: string; serviceAccountToken: { id: string } };
  }>(
    `mutation ($account: ID!) {
      serviceAccountTokenCreate(input: { serviceAccount: $account, name: "deploy", scopes: ["api"] }) {
        token serviceAccountToken { id active scopes } errors { message }
      }
    }`,
    { account: session.serviceAccount },
  );
  const { token, serviceAccountToken } = serviceAccountTokenCreate;
  expect(token).toMatch(/./);
  expect(serviceAccountToken).toMatchObject({ active: true, scopes: ['api'] });
  const tokensResult = await execute(
    `query ($id: ID!) { node(id: $id) { ... on ServiceAccount {
      personalAccessTokens(first: 100) { nodes { id name active } } } } }`,
    { id: session.serviceAccount },
  );
  expect(JSON.stringify(tokensResult)).toContain(serviceAccountToken.id);
  expect(JSON.stringify(tokensResult)).not.toContain(token);
});

test('sets two integrations', async () => {
  const data = await execute<{ chat: unknown; wiki: unknown }>(
    `mutation ($group: ID!) {
      chat: groupIntegrationSet(input: {
        group: $group
        integration: { chatD: { webhook: "https://hooks.example.com/1", branchesToBeNotified: ALL, pushEvents: false } }
      }) { ...outcome }
      wiki: groupIntegrationSet(input: {
        group: $group, integration: { wikiA: { wikiUrl: "https://wiki.example.com/maps" } }
      }) { ...outcome }
    }
    fragment outcome on GroupIntegrationSetPayload {
      groupIntegration {
        slug active pushEvents
        settings { ... on ChatDSettings { webhookSet branchesToBeNotified } ... on WikiASettings { wikiUrl } }
      }
      errors { message }
    }`,
    { group: session.group },
  );
  expect(data).toEqual({
    chat: {
      groupIntegration: {
        slug: 'chat-d',
        active: true,
        pushEvents: false,
        settings: { webhookSet: true, branchesToBeNotified: 'ALL' },
      },
      errors: [],
    },
    wiki: {
      groupIntegration: {
        slug: 'wiki-a',
        active: true,
        pushEvents: true,
        settings: { wikiUrl: 'https://wiki.example.com/maps' },
      },
      errors: [],
    },
  });
  expect(facade.calls).toEqual(['PUT /groups/9/integrations/chat-d', 'PUT /groups/9/integrations/wiki-a']);
});

test('uploads an avatar, and downloads it', async () => {
  const avatar = new File([new Uint8Array([137, 80, 78, 71])], 'rose.png', { type: 'image/png' });
  const { payload } = await uploadAvatar<{ group: { avatarUrl: string; avatarDownloadUrl: string } }>(
    facade,
    { id: session.group, file: avatar },
    'group { avatarUrl avatarDownloadUrl }',
    'owner',
  );
  expect(payload).toMatchObject({ group: { avatarUrl: expect.stringContaining('rose.png') }, errors: [] });
  const response = await fetch(payload?.group.avatarDownloadUrl ?? '', {
    headers: { 'private-token': tokens.owner },
  });
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(await avatar.arrayBuffer()));
});

test('starts an import, and reads it after its end', async () => {
  const { projectImportStartFromHostA } = await execute<{
    projectImportStartFromHostA: { projectImport: { id: string; importStatus: string } };
  }>(
    `mutation {
      projectImportStartFromHostA(input: {
        personalAccessToken: "external-secret", repoId: 7, targetNamespace: "meridian/platform", name: "Sextant"
      }) { projectImport { id importStatus } errors { message } }
    }`,
  );
  const { id, importStatus } = projectImportStartFromHostA.projectImport;
  expect(importStatus).toBe('SCHEDULED');
  const importQuery =
    'query ($id: ID!) { node(id: $id) { ... on ProjectImport { importStatus project { fullPath } } } }';
  facade.sandbox.clock.advance(10_000);
  expect(await execute(importQuery, { id })).toEqual({
    node: { importStatus: 'FINISHED', project: { fullPath: 'meridian/platform/sextant' } },
  });
});

test('starts a flow, and reads it after its end', async () => {
  const { flowCreate } = await execute<{ flowCreate: { flow: { id: string; status: string } } }>(
    `mutation {
      flowCreate(input: { project: "meridian/platform/engine", goal: "Draw rivers", startWorkflow: true, environment: WEB }) {
        flow { id status workload { workloadId } } errors { message }
      }
    }`,
  );
  expect(flowCreate).toMatchObject({
    flow: { status: 'RUNNING', workload: { workloadId: expect.any(String) } },
    errors: [],
  });
  facade.sandbox.clock.advance(10_000);
  const { flow } = await execute<{ flow: unknown }>('query ($id: ID!) { flow(id: $id) { status summary } }', {
    id: flowCreate.flow.id,
  });
  expect(flow).toEqual({ status: 'FINISHED', summary: 'Draw rivers' });
});
