/** Permissions to write labels: each mutation as every role, and on missing labels. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate as runMutation } from '../mutate.ts';

const project = String(landmarks.busyProject.id);
const selection = 'label { id name }';
const rendering = 'gid://service/Label/14/9';

let facade: SandboxedFacade;
beforeEach(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.close());

const mutate = (name: string, input: object, fields = selection, as: Role = 'developer') =>
  runMutation(facade, name, { ...input }, fields, as);

const codesOfReporterWrites: Readonly<Partial<Record<Role, string>>> = {
  anonymous: 'UNAUTHENTICATED',
  outsider: 'FORBIDDEN',
  guest: 'FORBIDDEN',
};
const codesOfAuthenticatedWrites: Readonly<Partial<Record<Role, string>>> = { anonymous: 'UNAUTHENTICATED' };

/** Every mutation with an input that succeeds for permitted roles, and the errors of other roles. */
const writes: readonly [name: string, input: object, selection: string, codes: Partial<Record<Role, string>>][] = [
  ['labelCreate', { project, name: 'x', color: 'red' }, selection, codesOfReporterWrites],
  ['labelUpdate', { id: rendering, color: 'red' }, selection, codesOfReporterWrites],
  ['labelDelete', { id: rendering }, 'deletedLabelId', codesOfReporterWrites],
  ['labelPromote', { id: rendering }, selection, codesOfReporterWrites],
  ['labelSubscribe', { id: rendering }, selection, codesOfAuthenticatedWrites],
  ['labelUnsubscribe', { id: rendering }, selection, codesOfAuthenticatedWrites],
  ['labelUpdateByName', { project, name: 'rendering', color: 'red' }, selection, codesOfReporterWrites],
  ['labelDeleteByName', { project, name: 'rendering' }, 'deleted', codesOfReporterWrites],
  ['labelPromoteByName', { project, name: 'rendering' }, selection, codesOfReporterWrites],
];
const callers: readonly Role[] = [
  'anonymous',
  'outsider',
  'guest',
  'reporter',
  'developer',
  'maintainer',
  'owner',
  'administrator',
];

describe('permissions of writes', () => {
  test.each(writes.flatMap(([name, , , codes]) => callers.map((as) => [name, as, codes[as]] as const)))(
    '%s returns to the role %s the code %s',
    async (name, as, expectedCode) => {
      const [, input, fields] = writes.find(([mutation]) => mutation === name) ?? ['', {}, ''];
      const { code, payload, response } = await mutate(name, input, fields, as);
      expect(code).toBe(expectedCode);
      // A missing credential is a GraphQL error, a missing permission an error of the payload. Neither payload has other values.
      if (expectedCode === 'UNAUTHENTICATED') expect(response.errors?.[0]?.extensions?.code).toBe(expectedCode);
      if (expectedCode === 'FORBIDDEN') expect(payload?.errors).toMatchObject([{ __typename: 'NotAllowedError' }]);
      if (expectedCode !== undefined)
        for (const value of Object.values({ ...payload, errors: null })) expect(value).toBeNull();
    },
  );

  test.each(writes.map(([name, input, fields]) => [name, input, fields] as const))(
    '%s returns NOT_FOUND for a label that does not exist, and for one that the caller may not read',
    async (name, input, fields) => {
      const label = (id: string) => ({ id: `gid://service/Label/${id}` });
      const invalidTargets: readonly [invalidTarget: object, as: Role][] =
        'id' in input
          ? [
              [label('14/999'), 'developer'],
              [label('999/9'), 'developer'],
              [label('18/9'), 'outsider'],
            ]
          : [
              [{ project: '999' }, 'developer'],
              [{ project: String(landmarks.privateProject.id) }, 'outsider'],
            ];
      for (const [invalidTarget, as] of invalidTargets) {
        const { payload } = await mutate(name, { ...input, ...invalidTarget }, fields, as);
        expect(payload?.errors).toMatchObject([{ __typename: 'NotFoundError', code: 'NOT_FOUND' }]);
      }
    },
  );

  test('returns FORBIDDEN for labelCreate in an archived project', async () => {
    const archived = await mutate('labelCreate', { project: 'meridian/apps/kiosk', name: 'x', color: 'red' });
    expect(archived.code).toBe('FORBIDDEN');
  });
});
