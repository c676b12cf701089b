/** Writing notes, whatever they are about. */
import type { SchemaName } from '../../contract/index.ts';
import { badInput, type Violation } from '../../rest/errors.ts';
import type { RestResponse } from '../../rest/request.ts';
import { builder } from '../kit/builder.ts';
import { valueType } from '../kit/contract/types.ts';
import { addChoiceMutation } from '../kit/fields/choice-mutation.ts';
import { Fields } from '../kit/fields/index.ts';
import { type Outcome, type PayloadFields, unusableAnswer } from '../kit/fields/payload.ts';
import { attempt } from '../kit/resources/attempt.ts';
import { decodeGlobalId } from '../kit/resources/global-id.ts';
import { groupReference, parseReference, projectReference } from '../kit/resources/references.ts';
import { type Attributes, embedded, type PathParameters } from '../kit/resources/resource.ts';
import { Epic, epicReference, epicsEnd, Snippet, snippetReference } from './noteables.ts';
import { hasMergeAction } from './quick-actions.ts';
import { givesNoteable, kindOf, kinds, Note, type NoteableKind, noteableAt, noteables, parameters } from './types.ts';

const creates = {
  issue: 'createIssueNote',
  snippet: 'createSnippetNote',
  merge_request: 'createMergeRequestNote',
  epic: 'createEpicNote',
} as const;

const updates = {
  issue: 'updateIssueNote',
  snippet: 'updateSnippetNote',
  merge_request: 'updateMergeRequestNote',
  epic: 'updateEpicNote',
} as const;

const deletes = {
  issue: 'deleteIssueNote',
  snippet: 'deleteSnippetNote',
  merge_request: 'deleteMergeRequestNote',
  epic: 'deleteEpicNote',
} as const;

const issueTarget = builder.inputType('NoteIssueInput', {
  description: 'An issue, by its project and its number there (iid).',
  fields: (t) => ({
    project: t.id({ required: true, description: projectReference }),
    iid: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Number of the issue within the project, not its id.',
    }),
  }),
});

const mergeRequestTarget = builder.inputType('NoteMergeRequestInput', {
  description: 'A merge request, by the project that it goes into and its number there (iid).',
  fields: (t) => ({
    project: t.id({ required: true, description: projectReference }),
    iid: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Number of the merge request within the project, not its id.',
    }),
  }),
});

const snippetTarget = builder.inputType('NoteSnippetInput', {
  description: 'A snippet of a project. Personal snippets have no notes here.',
  fields: (t) => ({
    project: t.id({ required: true, description: projectReference }),
    id: t.id({ required: true, description: snippetReference }),
  }),
});

const epicTarget = builder.inputType('NoteEpicInput', {
  description: 'An epic of a group, by its numeric id and not by its number within the group (iid).',
  fields: (t) => ({
    group: t.id({ required: true, description: groupReference }),
    id: t.id({ required: true, description: epicReference }),
  }),
});

const noteTarget = builder.inputType('NoteTargetInput', {
  isOneOf: true,
  description: 'Object that a note is about. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: 'The issue, merge request, snippet of a project or epic, as its global id.' }),
    issue: t.field({ type: issueTarget, description: 'The issue that the note is about.' }),
    mergeRequest: t.field({ type: mergeRequestTarget, description: 'The merge request that the note is about.' }),
    snippet: t.field({ type: snippetTarget, description: 'The snippet of a project that the note is about.' }),
    epic: t.field({ type: epicTarget, description: 'The epic that the note is about.', deprecationReason: epicsEnd }),
  }),
});

type Target = typeof noteTarget.$inferInput;

const at = (...names: readonly string[]): Violation['path'] => ['input', 'target', ...names];

/** The kind of what a global id names. */
function kindNamed(id: string): NoteableKind {
  const { typename } = decodeGlobalId(id, at('id'));
  const kind = kinds.find((known) => noteables[known].name === typename);
  if (kind !== undefined) return kind;
  const types = kinds.map((known) => noteables[known].name).join(', ');
  throw badInput([{ path: at('id'), message: `must be the global id of one of ${types}` }]);
}

function targetKind({ id, issue, mergeRequest, snippet }: Target): NoteableKind {
  if (typeof id === 'string') return kindNamed(id);
  if (issue) return 'issue';
  if (mergeRequest) return 'merge_request';
  return snippet ? 'snippet' : 'epic';
}

/** Path parameters of what a note is to be about. */
function targetPath({ id: globalId, issue, mergeRequest, snippet, epic }: Target): PathParameters {
  if (typeof globalId === 'string') return noteables[kindNamed(globalId)].pathFromId(globalId, at('id'));
  if (issue) return { id: parseReference('Project', issue.project, at('issue', 'project')), issue_iid: issue.iid };
  if (mergeRequest) {
    const { project, iid } = mergeRequest;
    return { id: parseReference('Project', project, at('mergeRequest', 'project')), merge_request_iid: iid };
  }
  if (snippet) {
    const id = parseReference('Project', snippet.project, at('snippet', 'project'));
    return { id, snippet_id: Snippet.numberBelow({ id }, snippet.id, at('snippet', 'id')) };
  }
  if (epic) {
    const id = parseReference('Group', epic.group, at('epic', 'group'));
    return { id, epic_id: Epic.numberBelow({ id }, epic.id, at('epic', 'id')) };
  }
  throw badInput([{ path: at(), message: 'needs exactly one member' }]);
}

