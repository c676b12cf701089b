/** Operations on merge requests and their dependencies. */
import type { BodyOf, SchemaType } from '../../src/contract/index.ts';
import type { Area, View } from '../kit/area.ts';
import { second } from '../kit/clock.ts';
import { badRequest, conflict, forbidden, notFound } from '../kit/http-error.ts';
import { list, noContent } from '../kit/reply.ts';
import { createTimeline } from '../kit/timeline.ts';
import { projectsOfGroup } from '../projects.ts';
import {
  hasProjectLevel,
  level,
  projectToChange,
  seesProject,
  signedIn,
  visibleGroup,
  visibleProject,
} from '../world/access.ts';
import { findProject, type ProjectRow, projects } from '../world/projects.ts';
import { inOrder, inScope, type ListQuery, listedBy } from './matches.ts';
import {
  createdBlock,
  fullMergeRequest,
  listedBlock,
  listItem,
  presentVersion,
  simpleMergeRequest,
} from './present.ts';
import { type BlockRow, blocks, checkingOf, findMergeRequest, mergeRequestTable } from './rows.ts';
import type { MergeRequestRow } from './types.ts';

type PathToMergeRequest = { readonly id: number | string; readonly merge_request_iid: number };

/** Finds a merge request for callers who may see its project. */
export function visibleMergeRequest(call: View & { readonly path: PathToMergeRequest }): MergeRequestRow {
  const project = visibleProject(call, call.path.id);
  const row = findMergeRequest(call.store, project.id, call.path.merge_request_iid);
  if (row === undefined) throw notFound('Merge Request');
  return row;
}

/** Finds a merge request for callers who may update it. */
function mergeRequestToChange(call: View & { readonly path: PathToMergeRequest }): MergeRequestRow {
  const row = visibleMergeRequest(call);
  projectToChange(call, row.projectId, level.developer);
  return row;
}

/** Rechecks merge requests with an unknown merge status, some time after the response. */
function recheck(view: View, rows: readonly MergeRequestRow[]): void {
  const { store } = view;
  for (const row of rows) {
    const project = projects(store).get(row.projectId);
    // Ignored for callers below Developer.
    if (!project || !hasProjectLevel(view, project, level.developer) || checkingOf(store, row) !== 'unchecked')
      continue;
    row.checking = createTimeline(store.now(), store.timeScale, [
      ['unchecked', 0],
      ['checking', second],
      ['checked', 5 * second],
    ]);
  }
}

interface Defaults {
  readonly scope: SchemaType<'MergeRequestScope'>;
  readonly nonArchived: boolean;
}

/** Filters and sorts the merge requests of some projects. */
function listed(view: View, among: readonly ProjectRow[], query: ListQuery, defaults: Defaults) {
  const withoutArchived = query.non_archived ?? defaults.nonArchived;
  const shown = new Set(among.filter(({ archived }) => !(withoutArchived && archived)).map(({ id }) => id));
  const isOwn = inScope(view, query.scope ?? defaults.scope);
  const isListed = listedBy(view, query);
  const rows = mergeRequestTable(view.store).where((row) => shown.has(row.projectId) && isOwn(row) && isListed(row));
  if (query.with_merge_status_recheck) recheck(view, rows);
  return inOrder(view, query, rows);
}

function present(view: View, { view: form, with_labels_details: labelsInFull = false }: ListQuery) {
  return (row: MergeRequestRow) =>
    form === 'simple' ? simpleMergeRequest(view, row) : listItem(view, row, { labelsInFull });
}

const withinGroup: Defaults = { scope: 'all', nonArchived: true };
const withinProject: Defaults = { scope: 'all', nonArchived: false };

function groupOf({ store }: View, { projectId }: MergeRequestRow): { group_id?: number } {
  const namespace = projects(store).get(projectId)?.namespace;
  return namespace?.kind === 'group' ? { group_id: namespace.id } : {};
}

