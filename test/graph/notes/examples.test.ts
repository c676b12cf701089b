/** Notes in responses of the reference documentation, and in other responses of services. */
import { describe, expect, test } from 'vitest';
import { nullsAccepted } from '../../harness.ts';
import { everything, inGraphNames } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { startStubbed } from '../stub-upstream.ts';

const note = {
  id: 4_294_967_301,
  body: 'Of course you can!\n\n**bold**',
  created_at: '2013-10-02T09:22:45Z',
  updated_at: '2013-10-02T10:22:45.123+02:00',
  system: true,
  noteable_id: 377,
  noteable_type: 'Issue',
  project_id: 5,
  noteable_iid: 377,
  resolvable: false,
  internal: false,
  imported: false,
  imported_from: 'none',
  type: 'DiscussionNote',
  resolved: true,
  resolved_at: '2013-10-03T10:22:45Z',
  attachment: null,
  commands_changes: { time_estimate: 3600 },
};
const author = {
  id: 1,
  username: 'pipin',
  email: 'admin@example.com',
  name: 'Pip',
  state: 'active',
  created_at: '2013-09-30T13:46:01Z',
};
const { id: databaseId, ...attributes } = note;
const expectedNote: Readonly<Record<string, unknown>> = {
  ...Object(inGraphNames(attributes)),
  databaseId,
  commandsChanges: note.commands_changes,
};
const selection = `${everything('Note')} author { databaseId username email name state createdAt }`;
const expectedAuthor = {
  databaseId: 1,
  username: 'pipin',
  email: 'admin@example.com',
  name: 'Pip',
  state: 'ACTIVE',
  createdAt: '2013-09-30T13:46:01Z',
};

/** Noteables: their kind, fields that return them, the path and the global id prefix of their notes, and a target of new notes. */
const noteables: readonly [kind: string, fields: string, path: string, idPrefix: string, target: object][] = [
  [
    'issue',
    'project(id: "5") { issue(iid: 12)',
    '/projects/5/issues/12/notes',
    'issue/5/12',
    { issue: { project: '5', iid: 12 } },
  ],
  [
    'snippet',
    'project(id: "5") { snippet(id: "52")',
    '/projects/5/snippets/52/notes',
    'snippet/5/52',
    { snippet: { project: '5', id: '52' } },
  ],
  [
    'merge request',
    'project(id: "5") { mergeRequest(iid: 11)',
    '/projects/5/merge_requests/11/notes',
    'merge_request/5/11',
    { mergeRequest: { project: '5', iid: 11 } },
  ],
  [
    'epic',
    'group(id: "7") { epic(id: "70")',
    '/groups/7/epics/70/notes',
    'epic/7/70',
    { epic: { group: '7', id: '70' } },
  ],
];

