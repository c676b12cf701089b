/** Upstream answers made from the contract and then broken: the field that they belong to says so, and all others keep their data. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperationId, operation, operations } from '../../src/contract/index.ts';
import { schema } from '../../src/graph/index.ts';
import { type Facade, startFacade } from '../harness.ts';
import { anyBreak } from './arbitraries/breaks.ts';
import { type Target, targetsIn } from './arbitraries/targets.ts';
import { holds, timeoutMs } from './holds.ts';
import { type Answered, expectNone, problemsOfErrors, send } from './outcome.ts';
import { type BrokenUpstream, startBrokenUpstream } from './upstream.ts';
import { harvestFrom, startBefore, startStillSandbox } from './world.ts';

let upstream: BrokenUpstream;
let facade: Facade;
let targets: readonly Target[];

beforeAll(async () => {
  const sandbox = await startStillSandbox();
  const guide = await startBefore(sandbox);
  targets = targetsIn(schema, await harvestFrom(guide));
  await guide.close();
  await sandbox.close();
  upstream = await startBrokenUpstream();
  facade = await startFacade(upstream.url, { CALL_TIMEOUT_MS: '150000', OPERATION_TIMEOUT_MS: '150000' });
});

afterAll(async () => {
  await facade.close();
  await upstream.close();
});

let credentials = 0;

/** Asks with a credential of its own: what breaks for one caller must not be kept from another run. */
function ask({ query }: Target): Promise<Answered> {
  credentials += 1;
  return send(facade, { query, variables: {} }, { 'x-portico-trace': '1', 'private-token': `token-${credentials}` });
}

/** The operations that the answer to a target took, without those of the neighbour. */
function operationsOf(target: Target, { answer }: Answered): readonly OperationId[] {
  const routes = new Set(
    answer.extensions?.rest?.flatMap(({ field, method, path }) =>
      field === 'Query.user' && target.field !== field ? [] : [`${method} ${path}`],
    ),
  );
  return [...operations.values()].filter(({ method, path }) => routes.has(`${method} ${path}`)).map(({ id }) => id);
}

/** What stands in an answer under a name. */
function under(name: string, { answer: { data } }: Answered): unknown {
  return typeof data === 'object' && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined;
}

test(
  'answers that keep the contract are answered without errors, by every field that makes a call',
  async () => {
    const called = new Set<string>();
    upstream.script = { seed: 1 };
    for (const target of targets) {
      const answered = await ask(target);
      expect({ target, status: answered.status, errors: answered.answer.errors }).toEqual({ target, status: 200 });
      for (const id of operationsOf(target, answered)) called.add(id);
    }
    const downloads = ['downloadGroupAvatar', 'downloadVulnerabilityExport', 'getUser'];
    const reads = [...operations.values()].filter(({ method, id }) => method === 'GET' && !downloads.includes(id));
    expect(reads.map(({ id }) => id).filter((id) => !called.has(id))).toEqual([]);
    expect(upstream.strangers).toEqual([]);
  },
  timeoutMs(0),
);

test(
  'returns no errors for any values that keep the contract',
  async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(...targets), fc.nat(1_000_000), async (target, seed) => {
        upstream.script = { seed };
        const { status, answer } = await ask(target);
        expect({ status, errors: answer.errors }).toEqual({ status: 200 });
      }),
      2,
    );
  },
  timeoutMs(2),
);

test(
  'a broken answer is an error of its field, with a code, and what stands beside it keeps its data',
  async () => {
    const run = fc.record({
      target: fc.constantFrom(...targets),
      operation: fc.nat(20),
      how: anyBreak,
      seed: fc.nat(1000),
    });
    await holds(
      fc.asyncProperty(run, async ({ target, operation, how, seed }) => {
        upstream.script = { seed };
        const good = await ask(target);
        const made = operationsOf(target, good);
        const broken = made[operation % made.length];
        if (broken === undefined) throw new Error(`${target.field} makes no call`);
        upstream.script = { seed, broken: { operation: broken, address: target.address, how } };
        const answered = await ask(target);
        expect(answered.status).toBe(200);
        expectNone(problemsOfErrors(answered.answer.errors));
        // What tells how many errors were left out is of no field.
        for (const { path, extensions } of answered.answer.errors ?? [])
          if (extensions?.code !== 'ERROR_LIMIT') expect(path?.[0]).toBe('broken');
        for (const name of ['good', 'neighbour']) expect(under(name, answered)).toEqual(under(name, good));
        expect(upstream.strangers).toEqual([]);
      }),
      6,
    );
  },
  timeoutMs(6),
);

/** Whether two answers say the same of what was broken in one of them. */
const same = (one: Answered, other: Answered): boolean =>
  JSON.stringify(under('broken', one)) === JSON.stringify(under('broken', other));

test(
  'a value of another kind than the contract has is never taken for nothing',
  async () => {
    const run = fc.record({
      target: fc.constantFrom(...targets),
      operation: fc.nat(20),
      value: fc.constantFrom('null', '[]', '{}', '[null]', '[[]]', '[1]', '"x"', '5', 'true'),
      seed: fc.nat(1000),
    });
    await holds(
      fc.asyncProperty(run, async ({ target, operation: index, value, seed }) => {
        upstream.script = { seed };
        const good = await ask(target);
        const made = operationsOf(target, good);
        const broken = made[index % made.length];
        if (broken === undefined) throw new Error(`${target.field} makes no call`);
        const { list, answersNull } = operation(broken);
        // An empty list or object, and null where there may be nothing, are of the right kind.
        if (value === (list ? '[]' : '{}') || (value === 'null' && answersNull)) return;
        upstream.script = {
          seed,
          broken: { operation: broken, address: target.address, how: { kind: 'text', text: value } },
        };
        const answered = await ask(target);
        const codes = (answered.answer.errors ?? []).map(({ extensions }) => extensions?.code);
        if (!same(answered, good)) expect({ broken, codes }).not.toEqual({ broken, codes: [] });
        expectNone(problemsOfErrors(answered.answer.errors));
      }),
      4,
    );
  },
  timeoutMs(4),
);
