/** From random calls of every operation to the query that makes them, and back: the sandbox receives that call, or a remark names the difference. */
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { holds, setupTimeoutMs, timeoutMs } from '../../properties/holds.ts';
import { callOf, operationsInOrder, preparation } from './calls.ts';
import { type Difference, differences, findCall, withSecrets } from './finding.ts';
import { anyParameters, typedQuery } from './random-calls.ts';

let facade: SandboxedFacade;

beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
  await facade.execute(preparation.document, {}, preparation);
}, setupTimeoutMs);
afterAll(() => facade.close());

const ids = operationsInOrder.filter((id) => !callOf(id).file);

/** An operation with random parameters at a path that the sandbox has. */
const anyCall = fc.constantFrom(...ids).chain((id) =>
  anyParameters(id).map(({ query, body }) => {
    const typed = typedQuery(id, query);
    const path = callOf(id).url.replace(/\?.*$/s, '');
    return { id, call: { url: typed === '' ? path : `${path}?${typed}`, body } };
  }),
);

test(
  'finds the query that makes exactly the call, or names each difference',
  async () => {
    await holds(
      fc.asyncProperty(anyCall, async ({ id, call }) => {
        const match = await findCall(id, call);
        // The search blocks this process, in which connections may have ended meanwhile.
        await delay(20);
        facade.forget();
        const variables: Readonly<Record<string, unknown>> = Object(withSecrets(match.variables, call.body));
        await facade.execute(match.query, variables, { as: callOf(id).as ?? 'administrator' });
        const remarks = match.remarks.join(' ');
        const isNamed = ({ name }: Difference) => remarks.includes(name) || remarks.includes('depends on the response');
        const unnamed = differences(id, call, facade.requests).filter((difference) => !isNamed(difference));
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
