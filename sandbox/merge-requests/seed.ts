/** Seed of the merge requests. */
import { day, hour, minute, second } from '../kit/clock.ts';
import type { Random } from '../kit/random.ts';
import type { Seeding, Store } from '../kit/store.ts';
import { constantTimeline, createTimeline } from '../kit/timeline.ts';
import { findProject, findRef, type ProjectRow, projects } from '../world/projects.ts';
import type { MergeRequestRow } from './types.ts';

type Traits = Partial<Omit<MergeRequestRow, 'id' | 'iid' | 'projectId' | 'createdAt'>>;

function make(store: Store, id: number, project: ProjectRow, createdAt: number, traits: Traits): MergeRequestRow {
  const iid = store.next(`merge requests of ${project.id}`);
  const head = traits.sha ?? `${id.toString(16).padStart(8, '0')}`.repeat(5);
  const base = findRef(project, project.defaultBranch ?? '')?.sha ?? '0'.repeat(40);
  const state = traits.state ?? 'opened';
  // Seeded times are not in the future.
  const untilStart = store.startedAt - createdAt;
  const over = createdAt + Math.min(3 * day, Math.floor(untilStart / 2));
  return {
    id,
    iid,
    projectId: project.id,
    sourceProjectId: project.id,
    title: `Change ${iid}`,
    description: null,
    state,
    createdAt,
    updatedAt: state === 'opened' ? createdAt + Math.min(hour, untilStart) : over,
    closedAt: state === 'closed' ? over : null,
    mergedAt: state === 'merged' ? over : null,
    preparedAt: createdAt + Math.min(5 * second, untilStart),
    mergeAfter: null,
    authorId: 5,
    assigneeIds: [],
    reviewerIds: [],
    closedById: state === 'closed' ? 4 : null,
    mergeUserId: state === 'merged' ? 4 : null,
    milestoneId: null,
    labels: [],
    sourceBranch: `change-${iid}`,
    targetBranch: project.defaultBranch ?? 'main',
    sha: head,
    mergeCommitSha: state === 'merged' ? `${head.slice(8)}feedbeef` : null,
    draft: false,
    conflicts: false,
    squash: false,
    autoMerge: false,
    discussionLocked: null,
    imported: false,
    upvotes: 0,
    downvotes: 0,
    timeEstimate: 0,
    timeSpent: 0,
    tasks: { count: 0, completed: 0 },
    reactions: [],
    deployments: [],
    committerIds: [traits.authorId ?? 5],
    checking: constantTimeline('checked', createdAt + 10 * second),
    approvals: [],
    versions: [
      {
        id: id * 10 + 1,
        sha: head,
        baseSha: base,
        createdAt,
        changes: 1 + (id % 9),
        patchIdAt: createdAt + 5 * second,
      },
    ],
    ...traits,
  };
}

