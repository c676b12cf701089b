/** Plans contain the calls that a service with long lists and different values receives, and no others. */
import fc from 'fast-check';
import {
  type DocumentNode,
  getNamedType,
  isAbstractType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { afterAll, beforeAll, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { ComposedKind } from '../../src/graph/kit/fields/composed.ts';
import { getKind } from '../../src/graph/kit/fields/kind.ts';
import { type Facade, startFacade } from '../harness.ts';
import { seedWithoutNulls } from './arbitraries/answers.ts';
import { listQueries } from './arbitraries/lists.ts';
import { holds, timeoutMs } from './holds.ts';
import {
  expectNone,
  fetchPlan,
  findUndeclaredCalls,
  findUnmadeCalls,
  findUnplannedCalls,
  type PlannedCall,
  send,
} from './outcome.ts';
import { type BrokenUpstream, startBrokenUpstream } from './upstream.ts';

const seconds = 4;

const queries = listQueries(schema);

/** Fields with calls that this upstream does not need: it returns no 403, its projects belong to no group, and its blocks to the project of their list. */
const conditionalFields = new Set(['Project.latestPipeline', 'Project.group', 'MergeRequestBlock.project']);

/** Whether responses decide the reads of a field. */
function isComposed(coordinate: string): boolean {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  return field !== undefined && getKind(field) instanceof ComposedKind;
}

/** The caller is read only if a user lacks an attribute that is shown to the user alone. */
const isConditional = ({ field, path }: PlannedCall): boolean =>
  conditionalFields.has(field) || isComposed(field) || path === '/user';

/** Whether a document selects a field with objects of several types, of which a plan counts the most expensive one. */
function selectsAbstractType(document: DocumentNode): boolean {
  const info = new TypeInfo(schema);
  let isFound = false;
  const Field = () => {
    isFound ||= isAbstractType(getNamedType(info.getType()));
  };
  visit(document, visitWithTypeInfo(info, { Field }));
  return isFound;
}

let upstream: BrokenUpstream;
let facade: Facade;

beforeAll(async () => {
  upstream = await startBrokenUpstream();
  facade = await startFacade(upstream.url, { MAX_REST_CALLS: '100000', maxErrors: 100_000 });
});
afterAll(async () => {
  await facade.close();
  await upstream.close();
});

test('the plan of any query contains exactly the calls that a service with long lists receives, and only declared ones', {
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
      const document = parse(request.query);
      const mayMiss = body.errors !== undefined || selectsAbstractType(document);
      const unmade = mayMiss ? [] : findUnmadeCalls(plan, calls, isConditional);
      const undeclared = findUndeclaredCalls(schema, document, plan?.calls);
      expectNone([...findUnplannedCalls(plan, calls, 'certain'), ...unmade, ...undeclared]);
    }),
    seconds,
  );
});
