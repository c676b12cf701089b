import { expect } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
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

/** Prefix of the secrets of tokens in the sandbox. */
export const secretPrefix = 'sandbox-service-secret-';

/** Target of an account of the instance. */
export const instanceTarget = { target: { instance: true } };

/** All attributes. The email address of an account of the instance may need a further call. */
export const accountFields = `${everything('ServiceAccount')} email`;

interface AccountPayload {
  readonly serviceAccount: Account | null;
}

export const createAccount = (facade: Facade, input: Input, as: Role = 'owner') =>
  mutate<AccountPayload>(facade, 'serviceAccountCreate', input, `serviceAccount { ${accountFields} }`, as);

export const updateAccount = (facade: Facade, input: Input, as: Role = 'owner') =>
  mutate<AccountPayload>(facade, 'serviceAccountUpdate', input, `serviceAccount { ${accountFields} }`, as);

export const deleteAccount = (facade: Facade, input: Input, as: Role = 'owner') =>
  mutate<{ deletedServiceAccountId: string | null }>(
    facade,
    'serviceAccountDelete',
    input,
    'deletedServiceAccountId',
    as,
  );

export const readNode = (facade: Facade, id: string, as: Role = 'administrator') =>
  facade.execute<{ node: Account | null }>(
    `query ($id: ID!) { node(id: $id) { id ... on ServiceAccount { ${accountFields} } } }`,
    { id },
    { as },
  );

/** Creates an account of the group `meridian`. */
export async function createGroupAccount(facade: Facade, input: Input = {}): Promise<Account> {
  const { payload } = await createAccount(facade, { target: { group: 'meridian' }, ...input });
  return payload?.serviceAccount ?? expect.unreachable();
}
