import { expect } from 'vitest';
import type { Role } from '../../../src/sandbox/index.ts';
import type { Facade } from '../../harness.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';

export interface Account {
  readonly id: string;
  readonly databaseId: number;
  readonly username: string;
  readonly name: string;
  readonly email: string | null;
  readonly unconfirmedEmail: string | null;
}

export type Input = Readonly<Record<string, unknown>>;

/** Target of an account of the instance. */
export const ofInstance = { target: { instance: true } };

/** All attributes. The address of an account of the instance may cost a call. */
export const every = `${everything('ServiceAccount')} email`;

interface Changed {
  readonly serviceAccount: Account | null;
}

export const create = (facade: Facade, input: Input, as: Role = 'owner') =>
  mutate<Changed>(facade, 'serviceAccountCreate', input, `serviceAccount { ${every} }`, as);

export const update = (facade: Facade, input: Input, as: Role = 'owner') =>
  mutate<Changed>(facade, 'serviceAccountUpdate', input, `serviceAccount { ${every} }`, as);

export const remove = (facade: Facade, input: Input, as: Role = 'owner') =>
  mutate<{ deletedServiceAccountId: string | null }>(
    facade,
    'serviceAccountDelete',
    input,
    'deletedServiceAccountId',
    as,
  );

export const findNode = (facade: Facade, id: string, as: Role = 'administrator') =>
  facade.execute<{ node: Account | null }>(
    `query ($id: ID!) { node(id: $id) { id ... on ServiceAccount { ${every} } } }`,
    { id },
    { as },
  );

/** A new account of the group `meridian`. */
export async function newAccount(facade: Facade, input: Input = {}): Promise<Account> {
  const { payload } = await create(facade, { target: { group: 'meridian' }, ...input });
  return payload?.serviceAccount ?? expect.unreachable();
}
