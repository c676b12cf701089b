/** Permissions to write labels: each mutation as every role, and on missing labels. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate as run } from '../mutate.ts';

const project = String(landmarks.busyProject.id);
const selection = 'label { id name }';
const rendering = 'gid://service/Label/14/9';

let facade: SandboxedFacade;
beforeEach(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.close());

const mutate = (name: string, input: object, what = selection, as: Role = 'developer') =>
  run(facade, name, { ...input }, what, as);

const byReporters: Readonly<Partial<Record<Role, string>>> = {
  anonymous: 'UNAUTHENTICATED',
  outsider: 'FORBIDDEN',
  guest: 'FORBIDDEN',
};
const bySignedIn: Readonly<Partial<Record<Role, string>>> = { anonymous: 'UNAUTHENTICATED' };

/** Every mutation with an input that succeeds for permitted roles, and the errors of other roles. */
const writes: readonly [name: string, input: object, selection: string, refusals: Partial<Record<Role, string>>][] = [
  ['labelCreate', { project, name: 'x', color: 'red' }, selection, byReporters],
  ['labelUpdate', { id: rendering, color: 'red' }, selection, byReporters],
  ['labelDelete', { id: rendering }, 'deletedLabelId', byReporters],
  ['labelPromote', { id: rendering }, selection, byReporters],
  ['labelSubscribe', { id: rendering }, selection, bySignedIn],
  ['labelUnsubscribe', { id: rendering }, selection, bySignedIn],
  ['labelUpdateByName', { project, name: 'rendering', color: 'red' }, selection, byReporters],
  ['labelDeleteByName', { project, name: 'rendering' }, 'deleted', byReporters],
  ['labelPromoteByName', { project, name: 'rendering' }, selection, byReporters],
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
  test.each(writes.flatMap(([name, , , refusals]) => callers.map((as) => [name, as, refusals[as]] as const)))(
    'checks the permissions for %s as %s: %s',
    async (name, as, refusal) => {
      const [, input, what] = writes.find(([known]) => known === name) ?? ['', {}, ''];
      const { code, payload, answer } = await mutate(name, input, what, as);
      expect(code).toBe(refusal);
      // A credential that is missing is a GraphQL error; a refusal is data. Neither looks like a success.
      if (refusal === 'UNAUTHENTICATED') expect(answer.errors?.[0]?.extensions?.code).toBe(refusal);
      if (refusal === 'FORBIDDEN') expect(payload?.errors).toMatchObject([{ __typename: 'NotAllowedError' }]);
      if (refusal !== undefined)
        for (const value of Object.values({ ...payload, errors: null })) expect(value).toBeNull();
    },
  );

  test.each(writes.map(([name, input, what]) => [name, input, what] as const))(
    '%s reports a label that is missing, or that the caller may not read, as NOT_FOUND',
    async (name, input, what) => {
      const label = (id: string) => ({ id: `gid://service/Label/${id}` });
      const places: readonly [place: object, as: Role][] =
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
      for (const [place, as] of places) {
        const { payload } = await mutate(name, { ...input, ...place }, what, as);
        expect(payload?.errors).toMatchObject([{ __typename: 'NotFoundError', code: 'NOT_FOUND' }]);
      }
    },
  );

  test('rejects changes in an archived project', async () => {
    const archived = await mutate('labelCreate', { project: 'meridian/apps/kiosk', name: 'x', color: 'red' });
    expect(archived.code).toBe('FORBIDDEN');
  });
});
