/** Rows of groups, and their seed. */
import type { SchemaType } from '../../src/contract/index.ts';
import { day } from '../kit/clock.ts';
import { type Seeding, type Store, table } from '../kit/store.ts';

type Detail = SchemaType<'Group'>;
type Changes = SchemaType<'UpdateGroupBody'>;
type Changeable = Exclude<keyof Detail & keyof Changes, 'name' | 'path' | 'description' | 'visibility'>;

/** Settings by their names in responses. */
export type GroupSettings = { -readonly [Name in Changeable]?: Detail[Name] | null };

export interface GroupRow {
  readonly id: number;
  name: string;
  path: string;
  parentId: number | null;
  description: string | null;
  visibility: SchemaType<'Visibility'>;
  readonly createdAt: number;
  archived: boolean;
  markedForDeletionOn: string | null;
  readonly storage: string;
  avatar: { readonly bytes: Uint8Array; readonly type: string; readonly filename: string } | undefined;
  settings: GroupSettings;
  readonly customAttributes: readonly { readonly key: string; readonly value: string }[];
}

/** Share of a group with another group, whose members get access. */
export interface GroupShareRow {
  readonly id: number;
  /** Shared group. */
  readonly groupId: number;
  /** Group whose members get access. */
  readonly withGroupId: number;
  readonly accessLevel: SchemaType<'AccessLevel'>;
  readonly expiresAt: string | null;
  readonly memberRoleId?: number;
}

type Traits = Partial<Omit<GroupRow, 'id' | 'name' | 'path' | 'parentId'>>;

function group(id: number, name: string, path: string, parentId: number | null, traits: Traits = {}): GroupRow {
  const protection = [{ access_level: 40 }] as const;
  return {
    id,
    name,
    path,
    parentId,
    description: null,
    visibility: 'public',
    createdAt: 0,
    archived: false,
    markedForDeletionOn: null,
    storage: 'default',
    avatar: undefined,
    settings: {
      request_access_enabled: true,
      share_with_group_lock: false,
      require_two_factor_authentication: false,
      two_factor_grace_period: 48,
      project_creation_level: 'developer',
      subgroup_creation_level: 'maintainer',
      lfs_enabled: true,
      default_branch: null,
      default_branch_protection: 2,
      default_branch_protection_defaults: {
        allowed_to_push: protection,
        allowed_to_merge: protection,
        allow_force_push: false,
      },
      auto_devops_enabled: null,
      emails_disabled: null,
      emails_enabled: null,
      mentions_disabled: null,
      only_allow_merge_if_pipeline_succeeds: false,
      allow_merge_on_skipped_pipeline: false,
      only_allow_merge_if_all_discussions_are_resolved: false,
      allow_personal_snippets: true,
      math_rendering_limits_enabled: true,
      lock_math_rendering_limits_enabled: false,
      enabled_git_access_protocol: 'all',
      shared_runners_minutes_limit: null,
      extra_shared_runners_minutes_limit: null,
      membership_lock: false,
      wiki_access_level: 'enabled',
      assistant_features_enabled: true,
      lock_assistant_features_enabled: false,
      assistant_availability: 'default_on',
      experiment_features_enabled: false,
      ip_restriction_ranges: null,
      file_template_project_id: null,
      shared_runners_setting: 'enabled',
      max_artifacts_size: null,
      allowed_email_domains_list: null,
      prevent_forking_outside_group: null,
      step_up_auth_required_oauth_provider: null,
      web_based_commit_signing_enabled: null,
      auto_ban_user_on_excessive_projects_download: false,
      unique_project_download_limit: 0,
      unique_project_download_limit_interval_in_seconds: 0,
      unique_project_download_limit_allowlist: [],
      unique_project_download_limit_alertlist: [],
      ...(parentId === null ? { prevent_sharing_groups_outside_hierarchy: false } : {}),
    },
    customAttributes: [],
    ...traits,
  };
}

