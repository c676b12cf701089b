/** Broken responses to writes: each write is sent once, and nothing that it returned is lost silently. */
import fc from 'fast-check';
import { type GraphQLNamedType, getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operation, operations } from '../../src/contract/index.ts';
import { schema } from '../../src/graph/index.ts';
import { camelCase } from '../../src/graph/kit/contract/names.ts';
import { getKind } from '../../src/graph/kit/fields/kind.ts';
import { type Facade, startFacade } from '../harness.ts';
import { seedWithoutNulls } from './arbitraries/answers.ts';
import { assemble, type Request } from './arbitraries/assemble.ts';
import { anyBreak, type Break, otherForms } from './arbitraries/breaks.ts';
import { Documents, type DocumentTree, type SelectionTree } from './arbitraries/documents.ts';
import { Inputs } from './arbitraries/values.ts';
import { env, readSandboxValues, startBefore, startFixedSandbox } from './fixed-sandbox.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';
import { findLostValues, hasErrorAt, type ResponsePath } from './lost-values.ts';
import { checkErrors, expectNone, type SentResult, send } from './outcome.ts';
import { type BrokenUpstream, startBrokenUpstream } from './upstream.ts';

let upstream: BrokenUpstream;
let facade: Facade;
let documents: Documents;

beforeAll(async () => {
  const sandbox = await startFixedSandbox();
  const guide = await startBefore(sandbox);
  documents = new Documents(schema, new Inputs(await readSandboxValues(guide)));
  await guide.close();
  await sandbox.close();
  upstream = await startBrokenUpstream();
  facade = await startFacade(upstream.url, { ...env, MAX_ERRORS: '100000' });
}, setupTimeoutMs);

afterAll(async () => {
  await facade.close();
  await upstream.close();
});

const errorCodes: SelectionTree = {
  kind: 'field',
  name: 'errors',
  alias: '',
  args: {},
  conditions: [],
  selections: [{ kind: 'field', name: 'code', alias: '', args: {}, conditions: [], selections: [] }],
};

/** Selects the errors of each payload. */
function withErrors(selections: readonly SelectionTree[]): readonly SelectionTree[] {
  return selections.map((selection) => {
    if (selection.kind === 'fragment') return { ...selection, selections: withErrors(selection.selections) };
    if (selection.kind === 'spread' || selection.name === '__typename') return selection;
    return { ...selection, selections: [...selection.selections, errorCodes] };
  });
}

const mutations = (): fc.Arbitrary<Request> =>
  documents.mutations().map(({ operations: [first, ...others] }: DocumentTree) => {
    if (first === undefined) throw new Error('A document has an operation');
    return assemble(schema, { operations: [{ ...first, selections: withErrors(first.selections) }, ...others] });
  });

let credentials = 0;

async function execute(request: Request): Promise<SentResult & { readonly writes: readonly string[] }> {
  credentials += 1;
  upstream.forget();
  const answered = await send(facade, request, { 'private-token': `token-${credentials}` });
  expectNone(checkErrors(answered.answer.errors));
  expect(upstream.unknownRequests).toEqual([]);
  const writes = upstream.calls.flatMap(({ operation: id, path }) =>
    operation(id).method !== 'GET' ? [`${id} ${path}`] : [],
  );
  return { ...answered, writes };
}

/** Breaks the response to one of the writes of a request, by its index. `undefined` if the request makes none. */
async function sendWithBreak(request: Request, seed: number, index: number, how: Break) {
  upstream.script = { seed };
  const good = await execute(request);
  const [id] = good.writes[index % Math.max(1, good.writes.length)]?.split(' ') ?? [];
  const broken = [...operations.keys()].find((each) => each === id);
  if (broken === undefined) return undefined;
  upstream.script = { seed, broken: { operation: broken, address: undefined, how } };
  const answered = await execute(request);
  expect(answered.status).toBe(200);
  if (answered.writes.join() !== good.writes.join())
    throw new Error(`${answered.writes.join(', ')} instead of ${good.writes.join(', ')}`);
  return { good, broken, answered };
}

