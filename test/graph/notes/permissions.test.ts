/** Permissions to write notes: each mutation as every role, objects that do not exist, and the rate limit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate as runMutation } from '../mutate.ts';
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
  runMutation<Payload>(facade, name, { ...input }, name === 'noteDelete' ? 'deletedNoteId' : 'note { id }', as);

async function createNote(target: object, as: Role): Promise<string> {
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

/** Error codes by role. Other roles are permitted. */
const codesForNewNotes: Partial<Record<Role, string>> = { anonymous: 'UNAUTHENTICATED' };
const codesForNotesOfDevelopers: Partial<Record<Role, string>> = {
  anonymous: 'UNAUTHENTICATED',
  outsider: 'FORBIDDEN',
  guest: 'FORBIDDEN',
  reporter: 'FORBIDDEN',
};
const codesForInternalNotes: Partial<Record<Role, string>> = {
  anonymous: 'UNAUTHENTICATED',
  outsider: 'FORBIDDEN',
  guest: 'FORBIDDEN',
};

const withCallers = <Rest extends readonly unknown[]>(rows: readonly Rest[]) =>
  rows.flatMap((row) => callers.map((as) => [as, ...row] as const));

describe.each(kinds)('on %s', (kind) => {
  const [target] = targets[kind];

  test.each(callers)('noteCreate rejects only anonymous callers: %s', async (as) => {
    const { code, payload } = await mutate('noteCreate', { target, body: 'Hello' }, as);
    expect(code).toBe(codesForNewNotes[as]);
    if (code !== undefined) expect(payload?.note ?? null).toBeNull();
  });

  test.each(withCallers([['noteUpdate'], ['noteDelete']]))(
    'accepts only the author, a developer, and roles from Maintainer up: %s, %s',
    async (as, name) => {
      const input = { id: await createNote(target, 'developer'), ...(name === 'noteUpdate' ? { body: 'Better' } : {}) };
      const { code, payload, response } = await mutate(name, input, as);
      expect(code).toBe(codesForNotesOfDevelopers[as]);
      if (code === 'UNAUTHENTICATED') expect(response.errors?.[0]?.extensions?.code).toBe(code);
      if (code === 'FORBIDDEN') expect(payload?.errors).toMatchObject([{ __typename: 'NotAllowedError' }]);
      if (code !== undefined) expect(payload?.note ?? payload?.deletedNoteId ?? null).toBeNull();
    },
  );

  test.each(['noteUpdate', 'noteDelete'])('%s returns NOT_FOUND for a note that does not exist', async (name) => {
    const id = (await createNote(target, 'owner')).replace(/\d+$/, '999');
    const { payload } = await mutate(name, { id, ...(name === 'noteUpdate' ? { body: 'x' } : {}) }, 'owner');
    expect(payload?.errors).toMatchObject([{ __typename: 'NotFoundError', code: 'NOT_FOUND' }]);
  });
});

test.each(callers)('requires at least the role Reporter to create an internal note: %s', async (as) => {
  const { code } = await mutate('noteCreate', { target: targets.issue[0], body: 'Hush', internal: true }, as);
  expect(code).toBe(codesForInternalNotes[as]);
});

test.each([
  ['an issue that does not exist', { issue: { project: '14', iid: 99 } }],
  ['a confidential issue', { issue: { project: '14', iid: 3 } }],
  ['a private project', { issue: { project: '18', iid: 1 } }],
  ['a personal snippet', { snippet: { project: '14', id: '503' } }],
  ['a merge request that does not exist', { mergeRequest: { project: '14', iid: 999 } }],
  ['the number of an epic in place of its id', { epic: { group: '9', id: '1' } }],
  ['a private group', { epic: { group: '80', id: '7103' } }],
])('noteCreate returns NOT_FOUND for %s', async (_, target) => {
  const { payload } = await mutate('noteCreate', { target, body: 'Hello' }, 'outsider');
  expect(payload).toMatchObject({ note: null, errors: [{ __typename: 'NotFoundError', code: 'NOT_FOUND' }] });
});

test('returns FORBIDDEN for an update of a system note', async () => {
  const { data } = await facade.execute<{ project: { issue: { notes: { nodes: { id: string }[] } } } }>(
    '{ project(id: "14") { issue(iid: 1) { notes(first: 1, filter: { activityFilter: ONLY_ACTIVITY }) { nodes { id } } } } }',
  );
  const [note] = data.project.issue.notes.nodes;
  expect((await mutate('noteUpdate', { id: note?.id, body: 'x' }, 'owner')).code).toBe('FORBIDDEN');
});

test('returns a RateLimitError with retryAfter after too many notes in a minute', async () => {
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
  let errors = await write();
  for (let count = 0; errors.length === 0 && count < 400; count++) errors = await write();
  expect(errors).toEqual([{ __typename: 'RateLimitError', retryAfter: 60 }]);
});
