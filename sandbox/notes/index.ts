/** Presentation of notes, and the operations on them. */
import type { QueryOf, SchemaType } from '../../src/contract/index.ts';
import type { Area, Loose, View } from '../kit/area.ts';
import { iso, minute } from '../kit/clock.ts';
import { badRequest, forbidden, tooMany } from '../kit/http-error.ts';
import { ordered } from '../kit/lists.ts';
import { list, noContent, reply } from '../kit/reply.ts';
import { userSummaryOf } from '../users.ts';
import { isAdministrator, level, signedIn } from '../world/access.ts';
import { users } from '../world/users.ts';
import { readQuickActions, runQuickActions } from './quick-actions.ts';
import { type NoteRow, noteTable } from './rows.ts';
import {
  assertNotArchived,
  findEpicTarget,
  findIssueTarget,
  findMergeRequestTarget,
  findNote,
  findNoteToChange,
  findSnippetTarget,
  getVisibleNotes,
  hasLevelAt,
  type NoteTarget,
} from './targets.ts';

/** Maximum number of notes that one user may write per minute. */
const notesPerMinute = 300;

function author(view: View, id: number): Loose<SchemaType<'NoteAuthor'>> | null {
  const user = users(view.store).get(id);
  if (user === undefined) return null;
  const seesEmail = isAdministrator(view) || view.caller.user?.id === id;
  return {
    id,
    username: user.username,
    ...(seesEmail ? { email: user.email } : {}),
    name: userSummaryOf(view, id)?.name ?? null,
    state: user.state,
    created_at: iso(user.createdAt),
  };
}

function present(view: View, target: NoteTarget, row: NoteRow) {
  return {
    id: row.id,
    body: row.body,
    author: author(view, row.authorId),
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    system: row.system,
    noteable_id: target.id,
    noteable_type: target.type,
    ...('project' in target.holder ? { project_id: target.holder.project.id } : {}),
    ...(target.iid === undefined ? {} : { noteable_iid: target.iid }),
    resolvable: false,
    confidential: row.internal,
    internal: row.internal,
    imported: row.importedFrom !== 'none',
    imported_from: row.importedFrom,
    type: null,
    attachment: null,
    commands_changes: {},
  } satisfies Loose<SchemaType<'Note'>>;
}

function listNotes(view: View, target: NoteTarget, query: QueryOf<'listIssueNotes'>) {
  const { sort = 'desc', order_by = 'created_at', activity_filter = 'all_notes' } = query;
  const rows = getVisibleNotes(view, target).filter(
    ({ system }) => activity_filter === 'all_notes' || system === (activity_filter === 'only_activity'),
  );
  const key = ({ createdAt, updatedAt }: NoteRow) => (order_by === 'created_at' ? createdAt : updatedAt);
  return list(ordered(rows, key, sort), (row) => present(view, target, row));
}

type NewNote = Partial<SchemaType<'CreateIssueNoteBody'> & SchemaType<'CreateMergeRequestNoteBody'>>;

function addNote(view: View, target: NoteTarget, text: string, body: NewNote): NoteRow {
  const { store } = view;
  const now = store.now();
  const { id: authorId } = signedIn(view);
  const createdAt = body.created_at === undefined ? now : Date.parse(body.created_at);
  return noteTable(store).insert((id) => ({
    id,
    on: { kind: target.kind, id: target.id },
    body: text,
    authorId,
    createdAt,
    updatedAt: createdAt,
    writtenAt: now,
    system: false,
    internal: body.internal ?? body.confidential ?? false,
    importedFrom: 'none',
  }));
}

function refuseTooMany({ store }: View, authorId: number): void {
  const since = store.now() - minute;
  const recent = noteTable(store).where((row) => row.authorId === authorId && row.writtenAt > since);
  if (recent.length >= notesPerMinute)
    throw tooMany('This endpoint has been requested too many times. Try again later.', { 'retry-after': '60' });
}

