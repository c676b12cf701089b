/** Broken responses to writes: each write is sent once, and each value that becomes null has an error. */
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
import { env, readSandboxValues, startFacadeFor, startFixedSandbox } from './fixed-sandbox.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';
import { findLostValues, hasErrorAt, type ResponsePath } from './lost-values.ts';
import { checkErrors, expectNone, type SentResult, send } from './outcome.ts';
import { type BrokenUpstream, startBrokenUpstream } from './upstream.ts';

let upstream: BrokenUpstream;
let facade: Facade;
let documents: Documents;

beforeAll(async () => {
  const sandbox = await startFixedSandbox();
  const sandboxFacade = await startFacadeFor(sandbox);
  documents = new Documents(schema, new Inputs(await readSandboxValues(sandboxFacade)));
  await sandboxFacade.close();
  await sandbox.close();
  upstream = await startBrokenUpstream();
  facade = await startFacade(upstream.url, { ...env, maxErrors: 100_000 });
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
  const result = await send(facade, request, { 'private-token': `token-${credentials}` });
  expectNone(checkErrors(result.body.errors));
  expect(upstream.unknownRequests).toEqual([]);
  const writes = upstream.calls.flatMap(({ operation: id, path }) =>
    operation(id).method !== 'GET' ? [`${id} ${path}`] : [],
  );
  return { ...result, writes };
}

/** Breaks the response to one of the writes of a request, by its index. `undefined` if the request makes none. */
async function sendWithBreak(request: Request, seed: number, index: number, fault: Break) {
  upstream.script = { seed };
  const good = await execute(request);
  const [id] = good.writes[index % Math.max(1, good.writes.length)]?.split(' ') ?? [];
  const broken = [...operations.keys()].find((each) => each === id);
  if (broken === undefined) return undefined;
  upstream.script = { seed, broken: { operation: broken, address: undefined, fault } };
  const faulty = await execute(request);
  expect(faulty.status).toBe(200);
  if (faulty.writes.join() !== good.writes.join())
    throw new Error(`${faulty.writes.join(', ')} instead of ${good.writes.join(', ')}`);
  return { good, broken, faulty };
}

test(
  'sends each write once for any broken response',
  async () => {
    await holds(
      fc.asyncProperty(mutations(), fc.nat(5), anyBreak, fc.nat(1000), async (request, index, fault, seed) => {
        await sendWithBreak(request, seed, index, fault);
      }),
      2.5,
    );
  },
  timeoutMs(2.5),
);

/** Whether the payload of a mutation contains errors. */
function hasPayloadErrors({ body: { data } }: SentResult, [root]: ResponsePath): boolean {
  const payload = typeof data === 'object' && data !== null ? new Map(Object.entries(data)).get(String(root)) : null;
  if (typeof payload !== 'object' || payload === null) return false;
  return Object.entries(payload).some(
    ([name, errors]) => name.startsWith('errors') && Array.isArray(errors) && errors.length > 0,
  );
}

/** Whether a part of a path is the response name of a field, with any alias. */
const isResponseNameOf = (part: string | number | undefined, name: string): boolean =>
  new RegExp(`^${name}[ab]?\\d*$`).test(String(part));

/**
 * Whether a value is the group of an imported project. Without a path in the response and a target in the input, the project is in the
 * personal namespace of the caller, which is no group.
 */
const isGroupOfImport = ([root, payloadField]: ResponsePath): boolean =>
  /^projectImportStartFrom/.test(String(root)) && isResponseNameOf(payloadField, 'group');

/** Whether a read returns the object of a payload to which a value belongs. Attributes that only the write returns may be optional. */
function isReadable([root, payloadField]: ResponsePath): boolean {
  const getFields = (type: GraphQLNamedType | null | undefined) =>
    isObjectType(type) ? Object.values(type.getFields()) : [];
  const payloads = getFields(schema.getMutationType()).filter(({ name }) => isResponseNameOf(root, name));
  const fields = payloads.flatMap(({ type }) =>
    getFields(getNamedType(type)).filter(({ name }) => isResponseNameOf(payloadField, name)),
  );
  return fields.some((field) => {
    const type = getNamedType(field.type);
    const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
    return isNode || (getKind(field)?.calls() ?? []).length > 0;
  });
}

const bodies = ['', ' ', '{}', 'null', '[]', 'OK', '{"error":"e"}', '{"message":"m"}', '{"errors":[{"detail":"d"}]}'];

const anyFault: fc.Arbitrary<Break> = fc.oneof(
  fc.record({ kind: fc.constant('remove'), at: fc.nat(400), value: fc.constant(null) }),
  fc.record({ kind: fc.constant('value'), at: fc.nat(400), value: fc.constantFrom(...otherForms) }),
  fc.record({ kind: fc.constant('text'), text: fc.constantFrom(...bodies) }),
  fc.record({
    kind: fc.constant('status'),
    status: fc.constantFrom(200, 201, 202, 204),
    text: fc.constantFrom(...bodies),
    headers: fc.constant({}),
  }),
);

test(
  'reads attributes that the response to a write lacks, or reports an error',
  async () => {
    await holds(
      fc.asyncProperty(mutations(), fc.nat(5), anyFault, fc.nat(1000), async (request, index, fault, seed) => {
        const outcome = await sendWithBreak(request, seedWithoutNulls(seed), index, fault);
        if (outcome === undefined) return;
        const { good, broken, faulty } = outcome;
        const names = upstream.changes.flatMap(({ name, isOwn }) => (isOwn ? [camelCase(String(name))] : []));
        const withoutError = [...findLostValues(good.body.data, faulty.body.data)].filter(
          (path) =>
            !hasErrorAt(path, faulty.body.errors) &&
            !hasPayloadErrors(faulty, path) &&
            // A read may lack attributes that the contract does not have.
            !isResponseNameOf(path.at(-1), 'extra') &&
            !isGroupOfImport(path) &&
            (fault.kind !== 'remove' || isReadable(path)) &&
            (!('at' in fault) || names.some((name) => isResponseNameOf(path.at(-1), name))),
        );
        expectNone(withoutError.map((path) => `${broken}: ${path.join('.')} is null without an error`));
      }),
      3,
    );
  },
  timeoutMs(3),
);
