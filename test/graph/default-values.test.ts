import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const mergeRequest = 'gid://service/MergeRequest/14/2';
const approve = (wait: string) =>
  `mergeRequestApprove(input: { id: "${mergeRequest}", waitUntilReady: ${wait} }) { errors { message } }`;
const invite = (level: string) =>
  `invitationCreate(input: { target: { group: "9" }, emails: ["a@example.com"], accessLevel: ${level} }) { errors { message } }`;

describe('an argument or input field with a default', () => {
  test.each([
    ['query', 'groups(keyset: null, first: 1) { nodes { name } }'],
    ['mutation', approve('null')],
    ['mutation', invite('null')],
    ['subscription', `mergeRequest(id: "${mergeRequest}", until: null) { title }`],
  ])('rejects null before any call: %s { %s }', async (operation, field) => {
    const { errors } = await facade.execute(`${operation} { ${field} }`, {}, { as: 'maintainer' });
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    expect(facade.calls).toEqual([]);
  });

  test.each([
    [
      'query ($value: Boolean) { groups(keyset: $value, first: 1) { nodes { name } } }',
      'GET /groups?all_available=true&page=1&per_page=1',
    ],
    [`mutation ($value: Boolean) { ${approve('$value')} }`, 'POST /projects/14/merge_requests/2/approve'],
    [`mutation ($value: AccessLevelInput) { ${invite('$value')} }`, 'POST /groups/9/invitations'],
  ])(
    'uses its default if a nullable variable is absent, and rejects null in the variable before any call: %s',
    async (document, call) => {
      const { errors } = await facade.execute(document, { value: null }, { as: 'owner' });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(facade.calls).toEqual([]);
      await facade.execute(document, {}, { as: 'owner' });
      expect(facade.calls).toEqual([call]);
    },
  );
});
