/** Results of the invitees of a call with several invitations. */
import { toText } from '../../helpers/to-text.ts';
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

function parseReportedResults(map: unknown, status: ReportedResult['status']): ReportedResult[] {
  return Object.entries(asObject(map) ?? {}).map(([key, message]) => ({
    key,
    status,
    message: [message].flat().map(toText).join(', '),
  }));
}

const getRefusals = ({ message }: Attributes): ReportedResult[] => parseReportedResults(message, 'REFUSED');

/** Returns the reason why the service invited no one; `undefined` if the reason is absent or differs by person. */
const getCommonReason = ({ status, message }: Attributes): string | undefined =>
  typeof message === 'string' && status !== 'success' ? message : undefined;

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

/** Returns the message of a successful response that reports that no one was invited or queued. */
export function findCommonRefusal(invitees: readonly Invitee[], response: Attributes): string | undefined {
  if (response.status !== 'error') return undefined;
  const reason = getCommonReason(response);
  if (reason !== undefined) return reason;
  if (Object.keys(asObject(response.queued_users) ?? {}).length > 0) return undefined;
  const refusals = getRefusals(response);
  if (refusals.length === 0) return 'The upstream reported an error without a reason';
  if (refusals.length < invitees.length) return undefined;
  return `No one was invited: ${refusals.map(({ key, message }) => `${key} ${message}`).join('; ')}`;
}

const normalizations = [(text: string) => text, (text: string) => text.toLowerCase()];

/**
 * Assigns each result to the invitee with its key as a name. Exact keys are first, so that no key is taken by a name
 * in another letter case.
 */
function assign(
  names: ReadonlyMap<Invitee, string>,
  unmatched: Set<ReportedResult>,
  resultByInvitee: Map<Invitee, ReportedResult>,
): void {
  for (const normalize of normalizations) {
    const resultsByKey = Map.groupBy(unmatched, ({ key }) => normalize(key));
    for (const [invitee, name] of names) {
      const result = resultByInvitee.has(invitee) ? undefined : resultsByKey.get(normalize(name))?.shift();
      if (result === undefined) continue;
      resultByInvitee.set(invitee, result);
      unmatched.delete(result);
    }
  }
}

/**
 * Returns one result for each invitee, in their order. The response identifies users by usernames, which are loaded if
 * it has results for keys that are not email addresses of the request. If results still cannot be assigned, invitees
 * who may have been rejected have the status `UNKNOWN`, and these results follow under their own keys.
 */
export async function matchResults(
  invitees: readonly Invitee[],
  response: Attributes,
  loadUsername: (userId: number) => Promise<string | undefined>,
): Promise<InvitationResult[]> {
  const commonReason = getCommonReason(response);
  if (commonReason !== undefined)
    return invitees.map((invitee) => ({ ...invitee, status: 'REFUSED', message: commonReason }));
  const unmatched = new Set([...getRefusals(response), ...parseReportedResults(response.queued_users, 'QUEUED')]);
  const resultByInvitee = new Map<Invitee, ReportedResult>();

  const emails = invitees.filter(({ userId }) => userId === undefined);
  assign(new Map(emails.map((invitee) => [invitee, invitee.address])), unmatched, resultByInvitee);
  if (unmatched.size > 0) {
    const loads = invitees.flatMap((invitee) =>
      invitee.userId === undefined
        ? []
        : [loadUsername(invitee.userId).then((name) => (name === undefined ? [] : [[invitee, name] as const]))],
    );
    assign(new Map((await Promise.all(loads)).flat()), unmatched, resultByInvitee);
  }
  const [invitee, ...otherInvitees] = invitees.filter((each) => !resultByInvitee.has(each));
  const [result, ...otherResults] = unmatched;
  if (invitee && result && otherInvitees.length + otherResults.length === 0) {
    resultByInvitee.set(invitee, result);
    unmatched.delete(result);
  }

  const isClear =
    unmatched.size === 0 &&
    (response.status === 'success' || (response.status === 'error' && resultByInvitee.size > 0));
  return [
    ...invitees.map((each): InvitationResult => {
      const { status, message } = resultByInvitee.get(each) ?? {
        status: isClear ? 'INVITED' : 'UNKNOWN',
        message: null,
      };
      return { ...each, status, message };
    }),
    ...[...unmatched].map(({ key, status, message }) => ({ address: key, userId: undefined, status, message })),
  ];
}
