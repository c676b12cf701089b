/** Mutations with the normalized cache of Apollo Client: a page whose values the payload selects is current without a refetch. */
import { ApolloClient, type DocumentNode, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { getNamedType, isObjectType, Kind, parse, print } from 'graphql';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import apolloCache from '../../../schema/apollo-cache.json' with { type: 'json' };
import { schema } from '../../../src/graph/index.ts';
import { isRecord } from '../../../src/helpers/is-record.ts';
import { getCall, operationsInOrder, preparation } from '../../cli/find/calls.ts';
import { parseOperations, read } from '../../docs/pages.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { env } from '../../properties/fixed-sandbox.ts';
import { createPage, selectPayload } from './documents.ts';

/** Values of the page that neither the response to a mutation nor one read can provide, with the reason. */
const staleValues: Readonly<Record<string, { readonly path: RegExp; readonly reason: string }>> = {
  approvalRuleCreate: {
    path: /^mergeRequest\.approvalState\./,
    reason: 'a rule of a project changes the approval state of each of its merge requests',
  },
  projectImportStartFromServerB: {
    path: /^group\.(?:embeddedProjects|projects\.nodes)\.\d+$/,
    reason: 'the group of the new project is read with the import if the document selects it',
  },
  projectImportStartFromCloudC: {
    path: /^group\.(?:embeddedProjects|projects\.nodes)\.\d+$/,
    reason: 'the group of the new project is read with the import if the document selects it',
  },
  serviceAccountUpdate: {
    path: /^(?:users\.nodes\.\d+\.name|nodes\.0\.email)$/,
    reason: 'the user of the account has another global id, and the list of the instance omits email addresses',
  },
  serviceAccountDelete: {
    path: /^users\.nodes\./,
    reason: 'the list of the users of the instance is not a list of the group',
  },
};

interface Mutation {
  readonly name: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly token: string;
}

const getPayloadType = (name: string) => {
  const type = getNamedType(schema.getMutationType()?.getFields()[name]?.type);
  if (!isObjectType(type)) throw new Error(`${name} is not a mutation`);
  return type;
};

/** Replaces the selection on the payload of a mutation by one of every field. */
function withPayload(source: string): { readonly name: string; readonly document: string } | undefined {
  const { definitions } = parse(source);
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== 'mutation') continue;
    const [field] = definition.selectionSet.selections;
    if (field?.kind !== Kind.FIELD) continue;
    const call = print({ ...field, selectionSet: undefined });
    const [head] = print(definition).split('{');
    return {
      name: field.name.value,
      document: `${head}{ ${call} { ${selectPayload(getPayloadType(field.name.value))} } }`,
    };
  }
  return undefined;
}

