/** Broken responses, generated from the contract: their field reports an error, and all other fields return their data. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperationId, operation, operations, standardContract } from '../../src/contract/index.ts';
import { schema } from '../../src/graph/index.ts';
import { camelCase } from '../../src/graph/kit/contract/names.ts';
import { type Facade, startFacade } from '../harness.ts';
import { anyBreak, type Break, otherForms } from './arbitraries/breaks.ts';
import { findTargets, type Target } from './arbitraries/targets.ts';
import { readSandboxValues, startFacadeFor, startFixedSandbox } from './fixed-sandbox.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';
import { findLostValues, hasErrorAt } from './lost-values.ts';
import { checkErrors, expectNone, fetchPlan, findUnplannedCalls, type SentResult, send } from './outcome.ts';
import { type BrokenUpstream, startBrokenUpstream } from './upstream.ts';

let upstream: BrokenUpstream;
let facade: Facade;
let targets: readonly Target[];

beforeAll(async () => {
  const sandbox = await startFixedSandbox();
  const sandboxFacade = await startFacadeFor(sandbox);
  targets = findTargets(schema, await readSandboxValues(sandboxFacade));
  await sandboxFacade.close();
  await sandbox.close();
  upstream = await startBrokenUpstream();
  facade = await startFacade(upstream.url, {
    CALL_TIMEOUT_MS: '150000',
    OPERATION_TIMEOUT_MS: '150000',
    MAX_REST_CALLS: '100000',
    maxErrors: 100_000,
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
async function sendWithBreak(target: Target, seed: number, index: number, fault: Break) {
  upstream.script = { seed };
  const good = await execute(target);
  const operations = getCalledOperations(target, good);
  const broken = operations[index % operations.length];
  if (broken === undefined) throw new Error(`${target.field} makes no call`);
  upstream.script = { seed, broken: { operation: broken, address: target.address, fault } };
  upstream.forget();
  const faulty = await execute(target);
  expectNone(checkErrors(faulty.body.errors));
  return { good, broken, faulty };
}

/** Returns the operations that were called for a target, without those of the neighbour. */
function getCalledOperations(target: Target, { body }: SentResult): readonly OperationId[] {
  const routes = new Set(
    body.extensions?.rest?.flatMap(({ field, method, path }) =>
      field === 'Query.user' && target.field !== field ? [] : [`${method} ${path}`],
    ),
  );
  return [...operations.values()].filter(({ method, path }) => routes.has(`${method} ${path}`)).map(({ id }) => id);
}

/** Returns the member of a response by its name. */
function getMember(name: string, { body: { data } }: SentResult): unknown {
  return typeof data === 'object' && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined;
}

/** Targets without labels of merge requests: random titles do not match a label, so that some attributes of labels are errors. */
const targetsWithoutLabels = () => targets.filter(({ field }) => field !== 'MergeRequest.labels');

test(
  'returns no errors for valid responses, for every field that makes a call',
  async () => {
    const called = new Set<string>();
    upstream.script = { seed: 1 };
    for (const target of targets) {
      const result = await execute(target);
      expect({ target, status: result.status, errors: result.body.errors }).toEqual({ target, status: 200 });
      for (const id of getCalledOperations(target, result)) called.add(id);
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
      fc.asyncProperty(fc.constantFrom(...targetsWithoutLabels()), fc.nat(1_000_000), async (target, seed) => {
        upstream.script = { seed };
        const { status, body } = await execute(target);
        expect({ status, errors: body.errors }).toEqual({ status: 200 });
      }),
      1.5,
    );
  },
  timeoutMs(1.5),
);

test(
  'accepts the absence of any attribute that the contract does not claim to be never null',
  async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(...targets), fc.nat(1_000_000), async (target, seed) => {
        upstream.script = { seed, omits: true };
        const { status, body } = await execute(target);
        const invalid = (body.errors ?? []).filter(
          ({ extensions }) => extensions?.code === 'UPSTREAM_INVALID_RESPONSE',
        );
        expect({ status, invalid }).toEqual({ status: 200, invalid: [] });
        expectNone(checkErrors(body.errors));
      }),
      3,
    );
  },
  timeoutMs(3),
);

