/** Plans contain the calls that a service with long lists and different values receives, and no others. */
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { type Facade, startFacade } from '../harness.ts';
import { seedWithoutNulls } from './arbitraries/answers.ts';
import type { Request } from './arbitraries/assemble.ts';
import { listQueries } from './arbitraries/lists.ts';
import { holds, timeoutMs } from './holds.ts';
import { expectNone, fetchPlan, findUnmadeCalls, findUnplannedCalls, send } from './outcome.ts';
import { type BrokenUpstream, startBrokenUpstream } from './upstream.ts';

const seconds = 4;

const queries = listQueries(schema);

/** Fields with calls that a service of this kind does not need: the read after a 403, and those of objects whose ids the list contains. */
const conditionalFields = new Set(['Project.latestPipeline', 'Project.group', 'MergeRequest.group']);

/** Whether each object in the responses of the upstream is another one. The lists of several users contain the same objects. */
const hasDifferentObjects = ({ query }: Request): boolean => !query.includes('users(');

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

test('the plan of any query contains exactly the calls that a service with long lists receives', {
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
      const calls = body.extensions?.rest;
      const isTight = body.errors === undefined && hasDifferentObjects(request);
      const unmade = isTight ? findUnmadeCalls(plan, calls, conditionalFields) : [];
      expectNone([...findUnplannedCalls(plan, calls, 'certain'), ...unmade]);
    }),
    seconds,
  );
});
