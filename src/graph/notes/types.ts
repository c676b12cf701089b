/** Notes, which are the same whatever they are about, and the lists of them. */
import { badInput } from '../../rest/errors.ts';
import type { AnyRequest } from '../../rest/request.ts';
import { Group } from '../groups.ts';
import { addFields, resourceType } from '../kit/fields/index.ts';
import type { Attributes, PathParameters } from '../kit/resources/resource.ts';
import type { ResourceType } from '../kit/resources/resource-type.ts';
import { MergeRequest } from '../merge-requests/index.ts';
import { Project } from '../projects.ts';
import { User } from '../users.ts';
import { Epic, Issue, noteable, Snippet } from './noteables.ts';

/** The path parameter that tells what a note is about, by the word that its global id begins with. */
export const parameters = {
  issue: 'issue_iid',
  snippet: 'snippet_id',
  merge_request: 'merge_request_iid',
  epic: 'epic_id',
} as const;

/** The types of what notes are about, by the same words. */
export const noteables = { issue: Issue, snippet: Snippet, merge_request: MergeRequest, epic: Epic } as const;

export type NoteableKind = keyof typeof parameters;

export const kinds: readonly NoteableKind[] = ['issue', 'snippet', 'merge_request', 'epic'];

/** What stands at an address, told from the path parameters. */
function kindAt(address: PathParameters): NoteableKind | undefined {
  return kinds.find((kind) => address[parameters[kind]] !== undefined);
}

/** The kind that a global id begins with. Fails with `BAD_USER_INPUT` for any other word. */
export function kindOf(address: PathParameters, path: readonly string[]): NoteableKind {
  const kind = kinds.find((known) => known === address.kind);
  if (kind === undefined) throw badInput([{ path, message: 'must be the global id of a Note' }]);
  return kind;
}

/** The address of a note: as it was, or below that of what an answer with the note was asked of. */
function noteAddress(note: Attributes, parent: PathParameters) {
  const kind = kindAt(parent);
  const isOfEpic = (parent.kind ?? kind) === 'epic';
  return {
    // Epics belong to a group.
    id: (isOfEpic ? undefined : note.project_id) ?? parent.id,
    kind: parent.kind ?? kind,
    noteable: parent.noteable ?? (kind && parent[parameters[kind]]),
    note_id: note.id ?? parent.note_id,
  };
}

/** What an operation on notes is about, as its address; undefined where its path parameters tell of none. */
export function noteableAt(address: PathParameters): { type: ResourceType; path: PathParameters } | undefined {
  const kind = kindAt(address);
  if (kind === undefined) return undefined;
  const name = parameters[kind];
  return { type: noteables[kind], path: { id: address.id ?? '', [name]: address[name] ?? '' } };
}

/** What a field gives whose value is what a note is about. */
export const givesNoteable = {
  value: noteable,
  gives: Object.values(noteables).map((type) => ({ type })),
};

function getNote(address: PathParameters<'id' | 'kind' | 'noteable' | 'note_id'>): AnyRequest {
  const { id, noteable, note_id } = address;
  switch (kindOf(address, ['id'])) {
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

export const Note = resourceType({
  name: 'Note',
  parameters: ['id', 'kind', 'noteable', 'note_id'],
  idPrefix: 'kind',
  schema: 'Note',
  owner: [
    { type: Group, owns: ({ kind }) => kind === 'epic' },
    { type: Project, attribute: 'project_id' },
  ],
  pathOf: noteAddress,
  retrieve: {
    operation: ['getIssueNote', 'getSnippetNote', 'getMergeRequestNote', 'getEpicNote'],
    request: getNote,
  },
});

addFields(Note, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('body', 'created_at', 'updated_at', 'system', 'resolvable', 'internal', 'confidential'),
  ...f.attributes('noteable_id', 'noteable_type', 'noteable_iid', 'project_id', 'imported', 'imported_from'),
  ...f.attributes('type', 'resolved', 'resolved_at', 'attachment', 'commands_changes'),
  author: f.object('author', User),
  resolvedBy: f.object('resolved_by', User),
  project: f.reference(Project, 'project_id', {
    description: 'The project in which the note was written; null for a note on an epic.',
  }),
  noteable: f.composed({
    ...givesNoteable,
    description: 'The issue, merge request, snippet or epic that the note is about.',
    steps: MergeRequest.detailOperations.map((operation) => ({ operation })),
    resolve: ({ path }, _, calls) => {
      const kind = kindOf(path, ['id']);
      return calls.find(noteables[kind], { id: path.id ?? '', [parameters[kind]]: path.noteable ?? '' });
    },
  }),
}));

const noteId = { required: true, description: 'The note, as its global id or its numeric id.' } as const;
const oneNote = 'A comment or system note by its id; null when there is none of that id here.';

/** The path of the call for one note of what stands at an address. */
function pathToNote<Key extends string>(parent: PathParameters<Key>, text: string): PathParameters<Key | 'note_id'> {
  const above: PathParameters = parent;
  const kind = kindAt(above);
  const { id = '', [kind === undefined ? '' : parameters[kind]]: noteable = '' } = above;
  return { ...parent, note_id: Note.numberBelow({ id, kind: kind ?? '', noteable }, text) };
}

addFields(Issue, (f) => ({
  notes: f.connection('listIssueNotes', Note),
  note: f.call(
    'getIssueNote',
    {
      description: oneNote,
      args: (arg) => ({ id: arg.id(noteId) }),
      path: (parent, { id }) => pathToNote(parent, id),
      nullWhenMissing: true,
    },
    Note,
  ),
}));

addFields(Snippet, (f) => ({
  notes: f.connection('listSnippetNotes', Note),
  note: f.call(
    'getSnippetNote',
    {
      description: oneNote,
      args: (arg) => ({ id: arg.id(noteId) }),
      path: (parent, { id }) => pathToNote(parent, id),
      nullWhenMissing: true,
    },
    Note,
  ),
}));

addFields(MergeRequest, (f) => ({
  notes: f.connection('listMergeRequestNotes', Note),
  note: f.call(
    'getMergeRequestNote',
    {
      description: oneNote,
      args: (arg) => ({ id: arg.id(noteId) }),
      path: (parent, { id }) => pathToNote(parent, id),
      nullWhenMissing: true,
    },
    Note,
  ),
}));

addFields(Epic, (f) => ({
  notes: f.connection('listEpicNotes', Note),
  note: f.call(
    'getEpicNote',
    {
      description: oneNote,
      args: (arg) => ({ id: arg.id(noteId) }),
      path: (parent, { id }) => pathToNote(parent, id),
      nullWhenMissing: true,
    },
    Note,
  ),
}));
