/** Rows of projects, and their seed. */
import type { SchemaType } from '../../src/contract/index.ts';
import { day, hour } from '../kit/clock.ts';
import { Random } from '../kit/random.ts';
import { type Seeding, type Store, table } from '../kit/store.ts';
import { fullPath, type GroupRow, groups } from './groups.ts';
import { users } from './users.ts';

/** Branch or tag with its commit. */
export interface Ref {
  readonly name: string;
  readonly tag: boolean;
  sha: string;
  committedAt: number;
}

export interface ProjectRow {
  readonly id: number;
  name: string;
  path: string;
  /** Group, or user with the personal namespace, that contains the project. */
  readonly namespace: { readonly kind: 'group' | 'user'; readonly id: number };
  description: string | null;
  visibility: SchemaType<'Visibility'>;
  archived: boolean;
  readonly createdAt: number;
  updatedAt: number;
  lastActivityAt: number;
  /** `null` if the repository is empty. */
  defaultBranch: string | null;
  refs: Ref[];
  /** Whether the pipelines are visible to everyone who may see the project; otherwise to Reporters and above. */
  publicPipelines: boolean;
  importStatus: SchemaType<'ImportStatus'>;
  avatar: boolean;
}

/** Share of a project with a group. */
export interface ProjectShareRow {
  readonly id: number;
  readonly projectId: number;
  readonly withGroupId: number;
  readonly accessLevel: SchemaType<'AccessLevel'>;
}

type Traits = Partial<Omit<ProjectRow, 'id' | 'name' | 'path' | 'namespace'>>;

/** Name, path and special properties of the projects of each group. */
const plan: Readonly<Record<string, readonly (readonly [name: string, path: string, traits?: Traits])[]>> = {
  meridian: [
    ['Handbook', 'handbook', { description: 'How we work' }],
    ['Website', 'website', { description: 'meridian.example.com' }],
    ['Design', 'design'],
  ],
  'meridian/platform': [
    ['Engine', 'engine', { description: 'The engine that draws the maps' }],
    ['Tile Server', 'tile-server', { description: 'Serves tiles, caches tiles' }],
    ['Geocoder', 'geocoder'],
    ['Infrastructure', 'infrastructure', { visibility: 'internal' }],
    ['Secrets', 'secrets', { visibility: 'private', description: 'Credentials of the platform' }],
  ],
  'meridian/platform/routing': [
    ['Router', 'router', { description: 'Shortest and other paths' }],
    ['Traffic', 'traffic', { publicPipelines: false, description: 'Whose pipelines only members see' }],
    ['Isochrones', 'isochrones'],
  ],
  'meridian/platform/routing/experiments': [
    ['Ants', 'ants', { description: 'Routing by pheromone' }],
    ['Empty', 'empty', { defaultBranch: null, description: null }],
  ],
  'meridian/apps': [
    ['Android', 'android'],
    ['iOS', 'ios'],
    ['Web App', 'web-app', { description: 'Maps in the browser' }],
    ['Kiosk', 'kiosk', { archived: true }],
  ],
  'meridian/stealth': [['Balloon', 'balloon', { visibility: 'private' }]],
  lumen: [
    ['Scheduler', 'scheduler', { description: 'Which star next' }],
    ['Archive', 'archive'],
    ['Calibration', 'calibration'],
  ],
  'lumen/instruments': [
    ['Camera', 'camera'],
    ['Dome', 'dome', { description: 'Opens and closes' }],
  ],
  'lumen/instruments/spectrograph': [
    ['Firmware', 'firmware'],
    ['Reduction', 'reduction'],
  ],
  copperline: [
    ['Copper', 'copper', { description: 'A shell for people in a hurry' }],
    ['Solder', 'solder', { description: 'Joins files' }],
    ['Patina', 'patina'],
    ['Homebrew Tap', 'homebrew-tap'],
    ['Old Copper', 'old-copper', { archived: true }],
  ],
  tidewater: [
    ['Tide Tables', 'tide-tables'],
    ['Buoys', 'buoys', { description: 'Readings of 214 buoys' }],
    ['Dashboard', 'dashboard'],
  ],
  'tidewater/pipelines': [
    ['Ingest', 'ingest'],
    ['Quality', 'quality'],
    ['Nightly Exports', 'nightly-exports'],
  ],
  'northwind-robotics': [
    ['Arm', 'arm'],
    ['Gripper', 'gripper'],
    ['Simulator', 'simulator', { description: 'A world without bruises' }],
    ['Field Tests', 'field-tests', { visibility: 'private' }],
  ],
  papertrail: [
    ['Style Guide', 'style-guide'],
    ['Tutorials', 'tutorials'],
    ['Search', 'search'],
  ],
  harbor: [
    ['Canteen', 'canteen', { description: 'What is for lunch' }],
    ['Directory', 'directory', { visibility: 'internal' }],
  ],
  'harbor/people': [['Onboarding', 'onboarding']],
  vault: [
    ['Keyring', 'keyring', { description: 'Keys, and who has them' }],
    ['Policies', 'policies'],
  ],
  'vault/audits': [['Audit 2024', 'audit-2024', { publicPipelines: false }]],
  attic: [['Paper Maps', 'paper-maps', { archived: true }]],
};

