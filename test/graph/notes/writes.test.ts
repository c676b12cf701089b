/** Mutations of notes in the sandbox, on all four kinds of noteables. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate as runMutation } from '../mutate.ts';
import { globalIds, kinds, targets } from './target.ts';

interface Note {
  readonly id: string;
  readonly databaseId: number;
  readonly body: string;
  readonly createdAt: string;
  readonly internal: boolean;
}
interface Payload {
  readonly note: Note | null;
  readonly quickActions: { readonly commandsChanges: unknown; readonly summary: readonly string[] } | null;
  readonly emojiReaction: unknown;
  readonly deletedNoteId: string | null;
}

const selection = `note { id databaseId body createdAt internal } quickActions { commandsChanges summary }
  emojiReaction { name awardableType awardableId user { username } }`;
const noteOnly = 'note { id databaseId body createdAt internal }';
const [issue, issuePath] = targets.issue;
const [snippet] = targets.snippet;
const [mergeRequest, mergeRequestPath] = targets.mergeRequest;
const [epic] = targets.epic;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const mutate = (name: string, input: object, fields: string, as: Role = 'developer') =>
  runMutation<Payload>(facade, name, { ...input }, fields, as);
const createNote = (target: object, input: object, as: Role = 'developer') =>
  mutate('noteCreate', { target, ...input }, selection, as);
const getBodies = () => facade.requests.map(({ body }) => body);

/** Creates a note, removes the call from the record, and returns the id of the note. */
async function createTestNote(target: object, as: Role = 'developer'): Promise<string> {
  const { payload } = await createNote(target, { body: 'As it was.' }, as);
  facade.forget();
  return payload?.note?.id ?? '';
}