const [, ...sections] = read('docs/rest-to-graph.md').split(/^### /m);
const examples = new Map(
  sections.map((section) => [/^\w+/.exec(section)?.[0] ?? '', parseOperations(section.replace(/^## .*$/ms, ''))[0]]),
);

/** The first example that the sandbox accepts of each mutation. */
const mutations = new Map<string, Mutation>();
for (const id of operationsInOrder) {
  const example = examples.get(id);
  const operation = example && withPayload(example.document);
  if (operation === undefined || mutations.has(operation.name) || getCall(id).status !== undefined) continue;
  mutations.set(operation.name, { ...operation, variables: example?.variables ?? {}, token: example?.token ?? '' });
}

/** Global ids in the variables of a mutation. */
function findGlobalIds(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('gid://') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findGlobalIds) : [];
}

/** Paths of the values that differ. */
function* findDifferences(cached: unknown, fresh: unknown, path: readonly string[] = []): Generator<string> {
  if (Object.is(cached, fresh)) return;
  if (typeof cached !== 'object' || typeof fresh !== 'object' || cached === null || fresh === null) {
    yield path.join('.');
    return;
  }
  const [cachedMembers, freshMembers] = [new Map(Object.entries(cached)), new Map(Object.entries(fresh))];
  for (const name of new Set([...cachedMembers.keys(), ...freshMembers.keys()]))
    yield* findDifferences(cachedMembers.get(name), freshMembers.get(name), [...path, name]);
}

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') }, env: { ...env, ...limits } });
  await facade.execute(preparation.document, {}, preparation);
});
afterAll(() => facade.close());

/** Limits above the defaults, which a page with every field exceeds. */
const limits = { maxDocumentBytes: 1_000_000, maxFieldPairs: 10_000_000, MAX_RESPONSE_VALUES: '1000000' };

/** Starts a client with an empty cache. */
function openClient({ url }: SandboxedFacade, token: string): ApolloClient {
  const uri = new URL('/graphql', url).href;
  const link = new HttpLink({ uri, headers: { 'private-token': token } });
  const cache = new InMemoryCache(apolloCache);
  return new ApolloClient({ link, cache });
}

/** Loads the data of a page. Values that the caller may not read are null. */
async function loadPage(client: ApolloClient, page: DocumentNode): Promise<unknown> {
  const { data } = await client.query({ query: page, errorPolicy: 'all' });
  if (!isRecord(data)) throw new Error('The page has no data');
  return data;
}

/** Names of mutations that changed a value of their page. */
const effectiveMutations = new Set<string>();

test.each([...mutations.values()])(
  'leaves no stale value in the cached page after $name, except those in staleValues',
  async ({ name, document, variables, token }) => {
    const page = gql(createPage(findGlobalIds(variables)));
    const client = openClient(facade, token);
    const before = await loadPage(client, page);
    const { data } = await client.mutate({ mutation: gql(document), variables, errorPolicy: 'all' });
    const payload = isRecord(data) ? data[name] : undefined;
    expect(payload).toMatchObject({ errors: [] });
    // A client removes a deleted object by its id in the payload.
    for (const [field, id] of Object.entries(isRecord(payload) ? payload : {}))
      if (/^deleted\w+Id$/.test(field) && typeof id === 'string')
        client.cache.evict({ id: `${field.slice('deleted'.length, -'Id'.length)}:${id}` });
    const { result: cached } = client.cache.diff({ query: page, returnPartialData: true, optimistic: false });
    const freshClient = openClient(facade, token);
    const fresh = await loadPage(freshClient, page);
    client.stop();
    freshClient.stop();
    if (!findDifferences(before, fresh).next().done) effectiveMutations.add(name);
    const isDeletion = Object.keys(getPayloadType(name).getFields()).some((field) => /^deleted\w+Id$/.test(field));
    const stale = [...findDifferences(cached, fresh)].filter(
      (path) => !staleValues[name]?.path.test(path) && !(isDeletion && path === 'nodes.0'),
    );
    expect(stale).toEqual([]);
  },
);

test('more than half of the mutations change a value of their page', () => {
  expect(effectiveMutations.size).toBeGreaterThan(mutations.size / 2);
});

test.each([
  [
    'approvalConfiguration',
    'project(id: "14") { approvalConfiguration { id resetApprovalsOnPush } }',
    'approvalConfigurationUpdate(input: { project: "14", resetApprovalsOnPush: false }) { approvalConfiguration { id resetApprovalsOnPush } errors { code } }',
  ],
  [
    'errorTrackingSettings',
    'project(id: "14") { errorTrackingSettings { id active } }',
    'errorTrackingSettingsUpdate(input: { project: "14", active: false }) { errorTrackingSettings { id active } errors { code } }',
  ],
  [
    'approvalState',
    'mergeRequest(id: "gid://service/MergeRequest/14/2") { approvalState { id approvalsLeft } }',
    'mergeRequestApprove(input: { id: "gid://service/MergeRequest/14/2" }) { approvalState { id approvalsLeft } errors { code } }',
  ],
])('updates %s of a cached page from a payload with its id and the changed field', async (_, selection, mutation) => {
  const ownFacade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
  onTestFinished(() => ownFacade.close());
  const query = gql(`{ ${selection} }`);
  const client = openClient(ownFacade, 'sandbox-maintainer-token');
  const before = await loadPage(client, query);
  const { data } = await client.mutate({ mutation: gql(`mutation { ${mutation} }`) });
  expect(Object.values(isRecord(data) ? data : {})).toMatchObject([{ errors: [] }]);
  const cached = client.readQuery({ query });
  client.stop();
  const freshClient = openClient(ownFacade, 'sandbox-maintainer-token');
  expect(cached).toEqual(await loadPage(freshClient, query));
  expect(cached).not.toEqual(before);
  freshClient.stop();
});
