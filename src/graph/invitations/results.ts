/** What the answer to a call with several invitations says about each of them. */
import { type Attributes, embedded } from '../kit/resources/resource.ts';

/** Somebody whom a call invited. */
export interface Invitee {
  /** Email address or number, as it was sent. */
  readonly address: string;
  /** Set when the invitation went to a user. */
  readonly userId: number | undefined;
}

export interface InvitationResult extends Invitee {
  readonly status: 'INVITED' | 'QUEUED' | 'REFUSED' | 'UNKNOWN';
  /** Why it was refused or has to wait. */
  readonly message: string | null;
}

/** What the answer tells under the email address or username of somebody. */
interface Told {
  readonly key: string;
  readonly status: 'QUEUED' | 'REFUSED';
  readonly message: string;
}

const sameAs = (text: string) => {
  const lower = text.toLowerCase();
  return ({ key }: Told): boolean => key.toLowerCase() === lower;
};

function toldIn(map: unknown, status: Told['status']): Told[] {
  return Object.entries(embedded(map) ?? {}).map(([key, message]) => ({
    key,
    status,
    message: [message].flat().map(String).join(', '),
  }));
}

const split = (list: unknown): string[] =>
  String(list ?? '')
    .split(',')
    .filter((part) => part !== '');

/** Whom the body of a call invites. */
export function inviteesOf(body: Attributes): Invitee[] {
  return [
    ...split(body.email).map((address) => ({ address, userId: undefined })),
    ...split(body.user_id).map((address) => ({ address, userId: Number(address) })),
  ];
}

/**
 * One result for each invitee, in their order. The service names a user by a username that the call did not have to know, so
 * these are asked for when something is told of names that are no address of the call. Where it still is not clear who is
 * meant, nobody counts as invited who may have been refused, and what was told follows under its own name.
 */
export async function resultsOf(
  invitees: readonly Invitee[],
  answer: Attributes,
  usernameOf: (userId: number) => Promise<string | undefined>,
): Promise<InvitationResult[]> {
  if (typeof answer.message === 'string' && answer.status !== 'success') {
    const { message } = answer;
    return invitees.map((invitee) => ({ ...invitee, status: 'REFUSED', message }));
  }
  const told = [...toldIn(answer.message, 'REFUSED'), ...toldIn(answer.queued_users, 'QUEUED')];
  const found = new Map<Invitee, Told>();
  const missing = (): Invitee[] => invitees.filter((invitee) => !found.has(invitee));
  const leftOver = (): Told[] => told.filter((each) => ![...found.values()].includes(each));
  const match = (invitee: Invitee, name: string | undefined): void => {
    const about = name === undefined ? undefined : leftOver().find(sameAs(name));
    if (about) found.set(invitee, about);
  };

  for (const invitee of invitees) match(invitee, invitee.address);
  if (leftOver().length > 0) {
    const users = missing().flatMap((invitee) =>
      invitee.userId === undefined ? [] : [{ invitee, id: invitee.userId }],
    );
    const names = await Promise.all(users.map(({ id }) => usernameOf(id)));
    for (const [index, { invitee }] of users.entries()) match(invitee, names[index]);
  }
  const [[invitee, ...otherInvitees], [about, ...othersTold]] = [missing(), leftOver()];
  if (invitee && about && otherInvitees.length + othersTold.length === 0) found.set(invitee, about);

  const isClear =
    leftOver().length === 0 && (answer.status === 'success' || (answer.status === 'error' && found.size > 0));
  return [
    ...invitees.map((each): InvitationResult => {
      const { status, message } = found.get(each) ?? { status: isClear ? 'INVITED' : 'UNKNOWN', message: null };
      return { ...each, status, message };
    }),
    ...leftOver().map(({ key, status, message }) => ({ address: key, userId: undefined, status, message })),
  ];
}
