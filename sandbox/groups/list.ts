/** Filters and orders of group lists. */
import type { QueryOf } from '../../src/contract/index.ts';
import type { View } from '../kit/area.ts';
import { agrees, matchesSearch, ordered } from '../kit/lists.ts';
import { groupLevel, isAdministrator, level, seesGroup } from '../world/access.ts';
import { type GroupRow, groups } from '../world/groups.ts';

type Query = QueryOf<'listGroups'>;

/** Groups of the instance that are listed for a caller without further filters. */
export function groupsFor(view: View, query: Query): GroupRow[] {
  const all = groups(view.store).all();
  if (view.caller.user === undefined) return all.filter(({ visibility }) => visibility === 'public');
  const minLevel = query.owned ? level.owner : query.min_access_level;
  if (minLevel !== undefined) return all.filter((row) => groupLevel(view, row) >= minLevel);
  if (query.all_available ?? isAdministrator(view)) return all.filter((row) => seesGroup(view, row));
  return all.filter((row) => groupLevel(view, row) > level.none);
}

/** Direct subgroups that are listed for a caller without further filters. */
export function subgroupsFor(view: View, parent: GroupRow, query: QueryOf<'listSubgroups'>): GroupRow[] {
  const children = groups(view.store).where((row) => row.parentId === parent.id && seesGroup(view, row));
  if (view.caller.user === undefined) return children;
  const minLevel = query.owned ? level.owner : query.min_access_level;
  if (minLevel !== undefined) return children.filter((row) => groupLevel(view, row) >= minLevel);
  if (query.all_available === false) return children.filter((row) => groupLevel(view, row) > level.none);
  return children;
}

/** Further filters. The storage filter applies to administrators and is ignored for other callers. */
export function matches(view: View, query: Query, row: GroupRow): boolean {
  const isActive = !row.archived && row.markedForDeletionOn === null;
  const storage = isAdministrator(view) ? query.repository_storage : undefined;
  return (
    !query['skip_groups[]']?.includes(row.id) &&
    matchesSearch(query.search, row.name, row.path) &&
    (query.visibility === undefined || row.visibility === query.visibility) &&
    !(query.top_level_only && row.parentId !== null) &&
    (storage === undefined || row.storage === storage) &&
    (query.marked_for_deletion_on === undefined || row.markedForDeletionOn === query.marked_for_deletion_on) &&
    agrees(query.active, isActive) &&
    agrees(query.archived, row.archived)
  );
}

/** Rank of a group for a search string; 0 is the best. */
function distance(search: string, { name, path }: GroupRow): number {
  const wanted = search.toLowerCase();
  const ranks = [name, path].map((text) => {
    const search = text.toLowerCase();
    return search === wanted ? 0 : search.startsWith(wanted) ? 1 : 2;
  });
  return Math.min(...ranks);
}

/** Sorts groups in the requested order. Order by similarity requires a search string. */
export function inOrder(rows: readonly GroupRow[], { order_by, sort, search }: Query): GroupRow[] {
  if (order_by === 'similarity' && search !== undefined) {
    const byName = ordered(rows, ({ name }) => name);
    return byName.sort((a, b) => distance(search, a) - distance(search, b));
  }
  if (order_by === 'id') return ordered(rows, ({ id }) => id, sort);
  return ordered(rows, (row) => (order_by === 'path' ? row.path : row.name), sort);
}
