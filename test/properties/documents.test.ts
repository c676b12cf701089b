/** Random documents: however they are executed, they answer the same, with the same REST calls, which their fields and their plan name. */
import fc from 'fast-check';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { type Role, type Sandbox, tokens } from '../../src/sandbox/index.ts';
import type { Facade } from '../harness.ts';
import { executeByGraphqlJs } from '../oracle.ts';
import { assemble, type Request } from './arbitraries/assemble.ts';
import { Documents } from './arbitraries/documents.ts';
import { Inputs } from './arbitraries/values.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';
import {
  comparable,
  expectNone,
  outcomeOf,
  planOf,
  problemsOfErrors,
  undeclaredCalls,
  unplannedCalls,
} from './outcome.ts';
import { harvestFrom, startBefore, startStillSandbox } from './world.ts';

let sandbox: Sandbox;
let oracle: Facade;
let own: Facade;
let documents: Documents;

beforeAll(async () => {
  sandbox = await startStillSandbox();
  [oracle, own] = await Promise.all([startBefore(sandbox, executeByGraphqlJs), startBefore(sandbox)]);
  documents = new Documents(schema, new Inputs(await harvestFrom(oracle)));
}, setupTimeoutMs);

afterAll(async () => {
  await Promise.all([oracle, own].map((facade) => facade.close()));
  await sandbox.close();
});

const role = fc.constantFrom<Role>('administrator', 'administrator', 'developer', 'guest', 'anonymous');

const headersOf = (as: Role): Readonly<Record<string, string>> => ({
  'x-portico-trace': '1',
  ...(as === 'anonymous' ? {} : { 'private-token': tokens[as] }),
});

/** Requests print as what a client would send. */
const queries = () => documents.queries().map((tree) => assemble(schema, tree));
const mutations = () => documents.mutations().map((tree) => assemble(schema, tree));

test(
  'returns the same for queries as graphql-js, with the same calls of their plan, also from cached documents',
  async () => {
    await holds(
      fc.asyncProperty(queries(), role, async (request: Request, as) => {
        const document = parse(request.query);
        expect(validate(schema, document)).toEqual([]);
        const headers = headersOf(as);
        const plain = await outcomeOf(oracle, sandbox, request, headers);
        expectNone(problemsOfErrors(plain.answer.errors));
        expectNone(undeclaredCalls(schema, document, plain.answer.extensions?.rest));
        expectNone(unplannedCalls(await planOf(oracle, request, headers), plain.answer.extensions?.rest));
        for (const _ of ['first', 'cached'])
          expect(comparable(await outcomeOf(own, sandbox, request, headers))).toEqual(comparable(plain));
        expect(sandbox.contractViolations).toEqual([]);
      }),
      9,
    );
  },
  timeoutMs(9),
);

test(
  'returns the same for mutations as graphql-js, with the same calls in equal worlds',
  async () => {
    await holds(
      fc.asyncProperty(mutations(), role, async (request: Request, as) => {
        const document = parse(request.query);
        expect(validate(schema, document)).toEqual([]);
        const outcomes = [];
        for (const execute of [executeByGraphqlJs, undefined]) {
          const world = await startStillSandbox();
          const facade = await startBefore(world, execute);
          try {
            const outcome = await outcomeOf(facade, world, request, headersOf(as));
            expectNone(problemsOfErrors(outcome.answer.errors));
            expectNone(undeclaredCalls(schema, document, outcome.answer.extensions?.rest));
            expect(world.contractViolations).toEqual([]);
            outcomes.push(comparable(outcome));
          } finally {
            await facade.close();
            await world.close();
          }
        }
        expect(outcomes[1]).toEqual(outcomes[0]);
      }),
      3,
    );
  },
  timeoutMs(3),
);
