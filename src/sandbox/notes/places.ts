/** Finds what notes are about, and decides who may read, write and change notes there. */
import type { View } from '../kit/area.ts';
import { forbidden, notFound } from '../kit/refusal.ts';
import type { MergeRequestRow } from '../merge-requests/row.ts';
import { mergeRequestTable } from '../merge-requests/rows.ts';
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

type Address = number | string;

/** Something that notes are about, and where it is. */
export interface Place {
  readonly kind: NoteableKind;
  /** Id across the instance. */
  readonly id: number;
  /** Number within its project or group; snippets have none. */
  readonly iid: number | undefined;
  /** The word that notes call it by. */
  readonly type: 'Issue' | 'MergeRequest' | 'Snippet' | 'Epic';
  readonly holder: { readonly project: ProjectRow } | { readonly group: GroupRow };
  /** The row that quick actions change. */
  readonly row?: IssueRow | MergeRequestRow;
}

/** Whether the caller has a level where the notes are. */
export function hasLevelAt(view: View, { holder }: Place, least: number): boolean {
  return 'project' in holder ? hasProjectLevel(view, holder.project, least) : hasGroupLevel(view, holder.group, least);
}

export function issueAt(view: View, address: Address, iid: number): Place {
  const project = visibleProject(view, address);
  const row = issueTable(view.store).find((issue) => issue.projectId === project.id && issue.iid === iid);
  if (row === undefined) throw notFound('Issue');
  const place: Place = { kind: 'issue', id: row.id, iid, type: 'Issue', holder: { project }, row };
  if (row.confidential && !seesConfidential(view, place, row.authorId)) throw notFound('Issue');
  return place;
}

export function mergeRequestAt(view: View, address: Address, iid: number): Place {
  const project = visibleProject(view, address);
  const row = mergeRequestTable(view.store).find((each) => each.projectId === project.id && each.iid === iid);
  if (row === undefined) throw notFound('Merge Request');
  return { kind: 'merge_request', id: row.id, iid, type: 'MergeRequest', holder: { project }, row };
}

export function snippetAt(view: View, address: Address, id: number): Place {
  const project = visibleProject(view, address);
  const row = snippetTable(view.store).get(id);
  if (row?.projectId !== project.id) throw notFound('Snippet');
  return { kind: 'snippet', id, iid: undefined, type: 'Snippet', holder: { project } };
}

/** By the id: the number within the group finds nothing, or the epic whose id it happens to be. */
export function epicAt(view: View, address: Address, id: number): Place {
  const group = visibleGroup(view, address);
  const row = epicTable(view.store).get(id);
  if (row?.groupId !== group.id) throw notFound('Epic');
  return { kind: 'epic', id, iid: row.iid, type: 'Epic', holder: { group } };
}

function seesConfidential(view: View, place: Place, authorId: number): boolean {
  return readsEverything(view) || view.caller.user?.id === authorId || hasLevelAt(view, place, level.reporter);
}

/** The notes of a place that the caller may see. */
export function notesAt(view: View, place: Place): NoteRow[] {
  return noteTable(view.store).where(
    ({ on, internal, authorId }) =>
      on.kind === place.kind && on.id === place.id && (!internal || seesConfidential(view, place, authorId)),
  );
}

export function noteAt(view: View, place: Place, id: number): NoteRow {
  const row = notesAt(view, place).find((note) => note.id === id);
  if (row === undefined) throw notFound('Note');
  return row;
}

/** Refuses writes to an archived project. */
export function refuseArchived({ holder }: Place): void {
  if ('project' in holder && holder.project.archived) throw forbidden();
}

/** A note that the caller wants to change: one of their own, or any for Maintainers and up; what the system wrote stays. */
export function noteToChange(view: View, place: Place, id: number): NoteRow {
  const row = noteAt(view, place, id);
  refuseArchived(place);
  const own = signedIn(view).id === row.authorId;
  if (row.system || !(own || hasLevelAt(view, place, level.maintainer))) throw forbidden();
  return row;
}
