/** Plans contain all calls that a service with long lists and different values receives. */
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { type Facade, startFacade } from '../harness.ts';
import { seedWithoutNulls } from './arbitraries/answers.ts';
import { listQueries } from './arbitraries/lists.ts';
import { holds, timeoutMs } from './holds.ts';
import { expectNone, fetchPlan, findUnplannedCalls, send } from './outcome.ts';
import { type BrokenUpstream, startBrokenUpstream } from './upstream.ts';

const seconds = 4;

/** A plan merges the selections of `nodes` and `edges`, although objects below them may be read with the parameters of each. */
const queries = listQueries(schema).filter(({ query }) => !query.includes('edges'));

let upstream: BrokenUpstream;
let facade: Facade;

beforeAll(async () => {
  upstream = await startBrokenUpstream();
  facade = await startFacade(upstream.url, { MAX_REST_CALLS: '100000', MAX_ERRORS: '100000' });
});
afterAll(async () => {
  await facade.close();
  await upstream.close();
});

test('the plan of any query contains all calls that a service with long lists receives', {
  timeout: timeoutMs(seconds),
}, async () => {
  let credentials = 0;
  await holds(
    fc.asyncProperty(queries, fc.nat(1_000_000), async (request, seed) => {
      credentials += 1;
      const headers = { 'private-token': `token-${credentials}`, 'x-portico-trace': '1' };
      upstream.script = { seed: seedWithoutNulls(seed), lists: { length: 1000, pageHeaders: 'totals', cap: 100 } };
      const plan = await fetchPlan(facade, request, headers);
      const { body } = await send(facade, request, headers);
      expectNone(findUnplannedCalls(plan, body.extensions?.rest, 'certain'));
    }),
    seconds,
  );
});
