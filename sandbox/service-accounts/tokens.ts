/** Personal access tokens of service accounts. Their secrets are shown once and not stored. */
import type { BodyOf, QueryOf, SchemaType } from '../../src/contract/index.ts';
import type { Loose, View } from '../kit/area.ts';
import { day, iso, isoDay } from '../kit/clock.ts';
import { badRequest, notFound } from '../kit/http-error.ts';
import { agrees, matchesSearch, ordered, within } from '../kit/lists.ts';
import { type Store, table } from '../kit/store.ts';
import { type ServiceAccountRow, serviceAccounts } from './accounts.ts';

const [maximumLifetime, rotatedLifetime] = [365 * day, 7 * day];

export interface TokenRow {
  readonly id: number;
  /** User id of the service account. */
  readonly userId: number;
  readonly name: string;
  readonly description: string | null;
  readonly scopes: readonly string[];
  revoked: boolean;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Expiry date. */
  readonly expiresAt: string;
}

/** Many tokens of one account, in every state; the other accounts have none. */
export const tokens = table<TokenRow>('service account tokens', ({ store, table, random }) => {
  const [account] = serviceAccounts(store).where(({ groupId }) => groupId === 9);
  if (account === undefined) return;
  for (let index = 0; index < 30; index++) {
    const createdAt = store.startedAt - (320 - index * 10) * day;
    table.put({
      id: 9001 + index,
      userId: account.id,
      name: `${random.pick(['deploy', 'mirror', 'metrics'])}-${String((index * 7) % 30).padStart(2, '0')}`,
      description: random.chance(0.5) ? 'For the nightly run' : null,
      scopes: random.pick([['api'], ['read_user'], ['read_repository', 'read_user']]),
      revoked: index % 6 === 5,
      createdAt,
      lastUsedAt: index % 4 === 0 ? null : createdAt + random.integer(1, 9) * day,
      expiresAt: isoDay(createdAt + 200 * day),
    });
  }
});

function isActive({ revoked, expiresAt }: TokenRow, now: number): boolean {
  return !revoked && expiresAt > isoDay(now);
}

/** Presents a token without its secret. */
export function presentToken({ store }: View, row: TokenRow): Loose<SchemaType<'ServiceAccountToken'>> {
  return {
    id: row.id,
    name: row.name,
    revoked: row.revoked,
    created_at: iso(row.createdAt),
    description: row.description,
    scopes: row.scopes,
    user_id: row.userId,
    last_used_at: row.lastUsedAt === null ? null : iso(row.lastUsedAt),
    active: isActive(row, store.now()),
    expires_at: row.expiresAt,
  };
}

function matches({ store }: View, query: QueryOf<'listServiceAccountTokens'>, row: TokenRow): boolean {
  const { expires_after, expires_before } = query;
  return (
    within(row.createdAt, query.created_after, query.created_before) &&
    within(row.lastUsedAt, query.last_used_after, query.last_used_before) &&
    (expires_after === undefined || row.expiresAt > expires_after) &&
    (expires_before === undefined || row.expiresAt < expires_before) &&
    agrees(query.revoked, row.revoked) &&
    matchesSearch(query.search, row.name) &&
    agrees(query.state && query.state === 'active', isActive(row, store.now()))
  );
}

const keys: Readonly<Record<string, (row: TokenRow) => string | number | null>> = {
  created: ({ createdAt }) => createdAt,
  expires: ({ expiresAt }) => expiresAt,
  last_used: ({ lastUsedAt }) => lastUsedAt,
  name: ({ name }) => name,
};

export function tokensOf(
  view: View,
  { id }: ServiceAccountRow,
  query: QueryOf<'listServiceAccountTokens'>,
): TokenRow[] {
  const rows = tokens(view.store).where((row) => row.userId === id && matches(view, query, row));
  const [, key = 'created', direction = 'asc'] = /^(.+)_(asc|desc)$/.exec(query.sort ?? '') ?? [];
  return ordered(rows, keys[key] ?? (({ id }) => id), direction === 'desc' ? 'desc' : 'asc');
}

/** Finds a token of an account. @throws HttpError 404 if it does not exist */
export function tokenOf({ store }: View, account: ServiceAccountRow, id: number): TokenRow {
  const row = tokens(store).get(id);
  if (row === undefined || row.userId !== account.id) throw notFound('Personal Access Token');
  return row;
}

/** Prefix of the secrets, so that tests can search for them. */
const secretPrefix = 'sandbox-service-secret-';

function withSecret(view: View, row: TokenRow): Loose<SchemaType<'CreatedServiceAccountToken'>> {
  return { ...presentToken(view, row), token: `${secretPrefix}${row.id}-${(row.createdAt % 1e9).toString(36)}` };
}

function refusePast(store: Store, expiresAt: string | undefined): void {
  if (expiresAt !== undefined && expiresAt <= isoDay(store.now()))
    throw badRequest({ expires_at: ['must be a future date'] });
}

export function createToken(view: View, { id: userId }: ServiceAccountRow, body: BodyOf<'createServiceAccountToken'>) {
  const { store } = view;
  const now = store.now();
  refusePast(store, body.expires_at);
  const row = tokens(store).insert((id) => ({
    id,
    userId,
    name: body.name,
    description: body.description ?? null,
    scopes: body.scopes,
    revoked: false,
    createdAt: now,
    lastUsedAt: null,
    expiresAt: body.expires_at ?? isoDay(now + maximumLifetime),
  }));
  return withSecret(view, row);
}

/** Revokes a token and creates a new one with the same name, description and scopes. */
export function rotateToken(view: View, row: TokenRow, body: BodyOf<'rotateServiceAccountToken'>) {
  const { store } = view;
  const now = store.now();
  if (row.revoked) throw badRequest('Token already revoked');
  refusePast(store, body.expires_at);
  row.revoked = true;
  const rotated = tokens(store).insert((id) => ({
    ...row,
    id,
    revoked: false,
    createdAt: now,
    lastUsedAt: null,
    expiresAt: body.expires_at ?? isoDay(now + rotatedLifetime),
  }));
  return withSecret(view, rotated);
}

export function revokeToken(row: TokenRow): void {
  if (row.revoked) throw badRequest('400 Bad request - Token already revoked');
  row.revoked = true;
}
