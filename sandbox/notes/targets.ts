/** Targets of notes, and the permissions to read, write and change their notes. */
import type { View } from '../kit/area.ts';
import { forbidden, notFound } from '../kit/http-error.ts';
import { mergeRequestTable } from '../merge-requests/rows.ts';
import type { MergeRequestRow } from '../merge-requests/types.ts';
import {
  hasGroupLevel,
  hasProjectLevel,
  level,
  readsEverything,
  signedIn,
  visibleGroup,
  visibleProject,
} from '../world/access.ts';
import type { GroupRow } from '../world/groups.ts';
import type { ProjectRow } from '../world/projects.ts';
import { epicTable, type IssueRow, issueTable, snippetTable } from './noteables.ts';
import { type NoteableKind, type NoteRow, noteTable } from './rows.ts';

type IdOrPath = number | string;

/** Object with notes, and the project or group that contains it. */
export interface NoteTarget {
  readonly kind: NoteableKind;
  /** Id across the instance. */
  readonly id: number;
  /** Number within the project or group; `undefined` for snippets. */
  readonly iid: number | undefined;
  /** Value of `noteable_type` in notes. */
  readonly type: 'Issue' | 'MergeRequest' | 'Snippet' | 'Epic';
  readonly holder: { readonly project: ProjectRow } | { readonly group: GroupRow };
  /** Row that quick actions change. */
  readonly row?: IssueRow | MergeRequestRow;
}

/** Whether the caller has an access level in the project or group of the notes. */
export function hasLevelAt(view: View, { holder }: NoteTarget, minLevel: number): boolean {
  return 'project' in holder
    ? hasProjectLevel(view, holder.project, minLevel)
    : hasGroupLevel(view, holder.group, minLevel);
}

export function findIssueTarget(view: View, idOrPath: IdOrPath, iid: number): NoteTarget {
  const project = visibleProject(view, idOrPath);
  const row = issueTable(view.store).find((issue) => issue.projectId === project.id && issue.iid === iid);
  if (row === undefined) throw notFound('Issue');
  const target: NoteTarget = { kind: 'issue', id: row.id, iid, type: 'Issue', holder: { project }, row };
  if (row.confidential && !seesConfidential(view, target, row.authorId)) throw notFound('Issue');
  return target;
}

export function findMergeRequestTarget(view: View, idOrPath: IdOrPath, iid: number): NoteTarget {
  const project = visibleProject(view, idOrPath);
  const row = mergeRequestTable(view.store).find((each) => each.projectId === project.id && each.iid === iid);
  if (row === undefined) throw notFound('Merge Request');
  return { kind: 'merge_request', id: row.id, iid, type: 'MergeRequest', holder: { project }, row };
}

export function findSnippetTarget(view: View, idOrPath: IdOrPath, id: number): NoteTarget {
  const project = visibleProject(view, idOrPath);
  const row = snippetTable(view.store).get(id);
  if (row?.projectId !== project.id) throw notFound('Snippet');
  return { kind: 'snippet', id, iid: undefined, type: 'Snippet', holder: { project } };
}

/** Finds an epic by its id. Its number within the group finds no epic, or another epic with that id. */
export function findEpicTarget(view: View, idOrPath: IdOrPath, id: number): NoteTarget {
  const group = visibleGroup(view, idOrPath);
  const row = epicTable(view.store).get(id);
  if (row?.groupId !== group.id) throw notFound('Epic');
  return { kind: 'epic', id, iid: row.iid, type: 'Epic', holder: { group } };
}

function seesConfidential(view: View, target: NoteTarget, authorId: number): boolean {
  return readsEverything(view) || view.caller.user?.id === authorId || hasLevelAt(view, target, level.reporter);
}

/** Returns the notes that the caller may see. */
export function getVisibleNotes(view: View, target: NoteTarget): NoteRow[] {
  return noteTable(view.store).where(
    ({ on, internal, authorId }) =>
      on.kind === target.kind && on.id === target.id && (!internal || seesConfidential(view, target, authorId)),
  );
}

export function findNote(view: View, target: NoteTarget, id: number): NoteRow {
  const row = getVisibleNotes(view, target).find((note) => note.id === id);
  if (row === undefined) throw notFound('Note');
  return row;
}

/** @throws HttpError 403 if the project is archived */
export function assertNotArchived({ holder }: NoteTarget): void {
  if ('project' in holder && holder.project.archived) throw forbidden();
}

/** Finds a note that the caller may change: an own note, or any note for Maintainers and above, except system notes. */
export function findNoteToChange(view: View, target: NoteTarget, id: number): NoteRow {
  const row = findNote(view, target, id);
  assertNotArchived(target);
  const own = signedIn(view).id === row.authorId;
  if (row.system || !(own || hasLevelAt(view, target, level.maintainer))) throw forbidden();
  return row;
}