test(
  'sends each write once, whatever the response to it is',
  async () => {
    await holds(
      fc.asyncProperty(mutations(), fc.nat(5), anyBreak, fc.nat(1000), async (request, index, how, seed) => {
        await sendWithBreak(request, seed, index, how);
      }),
      2.5,
    );
  },
  timeoutMs(2.5),
);

/** Whether the payload of a mutation contains errors. */
function hasPayloadErrors({ answer: { data } }: SentResult, [root]: ResponsePath): boolean {
  const payload = typeof data === 'object' && data !== null ? new Map(Object.entries(data)).get(String(root)) : null;
  if (typeof payload !== 'object' || payload === null) return false;
  return Object.entries(payload).some(
    ([name, errors]) => name.startsWith('errors') && Array.isArray(errors) && errors.length > 0,
  );
}

/** Whether a part of a path is a field, under whatever alias. */
const isNamed = (part: string | number | undefined, name: string): boolean =>
  new RegExp(`^${name}[ab]?\\d*$`).test(String(part));

/** Whether a read returns the object of a payload to which a value belongs. Attributes that only the write returns may be optional. */
function isReadable([root, payloadField]: ResponsePath): boolean {
  const fieldsOf = (type: GraphQLNamedType | null | undefined) =>
    isObjectType(type) ? Object.values(type.getFields()) : [];
  const payloads = fieldsOf(schema.getMutationType()).filter(({ name }) => isNamed(root, name));
  const fields = payloads.flatMap(({ type }) =>
    fieldsOf(getNamedType(type)).filter(({ name }) => isNamed(payloadField, name)),
  );
  return fields.some((field) => {
    const type = getNamedType(field.type);
    const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
    return isNode || (getKind(field)?.calls() ?? []).length > 0;
  });
}

const texts = ['', ' ', '{}', 'null', '[]', 'OK', '{"error":"e"}', '{"message":"m"}', '{"errors":[{"detail":"d"}]}'];

const incomplete: fc.Arbitrary<Break> = fc.oneof(
  fc.record({ kind: fc.constant('remove'), at: fc.nat(400), value: fc.constant(null) }),
  fc.record({ kind: fc.constant('value'), at: fc.nat(400), value: fc.constantFrom(...otherForms) }),
  fc.record({ kind: fc.constant('text'), text: fc.constantFrom(...texts) }),
  fc.record({
    kind: fc.constant('status'),
    status: fc.constantFrom(200, 201, 202, 204),
    text: fc.constantFrom(...texts),
    headers: fc.constant({}),
  }),
);

test(
  'reads what the response to a write lacks, or reports an error',
  async () => {
    await holds(
      fc.asyncProperty(mutations(), fc.nat(5), incomplete, fc.nat(1000), async (request, index, how, seed) => {
        const outcome = await sendWithBreak(request, seedWithoutNulls(seed), index, how);
        if (outcome === undefined) return;
        const { good, broken, answered } = outcome;
        const names = upstream.changes.flatMap(({ name, isOwn }) => (isOwn ? [camelCase(String(name))] : []));
        const silent = [...findLostValues(good.answer.data, answered.answer.data)].filter(
          (path) =>
            !hasErrorAt(path, answered.answer.errors) &&
            !hasPayloadErrors(answered, path) &&
            // A read may return nothing that the schema does not have.
            !isNamed(path.at(-1), 'extra') &&
            (how.kind !== 'remove' || isReadable(path)) &&
            (!('at' in how) || names.some((name) => isNamed(path.at(-1), name))),
        );
        expectNone(silent.map((path) => `${broken}: ${path.join('.')} is null without an error`));
      }),
      3,
    );
  },
  timeoutMs(3),
);
