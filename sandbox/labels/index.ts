/** Presentation of labels, and the operations on them. */
import type { BodyOf, SchemaType } from '../../src/contract/index.ts';
import type { Area, Loose, View } from '../kit/area.ts';
import { badRequest, conflict, forbidden, notFound } from '../kit/http-error.ts';
import { agrees, matchesSearch, ordered } from '../kit/lists.ts';
import { list, noContent } from '../kit/reply.ts';
import { mergeRequestTable } from '../merge-requests/rows.ts';
import { issueTable } from '../notes/noteables.ts';
import { hasGroupLevel, level, projectToChange, signedIn, visibleProject } from '../world/access.ts';
import { groups } from '../world/groups.ts';
import type { ProjectRow } from '../world/projects.ts';
import { hexColor, textColor } from './colors.ts';
import { renderMarkup } from './markup.ts';
import { type LabelRow, labelNamed, labelsOf, labelTable, newLabel } from './rows.ts';

function counts({ store }: View, project: ProjectRow, { name }: LabelRow) {
  const issues = issueTable(store).where((row) => row.projectId === project.id && row.labels.includes(name));
  const mergeRequests = mergeRequestTable(store).where(
    (row) => row.projectId === project.id && row.state === 'opened' && row.labels.includes(name),
  );
  return {
    open_issues_count: issues.filter(({ state }) => state === 'opened').length,
    closed_issues_count: issues.filter(({ state }) => state === 'closed').length,
    open_merge_requests_count: mergeRequests.length,
  };
}

function isSubscribed({ caller }: View, project: ProjectRow, row: LabelRow): boolean {
  return caller.user !== undefined && (row.subscribers.get(caller.user.id)?.has(project.id) ?? false);
}

/** Presents a label in a project. */
function present(view: View, project: ProjectRow, row: LabelRow, withCounts = true) {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    text_color: textColor(row.color),
    description: row.description,
    description_html: row.description === null ? null : renderMarkup(row.description),
    ...(withCounts ? counts(view, project, row) : {}),
    subscribed: isSubscribed(view, project, row),
    priority: row.priorities.get(project.id) ?? null,
    is_project_label: row.holder.kind === 'project',
    archived: row.archived,
  } satisfies Loose<SchemaType<'Label'>>;
}

/** Finds a label by path parameter: a number is an id, otherwise a title; any other string is a title. */
function labelAt({ store }: View, project: ProjectRow, idOrName: number | string, withGroups = true): LabelRow {
  const labels = labelsOf(store, project, withGroups);
  const label = labels.find(({ id }) => id === idOrName) ?? labels.find(({ name }) => name === String(idOrName));
  if (label === undefined) throw notFound('Label');
  return label;
}

/** Finds a project for callers who may change its labels: Reporters and above. Labels of its group require that level in the group. */
function projectWithLabels(view: View, idOrPath: number | string): ProjectRow {
  return projectToChange(view, idOrPath, level.reporter);
}

function labelToChange(view: View, projectIdOrPath: number | string, idOrName: number | string) {
  const project = projectWithLabels(view, projectIdOrPath);
  const row = labelAt(view, project, idOrName);
  const group = row.holder.kind === 'group' ? groups(view.store).get(row.holder.id) : undefined;
  if (group && !hasGroupLevel(view, group, level.reporter)) throw forbidden();
  return { project, row };
}

function checkedColor(text: string): string {
  const color = hexColor(text);
  if (color === undefined) throw badRequest({ color: ['must be a valid color code'] });
  return color;
}

function setPriority(row: LabelRow, project: ProjectRow, priority: number | null | undefined): void {
  if (typeof priority === 'number') row.priorities.set(project.id, priority);
  else if (priority === null) row.priorities.delete(project.id);
}

function update(view: View, project: ProjectRow, row: LabelRow, body: BodyOf<'updateLabel'>): void {
  const { new_name: name, color, description, priority, archived } = body;
  const namesake = name === undefined ? undefined : labelNamed(view.store, project, name);
  if (namesake && namesake.id !== row.id) throw badRequest({ title: ['has already been taken'] });
  if (name === '') throw badRequest({ title: ["can't be blank"] });
  row.color = color === undefined ? row.color : checkedColor(color);
  row.name = name ?? row.name;
  row.description = description ?? row.description;
  // If it is omitted, it does not change: a reset to false would contradict the purpose of updates.
  row.archived = archived ?? row.archived;
  setPriority(row, project, priority);
}