function refsOf(path: string, start: number, many: boolean): Ref[] {
  const random = new Random(`refs of ${path}`);
  const ref = (name: string, tag: boolean, daysAgo: number): Ref => ({
    name,
    tag,
    sha: random.hex(40),
    committedAt: start - daysAgo * day,
  });
  const few = [
    ref('main', false, 1),
    ref('feature/faster-start', false, 2),
    ref('docs-only', false, 3),
    ref('v1.0.0', true, 90),
  ];
  if (!many) return few;
  return [
    ...few,
    ...['release/2.3', 'release/2.4', 'fix/overflow', 'feature/3d', 'renovate/all', 'spike/gpu'].map((name, index) =>
      ref(name, false, 4 + index),
    ),
    ...['v1.1.0', 'v1.2.0', 'v2.0.0', 'v2.3.1', 'v2.4.0'].map((name, index) => ref(name, true, 80 - index * 15)),
  ];
}

function project(
  id: number,
  name: string,
  path: string,
  namespace: ProjectRow['namespace'],
  store: Store,
  traits: Traits,
): ProjectRow {
  const age = 1200 - (id % 1000);
  return {
    id,
    name,
    path,
    namespace,
    description: null,
    visibility: 'public',
    archived: false,
    createdAt: store.startedAt - age * day,
    updatedAt: store.startedAt - (age % 90) * day,
    lastActivityAt: store.startedAt - (age % 30) * hour,
    defaultBranch: 'main',
    refs: traits.defaultBranch === null ? [] : refsOf(path, store.startedAt, path === 'engine'),
    publicPipelines: true,
    importStatus: 'none',
    avatar: id % 3 === 0,
    ...traits,
  };
}

function groupAt(store: Store, path: string): GroupRow {
  const group = groups(store).find((row) => fullPath(store, row) === path);
  if (group === undefined) throw new Error(`There is no group ${path}`);
  return group;
}

function seed({ store, table }: Seeding<ProjectRow>): void {
  let id = 10;
  for (const [path, entries] of Object.entries(plan)) {
    const { id: groupId, visibility } = groupAt(store, path);
    for (const [name, slug, traits = {}] of entries) {
      id += 1;
      table.put(project(id, name, slug, { kind: 'group', id: groupId }, store, { visibility, ...traits }));
    }
  }
  const owner = users(store).find(({ username }) => username === 'olivia.marsh');
  if (owner) {
    const namespace = { kind: 'user', id: owner.id } as const;
    table.put(project(id + 1, 'Dotfiles', 'dotfiles', namespace, store, {}));
    table.put(project(id + 2, 'Notes', 'notes', namespace, store, { visibility: 'private' }));
  }
  for (let index = 1; index <= store.scale.extraProjects; index++) {
    const namespace = { kind: 'group', id: groupAt(store, 'papertrail').id } as const;
    table.insert((next) => project(next, `Leaflet ${index}`, `leaflet-${index}`, namespace, store, {}));
  }
  // Ids above 32 bits.
  const guild = { kind: 'group', id: groupAt(store, 'cartography-guild').id } as const;
  const internal = { visibility: 'internal' } as const;
  table.put(project(2_147_483_950, 'Globe', 'globe', guild, store, { ...internal, description: 'Round, mostly' }));
  table.put(project(2_147_483_951, 'Projections', 'projections', guild, store, internal));
}

/** All projects. */
export const projects = table<ProjectRow>('projects', seed);

/** Shares of projects with groups. */
export const projectShares = table<ProjectShareRow>('project shares', ({ store, table }) => {
  const named = (path: string): number => findProject(store, path)?.id ?? 0;
  table.put({ id: 1, projectId: named('copperline/copper'), withGroupId: 9, accessLevel: 30 });
  table.put({ id: 2, projectId: named('northwind-robotics/field-tests'), withGroupId: 80, accessLevel: 20 });
});

/** Full path of the namespace of a project. */
export function namespacePath(store: Store, { namespace }: ProjectRow): string {
  if (namespace.kind === 'user') return users(store).get(namespace.id)?.username ?? 'ghost';
  const group = groups(store).get(namespace.id);
  return group ? fullPath(store, group) : 'gone';
}

/** Full path of a project. */
export function projectPath(store: Store, row: ProjectRow): string {
  return `${namespacePath(store, row)}/${row.path}`;
}

/** Finds a project by id or full path. */
export function findProject(store: Store, idOrPath: number | string): ProjectRow | undefined {
  if (typeof idOrPath === 'number') return projects(store).get(idOrPath);
  const wanted = idOrPath.toLowerCase();
  const last = wanted.slice(wanted.lastIndexOf('/') + 1);
  return projects(store).find(
    (row) => row.path.toLowerCase() === last && projectPath(store, row).toLowerCase() === wanted,
  );
}

/** Finds a branch or tag of a project. */
export function findRef(row: ProjectRow, name: string): Ref | undefined {
  return row.refs.find((ref) => ref.name === name);
}
