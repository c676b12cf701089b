/** Broken responses, generated from the contract: their field reports an error, and all others keep their data. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperationId, operation, operations } from '../../src/contract/index.ts';
import { schema } from '../../src/graph/index.ts';
import { camelCase } from '../../src/graph/kit/contract/names.ts';
import { type Facade, startFacade } from '../harness.ts';
import { anyBreak, type Break, otherForms } from './arbitraries/breaks.ts';
import { type Target, targetsIn } from './arbitraries/targets.ts';
import { readSandboxValues, startBefore, startFixedSandbox } from './fixed-sandbox.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';
import { findLostValues, hasErrorAt } from './lost-values.ts';
import { checkErrors, expectNone, fetchPlan, findUnplannedCalls, type SentResult, send } from './outcome.ts';
import { type BrokenUpstream, startBrokenUpstream } from './upstream.ts';

let upstream: BrokenUpstream;
let facade: Facade;
let targets: readonly Target[];

beforeAll(async () => {
  const sandbox = await startFixedSandbox();
  const guide = await startBefore(sandbox);
  targets = targetsIn(schema, await readSandboxValues(guide));
  await guide.close();
  await sandbox.close();
  upstream = await startBrokenUpstream();
  facade = await startFacade(upstream.url, {
    CALL_TIMEOUT_MS: '150000',
    OPERATION_TIMEOUT_MS: '150000',
    MAX_REST_CALLS: '100000',
    MAX_ERRORS: '100000',
  });
}, setupTimeoutMs);

afterAll(async () => {
  await facade.close();
  await upstream.close();
});

let credentials = 0;

/** Returns headers with a new credential, so that no run reads responses that another run cached. */
function newCaller(): Readonly<Record<string, string>> {
  credentials += 1;
  return { 'x-portico-trace': '1', 'private-token': `token-${credentials}` };
}

const execute = ({ query }: Target): Promise<SentResult> => send(facade, { query, variables: {} }, newCaller());

/** Breaks one of the calls of a target, by its index. @returns the responses before and after */
async function sendWithBreak(target: Target, seed: number, index: number, how: Break) {
  upstream.script = { seed };
  const good = await execute(target);
  const operations = operationsOf(target, good);
  const broken = operations[index % operations.length];
  if (broken === undefined) throw new Error(`${target.field} makes no call`);
  upstream.script = { seed, broken: { operation: broken, address: target.address, how } };
  upstream.forget();
  const answered = await execute(target);
  expectNone(checkErrors(answered.answer.errors));
  return { good, broken, answered };
}

/** Returns the operations that were called for a target, without those of the neighbour. */
function operationsOf(target: Target, { answer }: SentResult): readonly OperationId[] {
  const routes = new Set(
    answer.extensions?.rest?.flatMap(({ field, method, path }) =>
      field === 'Query.user' && target.field !== field ? [] : [`${method} ${path}`],
    ),
  );
  return [...operations.values()].filter(({ method, path }) => routes.has(`${method} ${path}`)).map(({ id }) => id);
}

/** Returns the member of a response by its name. */
function under(name: string, { answer: { data } }: SentResult): unknown {
  return typeof data === 'object' && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined;
}

/** Without labels of merge requests: random titles name no label, so that certain attributes of theirs are errors. */
const selfContained = () => targets.filter(({ field }) => field !== 'MergeRequest.labels');

test(
  'returns no errors for valid responses, for every field that makes a call',
  async () => {
    const called = new Set<string>();
    upstream.script = { seed: 1 };
    for (const target of targets) {
      const answered = await execute(target);
      expect({ target, status: answered.status, errors: answered.answer.errors }).toEqual({ target, status: 200 });
      for (const id of operationsOf(target, answered)) called.add(id);
    }
    const downloads = ['downloadGroupAvatar', 'downloadVulnerabilityExport', 'getUser'];
    const reads = [...operations.values()].filter(({ method, id }) => method === 'GET' && !downloads.includes(id));
    expect(reads.map(({ id }) => id).filter((id) => !called.has(id))).toEqual([]);
    expect(upstream.unknownRequests).toEqual([]);
  },
  timeoutMs(0),
);

test(
  'returns no errors for any values that the contract allows',
  async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(...selfContained()), fc.nat(1_000_000), async (target, seed) => {
        upstream.script = { seed };
        const { status, answer } = await execute(target);
        expect({ status, errors: answer.errors }).toEqual({ status: 200 });
      }),
      1.5,
    );
  },
  timeoutMs(1.5),
);

