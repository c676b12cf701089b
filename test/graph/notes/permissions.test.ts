/** Permissions to write notes: each mutation as every role, on missing objects, and too often. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate as run } from '../mutate.ts';
import { kinds, targets } from './target.ts';

interface Payload {
  readonly note: { readonly id: string } | null;
  readonly deletedNoteId: string | null;
}

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterAll(() => facade.close());

const mutate = (name: string, input: object, as: Role) =>
  run<Payload>(facade, name, { ...input }, name === 'noteDelete' ? 'deletedNoteId' : 'note { id }', as);

async function noteOf(target: object, as: Role): Promise<string> {
  const { payload } = await mutate('noteCreate', { target, body: 'As it was.' }, as);
  return payload?.note?.id ?? '';
}

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

/** Codes of the refusals of those who are refused. */
const signedIn: Partial<Record<Role, string>> = { anonymous: 'UNAUTHENTICATED' };
const notTheirs: Partial<Record<Role, string>> = {
  anonymous: 'UNAUTHENTICATED',
  outsider: 'FORBIDDEN',
  guest: 'FORBIDDEN',
  reporter: 'FORBIDDEN',
};
const notMembers: Partial<Record<Role, string>> = {
  anonymous: 'UNAUTHENTICATED',
  outsider: 'FORBIDDEN',
  guest: 'FORBIDDEN',
};

const everyone = <Rest extends readonly unknown[]>(rows: readonly Rest[]) =>
  rows.flatMap((row) => callers.map((as) => [as, ...row] as const));

describe.each(kinds)('on %s', (kind) => {
  const [target] = targets[kind];

  test.each(callers)('noteCreate checks the permissions of %s', async (as) => {
    const { code, payload } = await mutate('noteCreate', { target, body: 'Hello' }, as);
    expect(code).toBe(signedIn[as]);
    if (code !== undefined) expect(payload?.note ?? null).toBeNull();
  });

  test.each(everyone([['noteUpdate'], ['noteDelete']]))(
    'checks the permissions of %s for %s of a note of a developer',
    async (as, name) => {
      const input = { id: await noteOf(target, 'developer'), ...(name === 'noteUpdate' ? { body: 'Better' } : {}) };
      const { code, payload, answer } = await mutate(name, input, as);
      expect(code).toBe(notTheirs[as]);
      if (code === 'UNAUTHENTICATED') expect(answer.errors?.[0]?.extensions?.code).toBe(code);
      if (code === 'FORBIDDEN') expect(payload?.errors).toMatchObject([{ __typename: 'NotAllowedError' }]);
      if (code !== undefined) expect(payload?.note ?? payload?.deletedNoteId ?? null).toBeNull();
    },
  );

  test.each(['noteUpdate', 'noteDelete'])('%s reports a missing note as NOT_FOUND', async (name) => {
    const id = (await noteOf(target, 'owner')).replace(/\d+$/, '999');
    const { payload } = await mutate(name, { id, ...(name === 'noteUpdate' ? { body: 'x' } : {}) }, 'owner');
    expect(payload?.errors).toMatchObject([{ __typename: 'NotFoundError', code: 'NOT_FOUND' }]);
  });
});

test.each(callers)('checks the permissions of %s for an internal note', async (as) => {
  const { code } = await mutate('noteCreate', { target: targets.issue[0], body: 'Hush', internal: true }, as);
  expect(code).toBe(notMembers[as]);
});

test.each([
  ['an issue that is not there', { issue: { project: '14', iid: 99 } }],
  ['a confidential issue', { issue: { project: '14', iid: 3 } }],
  ['a private project', { issue: { project: '18', iid: 1 } }],
  ['a personal snippet', { snippet: { project: '14', id: '503' } }],
  ['a merge request that is not there', { mergeRequest: { project: '14', iid: 999 } }],
  ['the number of an epic', { epic: { group: '9', id: '1' } }],
  ['a private group', { epic: { group: '80', id: '7103' } }],
])('reports NOT_FOUND for noteCreate on %s', async (_, target) => {
  const { payload } = await mutate('noteCreate', { target, body: 'Hello' }, 'outsider');
  expect(payload).toMatchObject({ note: null, errors: [{ __typename: 'NotFoundError', code: 'NOT_FOUND' }] });
});

test('does not change notes of the system', async () => {
  const { data } = await facade.execute<{ project: { issue: { notes: { nodes: { id: string }[] } } } }>(
    '{ project(id: "14") { issue(iid: 1) { notes(first: 1, filter: { activityFilter: ONLY_ACTIVITY }) { nodes { id } } } } }',
  );
  const [note] = data.project.issue.notes.nodes;
  expect((await mutate('noteUpdate', { id: note?.id, body: 'x' }, 'owner')).code).toBe('FORBIDDEN');
});

test('rejects too many notes in a minute with the time to wait', async () => {
  const write = async () => {
    const { data } = await facade.execute<{
      noteCreate: { errors: { __typename: string; retryAfter: number | null }[] };
    }>(
      `mutation {
        noteCreate(input: { target: { snippet: { project: "14", id: "502" } }, body: "Again" }) {
          errors { __typename ... on RateLimitError { retryAfter } }
        }
      }`,
      {},
      { as: 'auditor' },
    );
    return data.noteCreate.errors;
  };
  let refusals = await write();
  for (let count = 0; refusals.length === 0 && count < 400; count++) refusals = await write();
  expect(refusals).toEqual([{ __typename: 'RateLimitError', retryAfter: 60 }]);
});
