/** Notes, which have one type for all objects, and their lists. */

import { semanticNonNullDirective } from '../../execution/index.ts';
import { badInput } from '../../rest/errors.ts';
import type { AnyRequest } from '../../rest/request.ts';
import { Group } from '../groups.ts';
import type { Area } from '../kit/area.ts';
import { createListArguments } from '../kit/contract/list-arguments.ts';
import { defineInterface } from '../kit/definitions.ts';
import { defineFields, defineResourceType } from '../kit/fields/index.ts';
import type { ParentInfo } from '../kit/fields/kind.ts';
import { defineRootLookup } from '../kit/fields/root-lookup.ts';
import { pagingArguments } from '../kit/paging/arguments.ts';
import { ConnectionTypes } from '../kit/paging/connection.ts';
import type { Attributes, PathParameters } from '../kit/resources/resource.ts';
import type { ResourceType } from '../kit/resources/resource-type.ts';
import { type PlannedParameter, type PlannedPath, ResponseValue } from '../kit/resources/response-value.ts';
import { assertExists } from '../kit/resources/retrieval.ts';
import { MergeRequest } from '../merge-requests/index.ts';
import { Project } from '../projects.ts';
import { User } from '../users.ts';
import { Epic, Issue, Snippet } from './noteables.ts';

/** Path parameters of the object that a note is about, by its kind, the first part of the global id. */
export const parameters = {
  issue: 'issue_iid',
  snippet: 'snippet_id',
  merge_request: 'merge_request_iid',
  epic: 'epic_id',
} as const;

/** Types of the objects that notes are about, by kind. */
export const noteables = { issue: Issue, snippet: Snippet, merge_request: MergeRequest, epic: Epic } as const;

export type NoteableKind = keyof typeof parameters;

export const kinds: readonly NoteableKind[] = ['issue', 'snippet', 'merge_request', 'epic'];

/** Finds the kind of the object at path parameters; `undefined` if they are those of no noteable. */
function findKind(path: PlannedPath): NoteableKind | undefined {
  return kinds.find((kind) => path[parameters[kind]] !== undefined);
}

/**
 * Returns the kind in the path parameters of a note.
 * @throws RestError BAD_USER_INPUT for an unknown kind
 */
export function parseNoteableKind(path: PlannedPath, inputPath: readonly string[]): NoteableKind {
  const kind = kinds.find((each) => each === path.kind);
  if (kind === undefined) throw badInput([{ path: inputPath, message: 'must be the global id of a Note' }]);
  return kind;
}

/** Returns the path parameters of a note, from its attributes and those of the object or note that was read. */
function getNotePath(note: Attributes, parent: PlannedPath) {
  const kind = findKind(parent);
  const isOfEpic = (parent.kind ?? kind) === 'epic';
  return {
    // Epics belong to a group.
    id: (isOfEpic ? undefined : note.project_id) ?? parent.id,
    kind: parent.kind ?? kind,
    noteable: parent.noteable ?? (kind && parent[parameters[kind]]),
    note_id: note.id ?? parent.note_id,
  };
}

/** Finds the object that an operation on notes concerns, from its path parameters; `undefined` if none exists. */
export function findNoteable(path: PathParameters): { type: ResourceType; path: PathParameters } | undefined {
  const kind = findKind(path);
  if (kind === undefined) return undefined;
  const name = parameters[kind];
  return { type: noteables[kind], path: { id: path.id ?? '', [name]: path[name] ?? '' } };
}

const noteId = { required: true, description: 'The note, as global id or numeric id.' } as const;
const oneNote = 'A comment or system note by its id; null if the object has no such note.';

const noteable = defineInterface('Noteable', {
  description: 'Object that can have notes: an issue, project snippet, merge request or epic.',
  types: () => Object.values(noteables),
  fields: (t, graph) => ({
    notes: t.field({
      type: graph.singleton(ConnectionTypes).get(Note),
      nullable: true,
      description: 'Comments and system notes of the object.',
      // Only the list of issues has a filter.
      args: { ...createListArguments(graph, 'listMergeRequestNotes', {}).fields(t.arg), ...pagingArguments(t.arg) },
      extensions: { directives: semanticNonNullDirective([0]) },
    }),
    note: t.field({ type: Note, nullable: true, description: oneNote, args: { id: t.arg.id(noteId) } }),
  }),
});

/** Options of a composed field that returns the object that a note is about. */
export const noteableOptions = {
  value: noteable,
  returns: Object.values(noteables).map((type: ResourceType) =>
    // The path of an object that only a list verifies determines all its attributes.
    type.verification === undefined ? { type } : { type, representation: type.schema },
  ),
};

function toNoteRequest<Parameter extends PlannedParameter>(
  path: PathParameters<'id' | 'kind' | 'noteable' | 'note_id', Parameter>,
): AnyRequest<Parameter> {
  const { id, noteable, note_id } = path;
  switch (parseNoteableKind(path, ['id'])) {
    case 'issue':
      return { operation: 'getIssueNote', path: { id, issue_iid: noteable, note_id } };
    case 'snippet':
      return { operation: 'getSnippetNote', path: { id, snippet_id: noteable, note_id } };
    case 'merge_request':
      return { operation: 'getMergeRequestNote', path: { id, merge_request_iid: noteable, note_id } };
    case 'epic':
      return { operation: 'getEpicNote', path: { id, epic_id: noteable, note_id } };
  }
}