/** Whether a note is to be about a merge request; what names nothing is none. */
const isMergeRequest = (target: Target): boolean => attempt(() => targetKind(target)) === 'merge_request';

/** The attributes that tell apart what a text can make. */
const marks = { emojiReaction: 'awardable_id', quickActions: 'commands_changes', note: 'id' } as const;

/** What a text made, as its answer tells. Undefined where the answer is none of the documented ones. */
function madeWith({ body }: RestResponse): { kind: keyof typeof marks; object: Attributes } | undefined {
  const object = embedded(body);
  if (object === null) return undefined;
  for (const kind of ['emojiReaction', 'note', 'quickActions'] as const)
    if (marks[kind] in object) return { kind, object };
  return undefined;
}

/** The note that was written, by its address alone where the answer to a change is empty. */
function noteField(f: PayloadFields, description: string) {
  Note.occursIn('Note');
  Note.occursByPath();
  return f.resource(Note, description, 'Note', ({ request: { path = {} }, answer }, selection) => {
    const made = madeWith(answer);
    if (made?.kind === 'note') return Note.fromWrite(made.object, path, 'Note', selection);
    if (path.note_id !== undefined) return Note.fromWrite({ id: path.note_id }, path, 'Note', selection);
    if (made === undefined) throw unusableAnswer(answer);
    return null;
  });
}

/** What an answer holds in place of a note, recognised by an attribute that notes do not have. */
function insteadField(f: PayloadFields, form: SchemaName, kind: keyof typeof marks, description: string) {
  return f.t.field({
    type: valueType(form),
    nullable: true,
    description,
    resolve: ({ answer }) => {
      if (answer === undefined) return null;
      const made = madeWith(answer);
      if (made === undefined) throw unusableAnswer(answer);
      return made.kind === kind ? made.object : null;
    },
  });
}

/** What the notes are about that are different now. */
function noteableField(f: PayloadFields) {
  return new Fields<Outcome, never>(f.t).composed({
    ...givesNoteable,
    description: 'The object that the note is about.',
    steps: [],
    resolve: ({ request, answer }, _, calls) => {
      const found = answer === undefined ? undefined : noteableAt(request?.path ?? {});
      return found === undefined ? null : found.type.atPath(found.path, calls.selection.onTypeNamed(found.type.name));
    },
  });
}

addChoiceMutation('noteCreate', {
  operations: [creates.issue, creates.snippet, creates.merge_request, creates.epic],
  description:
    'Writes a note on an issue, a merge request, a snippet of a project or an epic. A text of nothing but quick actions makes no note but gives what they did; one of nothing but an emoji adds a reaction instead. The number of notes a minute is limited.',
  input: (t) => ({
    target: t.field({ type: noteTarget, required: true, description: 'Object that the note is about.' }),
  }),
  members: [creates.issue, creates.merge_request],
  operation: ({ target }) => creates[targetKind(target)],
  request: ({ target }, body) => ({ path: targetPath(target), body }),
  check: ({ target }, { body, merge_request_diff_head_sha: sha }) =>
    sha === undefined && hasMergeAction(body) && isMergeRequest(target)
      ? [{ path: ['input', 'mergeRequestDiffHeadSha'], message: 'is required by the quick action /merge' }]
      : [],
  payload: (f) => ({
    note: noteField(f, 'The new note; null when the text made none, as `quickActions` or `emojiReaction` then says.'),
    quickActions: insteadField(
      f,
      'QuickActionResult',
      'quickActions',
      'Result of the quick actions, when the text held nothing else.',
    ),
    emojiReaction: insteadField(
      f,
      'NoteEmojiReaction',
      'emojiReaction',
      'The reaction that was added, when the text was nothing but an emoji.',
    ),
    noteable: noteableField(f),
  }),
});

const noteId = { required: true, description: 'The note, as its global id, which tells what it is about.' } as const;

/** Operation and path parameters of a note that a global id names. */
function addressed(globalId: string) {
  const address = Note.pathFromId(globalId);
  const kind = kindOf(address, ['input', 'id']);
  const { id, noteable, note_id } = address;
  return { kind, path: { id, [parameters[kind]]: noteable, note_id } };
}

addChoiceMutation('noteUpdate', {
  operations: [updates.issue, updates.snippet, updates.merge_request, updates.epic],
  description:
    'Changes the text of a note. Only for a note of an issue may the text be left out, to change the older mark `confidential` alone; notes of snippets and epics take nothing but the text.',
  input: (t) => ({ id: t.id(noteId) }),
  members: [updates.issue, updates.merge_request],
  operation: ({ id }) => updates[addressed(id).kind],
  request: ({ id }, body) => ({ path: addressed(id).path, body }),
  payload: (f) => ({ note: noteField(f, 'The note after the change.') }),
});

addChoiceMutation('noteDelete', {
  operations: [deletes.issue, deletes.snippet, deletes.merge_request, deletes.epic],
  description: 'Deletes a note for good, whatever it is about.',
  input: (t) => ({ id: t.id(noteId) }),
  operation: ({ id }) => deletes[addressed(id).kind],
  request: ({ id }) => ({ path: addressed(id).path }),
  payload: (f) => ({
    deletedNoteId: f.deletedId(Note, 'Global id of the note that no longer exists.', ({ path = {} }) =>
      Note.pathOf({}, path),
    ),
    noteable: noteableField(f),
  }),
});