/** Moves a label of a project to the group. Its id does not change. */
function promote(view: View, project: ProjectRow, row: LabelRow): void {
  const group = project.namespace.kind === 'group' ? groups(view.store).get(project.namespace.id) : undefined;
  if (group === undefined || row.holder.kind === 'group')
    throw badRequest('Failed to promote project label to group label');
  if (!hasGroupLevel(view, group, level.reporter)) throw forbidden();
  row.holder = { kind: 'group', id: group.id };
}

function toggle(view: View, project: ProjectRow, row: LabelRow, subscribed: boolean): boolean {
  const { id } = signedIn(view);
  if (isSubscribed(view, project, row) === subscribed) return false;
  const inProjects = row.subscribers.get(id) ?? new Set<number>();
  if (subscribed) inProjects.add(project.id);
  else inProjects.delete(project.id);
  row.subscribers.set(id, inProjects);
  return true;
}

export const labels: Area = {
  tables: [labelTable],
  handlers: {
    listLabels: (call) => {
      const { with_counts = false, include_ancestor_groups = true, search, archived } = call.query;
      const project = visibleProject(call, call.path.id);
      const rows = labelsOf(call.store, project, include_ancestor_groups).filter(
        (row) => matchesSearch(search, row.name, row.description) && agrees(archived, row.archived),
      );
      return list(
        ordered(rows, ({ name }) => name),
        (row) => present(call, project, row, with_counts),
      );
    },

    getLabel: (call) => {
      const project = visibleProject(call, call.path.id);
      return present(call, project, labelAt(call, project, call.path.label_id, call.query.include_ancestor_groups));
    },

    createLabel: (call) => {
      const { store, body } = call;
      const project = projectWithLabels(call, call.path.id);
      if (body.name.trim() === '') throw badRequest({ title: ["can't be blank"] });
      if (labelNamed(store, project, body.name)) throw conflict('Label already exists');
      const color = checkedColor(body.color);
      const row = labelTable(store).insert((id) => newLabel(id, { kind: 'project', id: project.id }, body.name, color));
      row.description = body.description ?? null;
      row.archived = body.archived ?? false;
      setPriority(row, project, body.priority);
      return present(call, project, row);
    },

    updateLabel: (call) => {
      const { project, row } = labelToChange(call, call.path.id, call.path.label_id);
      update(call, project, row, call.body);
      return present(call, project, row);
    },

    updateLabelByName: (call) => {
      const { name, label_id, ...changes } = call.body;
      const { project, row } = labelToChange(call, call.path.id, label_id ?? name ?? '');
      update(call, project, row, changes);
      return present(call, project, row);
    },

    deleteLabel: (call) => {
      labelTable(call.store).delete(labelToChange(call, call.path.id, call.path.label_id).row.id);
      return noContent();
    },

    deleteLabelByName: (call) => {
      labelTable(call.store).delete(labelToChange(call, call.path.id, call.query.name).row.id);
      return noContent();
    },

    promoteLabel: (call) => {
      const { project, row } = labelToChange(call, call.path.id, call.path.label_id);
      promote(call, project, row);
      return present(call, project, row);
    },

    promoteLabelByName: (call) => {
      const { project, row } = labelToChange(call, call.path.id, call.body.name);
      promote(call, project, row);
      return present(call, project, row);
    },

    subscribeLabel: (call) => {
      const project = visibleProject(call, call.path.id);
      const row = labelAt(call, project, call.path.label_id);
      return toggle(call, project, row, true) ? present(call, project, row) : noContent(304);
    },

    unsubscribeLabel: (call) => {
      const project = visibleProject(call, call.path.id);
      const row = labelAt(call, project, call.path.label_id);
      return toggle(call, project, row, false) ? present(call, project, row) : noContent(304);
    },
  },
};