/** Dependencies between merge requests that are both visible to the caller. */
function visibleBlocks(view: View, isWanted: (block: BlockRow) => boolean) {
  const sees = (id: number): boolean => {
    const project = projects(view.store).get(mergeRequestTable(view.store).get(id)?.projectId ?? 0);
    return project !== undefined && seesProject(view, project);
  };
  const rows = blocks(view.store).where((block) => isWanted(block) && sees(block.blockingId) && sees(block.blockedId));
  return list(rows, (block) => listedBlock(view, block));
}

/** Finds the blocking merge request of a new dependency. @throws HttpError 404 if it does not exist, 403 if the caller may not read it */
function blockingOf(view: View, blocked: MergeRequestRow, body: BodyOf<'createMergeRequestBlock'>): MergeRequestRow {
  const { store } = view;
  const {
    blocking_merge_request_id: id,
    blocking_merge_request_iid: iid = 0,
    blocking_project_id: idOrPath = blocked.projectId,
  } = body;
  const row =
    id === undefined
      ? findMergeRequest(store, findProject(store, idOrPath)?.id ?? 0, iid)
      : mergeRequestTable(store).get(id);
  const project = row && projects(store).get(row.projectId);
  if (row === undefined || project === undefined) throw notFound('Blocking merge request');
  if (!seesProject(view, project)) throw forbidden();
  return row;
}

export const mergeRequests: Area = {
  tables: [mergeRequestTable, blocks],
  handlers: {
    listMergeRequests: (call) => {
      const visible = projects(call.store).where((project) => seesProject(call, project));
      const rows = listed(call, visible, call.query, { scope: 'created_by_me', nonArchived: false });
      return list(rows, present(call, call.query));
    },

    listGroupMergeRequests: (call) => {
      const inGroup = projectsOfGroup(call, visibleGroup(call, call.path.id), true);
      const item = present(call, call.query);
      return list(listed(call, inGroup, call.query, withinGroup), (row) =>
        call.query.view === 'simple' ? item(row) : { ...item(row), ...groupOf(call, row) },
      );
    },

    listProjectMergeRequests: (call) => {
      const rows = listed(call, [visibleProject(call, call.path.id)], call.query, withinProject);
      return list(rows, present(call, call.query));
    },

    getMergeRequest: (call) => fullMergeRequest(call, visibleMergeRequest(call)),

    listMergeRequestVersions: (call) =>
      list(visibleMergeRequest(call).versions, (version) => presentVersion(call, version)),

    listMergeRequestBlocks: (call) => {
      const { id } = visibleMergeRequest(call);
      return visibleBlocks(call, ({ blockedId }) => blockedId === id);
    },

    listMergeRequestBlockees: (call) => {
      const { id } = visibleMergeRequest(call);
      return visibleBlocks(call, ({ blockingId }) => blockingId === id);
    },

    createMergeRequestBlock: (call) => {
      signedIn(call);
      const blocked = mergeRequestToChange(call);
      const blocking = blockingOf(call, blocked, call.body);
      const has = (blockingId: number, blockedId: number): boolean =>
        blocks(call.store).find((block) => block.blockingId === blockingId && block.blockedId === blockedId) !==
        undefined;
      if (has(blocking.id, blocked.id)) throw conflict('Block already exists');
      if (blocking.id === blocked.id || has(blocked.id, blocking.id))
        throw badRequest({ base: ['This block is self-referential'] });
      const row = blocks(call.store).insert((id) => ({ id, blockingId: blocking.id, blockedId: blocked.id }));
      return createdBlock(call, row);
    },

    deleteMergeRequestBlock: (call) => {
      const { id } = mergeRequestToChange(call);
      const row = blocks(call.store).get(call.path.block_id);
      if (row?.blockedId !== id) throw notFound('Block');
      const blocking = mergeRequestTable(call.store).get(row.blockingId);
      const project = blocking && projects(call.store).get(blocking.projectId);
      if (project === undefined || !seesProject(call, project)) throw forbidden();
      blocks(call.store).delete(row.id);
      return noContent();
    },
  },
};