/** Image of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function knownGroups(start: number): GroupRow[] {
  const since = (days: number): number => start - days * day;
  const avatar = { bytes: new Uint8Array(pixel), type: 'image/png', filename: 'compass.png' };
  return [
    group(9, 'Meridian Maps', 'meridian', null, {
      description: 'Maps, routing and everything that needs a coordinate',
      createdAt: since(2000),
      avatar,
      customAttributes: [{ key: 'cost-center', value: '4400' }],
    }),
    group(10, 'Platform', 'platform', 9, { description: 'What the products are built on', createdAt: since(1900) }),
    group(11, 'Routing', 'routing', 10, { description: 'From A to B', createdAt: since(1800) }),
    group(12, 'Experiments', 'experiments', 11, { createdAt: since(600) }),
    group(13, 'Apps', 'apps', 9, { description: 'Apps for phones and the web', createdAt: since(1700) }),
    group(15, 'Stealth', 'stealth', 9, {
      visibility: 'private',
      description: 'Not announced yet',
      createdAt: since(100),
    }),
    group(20, 'Lumen Observatory', 'lumen', null, {
      description: 'Software of a small telescope',
      createdAt: since(1500),
    }),
    group(21, 'Instruments', 'instruments', 20, { createdAt: since(1400) }),
    group(22, 'Spectrograph', 'spectrograph', 21, { createdAt: since(1300) }),
    group(30, 'Copperline Tools', 'copperline', null, { description: 'Command-line tools', createdAt: since(1450) }),
    group(40, 'Tidewater Data', 'tidewater', null, { description: 'Open data of the coast', createdAt: since(1350) }),
    group(41, 'Pipelines', 'pipelines', 40, { description: 'How the data gets in', createdAt: since(1250) }),
    group(50, 'Northwind Robotics', 'northwind-robotics', null, { createdAt: since(1000), storage: 'rack-2' }),
    group(60, 'Papertrail Docs', 'papertrail', null, {
      description: 'Documentation for people',
      createdAt: since(950),
    }),
    group(70, 'Harbor', 'harbor', null, {
      visibility: 'internal',
      description: 'For everyone who works here',
      createdAt: since(1600),
    }),
    group(71, 'People', 'people', 70, { visibility: 'internal', createdAt: since(1550) }),
    group(80, 'Vault', 'vault', null, {
      visibility: 'private',
      description: 'Keys and audits',
      createdAt: since(1650),
    }),
    group(81, 'Audits', 'audits', 80, { visibility: 'private', createdAt: since(1640) }),
    group(90, 'Attic', 'attic', null, { visibility: 'internal', archived: true, createdAt: since(2300) }),
    group(91, 'Sunset', 'sunset', null, {
      visibility: 'internal',
      createdAt: since(2250),
      markedForDeletionOn: new Date(since(3)).toISOString().slice(0, 10),
    }),
    // Id above 32 bits.
    group(2_147_483_900, 'Cartography Guild', 'cartography-guild', null, {
      visibility: 'internal',
      createdAt: since(50),
    }),
  ];
}

function seed({ store, table }: Seeding<GroupRow>): void {
  for (const row of knownGroups(store.startedAt)) table.put(row);
  for (let index = 1; index <= store.scale.extraGroups; index++)
    table.insert((id) => group(id, `Collective ${index}`, `collective-${index}`, null, { createdAt: store.startedAt }));
}

/** All groups. */
export const groups = table<GroupRow>('groups', seed);

/** Shares of groups. */
export const groupShares = table<GroupShareRow>('group shares', ({ table }) => {
  table.put({ id: 1, groupId: 13, withGroupId: 70, accessLevel: 20, expiresAt: null });
  table.put({ id: 2, groupId: 80, withGroupId: 15, accessLevel: 30, expiresAt: '2099-12-31' });
});

/** A group and its ancestors, the nearest first. */
export function* lineage(store: Store, start: GroupRow): Generator<GroupRow> {
  let current: GroupRow | undefined = start;
  while (current) {
    yield current;
    current = current.parentId === null ? undefined : groups(store).get(current.parentId);
  }
}

/** Full path of a group. */
export function fullPath(store: Store, row: GroupRow): string {
  return [...lineage(store, row)]
    .map(({ path }) => path)
    .reverse()
    .join('/');
}

/** Full name of a group, with the names of its ancestors. */
export function fullName(store: Store, row: GroupRow): string {
  return [...lineage(store, row)]
    .map(({ name }) => name)
    .reverse()
    .join(' / ');
}

/** Finds a group by id or full path. */
export function findGroup(store: Store, idOrPath: number | string): GroupRow | undefined {
  if (typeof idOrPath === 'number') return groups(store).get(idOrPath);
  const wanted = idOrPath.toLowerCase();
  const last = wanted.slice(wanted.lastIndexOf('/') + 1);
  return groups(store).find((row) => row.path.toLowerCase() === last && fullPath(store, row).toLowerCase() === wanted);
}
