/** Issues, snippets and epics, which have notes, but no operations of their own. */
import { day } from '../kit/clock.ts';
import { type Seeding, table } from '../kit/store.ts';
import { findProject, projects } from '../world/projects.ts';

export interface IssueRow {
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  readonly authorId: number;
  title: string;
  state: 'opened' | 'closed';
  /** Whether it is visible only to Reporters and above, and to the author. */
  readonly confidential: boolean;
  /** Names of labels. */
  labels: readonly string[];
  readonly createdAt: number;
}

export interface SnippetRow {
  readonly id: number;
  /** `null` for a personal snippet. */
  readonly projectId: number | null;
  readonly authorId: number;
}

export interface EpicRow {
  readonly id: number;
  readonly iid: number;
  readonly groupId: number;
  readonly authorId: number;
}

type Traits = Partial<Omit<IssueRow, 'id' | 'iid' | 'projectId'>>;

/** Issues of the engine project, by their numbers there. */
const stories: readonly Traits[] = [
  { title: 'Rivers flow uphill near the poles', labels: ['bug', 'rendering'] },
  { title: 'Labels overlap at low zoom', labels: ['feature'] },
  { title: 'Tiles leak the names of shy villages', labels: ['critical'], confidential: true, authorId: 4 },
  { title: 'No one has commented on this', labels: [] },
  { title: 'The scale bar is in furlongs', labels: ['bug'], state: 'closed' },
];

function seedIssues({ store, table }: Seeding<IssueRow>): void {
  const add = (id: number, projectId: number, traits: Traits): void => {
    table.put({
      id,
      iid: store.next(`issues of ${projectId}`),
      projectId,
      authorId: 5,
      title: `Something about project ${projectId}`,
      state: 'opened',
      confidential: false,
      labels: [],
      createdAt: store.startedAt - 60 * day,
      ...traits,
    });
  };
  const engine = findProject(store, 'meridian/platform/engine');
  if (engine) for (const [index, traits] of stories.entries()) add(7001 + index, engine.id, traits);
  const others = projects(store).where(({ id, archived }) => id !== engine?.id && id <= 60 && !archived);
  for (const { id } of others) for (const number of [1, 2]) add(8000 + id * 10 + number, id, { labels: ['bug'] });
  // Id above 32 bits.
  const globe = findProject(store, 'cartography-guild/globe');
  if (globe) add(6_000_000_001, globe.id, { title: 'It is flat here' });
}

/** All issues. */
export const issueTable = table<IssueRow>('issues', seedIssues);

/** All snippets. */
export const snippetTable = table<SnippetRow>('snippets', ({ store, table }) => {
  const idOf = (path: string): number | null => findProject(store, path)?.id ?? null;
  table.put({ id: 501, projectId: idOf('meridian/platform/engine'), authorId: 4 });
  table.put({ id: 502, projectId: idOf('meridian/platform/engine'), authorId: 5 });
  table.put({ id: 503, projectId: null, authorId: 3 });
  table.put({ id: 504, projectId: idOf('meridian/platform/secrets'), authorId: 3 });
});

/** All epics. The number of one is the id of another, the confusion that the documents warn of. */
export const epicTable = table<EpicRow>('epics', ({ table }) => {
  table.put({ id: 2, iid: 9, groupId: 9, authorId: 3 });
  table.put({ id: 7101, iid: 1, groupId: 9, authorId: 3 });
  table.put({ id: 7102, iid: 2, groupId: 9, authorId: 4 });
  table.put({ id: 7103, iid: 1, groupId: 80, authorId: 3 });
});