export const Note = defineResourceType({
  name: 'Note',
  parameters: ['id', 'kind', 'noteable', 'note_id'],
  idPrefix: 'kind',
  schema: 'Note',
  owner: [
    { type: Group, owns: ({ kind }) => kind === 'epic' },
    { type: Project, attribute: 'project_id' },
  ],
  getItemPath: getNotePath,
  retrieve: {
    operation: ['getIssueNote', 'getSnippetNote', 'getMergeRequestNote', 'getEpicNote'],
    request: toNoteRequest,
  },
});

const noteFields = defineFields(Note, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('body', 'created_at', 'updated_at', 'system', 'resolvable', 'internal'),
  ...f.attributes('noteable_id', 'noteable_type', 'noteable_iid', 'imported', 'imported_from'),
  ...f.attributes('type', 'resolved', 'resolved_at', 'attachment', 'commands_changes'),
  author: f.object('author', User),
  resolvedBy: f.object('resolved_by', User),
  project: f.reference(Project, 'project_id', {
    description: 'Project of the noteable; null for a note on an epic.',
  }),
  noteable: f.composed({
    ...noteableOptions,
    description: 'The issue, merge request, snippet or epic of the note.',
    isNeverNull: true,
    operations: MergeRequest.detailOperations,
    returns: noteableOptions.returns.map((returned) => ({
      ...returned,
      plan: ({ path }: ParentInfo) => path && planNoteable(returned.type, path),
    })),
    resolve: ({ path }, _, calls) => {
      const kind = parseNoteableKind(path, ['id']);
      const type: ResourceType = noteables[kind];
      const noteablePath = { id: path.id ?? '', [parameters[kind]]: path.noteable ?? '' };
      // The note proves that its object exists.
      return type.retrieve === undefined
        ? type.createReference(noteablePath, calls.selection.onTypeNamed(type.name))
        : assertExists(type, calls.find(type, noteablePath));
    },
  }),
}));

/** Plans the path parameters of the object that a note is about; `null` if it has another type. */
function planNoteable(
  { name }: ResourceType,
  { id = '', kind, noteable: number = '' }: PlannedPath,
): PlannedPath | null {
  const own = kinds.find((each) => noteables[each].name === name);
  // Before the response to a write, the note may belong to an object of any type.
  const mayHaveType = own === kind || kind instanceof ResponseValue;
  return own === undefined || !mayHaveType ? null : { id, [parameters[own]]: number };
}

/** Returns the path parameters of a note below an object. */
function parseNotePath<Key extends string, Parameter extends PlannedParameter>(
  parent: PathParameters<Key, Parameter>,
  text: string,
): PathParameters<Key | 'note_id', Parameter | string | number> {
  const above: PlannedPath = parent;
  const kind = findKind(above);
  const { id = '', [kind === undefined ? '' : parameters[kind]]: noteable = '' } = above;
  return { ...parent, note_id: Note.parseNumberBelow({ id, kind: kind ?? '', noteable }, text) };
}

const issueFields = defineFields(Issue, (f) => ({
  notes: f.connection('listIssueNotes', Note),
  note: f.call(
    'getIssueNote',
    {
      description: oneNote,
      args: (arg) => ({ id: arg.id(noteId) }),
      path: (parent, { id }) => parseNotePath(parent, id),
      isNullIfNotFound: true,
    },
    Note,
  ),
}));

const snippetFields = defineFields(Snippet, (f) => ({
  notes: f.connection('listSnippetNotes', Note),
  note: f.call(
    'getSnippetNote',
    {
      description: oneNote,
      args: (arg) => ({ id: arg.id(noteId) }),
      path: (parent, { id }) => parseNotePath(parent, id),
      isNullIfNotFound: true,
    },
    Note,
  ),
}));

const mergeRequestFields = defineFields(MergeRequest, (f) => ({
  notes: f.connection('listMergeRequestNotes', Note),
  note: f.call(
    'getMergeRequestNote',
    {
      description: oneNote,
      args: (arg) => ({ id: arg.id(noteId) }),
      path: (parent, { id }) => parseNotePath(parent, id),
      isNullIfNotFound: true,
    },
    Note,
  ),
}));

const epicFields = defineFields(Epic, (f) => ({
  // Fields of an interface must not be deprecated in one of its types alone.
  notes: f.connection('listEpicNotes', Note, { deprecationReason: null }),
  note: f.call(
    'getEpicNote',
    {
      description: oneNote,
      deprecationReason: null,
      args: (arg) => ({ id: arg.id(noteId) }),
      path: (parent, { id }) => parseNotePath(parent, id),
      isNullIfNotFound: true,
    },
    Note,
  ),
}));

export const typesDeclarations: Area['declarations'] = [
  noteable,
  Note,
  noteFields,
  issueFields,
  snippetFields,
  mergeRequestFields,
  epicFields,
  defineRootLookup(Note),
];
