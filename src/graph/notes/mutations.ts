/** Mutations of notes. */
import type { SchemaName } from '../../contract/index.ts';
import { badInput, type Violation } from '../../rest/errors.ts';
import type { RestResponse } from '../../rest/request.ts';
import type { Area } from '../kit/area.ts';
import { ValueTypes } from '../kit/contract/types.ts';
import { defineInput } from '../kit/definitions.ts';
import { defineChoiceMutation } from '../kit/fields/choice-mutation.ts';
import { Fields } from '../kit/fields/index.ts';
import type { ErrorInputs } from '../kit/fields/mutation-errors.ts';
import { createUnusableResponseError, type PayloadFields } from '../kit/fields/payload.ts';
import type { WriteResult } from '../kit/fields/payload-kinds.ts';
import { decodeGlobalId } from '../kit/resources/global-id.ts';
import { ignoreInputErrors } from '../kit/resources/input-errors.ts';
import { groupIdDescription, parseReference, projectIdDescription } from '../kit/resources/references.ts';
import { type Attributes, asObject, type PathParameters } from '../kit/resources/resource.ts';
import { mergeRequestInProject } from '../merge-requests/index.ts';
import { defineInProject, parseInProject } from '../targets.ts';
import { Epic, epicDeprecationReason, epicReference, Snippet, snippetReference } from './noteables.ts';
import { hasMergeAction } from './quick-actions.ts';
import {
  findNoteable,
  kinds,
  Note,
  type NoteableKind,
  noteableOptions,
  noteables,
  parameters,
  parseNoteableKind,
} from './types.ts';

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

/** Input for an issue that its number within a project identifies. */
export const issueInProject = defineInProject('IssueInProjectInput', 'An issue');

const snippetTarget = defineInput('NoteSnippetInput', {
  description: 'A snippet of a project. Personal snippets have no notes here.',
  fields: (t) => ({
    project: t.id({ required: true, description: projectIdDescription }),
    id: t.id({ required: true, description: snippetReference }),
  }),
});

const epicTarget = defineInput('NoteEpicInput', {
  description: 'An epic of a group by its numeric id, not by its number within the group (iid).',
  fields: (t) => ({
    group: t.id({ required: true, description: groupIdDescription }),
    id: t.id({ required: true, description: epicReference }),
  }),
});

const noteTarget = defineInput('NoteTargetInput', {
  isOneOf: true,
  description: 'Object that receives the note. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: 'The issue, merge request, project snippet or epic, as its global id.' }),
    issue: t.field({ type: issueInProject, description: 'The issue, by its number within a project.' }),
    mergeRequest: t.field({
      type: mergeRequestInProject,
      description: 'The merge request, by its number within a project.',
    }),
    snippet: t.field({ type: snippetTarget, description: 'The project snippet.' }),
    epic: t.field({
      type: epicTarget,
      description: 'The epic, by its group and numeric id.',
      deprecationReason: epicDeprecationReason,
    }),
  }),
});

type Target = typeof noteTarget.$inferInput;

const toInputPath = (...names: readonly string[]): Violation['path'] => ['input', 'target', ...names];

/** Returns the kind of the object of a global id. */
function parseKind(id: string): NoteableKind {
  const { typename } = decodeGlobalId(id, toInputPath('id'));
  const kind = kinds.find((each) => noteables[each].name === typename);
  if (kind !== undefined) return kind;
  const types = kinds.map((each) => noteables[each].name).join(', ');
  throw badInput([{ path: toInputPath('id'), message: `must be the global id of one of ${types}` }]);
}

function getTargetKind({ id, issue, mergeRequest, snippet }: Target): NoteableKind {
  if (typeof id === 'string') return parseKind(id);
  if (issue) return 'issue';
  if (mergeRequest) return 'merge_request';
  return snippet ? 'snippet' : 'epic';
}

/** Returns the path parameters of the object that a new note is about. */
function parseTargetPath({ id: globalId, issue, mergeRequest, snippet, epic }: Target): PathParameters {
  if (typeof globalId === 'string') return noteables[parseKind(globalId)].parseGlobalId(globalId, toInputPath('id'));
  if (issue) {
    const { id, iid } = parseInProject(issue, toInputPath('issue'));
    return { id, issue_iid: iid };
  }
  if (mergeRequest) {
    const { id, iid } = parseInProject(mergeRequest, toInputPath('mergeRequest'));
    return { id, merge_request_iid: iid };
  }
  if (snippet) {
    const id = parseReference('Project', snippet.project, toInputPath('snippet', 'project'));
    return { id, snippet_id: Snippet.parseNumberBelow({ id }, snippet.id, toInputPath('snippet', 'id')) };
  }
  if (epic) {
    const id = parseReference('Group', epic.group, toInputPath('epic', 'group'));
    return { id, epic_id: Epic.parseNumberBelow({ id }, epic.id, toInputPath('epic', 'id')) };
  }
  throw badInput([{ path: toInputPath(), message: 'requires exactly one member' }]);
}

/** Whether a note is about a merge request. False for an invalid target. */
const isMergeRequest = (target: Target): boolean => ignoreInputErrors(() => getTargetKind(target)) === 'merge_request';

/** Attributes that distinguish what a text can create. */
const resultAttributes = { emojiReaction: 'awardable_id', quickActions: 'commands_changes', note: 'id' } as const;