/** Merge requests that tests and examples use, by their numbers within the engine project. */
function engineStories(store: Store, engine: ProjectRow): Traits[] {
  const faster = findRef(engine, 'feature/faster-start');
  const now = store.startedAt;
  const fork = findProject(store, 'olivia.marsh/dotfiles')?.id ?? null;
  return [
    { title: 'Read elevation from the new source', state: 'merged', labels: ['feature'], authorId: 3, milestoneId: 2 },
    {
      title: 'Draw coastlines before rivers',
      description: 'Rivers end in the sea, so the sea has to be there first.\n\n- [x] draw\n- [ ] measure',
      labels: ['bug', 'critical'],
      sourceBranch: 'feature/faster-start',
      ...(faster && { sha: faster.sha }),
      assigneeIds: [4],
      reviewerIds: [3, 4],
      milestoneId: 2,
      approvals: [{ userId: 3, at: now - hour }],
      upvotes: 3,
      tasks: { count: 2, completed: 1 },
      timeEstimate: 12_600,
      timeSpent: 3600,
      reactions: [
        { userId: 3, emoji: 'thumbsup' },
        { userId: 4, emoji: 'tada' },
      ],
    },
    { title: 'Draft: Tilt the camera', draft: true, labels: ['feature'], authorId: 4, assigneeIds: [4], downvotes: 1 },
    { title: 'Cache glyphs', conflicts: true, labels: ['performance'], reviewerIds: [5], authorId: 20 },
    {
      title: 'Round corners of buildings',
      preparedAt: null,
      checking: createTimeline(now, store.timeScale, [
        ['preparing', 0],
        ['checking', 20 * second],
        ['approvals_syncing', 40 * second],
        ['checked', 60 * second],
      ]),
      versions: [
        {
          id: 4_400_000_001,
          sha: 'c0ffee00'.repeat(5),
          baseSha: '0'.repeat(40),
          createdAt: now,
          changes: 3,
          patchIdAt: now + 45 * second * store.timeScale,
        },
        {
          id: 3050,
          sha: 'decade00'.repeat(5),
          baseSha: '0'.repeat(40),
          createdAt: now - day,
          changes: 2,
          patchIdAt: now - day,
        },
      ],
      sha: 'c0ffee00'.repeat(5),
    },
    { title: 'Rewrite everything', state: 'closed', labels: ['feature'], authorId: 21 },
    { title: 'Shade the sea by depth', labels: ['feature', 'bug'], milestoneId: 1, authorId: 3, reviewerIds: [5] },
    {
      title: 'Fix overflow at the antimeridian',
      state: 'merged',
      labels: ['bug', 'critical'],
      milestoneId: 1,
      approvals: [
        { userId: 3, at: now - 52 * day },
        { userId: 4, at: now - 51 * day },
      ],
      reactions: [{ userId: 5, emoji: 'thumbsup' }],
    },
    { title: 'Use my shell settings', sourceProjectId: fork, authorId: 3, labels: ['documentation'] },
    { title: 'Compress tiles', checking: constantTimeline('unchecked', now - day), conflicts: true, authorId: 6 },
    {
      title: 'Switch the datum',
      targetBranch: 'release/2.4',
      mergeAfter: now + 30 * day,
      autoMerge: true,
      squash: true,
      authorId: 9,
    },
    {
      title: 'Label peaks with their height',
      state: 'merged',
      labels: ['feature'],
      deployments: [
        { environment: 'staging', at: now - 20 * day },
        { environment: 'production', at: now - 18 * day },
      ],
      discussionLocked: true,
    },
    { title: 'Import of an old patch', imported: true, sourceProjectId: null, authorId: 1, assigneeIds: [3, 5] },
  ];
}

const titles = ['Simplify', 'Document', 'Speed up', 'Test', 'Rename', 'Split'] as const;
const things = ['the projection', 'line joins', 'the tile index', 'label placement', 'the style parser'] as const;

function anything(random: Random): Traits {
  const state = random.pick(['opened', 'opened', 'closed', 'merged', 'merged'] as const);
  return {
    title: `${random.pick(titles)} ${random.pick(things)}`,
    description: random.chance(0.5) ? `See the chapter on ${random.pick(things)}.` : null,
    state,
    authorId: random.pick([3, 4, 5, 5, 6, 20, 21]),
    assigneeIds: random.chance(0.4) ? [random.pick([3, 4, 5])] : [],
    reviewerIds: random.chance(0.4) ? [random.pick([3, 4, 5])] : [],
    labels: random.pick([[], ['bug'], ['feature'], ['bug', 'performance'], ['documentation']]),
    upvotes: random.integer(0, 5),
    downvotes: random.integer(0, 9),
    draft: state === 'opened' && random.chance(0.2),
  };
}

/** Creates these merge requests and further ones in the engine project, and a few in every other project. */
export function seedMergeRequests({ store, table, random }: Seeding<MergeRequestRow>): void {
  const engine = findProject(store, 'meridian/platform/engine');
  if (engine === undefined) throw new Error('There is no engine project');
  const stories = engineStories(store, engine);
  const count = 60;
  for (let index = 0; index < count; index++) {
    const createdAt = store.startedAt - (count - index) * day;
    table.put(make(store, 301 + index, engine, createdAt, stories[index] ?? anything(random)));
  }
  const others = projects(store).where(
    ({ id, namespace, defaultBranch }) =>
      (id <= 60 || namespace.kind === 'user') && id !== engine.id && defaultBranch !== null,
  );
  for (const project of others)
    for (let index = 0; index < 3; index++) {
      const createdAt = store.startedAt - (3 - index) * day - (project.id % 24) * hour - minute;
      // The signed-in user without a membership has one, too.
      const traits = {
        ...anything(random),
        ...(project.id === 29 && index === 0 ? { authorId: 8, state: 'opened' as const } : {}),
      };
      table.insert((id) => make(store, id, project, createdAt, traits));
    }
  // Ids above 32 bits.
  const globe = findProject(store, 'cartography-guild/globe');
  for (let index = 0; globe !== undefined && index < 3; index++)
    table.put(make(store, 4_300_000_001 + index, globe, store.startedAt - (3 - index) * day, anything(random)));
}