test(
  'plans name the calls of lists of any length, paged in any way',
  async () => {
    const lists = fc.record({
      length: fc.constantFrom(0, 1, 20, 21, 50, 99, 100, 101, 250),
      pageHeaders: fc.constantFrom('totals' as const, 'next' as const, 'none' as const),
      cap: fc.constantFrom(100, 100, 50, 20),
    });
    await holds(
      fc.asyncProperty(fc.constantFrom(...targets), lists, fc.nat(1000), async (target, lists, seed) => {
        upstream.script = { seed, lists };
        const caller = newCaller();
        const request = { query: target.query, variables: {} };
        const plan = await fetchPlan(facade, request, caller);
        const { answer } = await send(facade, request, caller);
        expectNone(checkErrors(answer.errors));
        expectNone(findUnplannedCalls(plan, answer.extensions?.rest, 'certain'));
      }),
      2.5,
    );
  },
  timeoutMs(2.5),
);

const anyCall = () => fc.record({ target: fc.constantFrom(...selfContained()), index: fc.nat(20), seed: fc.nat(1000) });

test(
  'reports a broken response as an error of its field, with a code, and keeps the data of other fields',
  async () => {
    await holds(
      fc.asyncProperty(anyCall(), anyBreak, async ({ target, index, seed }, how) => {
        const { good, answered } = await sendWithBreak(target, seed, index, how);
        expect(answered.status).toBe(200);
        // Further reads of a caller to whom the upstream has responded with 429 wait, or fail.
        const isLimited = how.kind === 'status' && how.status === 429;
        const errors = (answered.answer.errors ?? []).filter(
          ({ extensions }) => !(isLimited && extensions?.code === 'RATE_LIMITED'),
        );
        for (const { path } of errors) expect(path?.[0]).toBe('broken');
        const limited = (answered.answer.errors ?? []).map(({ path }) => path?.[0]);
        for (const name of ['good', 'neighbour'])
          if (!limited.includes(name)) expect(under(name, answered)).toEqual(under(name, good));
        expect(upstream.unknownRequests).toEqual([]);
      }),
      4,
    );
  },
  timeoutMs(4),
);

test(
  'returns a value of another form, or null with an error',
  async () => {
    const how = fc.record({
      kind: fc.constant('value' as const),
      at: fc.nat(400),
      value: fc.constantFrom(...otherForms),
    });
    await holds(
      fc.asyncProperty(anyCall(), how, async ({ target, index, seed }, how) => {
        const { good, broken, answered } = await sendWithBreak(target, seed, index, how);
        const { answer } = answered;
        // A reference may point to another object, or to none.
        const names = upstream.changes.flatMap(({ name }) =>
          name === 'id' ? ['databaseId'] : camelCase(String(name)),
        );
        const silent = [...findLostValues(good.answer.data, answer.data)].filter(
          (path) => names.includes(String(path.at(-1))) && !hasErrorAt(path, answer.errors),
        );
        expectNone(silent.map((path) => `${broken}: ${path.join('.')} is null without an error`));
      }),
      3,
    );
  },
  timeoutMs(3),
);

/** Whether two results are equal in the part that was broken in one of them. */
const same = (one: SentResult, other: SentResult): boolean =>
  JSON.stringify(under('broken', one)) === JSON.stringify(under('broken', other));

const otherKinds = [
  ...['null', '[]', '{}', '[null]', '[[]]', '[1]', '"x"', '5', 'true'],
  ...['{"error":"e"}', '{"message":"m"}', '{"error":{"message":["m"]}}', '{"errors":[{"detail":"d"}]}'],
];

test(
  'never ignores a value of another type than in the contract',
  async () => {
    await holds(
      fc.asyncProperty(anyCall(), fc.constantFrom(...otherKinds), async ({ target, index, seed }, text) => {
        const { good, broken, answered } = await sendWithBreak(target, seed, index, { kind: 'text', text });
        const { list, mayBeNull } = operation(broken);
        // An empty list, and a null that the contract allows, are valid.
        if ((text === '[]' && list) || (text === 'null' && mayBeNull)) return;
        if (!same(answered, good) && answered.answer.errors === undefined)
          throw new Error(`${broken}: ${text} changes the response without an error`);
      }),
      3,
    );
  },
  timeoutMs(3),
);
