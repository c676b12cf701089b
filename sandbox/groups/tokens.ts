/** Credential inventory of a group: personal access tokens of its enterprise users. */
import type { QueryOf, SchemaType } from '../../src/contract/index.ts';
import type { Loose } from '../kit/area.ts';
import { day, iso, isoDay } from '../kit/clock.ts';
import { agrees, matchesSearch, ordered, within } from '../kit/lists.ts';
import { table } from '../kit/store.ts';

export interface ManagedTokenRow {
  readonly id: number;
  /** Top-level group that manages the user. */
  readonly groupId: number;
  readonly userId: number;
  readonly name: string;
  readonly description: string | null;
  readonly scopes: readonly string[];
  readonly revoked: boolean;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Date; `null` if the token does not expire. */
  readonly expiresAt: string | null;
}

const names = ['laptop', 'CI mirror', 'backup script', 'editor', 'metrics', 'one-off'] as const;
const scopeSets = [['api'], ['read_user', 'read_repository'], ['api', 'read_registry'], ['self_rotate']] as const;

/** Tokens of enterprise users, all of one group. */
export const managedTokens = table<ManagedTokenRow>('managed tokens', ({ store, table, random }) => {
  for (let index = 0; index < 45; index++) {
    const createdAt = store.startedAt - (300 - index * 5) * day;
    table.put({
      id: 701 + index,
      groupId: 9,
      userId: random.pick([3, 4, 5, 6, 7, 20, 21, 22]),
      name: `${random.pick(names)} ${index + 1}`,
      description: random.chance(0.4) ? 'Made while setting up' : null,
      scopes: random.pick(scopeSets),
      revoked: random.chance(0.2),
      createdAt,
      lastUsedAt: random.chance(0.7) ? createdAt + random.integer(1, 60) * day : null,
      expiresAt: random.chance(0.2) ? null : isoDay(createdAt + 365 * day),
    });
  }
});

/** Whether a token is active. */
export function isActive(row: ManagedTokenRow, now: number): boolean {
  return !row.revoked && (row.expiresAt === null || row.expiresAt > isoDay(now));
}

/** Whether a token matches the filters of a query. */
export function tokenMatches(row: ManagedTokenRow, query: QueryOf<'listGroupManagedTokens'>, now: number): boolean {
  return (
    agrees(query.revoked, row.revoked) &&
    agrees(query.state && query.state === 'active', isActive(row, now)) &&
    matchesSearch(query.search, row.name) &&
    within(row.createdAt, query.created_after, query.created_before) &&
    within(row.lastUsedAt, query.last_used_after, query.last_used_before)
  );
}

const keys: Readonly<Record<string, (row: ManagedTokenRow) => string | number | null>> = {
  created: ({ createdAt }) => createdAt,
  expires: ({ expiresAt }) => expiresAt,
  last_used: ({ lastUsedAt }) => lastUsedAt,
  name: ({ name }) => name,
};

/** Sorts tokens by a value such as `last_used_desc`; defaults to their id. */
export function tokensInOrder(
  rows: readonly ManagedTokenRow[],
  sort: SchemaType<'TokenSort'> | undefined,
): ManagedTokenRow[] {
  const [, key = '', direction] = /^(.+)_(asc|desc)$/.exec(sort ?? '') ?? [];
  return ordered(rows, keys[key] ?? (({ id }) => id), direction === 'desc' ? 'desc' : 'asc');
}

/** Presents a token without its secret. */
export function presentToken(row: ManagedTokenRow, now: number): Loose<SchemaType<'ManagedToken'>> {
  return {
    id: row.id,
    name: row.name,
    revoked: row.revoked,
    created_at: iso(row.createdAt),
    description: row.description,
    scopes: row.scopes,
    user_id: row.userId,
    last_used_at: row.lastUsedAt === null ? null : iso(row.lastUsedAt),
    active: isActive(row, now),
    expires_at: row.expiresAt,
  };
}