test(
  'plans the calls of lists of any length, with any page headers and maximum page size',
  async () => {
    const anyLists = fc.record({
      length: fc.constantFrom(0, 1, 20, 21, 50, 99, 100, 101, 250),
      pageHeaders: fc.constantFrom('totals' as const, 'next' as const, 'none' as const),
      cap: fc.constantFrom(100, 100, 50, 20),
    });
    await holds(
      fc.asyncProperty(fc.constantFrom(...targets), anyLists, fc.nat(1000), async (target, lists, seed) => {
        upstream.script = { seed, lists };
        const caller = newCaller();
        const request = { query: target.query, variables: {} };
        const plan = await fetchPlan(facade, request, caller);
        const { body } = await send(facade, request, caller);
        expectNone(checkErrors(body.errors));
        // Without page headers, a short list may be a page of a longer one.
        const bound = lists.pageHeaders === 'none' ? 'probed' : 'certain';
        expectNone(findUnplannedCalls(plan, body.extensions?.rest, bound));
      }),
      2.5,
    );
  },
  timeoutMs(2.5),
);

const anyCall = () =>
  fc.record({ target: fc.constantFrom(...targetsWithoutLabels()), index: fc.nat(20), seed: fc.nat(1000) });

test(
  'reports a broken response as an error of its field, with a code, and keeps the data of other fields',
  async () => {
    await holds(
      fc.asyncProperty(anyCall(), anyBreak, async ({ target, index, seed }, fault) => {
        const { good, faulty } = await sendWithBreak(target, seed, index, fault);
        expect(faulty.status).toBe(200);
        // Further reads of a caller to whom the upstream has responded with 429 wait, or fail.
        const isLimited = fault.kind === 'status' && fault.status === 429;
        const errors = (faulty.body.errors ?? []).filter(
          ({ extensions }) => !(isLimited && extensions?.code === 'RATE_LIMITED'),
        );
        for (const { path } of errors) expect(path?.[0]).toBe('broken');
        const fieldsWithError = (faulty.body.errors ?? []).map(({ path }) => path?.[0]);
        for (const name of ['good', 'neighbour'])
          if (!fieldsWithError.includes(name)) expect(getMember(name, faulty)).toEqual(getMember(name, good));
        expect(upstream.unknownRequests).toEqual([]);
      }),
      4,
    );
  },
  timeoutMs(4),
);

test(
  'reports an error if a value of another form becomes null',
  async () => {
    const anyFault = fc.record({
      kind: fc.constant('value' as const),
      at: fc.nat(400),
      value: fc.constantFrom(...otherForms),
    });
    await holds(
      fc.asyncProperty(anyCall(), anyFault, async ({ target, index, seed }, fault) => {
        const { good, broken, faulty } = await sendWithBreak(target, seed, index, fault);
        const { body } = faulty;
        // A changed reference may point to an object that does not exist, so only changed attributes are compared.
        const names = upstream.changes.flatMap(({ name }) =>
          name === 'id' ? ['databaseId'] : camelCase(String(name)),
        );
        const withoutError = [...findLostValues(good.body.data, body.data)].filter(
          (path) => names.includes(String(path.at(-1))) && !hasErrorAt(path, body.errors),
        );
        expectNone(withoutError.map((path) => `${broken}: ${path.join('.')} is null without an error`));
      }),
      3,
    );
  },
  timeoutMs(3),
);

/** Whether two results have the same value of the field `broken`. */
const isSameMember = (a: SentResult, b: SentResult): boolean =>
  JSON.stringify(getMember('broken', a)) === JSON.stringify(getMember('broken', b));

const otherBodies = [
  ...['null', '[]', '{}', '[null]', '[[]]', '[1]', '"x"', '5', 'true'],
  ...['{"error":"e"}', '{"message":"m"}', '{"error":{"message":["m"]}}', '{"errors":[{"detail":"d"}]}'],
];

test(
  'reports an error if a body of another type than in the contract changes the result',
  async () => {
    await holds(
      fc.asyncProperty(anyCall(), fc.constantFrom(...otherBodies), async ({ target, index, seed }, text) => {
        const { good, broken, faulty } = await sendWithBreak(target, seed, index, { kind: 'text', text });
        const { list, mayBeNull, responseSchemas } = operation(broken);
        // Services may omit all attributes that the contract only assumes.
        const mayBeEmpty = responseSchemas.some((name) => standardContract.schema(name)['x-assumed']);
        // An empty list, and a null or empty object that the contract allows, are valid.
        if ((text === '[]' && list) || (text === 'null' && mayBeNull) || (text === '{}' && mayBeEmpty)) return;
        if (!isSameMember(faulty, good) && faulty.body.errors === undefined)
          throw new Error(`${broken}: ${text} changes the response without an error`);
      }),
      3,
    );
  },
  timeoutMs(3),
);
