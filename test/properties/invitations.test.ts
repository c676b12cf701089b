/** Invitations of any people, duplicates included: each has the result that the service reports for its key. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invite } from '../graph/invitations/invitation.ts';
import { type StubbedFacade, type StubResponse, startWithResponses } from '../harness.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';

/** Usernames by id. One of them is the id of another user. */
const usernames = new Map([
  [6, 'ann'],
  [7, 'Bob'],
  [8, '6'],
  [3_000_000_001, 'b'],
]);
const emails = ['a@x.io', 'A@x.io', 'b@x.io', 'B@X.io', 'ann@x.io', '6@x.io'];

let facade: StubbedFacade;
const answer: { body?: unknown } = {};
const responses: Record<string, StubResponse> = { 'POST /groups/1/invitations': answer };
for (const [id, username] of usernames) responses[`GET /users/${id}`] = { body: { id, username } };

beforeAll(async () => {
  facade = await startWithResponses(responses);
}, setupTimeoutMs);
afterAll(() => facade.close());

const outcome = fc.constantFrom('INVITED', 'QUEUED', 'REFUSED');
const person = fc.record({
  email: fc.constantFrom(...emails),
  user: fc.constantFrom(...usernames.keys()),
  outcome,
  /** Form of the input, and letter case of the key for a username. */
  form: fc.nat({ max: 2 }),
});
const anyInput = fc.record({ byEmail: fc.array(person, { maxLength: 7 }), byUser: fc.array(person, { maxLength: 7 }) });

const toCase = (text: string, form: number): string => [text, text.toUpperCase(), text.toLowerCase()][form] ?? text;

interface Expected {
  readonly address: string;
  readonly key: string;
  readonly outcome: string;
}

/** Returns the first of several entries for each person. */
function withoutDuplicates(people: readonly Expected[]): Expected[] {
  const byAddress = new Map<string, Expected>();
  for (const each of people) if (!byAddress.has(each.address)) byAddress.set(each.address, each);
  return [...byAddress.values()];
}

test(
  'returns one result for each person, with the status of its key',
  async () => {
    await holds(
      fc.asyncProperty(anyInput, async ({ byEmail, byUser }) => {
        fc.pre(byEmail.length + byUser.length > 0);
        const people = withoutDuplicates([
          ...byEmail.map(({ email, outcome }) => ({ address: email, key: email, outcome })),
          ...byUser.map(({ user, outcome, form }) => {
            return { address: String(user), key: toCase(usernames.get(user) ?? '', form), outcome };
          }),
        ]);
        const reported = (status: string) =>
          Object.fromEntries(people.filter((each) => each.outcome === status).map(({ key }) => [key, `Is ${status}`]));
        const [refused, queued] = [reported('REFUSED'), reported('QUEUED')];
        answer.body = {
          status: Object.keys(refused).length > 0 ? 'error' : 'success',
          ...(Object.keys(refused).length > 0 && { message: refused }),
          ...(Object.keys(queued).length > 0 && { queued_users: queued }),
        };
        const { payload } = await invite(facade, {
          target: { group: 1 },
          emails: byEmail.map(({ email, form }) => `${' '.repeat(form)}${email}`),
          users: byUser.map(({ user, form }) => (form === 0 ? user : `gid://service/User/${user}`)),
        });
        expect(payload?.results).toEqual(
          people.map(({ address, outcome }) => ({
            address,
            status: outcome,
            message: outcome === 'INVITED' ? null : `Is ${outcome}`,
          })),
        );
        expect(payload?.errors).toHaveLength(people.every((each) => each.outcome === 'REFUSED') ? 1 : 0);
      }),
      1,
    );
  },
  timeoutMs(1),
);