function createNote(view: View, target: NoteTarget, body: NewNote) {
  const { id: callerId } = signedIn(view);
  assertNotArchived(target);
  const { body: text = '', internal, confidential } = body;
  if (text.trim() === '') throw badRequest({ note: ["can't be blank"] });
  // The documents do not specify whether this is ignored or rejected; ignoring would look like a success.
  if (body.created_at !== undefined && !hasLevelAt(view, target, level.owner)) throw forbidden();
  if ((internal ?? confidential) && !hasLevelAt(view, target, level.reporter)) throw forbidden();
  refuseTooMany(view, callerId);
  const [, emoji] = /^:([a-z0-9_+-]+):$/.exec(text.trim()) ?? [];
  if (emoji !== undefined)
    return reply(201, {
      id: view.store.next('emoji reactions'),
      name: emoji,
      user: userSummaryOf(view, callerId),
      created_at: iso(view.store.now()),
      awardable_id: target.id,
      awardable_type: target.type,
    });
  const { actions, rest } = readQuickActions(text);
  const { changes, summary } = runQuickActions(view, target, actions, body.merge_request_diff_head_sha);
  if (rest === '') return reply(202, { commands_changes: changes, summary });
  return reply(201, present(view, target, addNote(view, target, rest, body)));
}

function updateNote(view: View, target: NoteTarget, id: number, body: SchemaType<'UpdateIssueNoteBody'>) {
  const row = findNoteToChange(view, target, id);
  if (body.body?.trim() === '') throw badRequest({ note: ["can't be blank"] });
  row.body = body.body ?? row.body;
  row.internal = body.confidential ?? row.internal;
  row.updatedAt = view.store.now();
  return present(view, target, row);
}

function deleteNote(view: View, target: NoteTarget, id: number) {
  noteTable(view.store).delete(findNoteToChange(view, target, id).id);
  return noContent();
}

/** Presents the note of a path. */
function getNote(view: View, target: NoteTarget, id: number) {
  return present(view, target, findNote(view, target, id));
}

type IssueCall = View & { readonly path: { readonly id: number | string; readonly issue_iid: number } };
type SnippetCall = View & { readonly path: { readonly id: number | string; readonly snippet_id: number } };
type MergeRequestCall = View & { readonly path: { readonly id: number | string; readonly merge_request_iid: number } };
type EpicCall = View & { readonly path: { readonly id: number | string; readonly epic_id: number } };

const issueOf = (call: IssueCall) => findIssueTarget(call, call.path.id, call.path.issue_iid);
const snippetOf = (call: SnippetCall) => findSnippetTarget(call, call.path.id, call.path.snippet_id);
const mergeRequestOf = (call: MergeRequestCall) =>
  findMergeRequestTarget(call, call.path.id, call.path.merge_request_iid);
const epicOf = (call: EpicCall) => findEpicTarget(call, call.path.id, call.path.epic_id);

export const notes: Area = {
  tables: [noteTable],
  handlers: {
    listIssueNotes: (call) => listNotes(call, issueOf(call), call.query),
    getIssueNote: (call) => getNote(call, issueOf(call), call.path.note_id),
    createIssueNote: (call) => createNote(call, issueOf(call), call.body),
    updateIssueNote: (call) => updateNote(call, issueOf(call), call.path.note_id, call.body),
    deleteIssueNote: (call) => deleteNote(call, issueOf(call), call.path.note_id),

    listSnippetNotes: (call) => listNotes(call, snippetOf(call), call.query),
    getSnippetNote: (call) => getNote(call, snippetOf(call), call.path.note_id),
    createSnippetNote: (call) => createNote(call, snippetOf(call), call.body),
    updateSnippetNote: (call) => updateNote(call, snippetOf(call), call.path.note_id, call.body),
    deleteSnippetNote: (call) => deleteNote(call, snippetOf(call), call.path.note_id),

    listMergeRequestNotes: (call) => listNotes(call, mergeRequestOf(call), call.query),
    getMergeRequestNote: (call) => getNote(call, mergeRequestOf(call), call.path.note_id),
    createMergeRequestNote: (call) => createNote(call, mergeRequestOf(call), call.body),
    updateMergeRequestNote: (call) => updateNote(call, mergeRequestOf(call), call.path.note_id, call.body),
    deleteMergeRequestNote: (call) => deleteNote(call, mergeRequestOf(call), call.path.note_id),

    listEpicNotes: (call) => listNotes(call, epicOf(call), call.query),
    getEpicNote: (call) => getNote(call, epicOf(call), call.path.note_id),
    createEpicNote: (call) => createNote(call, epicOf(call), call.body),
    updateEpicNote: (call) => updateNote(call, epicOf(call), call.path.note_id, call.body),
    deleteEpicNote: (call) => deleteNote(call, epicOf(call), call.path.note_id),
  },
};
