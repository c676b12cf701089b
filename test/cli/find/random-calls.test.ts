/** Random calls of every operation: the query that `portico find` returns makes the same call, or a remark names the difference. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { holds, setupTimeoutMs, timeoutMs } from '../../properties/holds.ts';
import { getCall, operationsInOrder, preparation } from './calls.ts';
import { type Difference, findCall, findDifferences, withSecrets } from './finding.ts';
import { anyParameters, formatQuery } from './random-calls.ts';

let facade: SandboxedFacade;

beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
  await facade.execute(preparation.document, {}, preparation);
}, setupTimeoutMs);
afterAll(() => facade.close());

const ids = operationsInOrder.filter((id) => !getCall(id).file);

/** Operation with random parameters, at a path that exists in the sandbox. */
const anyCall = fc.constantFrom(...ids).chain((id) =>
  anyParameters(id).map(({ query, body }) => {
    const search = formatQuery(id, query);
    const path = getCall(id).url.replace(/\?.*$/s, '');
    return { id, call: { url: search === '' ? path : `${path}?${search}`, body } };
  }),
);

test(
  'finds the query that makes exactly the call, or names each difference',
  async () => {
    await holds(
      fc.asyncProperty(anyCall, async ({ id, call }) => {
        const match = await findCall(id, call);
        facade.forget();
        const variables: Readonly<Record<string, unknown>> = Object(withSecrets(match.variables, call.body));
        await facade.execute(match.query, variables, { as: getCall(id).as ?? 'administrator' });
        const remarks = match.remarks.join(' ');
        const isNamed = ({ name }: Difference) => remarks.includes(name) || remarks.includes('depends on the response');
        const unnamed = findDifferences(id, call, facade.requests).filter((difference) => !isNamed(difference));
        expect(
          unnamed.map(({ text }) => text),
          JSON.stringify(match, null, 2),
        ).toEqual([]);
      }),
      6,
    );
  },
  timeoutMs(6),
);