describe.each(noteables)('notes (%s)', (_, fields, path, idPrefix, target) => {
  const id = `gid://service/Note/${idPrefix}/4294967301`;
  const expected = { ...expectedNote, id, author: expectedAuthor };
  const notePath = `${path}/4294967301`;

  test('returns every documented attribute of listed notes, undocumented values, and null for missing attributes', async () => {
    const facade = await startStubbed(
      {
        [`GET ${path}`]: {
          body: [
            { ...note, author },
            { id: 2 },
            { ...note, id: 3, author: null, noteable_type: 'Commit', imported_from: 'elsewhere' },
          ],
          headers: { 'x-total': '3', 'x-next-page': '' },
        },
      },
      nullsAccepted,
    );
    const { data, errors } = await facade.execute<Record<string, Record<string, { notes: { nodes: unknown[] } }>>>(
      `{ ${fields} { notes { nodes { ${selection} } } } } }`,
    );
    expect(errors).toBeUndefined();
    const [parent = {}] = Object.values(data);
    const [value] = Object.values(parent);
    const nullFields = Object.fromEntries(Object.keys(expectedNote).map((name) => [name, null]));
    expect(value?.notes.nodes).toEqual([
      expected,
      { ...nullFields, id: `gid://service/Note/${idPrefix}/2`, databaseId: 2, author: null },
      {
        ...expectedNote,
        id: `gid://service/Note/${idPrefix}/3`,
        databaseId: 3,
        author: null,
        noteableType: 'Commit',
        importedFrom: 'elsewhere',
      },
    ]);
    expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=20`]);
  });

  test('returns a note from node and from its noteable', async () => {
    const facade = await startStubbed({ [`GET ${notePath}`]: { body: { ...note, author } } });
    const { data } = await facade.execute(`{ node(id: "${id}") { ... on Note { ${selection} } } }`);
    expect(data).toEqual({ node: expected });
    const below = await facade.execute<unknown>(`{ ${fields} { note(id: "4294967301") { ${selection} } } } }`);
    expect(below.errors).toBeUndefined();
    expect(facade.calls).toEqual([`GET ${notePath}`, `GET ${notePath}`]);
  });

  test('noteCreate returns the note', async () => {
    const facade = await startStubbed({ [`POST ${path}`]: { body: { ...note, author, commands_changes: {} } } });
    const { payload } = await mutate(
      facade,
      'noteCreate',
      { target, body: 'x' },
      `note { ${selection} } quickActions { summary } emojiReaction { databaseId }`,
    );
    const created = { ...expected, commandsChanges: {} };
    expect(payload).toEqual({ note: created, quickActions: null, emojiReaction: null, errors: [] });
    expect(facade.bodies).toEqual([{ body: 'x' }]);
  });

  test('noteCreate returns only quickActions for a response with the status 202 and no note', async () => {
    const body = { commands_changes: { add_label_ids: [12], time_estimate: 3600 }, summary: ['Added ~bug label.'] };
    const facade = await startStubbed({ [`POST ${path}`]: { status: 202, body } });
    const { payload } = await mutate(
      facade,
      'noteCreate',
      { target, body: '/label ~bug' },
      'note { id } quickActions { commandsChanges summary } emojiReaction { databaseId }',
    );
    const quickActions = { commandsChanges: body.commands_changes, summary: body.summary };
    expect(payload).toEqual({ note: null, quickActions, emojiReaction: null, errors: [] });
  });

  test('noteCreate returns only emojiReaction for a response with a reaction and no note', async () => {
    const reaction = {
      id: 4_294_967_344,
      name: 'blowfish',
      created_at: '2016-06-17T17:47:29.266Z',
      awardable_id: 80,
      awardable_type: 'Issue',
    };
    const user = { id: 1, name: 'Administrator', username: 'root', state: 'a new state' };
    const facade = await startStubbed({ [`POST ${path}`]: { body: { ...reaction, user } } });
    const { payload } = await mutate(
      facade,
      'noteCreate',
      { target, body: ':blowfish:' },
      'note { id } quickActions { summary } emojiReaction { databaseId name createdAt awardableId awardableType user { id username state locked } }',
    );
    expect(payload).toEqual({
      note: null,
      quickActions: null,
      emojiReaction: {
        ...Object(inGraphNames(reaction)),
        user: { id: 'gid://service/User/1', username: 'root', state: 'UNKNOWN', locked: null },
      },
      errors: [],
    });
  });

  test('noteCreate returns a null note and no payload errors for a response without a body', async () => {
    const facade = await startStubbed({ [`POST ${path}`]: { status: 201, body: '' } });
    const { payload } = await mutate(
      facade,
      'noteCreate',
      { target, body: 'x' },
      'note { id } quickActions { summary }',
    );
    expect(payload).toEqual({ note: null, quickActions: null, errors: [] });
  });

  test('noteUpdate returns the note of the response, and reads the note if the response has no body', async () => {
    const facade = await startStubbed({ [`PUT ${notePath}`]: { body: { ...note, author } } });
    const { payload } = await mutate(facade, 'noteUpdate', { id, body: 'x' }, `note { ${selection} }`);
    expect(payload).toEqual({ note: expected, errors: [] });
    const withoutBody = await startStubbed({ [`PUT ${notePath}`]: { body: '' }, [`GET ${notePath}`]: { body: note } });
    const update = await mutate(withoutBody, 'noteUpdate', { id, body: 'x' }, 'note { id body }');
    expect(update.payload).toEqual({ note: { id, body: note.body }, errors: [] });
    expect(withoutBody.calls).toEqual([`PUT ${notePath}`, `GET ${notePath}`]);
  });

  test('noteDelete accepts the documented status 204', async () => {
    const facade = await startStubbed({ [`DELETE ${notePath}`]: { status: 204 } });
    const { payload } = await mutate(facade, 'noteDelete', { id }, 'deletedNoteId');
    expect(payload).toEqual({ deletedNoteId: id, errors: [] });
    expect(facade.calls).toEqual([`DELETE ${notePath}`]);
  });

  test.each([
    [400, { message: '400 Bad request - Note is invalid' }, 'BAD_USER_INPUT'],
    [401, { message: '401 Unauthorized' }, 'UNAUTHENTICATED'],
    [403, { message: '403 Forbidden' }, 'FORBIDDEN'],
    [404, { message: '404 Not found' }, 'NOT_FOUND'],
    [413, '<html>too large</html>', 'UPSTREAM_REFUSED'],
    [422, { message: { base: ['cannot be processed'] } }, 'UNPROCESSABLE'],
    [429, 'Retry later', 'RATE_LIMITED'],
    [502, '<html>bad gateway</html>', 'UPSTREAM_FAILED'],
  ])('returns an error and no object for a write with the status %i', async (status, body, code) => {
    const errorResponse = { status, body };
    const facade = await startStubbed({
      [`POST ${path}`]: errorResponse,
      [`PUT ${notePath}`]: errorResponse,
      [`DELETE ${notePath}`]: errorResponse,
    });
    const outcomes = [
      await mutate(facade, 'noteCreate', { target, body: 'x' }, 'note { id }'),
      await mutate(facade, 'noteUpdate', { id, body: 'x' }, 'note { id }'),
      await mutate(facade, 'noteDelete', { id }, 'deletedNoteId'),
    ];
    for (const outcome of outcomes) {
      expect(outcome.code).toBe(code);
      expect(Object.values({ ...outcome.payload, errors: null }).every((value) => value === null)).toBe(true);
    }
    expect(facade.calls).toHaveLength(3);
  });
});
