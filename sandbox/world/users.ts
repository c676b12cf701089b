/** Rows of users, and their seed. The area `users` presents them. */
import type { SchemaType } from '../../src/contract/index.ts';
import { day, hour } from '../kit/clock.ts';
import type { Random } from '../kit/random.ts';
import { type Seeding, table } from '../kit/store.ts';
import { firstNames, lastNames, slug } from './names.ts';

/** Kind of account: a person, the bot of a project or group token, a service account, or an internal account of the instance. */
export type UserKind = 'human' | 'project_bot' | 'service_account' | 'internal';

export interface UserRow {
  readonly id: number;
  username: string;
  name: string;
  state: SchemaType<'UserState'>;
  locked: boolean;
  readonly kind: UserKind;
  readonly external: boolean;
  readonly admin: boolean;
  readonly auditor: boolean;
  readonly createdAt: number;
  updatedAt: number;
  email: string;
  /** Empty if the user hides it. */
  readonly publicEmail: string;
  readonly privateProfile: boolean;
  readonly twoFactor: boolean;
  readonly identities: readonly {
    readonly provider: string;
    readonly externUid: string;
    readonly samlProviderId?: number;
  }[];
  /** Groups that provision the account by SCIM. */
  readonly scim: readonly { readonly externUid: string; readonly groupId: number }[];
  /** Id of the creator of the account; `null` if the user registered themselves. */
  readonly createdBy: number | null;
  readonly customAttributes: readonly { readonly key: string; readonly value: string }[];
}

type Traits = Partial<Omit<UserRow, 'id' | 'username' | 'name'>>;

function person(id: number, username: string, name: string, createdAt: number, traits: Traits = {}): UserRow {
  return {
    id,
    username,
    name,
    state: 'active',
    locked: false,
    kind: 'human',
    external: false,
    admin: false,
    auditor: false,
    createdAt,
    updatedAt: createdAt + 30 * day,
    email: `${username}@corp.example.com`,
    publicEmail: '',
    privateProfile: false,
    twoFactor: false,
    identities: [],
    scim: [],
    createdBy: null,
    customAttributes: [],
    ...traits,
  };
}

/** Named users of the sandbox. The tokens belong to the first nine. */
function namedUsers(start: number): UserRow[] {
  const since = (days: number): number => start - days * day;
  const bot = { kind: 'project_bot', createdBy: 3 } as const;
  return [
    person(1, 'amara.okafor', 'Amara Okafor', since(2400), { admin: true, twoFactor: true }),
    person(2, 'august.lindqvist', 'August Lindqvist', since(2300), { auditor: true, createdBy: 1 }),
    person(3, 'olivia.marsh', 'Olivia Marsh', since(2200), {
      publicEmail: 'olivia@marsh.example.net',
      twoFactor: true,
      identities: [{ provider: 'group_saml', externUid: 'olivia.marsh@corp.example.com', samlProviderId: 7 }],
      customAttributes: [
        { key: 'department', value: 'routing' },
        { key: 'office', value: 'Lisbon' },
      ],
    }),
    person(4, 'mateo.silva', 'Mateo Silva', since(2100), {
      identities: [{ provider: 'ldapmain', externUid: 'uid=mateo,ou=people,dc=example,dc=com' }],
      customAttributes: [{ key: 'department', value: 'routing' }],
    }),
    person(5, 'dana.kim', 'Dana Kim', since(1500), { publicEmail: 'dana.kim@example.net' }),
    person(6, 'ravi.patel', 'Ravi Patel', since(1400), {
      scim: [{ externUid: 'ravi-4711', groupId: 9 }],
      createdBy: 1,
    }),
    person(7, 'greta.holm', 'Greta Holm', since(900), { createdBy: 3 }),
    person(8, 'oscar.nguyen', 'Oscar Nguyen', since(300)),
    person(9, 'project_14_bot_release', 'Release automation', since(200), bot),
    person(10, 'project_14_bot_metrics', 'Metrics export', since(180), bot),
    person(11, 'service_account_deploy', 'Deployment service', since(170), { kind: 'service_account', createdBy: 1 }),
    person(12, 'support-bot', 'Support Bot', since(2400), { kind: 'internal' }),
    person(13, 'alert-bot', 'Alert Bot', since(2400), { kind: 'internal' }),
    person(14, 'ghost', 'Ghost User', since(2400), { kind: 'internal' }),
    person(15, 'ines.quiet', 'Inês Quiet', since(800), { privateProfile: true }),
    person(16, 'boris.gone', 'Boris Gone', since(1900), { state: 'blocked', updatedAt: since(20) }),
    person(17, 'lena.locked', 'Lena Locked', since(1200), { locked: true }),
    person(18, 'derek.dormant', 'Derek Dormant', since(2000), { state: 'deactivated', external: true }),
  ];
}

function anyone(id: number, createdAt: number, random: Random): UserRow {
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
  const username = `${slug(first)}.${slug(last)}${id}`;
  const fate = random.next();
  return person(id, username, `${first} ${last}`, createdAt, {
    state: fate < 0.06 ? 'blocked' : fate < 0.1 ? 'deactivated' : 'active',
    external: random.chance(0.05),
    twoFactor: random.chance(0.4),
    privateProfile: random.chance(0.05),
    publicEmail: random.chance(0.3) ? `${slug(first)}.${slug(last)}@example.net` : '',
    createdBy: random.chance(0.3) ? 1 : null,
    identities: random.chance(0.2) ? [{ provider: 'ldapmain', externUid: `uid=${username},dc=example,dc=com` }] : [],
  });
}

function seed({ store, table, random }: Seeding<UserRow>): void {
  for (const user of namedUsers(store.startedAt)) table.put(user);
  // Large instances have ids above 32 bits.
  const few = 10;
  while (table.size < store.scale.users - few)
    table.insert((id) => anyone(id, store.startedAt - 700 * day + (id % 16_000) * hour, random));
  for (let index = 0; table.size < store.scale.users; index++)
    table.put(anyone(3_000_000_001 + index, store.startedAt - (40 - index) * day, random));
}

/** All accounts. */
export const users = table<UserRow>('users', seed);