describe.each(kinds)('notes on %s', (kind) => {
  const [target, path, idPrefix] = targets[kind];

  test('noteCreate returns the new note, which a later read returns, too', async () => {
    const { payload } = await createNote(target, { body: 'Hello' });
    const note = payload?.note;
    expect(payload).toEqual({
      note: expect.objectContaining({
        id: `gid://service/Note/${idPrefix}/${note?.databaseId}`,
        body: 'Hello',
        internal: false,
      }),
      quickActions: null,
      emojiReaction: null,
      errors: [],
    });
    expect(facade.calls).toEqual([`POST ${path}`]);
    expect(getBodies()).toEqual([{ body: 'Hello' }]);
    const { data } = await facade.execute(`{ node(id: "${note?.id}") { ... on Note { body } } }`);
    expect(data).toEqual({ node: { body: 'Hello' } });
  });

  test('accepts the global id of the noteable as the target', async () => {
    const id = globalIds[kind];
    const { payload } = await createNote({ id }, { body: 'Hello' });
    expect(payload?.note?.id).toMatch(`gid://service/Note/${idPrefix}/`);
    expect(facade.calls).toEqual([`POST ${path}`]);
  });

  test('requires a body that is not blank', async () => {
    const { response } = await createNote(target, {});
    expect(response.errors?.[0]?.message).toContain('"body"');
    expect(facade.calls).toEqual([]);
    expect((await createNote(target, { body: ' ' })).code).toBe('BAD_USER_INPUT');
  });

  test('accepts a body of 1,000,000 characters, and rejects longer ones', async () => {
    const almostLongestBody = 'é'.repeat(999_999);
    const accepted = await createNote(target, { body: `${almostLongestBody}𝄞` });
    expect(accepted.payload?.errors).toEqual([]);
    expect(facade.calls).toHaveLength(1);
    facade.forget();
    const id = accepted.payload?.note?.id;
    const tooLong = await createNote(target, { body: `${almostLongestBody}𝄞𝄞` });
    const changed = await mutate('noteUpdate', { id, body: `${almostLongestBody}éé` }, noteOnly);
    for (const { payload } of [tooLong, changed])
      expect(payload?.errors).toMatchObject([
        { code: 'BAD_USER_INPUT', path: ['input', 'body'], message: 'must be at most 1000000 characters long' },
      ]);
    expect(facade.calls).toEqual([]);
  });

  test('accepts createdAt from owners and administrators, and rejects it from maintainers', async () => {
    const createdAt = '2016-03-11T03:45:40Z';
    const { payload } = await createNote(target, { body: 'Long ago', createdAt }, 'owner');
    expect(payload?.note?.createdAt).toBe('2016-03-11T03:45:40.000Z');
    expect(getBodies()).toEqual([{ body: 'Long ago', created_at: createdAt }]);
    expect((await createNote(target, { body: 'Long ago', createdAt }, 'administrator')).code).toBeUndefined();
    expect((await createNote(target, { body: 'Long ago', createdAt }, 'maintainer')).code).toBe('FORBIDDEN');
  });

  test.each([
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00Z',
    '1970-01-01T00:00:00.000+00:00',
    '1970-01-01T01:00:00+02:00',
    '0001-01-01T00:00:00Z',
  ])('rejects createdAt %s without a REST call', async (createdAt) => {
    const { payload } = await createNote(target, { body: 'Long ago', createdAt }, 'owner');
    expect(payload?.errors).toMatchObject([
      { message: 'must be after 1970-01-01T00:00:00Z', path: ['input', 'createdAt'] },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('accepts createdAt of 1969 in an offset in which the instant is after 1970-01-01', async () => {
    const createdAt = '1969-12-31T23:00:00-02:00';
    const { payload } = await createNote(target, { body: 'Long ago', createdAt }, 'owner');
    expect(payload?.errors).toEqual([]);
    expect(getBodies()).toEqual([{ body: 'Long ago', created_at: createdAt }]);
  });

  test('noteUpdate changes the body', async () => {
    const id = await createTestNote(target);
    const { payload } = await mutate('noteUpdate', { id, body: 'Better.' }, noteOnly);
    expect(payload).toEqual({ note: expect.objectContaining({ id, body: 'Better.' }), errors: [] });
    expect(facade.calls).toEqual([`PUT ${path}/${id.split('/').at(-1)}`]);
    expect(getBodies()).toEqual([{ body: 'Better.' }]);
  });

  test('noteDelete returns the id of the deleted note, and NOT_FOUND when it is repeated', async () => {
    const id = await createTestNote(target);
    const { payload } = await mutate('noteDelete', { id }, 'deletedNoteId');
    expect(payload).toEqual({ deletedNoteId: id, errors: [] });
    expect(facade.calls).toEqual([`DELETE ${path}/${id.split('/').at(-1)}`]);
    expect((await mutate('noteDelete', { id }, 'deletedNoteId')).code).toBe('NOT_FOUND');
  });

  test('returns a reaction and no note for a body that consists of an emoji', async () => {
    const { payload } = await createNote(target, { body: ':thumbsup:' });
    expect(payload).toMatchObject({
      note: null,
      quickActions: null,
      emojiReaction: { name: 'thumbsup', user: { username: 'dana.kim' } },
      errors: [],
    });
  });

  test('returns the effect and no note for a body that consists of quick actions', async () => {
    const { payload } = await createNote(target, { body: '/title' });
    expect(payload).toEqual({
      note: null,
      quickActions: { commandsChanges: {}, summary: ['Could not apply title command.'] },
      emojiReaction: null,
      errors: [],
    });
  });
});

describe('inputs of some noteables', () => {
  test('accepts internal for issues and merge requests, and rejects it for snippets and epics', async () => {
    expect((await createNote(mergeRequest, { body: 'Hush', internal: true })).payload?.note?.internal).toBe(true);
    facade.forget();
    for (const target of [snippet, epic])
      expect((await createNote(target, { body: 'Hush', internal: true })).payload?.errors).toMatchObject([
        { message: 'must be omitted for the kind of object that the input identifies', path: ['input', 'internal'] },
      ]);
    expect(facade.calls).toEqual([]);
  });

  test('accepts confidential in updates of notes of issues and merge requests, and rejects it for snippets', async () => {
    for (const target of [issue, mergeRequest]) {
      const input = { id: await createTestNote(target), body: 'Hush', confidential: true };
      const { payload } = await mutate('noteUpdate', input, noteOnly);
      expect(payload?.note).toMatchObject({ internal: true });
      expect(getBodies()).toEqual([{ body: 'Hush', confidential: true }]);
    }
    const snippetInput = { id: await createTestNote(snippet), body: 'Hush', confidential: true };
    expect((await mutate('noteUpdate', snippetInput, noteOnly)).payload?.errors).toMatchObject([
      { message: 'must be omitted for the kind of object that the input identifies', path: ['input', 'confidential'] },
    ]);
  });

  test('deprecates confidential as an input', async () => {
    const { data } = await facade.execute<{ __type: { inputFields: { name: string; deprecationReason: string }[] } }>(
      '{ __type(name: "NoteUpdateInput") { inputFields(includeDeprecated: true) { name deprecationReason } } }',
    );
    const deprecationReason = 'Has no replacement in this input.';
    expect(data.__type.inputFields).toContainEqual({ name: 'confidential', deprecationReason });
  });

  test('accepts updates without a body for notes of issues only', async () => {
    const { payload } = await mutate('noteUpdate', { id: await createTestNote(issue), confidential: true }, noteOnly);
    expect(payload?.note).toMatchObject({ body: 'As it was.', internal: true });
    expect(getBodies()).toEqual([{ confidential: true }]);
    for (const target of [snippet, mergeRequest, epic]) {
      const withoutBody = await mutate('noteUpdate', { id: await createTestNote(target) }, noteOnly);
      expect(withoutBody.payload?.errors).toMatchObject([{ message: 'is required', path: ['input', 'body'] }]);
    }
    expect(facade.calls).toEqual([]);
  });
});

describe('quick actions', () => {
  test('are removed from a body that has other text', async () => {
    const { payload } = await createNote(issue, { body: '/label ~bug\nSee the poles.' });
    expect(payload).toMatchObject({ note: { body: 'See the poles.' }, quickActions: null });
  });

  test('create no note about changes of state and labels', async () => {
    const target = { issue: { project: '14', iid: 2 } };
    const count = async () => {
      const { data } = await facade.execute('{ project(id: "14") { issue(iid: 2) { notes { totalCount } } } }');
      return data;
    };
    const before = await count();
    const { payload } = await createNote(target, { body: '/close\n/label ~feature' });
    expect(payload?.quickActions).toEqual({
      commandsChanges: { state_event: 'close', add_label_ids: [3] },
      summary: ['Closed this issue.', 'Added ~3 label.'],
    });
    expect(await count()).toEqual(before);
  });

  test('count as no comments, whereas other notes do', async () => {
    const count = async () => {
      const { data } = await facade.execute<{ project: { mergeRequest: { userNotesCount: number } } }>(
        '{ project(id: "14") { mergeRequest(iid: 4) { userNotesCount } } }',
      );
      return data.project.mergeRequest.userNotesCount;
    };
    const target = { mergeRequest: { project: '14', iid: 4 } };
    const before = await count();
    await createNote(target, { body: '/label ~bug' });
    const { payload } = await createNote(target, { body: 'It works.' });
    expect(await count()).toBe(before + 1);
    await mutate('noteDelete', { id: payload?.note?.id }, 'deletedNoteId');
    expect(await count()).toBe(before);
  });

  test('remove one label or all of them', async () => {
    const target = { mergeRequest: { project: '14', iid: 4 } };
    const read = async () => {
      const { data } = await facade.execute<{ project: { mergeRequest: { labelNames: readonly string[] } } }>(
        '{ project(id: "14") { mergeRequest(iid: 4) { labelNames } } }',
      );
      return data.project.mergeRequest.labelNames;
    };
    await createNote(target, { body: '/unlabel\n/label ~bug\n/label ~feature' });
    const { payload } = await createNote(target, { body: '/unlabel ~bug' });
    expect(payload?.quickActions).toMatchObject({ summary: [expect.stringMatching(/^Removed ~\d+ label\.$/)] });
    expect(await read()).toEqual(['feature']);
    const all = await createNote(target, { body: '/unlabel' });
    expect(all.payload?.quickActions).toEqual({ commandsChanges: { label_ids: [] }, summary: ['Removed all labels.'] });
    expect(await read()).toEqual([]);
  });

  test.each([
    '/merge',
    'Looks good.\n/merge  ',
    'Go\r\n/merge\r\nthen',
    '/Merge',
    '/MERGE',
    '/merge please',
    '/merge\tnow',
    ' /merge',
    '```a``` b\n/merge\n```',
    '```\n/merge',
    '````\n```\n````\n/merge\n```',
  ])('require mergeRequestDiffHeadSha for %j', async (body) => {
    const { payload } = await createNote(mergeRequest, { body }, 'maintainer');
    expect(payload?.errors).toMatchObject([
      { message: 'is required by the quick action /merge', path: ['input', 'mergeRequestDiffHeadSha'] },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test.each([
    'We should /merge this',
    '```\n/merge\n```',
    'Run\n```sh\n/Merge now\n```\nthen',
    '/merge_train',
    '/merged',
  ])('do not require mergeRequestDiffHeadSha for %j', async (body) => {
    expect((await createNote(mergeRequest, { body })).payload?.errors).toEqual([]);
  });

  test('do not merge with a stale head commit, and merge with the current one', async () => {
    const target = { mergeRequest: { project: '14', iid: 7 } };
    const head = '00000133'.repeat(5);
    const merge = async (body: string, mergeRequestDiffHeadSha: string) =>
      (await createNote(target, { body, mergeRequestDiffHeadSha }, 'maintainer')).payload?.quickActions;
    expect(await merge('/merge', '0123456789')).toEqual({
      commandsChanges: {},
      summary: ['Could not apply merge command.'],
    });
    expect(await merge('/Merge please', head)).toEqual({
      commandsChanges: { merge: head },
      summary: ['Merged this merge request.'],
    });
    expect(getBodies()[1]).toEqual({ body: '/Merge please', merge_request_diff_head_sha: head });
  });

  test('require mergeRequestDiffHeadSha for a merge request that is identified by its global id, too', async () => {
    const { payload } = await createNote({ id: 'gid://service/MergeRequest/14/7' }, { body: '/merge' }, 'maintainer');
    expect(payload?.errors).toMatchObject([{ path: ['input', 'mergeRequestDiffHeadSha'] }]);
    expect(facade.calls).toEqual([]);
  });

  test('reject mergeRequestDiffHeadSha for an issue', async () => {
    const { payload } = await createNote(issue, { body: 'x', mergeRequestDiffHeadSha: 'abc' });
    expect(payload?.errors).toMatchObject([{ path: ['input', 'mergeRequestDiffHeadSha'] }]);
    expect(facade.calls).toEqual([]);
  });
});

describe('invalid input', () => {
  test('reports every violation in one response, without a REST call', async () => {
    const input = { body: 'x'.repeat(1_000_001), createdAt: '1969-01-01T00:00:00Z', internal: true };
    const target = { snippet: { project: 'gid://service/Group/9', id: '502' } };
    const { payload } = await createNote(target, input);
    expect(payload?.errors.map(({ path }) => path?.join('.')).sort()).toEqual([
      'input.body',
      'input.createdAt',
      'input.internal',
      'input.target.snippet.project',
    ]);
    expect(facade.calls).toEqual([]);
  });

  test.each([
    [{ issue: { project: 'gid://service/Group/9', iid: 1 } }, 'input.target.issue.project'],
    [{ mergeRequest: { project: 'gid://service/Group/9', iid: 1 } }, 'input.target.mergeRequest.project'],
    [{ issue: { project: '14', iid: 0 } }, 'input.target.issue.iid'],
    [{ mergeRequest: { project: '14', iid: -1 } }, 'input.target.mergeRequest.iid'],
    [{ snippet: { project: '14', id: 'main' } }, 'input.target.snippet.id'],
    [{ epic: { group: 'gid://service/Project/14', id: '7101' } }, 'input.target.epic.group'],
    [{ epic: { group: '9', id: 'first' } }, 'input.target.epic.id'],
    [{ issue: { project: '../users', iid: 1 } }, 'input.target.issue.project'],
    [{ id: 'gid://service/Project/14' }, 'input.target.id'],
    [{ id: 'gid://service/Issue/14' }, 'input.target.id'],
    [{ id: '4' }, 'input.target.id'],
  ])('rejects the target %j with an error at %s, without a REST call', async (target, expectedPath) => {
    const { payload } = await createNote(target, { body: 'x' });
    expect(payload?.errors.map(({ path }) => path?.join('.'))).toEqual([expectedPath]);
    expect(facade.calls).toEqual([]);
  });

  test.each([{}, { issue: issue.issue, epic: epic.epic }, { issue: null }])(
    'rejects the target %j without a REST call, as exactly one member that is not null is required',
    async (target) => {
      expect((await createNote(target, { body: 'x' })).response.errors?.length).toBeGreaterThan(0);
      expect(facade.calls).toEqual([]);
    },
  );

  test.each(['30001', 'gid://service/Note/commit/14/1/2', 'gid://service/Label/14/9', 'gid://service/Note/issue/14/4'])(
    'rejects the note id %s without a REST call',
    async (id) => {
      const changed = await mutate('noteUpdate', { id, body: 'x' }, noteOnly);
      const deleted = await mutate('noteDelete', { id }, 'deletedNoteId');
      for (const { payload } of [changed, deleted])
        expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }]);
      expect(facade.calls).toEqual([]);
    },
  );
});

test('returns a global id with the number of a project that is identified by its path, without a further call', async () => {
  const target = { issue: { project: 'meridian/platform/engine', iid: 4 } };
  const { payload } = await createNote(target, { body: 'By path' });
  expect(payload?.note?.id).toBe(`gid://service/Note/issue/14/4/${payload?.note?.databaseId}`);
  expect(facade.calls).toEqual([`POST ${issuePath.replace('14', 'meridian%2Fplatform%2Fengine')}`]);
});

test('reads objects of the payload after the write', async () => {
  const { response } = await mutate(
    'noteCreate',
    { target: mergeRequest, body: 'News' },
    'note { author { username avatarUrl } }',
  );
  expect(response).toMatchObject({ data: { noteCreate: { note: { author: { username: 'dana.kim' } } } } });
  expect(facade.calls).toEqual([`POST ${mergeRequestPath}`, 'GET /users/5']);
});
