/** Random documents: the executor returns the result of graphql-js, with the same REST calls, which `@rest` and the plan contain. */
import fc from 'fast-check';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Role, type Sandbox, tokens } from '../../sandbox/index.ts';
import { schema } from '../../src/graph/index.ts';
import type { Facade } from '../harness.ts';
import { executeByGraphqlJs } from '../oracle.ts';
import { assemble, type Request } from './arbitraries/assemble.ts';
import { Documents } from './arbitraries/documents.ts';
import { Inputs } from './arbitraries/values.ts';
import { readSandboxValues, startFacadeFor, startFixedSandbox } from './fixed-sandbox.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';
import {
  checkErrors,
  expectNone,
  fetchPlan,
  findUndeclaredCalls,
  findUnplannedCalls,
  sendAndCollect,
  toComparedResult,
} from './outcome.ts';

let sandbox: Sandbox;
let oracle: Facade;
let own: Facade;
let documents: Documents;

beforeAll(async () => {
  sandbox = await startFixedSandbox();
  [oracle, own] = await Promise.all([startFacadeFor(sandbox, executeByGraphqlJs), startFacadeFor(sandbox)]);
  documents = new Documents(schema, new Inputs(await readSandboxValues(oracle)));
}, setupTimeoutMs);

afterAll(async () => {
  await Promise.all([oracle, own].map((facade) => facade.close()));
  await sandbox.close();
});

const role = fc.constantFrom<Role>('administrator', 'administrator', 'developer', 'guest', 'anonymous');

const createHeaders = (as: Role): Readonly<Record<string, string>> => ({
  'x-portico-trace': '1',
  ...(as === 'anonymous' ? {} : { 'private-token': tokens[as] }),
});

/** Requests, so that counterexamples are printed as a client would send them. */
const queries = () => documents.queries().map((tree) => assemble(schema, tree));
const mutations = () => documents.mutations().map((tree) => assemble(schema, tree));

test(
  'returns the result of graphql-js for queries, with the same planned REST calls, also for cached documents',
  async () => {
    await holds(
      fc.asyncProperty(queries(), role, async (request: Request, as) => {
        const document = parse(request.query);
        expect(validate(schema, document)).toEqual([]);
        const headers = createHeaders(as);
        const expected = await sendAndCollect(oracle, sandbox, request, headers);
        expectNone(checkErrors(expected.body.errors));
        expectNone(findUndeclaredCalls(schema, document, expected.body.extensions?.rest));
        expectNone(findUnplannedCalls(await fetchPlan(oracle, request, headers), expected.body.extensions?.rest));
        for (const _ of ['first', 'cached'])
          expect(toComparedResult(await sendAndCollect(own, sandbox, request, headers))).toEqual(
            toComparedResult(expected),
          );
        expect(sandbox.contractViolations).toEqual([]);
      }),
      9,
    );
  },
  timeoutMs(9),
);

test(
  'returns the result of graphql-js for mutations, with the same REST calls in identical sandboxes',
  async () => {
    await holds(
      fc.asyncProperty(mutations(), role, async (request: Request, as) => {
        const document = parse(request.query);
        expect(validate(schema, document)).toEqual([]);
        const outcomes = [];
        for (const execute of [executeByGraphqlJs, undefined]) {
          const ownSandbox = await startFixedSandbox();
          const facade = await startFacadeFor(ownSandbox, execute);
          try {
            const outcome = await sendAndCollect(facade, ownSandbox, request, createHeaders(as));
            expectNone(checkErrors(outcome.body.errors));
            expectNone(findUndeclaredCalls(schema, document, outcome.body.extensions?.rest));
            expect(ownSandbox.contractViolations).toEqual([]);
            outcomes.push(toComparedResult(outcome));
          } finally {
            await facade.close();
            await ownSandbox.close();
          }
        }
        expect(outcomes[1]).toEqual(outcomes[0]);
      }),
      3,
    );
  },
  timeoutMs(3),
);