/** Returns what a text created; `undefined` if the response is not a documented one. */
function parseResult({ body }: RestResponse): { kind: keyof typeof resultAttributes; object: Attributes } | undefined {
  const object = asObject(body);
  if (object === null) return undefined;
  for (const kind of ['emojiReaction', 'note', 'quickActions'] as const)
    if (resultAttributes[kind] in object) return { kind, object };
  return undefined;
}

/** Creates the field of the written note. If the response to a change is empty, only its path is available. */
function createNoteField(f: PayloadFields, description: string) {
  return f.resource(Note, description, 'Note', ({ request: { path = {} }, response }, selection) => {
    const result = parseResult(response);
    if (result?.kind === 'note') return Note.fromWrite(result.object, path, 'Note', selection);
    if (path.note_id !== undefined) return Note.fromWrite({ id: path.note_id }, path, 'Note', selection);
    if (result === undefined) throw createUnusableResponseError(response);
    return null;
  });
}

/** Creates a field for what the response contains instead of a note. An attribute that notes lack identifies it. */
function createAlternativeResultField(
  f: PayloadFields,
  schema: SchemaName,
  kind: keyof typeof resultAttributes,
  description: string,
) {
  return f.t.field({
    type: f.graph.singleton(ValueTypes).get(schema),
    nullable: true,
    description,
    resolve: ({ response }) => {
      if (response === undefined) return null;
      const result = parseResult(response);
      if (result === undefined) throw createUnusableResponseError(response);
      return result.kind === kind ? result.object : null;
    },
  });
}

/** Creates the field of the object whose notes have changed. */
function createNoteableField(f: PayloadFields) {
  return new Fields<WriteResult, never>(f.graph, f.t).composed({
    ...noteableOptions,
    description: 'The issue, merge request, snippet or epic of the note.',
    resolve: ({ request, response }, _, calls) => {
      const object = response === undefined ? undefined : findNoteable(request?.path ?? {});
      return object === undefined
        ? null
        : object.type.createReference(object.path, calls.selection.onTypeNamed(object.type.name));
    },
  });
}

/** Attribute of the upstream in errors about the text. */
const errorInputs: ErrorInputs = { attributes: { note: 'body' } };

const noteCreate = defineChoiceMutation('noteCreate', {
  errorInputs,
  operations: [creates.issue, creates.snippet, creates.merge_request, creates.epic],
  description:
    'Writes a note on an issue, a merge request, a snippet of a project or an epic. A text of only quick actions creates no note and returns their effect; a text of only an emoji adds a reaction instead. The number of notes per minute is limited.',
  input: (t) => ({
    target: t.field({
      type: noteTarget,
      required: true,
      description: 'Issue, merge request, snippet or epic of the note.',
    }),
  }),
  members: [creates.issue, creates.merge_request],
  operation: ({ target }) => creates[getTargetKind(target)],
  request: ({ target }, body) => ({ path: parseTargetPath(target), body }),
  check: ({ target }, { body, merge_request_diff_head_sha: sha }) =>
    sha === undefined && hasMergeAction(body) && isMergeRequest(target)
      ? [{ path: ['input', 'mergeRequestDiffHeadSha'], message: 'is required by the quick action /merge' }]
      : [],
  payload: (f) => ({
    note: createNoteField(
      f,
      'The new note; null if the text created none and `quickActions` or `emojiReaction` contains the result.',
    ),
    quickActions: createAlternativeResultField(
      f,
      'QuickActionResult',
      'quickActions',
      'Result of the quick actions; null unless the text contained nothing else.',
    ),
    emojiReaction: createAlternativeResultField(
      f,
      'NoteEmojiReaction',
      'emojiReaction',
      'The added reaction; null if the text was not only an emoji.',
    ),
    noteable: createNoteableField(f),
  }),
});

const noteId = {
  required: true,
  description: 'Global id of the note, which also identifies the noteable.',
} as const;

/** Returns kind and path parameters of the note of a global id. */
function parseNoteId(globalId: string) {
  const path = Note.parseGlobalId(globalId);
  const kind = parseNoteableKind(path, ['input', 'id']);
  const { id, noteable, note_id } = path;
  return { kind, path: { id, [parameters[kind]]: noteable, note_id } };
}

const noteUpdate = defineChoiceMutation('noteUpdate', {
  errorInputs,
  operations: [updates.issue, updates.snippet, updates.merge_request, updates.epic],
  description:
    'Changes the text of a note. The text is required, except for notes of issues, which accept `confidential` alone. Notes of snippets and epics accept only the text.',
  input: (t) => ({ id: t.id(noteId) }),
  members: [updates.issue, updates.merge_request],
  operation: ({ id }) => updates[parseNoteId(id).kind],
  request: ({ id }, body) => ({ path: parseNoteId(id).path, body }),
  payload: (f) => ({ note: createNoteField(f, 'The note after the change.'), noteable: createNoteableField(f) }),
});

const noteDelete = defineChoiceMutation('noteDelete', {
  operations: [deletes.issue, deletes.snippet, deletes.merge_request, deletes.epic],
  description: 'Deletes a note permanently.',
  input: (t) => ({ id: t.id(noteId) }),
  operation: ({ id }) => deletes[parseNoteId(id).kind],
  request: ({ id }) => ({ path: parseNoteId(id).path }),
  payload: (f) => ({
    deletedNoteId: f.deletedId(Note, 'Global id of the deleted note.', ({ path = {} }) => Note.getItemPath({}, path)),
    noteable: createNoteableField(f),
  }),
});

export const mutationsDeclarations: Area['declarations'] = [
  issueInProject,
  snippetTarget,
  epicTarget,
  noteTarget,
  noteCreate,
  noteUpdate,
  noteDelete,
];
