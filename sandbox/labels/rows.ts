/** Rows of labels, and their seed. */
import { type Seeding, type Store, table } from '../kit/store.ts';
import { groups, lineage } from '../world/groups.ts';
import { findProject, type ProjectRow, projects } from '../world/projects.ts';

export interface LabelRow {
  readonly id: number;
  /** Project or group of the label. Promotion changes it. */
  holder: { readonly kind: 'project' | 'group'; readonly id: number };
  name: string;
  /** Six hexadecimal digits after a hash sign. */
  color: string;
  description: string | null;
  archived: boolean;
  /** Priority by project. */
  readonly priorities: Map<number, number>;
  /** Projects in which a user subscribed to the label, by user. */
  readonly subscribers: Map<number, Set<number>>;
}

export function newLabel(id: number, holder: LabelRow['holder'], name: string, color: string): LabelRow {
  return {
    id,
    holder,
    name,
    color,
    description: null,
    archived: false,
    priorities: new Map(),
    subscribers: new Map(),
  };
}

/** Labels of groups. Those of the root group apply to all projects below it. */
const groupLabels: readonly (readonly [groupId: number, name: string, color: string, description: string | null])[] = [
  [9, 'bug', '#D9534F', 'Something does not work'],
  [9, 'critical', '#8B0000', 'Drop everything else'],
  [9, 'feature', '#428BCA', 'Something new'],
  [9, 'performance', '#F0AD4E', null],
  [9, 'documentation', '#5CB85C', 'Words about **code**'],
  [10, 'needs design', '#9370DB', null],
  [20, 'bug', '#FF0000', null],
  [80, 'secret', '#000000', null],
];

/** Labels that tests and examples use. */
function seedEngine({ table }: Seeding<LabelRow>, project: ProjectRow): void {
  const holder = { kind: 'project', id: project.id } as const;
  const add = (name: string, color: string, changes: Partial<LabelRow> = {}): void => {
    table.insert((id) => ({ ...newLabel(id, holder, name, color), ...changes }));
  };
  add('rendering', '#34495E', { description: 'Lines, areas, glyphs', priorities: new Map([[project.id, 0]]) });
  add('workflow::in review', '#6699CC', { subscribers: new Map([[5, new Set([project.id])]]) });
  // The title could be an id.
  add('404', '#FFECDB');
  // The title is part of the path of another operation.
  add('promote', '#C39BD3');
  add('a/b & c? ünï%', '#AAFFC3');
  add('windows 95', '#808080', { archived: true, description: 'No longer built' });
  for (let index = 1; index <= 60; index++) add(`area ${String(index).padStart(2, '0')}`, '#EEE600');
}

function seed(seeding: Seeding<LabelRow>): void {
  const { store, table } = seeding;
  for (const [groupId, name, color, description] of groupLabels)
    table.insert((id) => ({ ...newLabel(id, { kind: 'group', id: groupId }, name, color), description }));
  const engine = findProject(store, 'meridian/platform/engine');
  if (engine) seedEngine(seeding, engine);
  for (const project of projects(store).where(({ id }) => id <= 60 && id !== engine?.id && id % 4 !== 0))
    table.insert((id) => newLabel(id, { kind: 'project', id: project.id }, 'good first issue', '#7057FF'));
  // Id above 32 bits.
  const globe = findProject(store, 'cartography-guild/globe');
  if (globe) table.put(newLabel(5_000_000_001, { kind: 'project', id: globe.id }, 'continents', '#2E8B57'));
}

/** All labels. */
export const labelTable = table<LabelRow>('labels', seed);

/** Labels of a project: its own, and on request those of ancestor groups. */
export function labelsOf(store: Store, project: ProjectRow, withGroups = true): LabelRow[] {
  const group = project.namespace.kind === 'group' ? groups(store).get(project.namespace.id) : undefined;
  const above = new Set(group && withGroups ? [...lineage(store, group)].map(({ id }) => id) : []);
  return labelTable(store).where(({ holder }) =>
    holder.kind === 'project' ? holder.id === project.id : above.has(holder.id),
  );
}

/** Finds a label of a project by its title. */
export function labelNamed(store: Store, project: ProjectRow, name: string): LabelRow | undefined {
  return labelsOf(store, project).find((row) => row.name === name);
}
