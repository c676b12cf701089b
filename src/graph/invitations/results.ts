/** Results of the invitees of a call with several invitations. */
import { type Attributes, asObject } from '../kit/resources/resource.ts';

/** Person whom a call invited. */
export interface Invitee {
  /** Email address or number, as in the request. */
  readonly address: string;
  /** `undefined` for an invitation by email address. */
  readonly userId: number | undefined;
}

export interface InvitationResult extends Invitee {
  readonly status: 'INVITED' | 'QUEUED' | 'REFUSED' | 'UNKNOWN';
  /** Reason why the person was rejected or has to wait. */
  readonly message: string | null;
}

/** Result that the response contains for an email address or username. */
interface ReportedResult {
  readonly key: string;
  readonly status: 'QUEUED' | 'REFUSED';
  readonly message: string;
}

const matchesKey = (text: string) => {
  const lower = text.toLowerCase();
  return ({ key }: ReportedResult): boolean => key.toLowerCase() === lower;
};

function parseReportedResults(map: unknown, status: ReportedResult['status']): ReportedResult[] {
  return Object.entries(asObject(map) ?? {}).map(([key, message]) => ({
    key,
    status,
    message: [message].flat().map(String).join(', '),
  }));
}

const splitList = (list: unknown): string[] =>
  String(list ?? '')
    .split(',')
    .filter((part) => part !== '');

/** Returns the invitees of a request body. */
export function getInvitees(body: Attributes): Invitee[] {
  return [
    ...splitList(body.email).map((address) => ({ address, userId: undefined })),
    ...splitList(body.user_id).map((address) => ({ address, userId: Number(address) })),
  ];
}

/**
 * Returns one result for each invitee, in their order. The response identifies users by usernames, which the request
 * need not contain. They are loaded if the response has results for keys that are not addresses of the request. If
 * results still cannot be assigned, invitees who may have been rejected have the status `UNKNOWN`, and these results
 * follow under their own keys.
 */
export async function matchResults(
  invitees: readonly Invitee[],
  response: Attributes,
  loadUsername: (userId: number) => Promise<string | undefined>,
): Promise<InvitationResult[]> {
  if (typeof response.message === 'string' && response.status !== 'success') {
    const { message } = response;
    return invitees.map((invitee) => ({ ...invitee, status: 'REFUSED', message }));
  }
  const reported = [
    ...parseReportedResults(response.message, 'REFUSED'),
    ...parseReportedResults(response.queued_users, 'QUEUED'),
  ];
  const resultByInvitee = new Map<Invitee, ReportedResult>();
  const getUnmatchedInvitees = (): Invitee[] => invitees.filter((invitee) => !resultByInvitee.has(invitee));
  const getUnmatchedResults = (): ReportedResult[] =>
    reported.filter((each) => ![...resultByInvitee.values()].includes(each));
  const match = (invitee: Invitee, name: string | undefined): void => {
    const result = name === undefined ? undefined : getUnmatchedResults().find(matchesKey(name));
    if (result) resultByInvitee.set(invitee, result);
  };

  for (const invitee of invitees) match(invitee, invitee.address);
  if (getUnmatchedResults().length > 0) {
    const users = getUnmatchedInvitees().flatMap((invitee) =>
      invitee.userId === undefined ? [] : [{ invitee, id: invitee.userId }],
    );
    const names = await Promise.all(users.map(({ id }) => loadUsername(id)));
    for (const [index, { invitee }] of users.entries()) match(invitee, names[index]);
  }
  const [[invitee, ...otherInvitees], [result, ...otherResults]] = [getUnmatchedInvitees(), getUnmatchedResults()];
  if (invitee && result && otherInvitees.length + otherResults.length === 0) resultByInvitee.set(invitee, result);

  const isClear =
    getUnmatchedResults().length === 0 &&
    (response.status === 'success' || (response.status === 'error' && resultByInvitee.size > 0));
  return [
    ...invitees.map((each): InvitationResult => {
      const { status, message } = resultByInvitee.get(each) ?? {
        status: isClear ? 'INVITED' : 'UNKNOWN',
        message: null,
      };
      return { ...each, status, message };
    }),
    ...getUnmatchedResults().map(({ key, status, message }) => ({ address: key, userId: undefined, status, message })),
  ];
}
