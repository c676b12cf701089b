import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { type Page, pageInfo, pageThrough } from '../page-through.ts';
import { outcomes } from '../roles.ts';
import { startStubbed } from '../stub-upstream.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface Flag {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly gates: readonly Readonly<Record<string, unknown>>[];
  readonly definition: Readonly<Record<string, unknown>> | null;
}
interface List<Node> extends Page<Node> {
  readonly totalCount: number;
}

const definitionFields = everything('FeatureFlagDefinition');
const flagFields = `${everything('FeatureFlag')} definition { ${definitionFields} }`;

const readFlags = (args = '', as: Role = 'administrator') =>
  facade.execute<{ featureFlags: List<Flag> | null }>(
    `{ featureFlags${args} { nodes { ${flagFields} } totalCount ${pageInfo} } }`,
    {},
    { as },
  );
const readDefinitions = (args = '', as: Role = 'administrator') =>
  facade.execute<{ featureFlagDefinitions: List<{ readonly name: string }> | null }>(
    `{ featureFlagDefinitions${args} { nodes { ${definitionFields} } totalCount ${pageInfo} } }`,
    {},
    { as },
  );

type Input = Readonly<Record<string, unknown>>;
const setFlag = (input: Input, as: Role = 'administrator') =>
  mutate<{ featureFlag: Flag | null }>(facade, 'featureFlagSet', input, `featureFlag { ${flagFields} }`, as);
const deleteFlag = (name: string, as: Role = 'administrator') =>
  mutate<{ deletedFeatureFlagId: string | null }>(
    facade,
    'featureFlagDelete',
    { id: name },
    'deletedFeatureFlagId',
    as,
  );

const gate = (key: string, values: Input) => ({
  key,
  booleanValue: null,
  percentage: null,
  listValue: null,
  ...values,
});
const offGate = gate('BOOLEAN', { booleanValue: false });

describe('identification', () => {
  const id = 'gid://service/FeatureFlag/vector_tiles_development';
  const name = 'vector_tiles_development';

  test.each([id, name])('reads, sets and deletes a flag by the id %s', async (identifier) => {
    const ownFacade = await startSandboxed();
    onTestFinished(() => ownFacade.close());
    const query = 'query ($id: ID!) { featureFlag(id: $id) { id name } }';
    const as = 'administrator';
    expect(await ownFacade.execute(query, { id: identifier }, { as })).toEqual({ data: { featureFlag: { id, name } } });
    const input = { id: identifier, value: { boolean: false } };
    const written = await mutate(ownFacade, 'featureFlagSet', input, 'featureFlag { id state }', as);
    expect(written.payload).toEqual({ featureFlag: { id, state: 'OFF' }, errors: [] });
    const deleted = await mutate(ownFacade, 'featureFlagDelete', { id: identifier }, 'deletedFeatureFlagId', as);
    expect(deleted.payload).toEqual({ deletedFeatureFlagId: id, errors: [] });
    expect(ownFacade.calls).toEqual([
      'GET /features?page=1&per_page=100',
      `POST /features/${name}`,
      `DELETE /features/${name}`,
    ]);
  });

  test('rejects global ids of other types, and names that are not valid path segments, without a REST call', async () => {
    for (const identifier of ['gid://service/Project/14', '..', '']) {
      const { errors } = await facade.execute(
        'query ($id: ID!) { featureFlag(id: $id) { id } featureFlagDefinition(id: $id) { id } }',
        { id: identifier },
        { as: 'administrator' },
      );
      const error = { extensions: { code: 'BAD_USER_INPUT', violations: [{ path: ['id'] }] } };
      expect(errors).toMatchObject([error, error]);
      const { payload } = await deleteFlag(identifier);
      expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }]);
    }
    expect(facade.calls).toEqual([]);
  });
});

describe('reading', () => {
  test('returns flags with their gates, each value in the field of its type', async () => {
    const { data, errors } = await readFlags();
    expect(errors).toBeUndefined();
    const flags = Object.fromEntries(data.featureFlags?.nodes.map((flag) => [flag.name, flag]) ?? []);
    expect(flags.vector_tiles_development).toEqual({
      id: 'gid://service/FeatureFlag/vector_tiles_development',
      name: 'vector_tiles_development',
      state: 'ON',
      gates: [gate('BOOLEAN', { booleanValue: true })],
      definition: {
        id: 'gid://service/FeatureFlagDefinition/vector_tiles_development',
        name: 'vector_tiles_development',
        introducedByUrl: 'https://forge.example.com/meridian/platform/engine/-/merge_requests/12',
        rolloutIssueUrl: 'https://forge.example.com/meridian/platform/engine/-/issues/7',
        group: expect.stringMatching(/^group::/),
        type: 'development',
        defaultEnabled: expect.any(Boolean),
        milestone: '18.1',
        logStateChanges: null,
      },
    });
    expect(flags.route_cache_ops).toMatchObject({ state: 'OFF', gates: [offGate] });
    expect(flags.night_mode_development).toMatchObject({
      state: 'CONDITIONAL',
      gates: [
        offGate,
        gate('PERCENTAGE_OF_TIME', { percentage: 34 }),
        gate('ACTORS', { listValue: ['User:5', 'Group:9'] }),
      ],
    });
    expect(flags.retired_switch).toMatchObject({
      state: 'CONDITIONAL',
      gates: [offGate, gate('GROUPS', { listValue: ['early_birds'] })],
      definition: null,
    });
    expect(facade.calls).toEqual(['GET /features?page=1&per_page=20']);
  });

  test('returns a flag without gates in the list of definitions only', async () => {
    const flags = await readFlags();
    const definitions = await readDefinitions('(first: 100)');
    expect(flags.data.featureFlags?.totalCount).toBe(5);
    expect(definitions.data.featureFlagDefinitions?.totalCount).toBe(18);
    const names = definitions.data.featureFlagDefinitions?.nodes.map(({ name }) => name);
    expect(names).toContain('bulk_export_ops');
    expect(flags.data.featureFlags?.nodes.map(({ name }) => name)).not.toContain('bulk_export_ops');
    expect(facade.calls).toEqual(['GET /features?page=1&per_page=20', 'GET /features/definitions?page=1&per_page=100']);
  });

  test('returns a flag by its global id in nodes, and null for a flag without gates', async () => {
    const ids = ['gid://service/FeatureFlag/retired_switch', 'gid://service/FeatureFlag/bulk_export_ops'];
    const { data, errors } = await facade.execute(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on FeatureFlag { name state } } }',
      { ids },
      { as: 'administrator' },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ nodes: [{ id: ids[0], name: 'retired_switch', state: 'CONDITIONAL' }, null] });
    expect(facade.calls).toEqual(['GET /features?page=1&per_page=100']);
  });

  const defined = 'bulk_export_ops';
  const definitionId = `gid://service/FeatureFlagDefinition/${defined}`;

  test.each([definitionId, defined])('finds the definition %s, also without a flag', async (id) => {
    const { data, errors } = await facade.execute(
      'query ($id: ID!) { featureFlagDefinition(id: $id) { id name type featureFlag { id } } }',
      { id },
      { as: 'administrator' },
    );
    expect(errors).toBeUndefined();
    const definition = { id: definitionId, name: defined, type: 'ops', featureFlag: null };
    expect(data).toEqual({ featureFlagDefinition: definition });
    expect(facade.calls).toEqual([
      'GET /features/definitions?page=1&per_page=100',
      'GET /features?page=1&per_page=100',
    ]);
  });

  test('returns null for a definition that does not exist', async () => {
    const { data, errors } = await facade.execute(
      '{ featureFlagDefinition(id: "retired_switch") { id } node(id: "gid://service/FeatureFlagDefinition/retired_switch") { id } }',
      {},
      { as: 'administrator' },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ featureFlagDefinition: null, node: null });
    expect(facade.calls).toEqual(['GET /features/definitions?page=1&per_page=100']);
  });

  test('returns each flag and each definition once when paging forward, and the same items when paging backward', async () => {
    const flags = await pageThrough(async (args) => {
      const { data } = await readFlags(`(${args})`);
      return data.featureFlags ?? expect.unreachable();
    }, 2);
    const definitions = await pageThrough(async (args) => {
      const { data } = await readDefinitions(`(${args})`);
      return data.featureFlagDefinitions ?? expect.unreachable();
    }, 7);
    expect(new Set(flags.forward.map(({ name }) => name)).size).toBe(5);
    expect(flags.backward).toEqual(flags.forward);
    expect(new Set(definitions.forward.map(({ name }) => name)).size).toBe(18);
    expect(definitions.backward).toEqual(definitions.forward);
  });
});

const name = 'bulk_export_development';

describe('setting', () => {
  test.each([
    [{ boolean: true }, 'true', 'ON', [gate('BOOLEAN', { booleanValue: true })]],
    [{ boolean: false }, 'false', 'OFF', [offGate]],
    [{ percentageOfTime: 30 }, 30, 'CONDITIONAL', [offGate, gate('PERCENTAGE_OF_TIME', { percentage: 30 })]],
    [{ percentageOfTime: 0 }, 0, 'OFF', [offGate, gate('PERCENTAGE_OF_TIME', { percentage: 0 })]],
    [{ percentageOfActors: 100 }, 100, 'CONDITIONAL', [offGate, gate('PERCENTAGE_OF_ACTORS', { percentage: 100 })]],
  ])('creates the flag with the value %j', async (value, sentValue, state, gates) => {
    const { payload } = await setFlag({ id: name, value });
    expect(payload).toMatchObject({ featureFlag: { name, state, gates }, errors: [] });
    expect(facade.calls).toEqual([`POST /features/${name}`]);
    const key = gates[1]?.key?.toLowerCase();
    expect(facade.requests[0]?.body).toEqual({ value: sentValue, ...(key !== undefined && { key }) });
    const { data } = await readFlags();
    expect(data.featureFlags?.nodes.find((flag) => flag.name === name)).toEqual(payload?.featureFlag);
    await deleteFlag(name);
  });

  test('sends several targets of each kind in one request', async () => {
    const { payload } = await setFlag({
      id: name,
      value: { boolean: true },
      featureGroup: 'early_birds',
      users: ['dana.kim', 'ravi.patel'],
      groups: ['meridian', 'meridian/platform'],
      namespaces: ['harbor'],
      projects: ['meridian/platform/engine', 'meridian/handbook'],
      repositories: ['meridian/handbook'],
      runners: ['7', 'gid://service/Runner/4294967297'],
    });
    expect(facade.requests[0]?.body).toEqual({
      value: 'true',
      feature_group: 'early_birds',
      user: 'dana.kim,ravi.patel',
      group: 'meridian,meridian/platform',
      namespace: 'harbor',
      project: 'meridian/platform/engine,meridian/handbook',
      repository: 'meridian/handbook',
      runner: '7,4294967297',
    });
    expect(payload?.featureFlag?.state).toBe('CONDITIONAL');
    expect(payload?.featureFlag?.gates).toEqual([
      offGate,
      gate('ACTORS', {
        listValue: [
          'User:5',
          'User:6',
          'Group:9',
          'Group:10',
          'Namespace:70',
          'Project:14',
          expect.stringMatching(/^Project:/),
          expect.stringMatching(/^Repository:/),
          'Runner:7',
          'Runner:4294967297',
        ],
      }),
      gate('GROUPS', { listValue: ['early_birds'] }),
    ]);
    const switched = await setFlag({ id: name, value: { boolean: false }, users: ['dana.kim'] });
    const actors = switched.payload?.featureFlag?.gates.find(({ key }) => key === 'ACTORS');
    expect(actors?.listValue).toHaveLength(9);
    await deleteFlag(name);
  });

  test('accepts global ids of targets, and reads each target once', async () => {
    const { payload } = await setFlag({
      id: name,
      value: { boolean: true },
      users: ['gid://service/User/5', 'ravi.patel'],
      groups: ['gid://service/Group/10'],
      projects: ['gid://service/Project/14'],
    });
    expect(payload?.errors).toEqual([]);
    expect(facade.requests.at(-1)?.body).toEqual({
      value: 'true',
      user: 'dana.kim,ravi.patel',
      group: 'meridian/platform',
      project: 'meridian/platform/engine',
    });
    expect(facade.calls.toSorted()).toEqual([
      'GET /groups/10?with_projects=false',
      'GET /projects/14',
      'GET /users/5',
      `POST /features/${name}`,
    ]);
    await deleteFlag(name);
  });

  test('sends no write for a global id of another type, or of an object that does not exist', async () => {
    const wrong = await setFlag({ id: name, value: { boolean: true }, projects: ['gid://service/Group/10'] });
    expect(wrong.payload?.errors).toMatchObject([
      { path: ['input', 'projects', '0'], message: 'must be the id of a Project, not of a Group' },
    ]);
    expect(facade.calls).toEqual([]);
    const missing = await setFlag({ id: name, value: { boolean: true }, users: ['gid://service/User/999999'] });
    expect(missing.payload?.errors).toMatchObject([{ code: 'NOT_FOUND', path: ['input', 'users', '0'] }]);
    expect(facade.calls).toEqual(['GET /users/999999']);
  });

  test.each([
    ['id', { id: 'gid://other/FeatureFlag/x' }],
    ['groups', { groups: ['gid://other/Group/10'] }],
    ['namespaces', { namespaces: ['meridian', 'gid://other/Group/10'] }],
  ])('sends no call for a global id of another service in %s', async (member, input) => {
    const { payload } = await setFlag({ id: name, value: { boolean: true }, ...input });
    expect(payload?.errors).toMatchObject([
      {
        path: expect.arrayContaining(['input', member]),
        message: expect.stringContaining('the global id of another service'),
      },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test.each(['', ' ', 'a,b'])('sends no write if the upstream returns the path "%s" of a group', async (path) => {
    const stub = await startStubbed({ 'GET /groups/8': { body: { id: 8, full_path: path } } });
    const { data } = await stub.execute<{ featureFlagSet: unknown }>(
      'mutation { featureFlagSet(input: { id: "a", value: { boolean: true }, groups: ["gid://service/Group/8"] }) { errors { message } } }',
    );
    expect(data?.featureFlagSet ?? null).toBeNull();
    expect(stub.calls.map((call) => call.split('?')[0])).toEqual(['GET /groups/8']);
  });

  test('rejects a flag without a definition, unless force is true', async () => {
    const unknown = { id: 'no_such_flag', value: { boolean: true } };
    const rejected = await setFlag(unknown);
    expect(rejected.payload).toMatchObject({
      featureFlag: null,
      errors: [{ code: 'BAD_USER_INPUT', message: 'Feature flag no_such_flag has no definition' }],
    });
    const forced = await setFlag({ ...unknown, force: true });
    expect(forced.payload?.featureFlag).toMatchObject({ name: 'no_such_flag', state: 'ON', definition: null });
    expect(facade.requests.map(({ body }) => body)).toEqual([{ value: 'true' }, { value: 'true', force: true }]);
    await deleteFlag('no_such_flag');
  });

  test.each(['users', 'groups', 'namespaces', 'projects', 'repositories', 'runners'])(
    'rejects an empty list and null for %s, instead of setting the flag for all of them',
    async (target) => {
      for (const noTargets of [[], null])
        expect(
          (await setFlag({ id: name, value: { boolean: true }, [target]: noTargets })).payload?.errors,
        ).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', target] }]);
      expect(facade.calls).toEqual([]);
    },
  );

  test('returns the error of the service for a target that does not exist', async () => {
    const { payload } = await setFlag({ id: name, value: { boolean: true }, users: ['nobody'] });
    expect(payload).toMatchObject({ featureFlag: null, errors: [{ message: 'nobody is not found!' }] });
  });

  test('percent-encodes a flag name in the URL and in the global id', async () => {
    const unusualName = 'a/b ?c';
    const { payload } = await setFlag({ id: unusualName, value: { boolean: true }, force: true });
    expect(facade.calls).toEqual(['POST /features/a%2Fb%20%3Fc']);
    expect(payload?.featureFlag).toMatchObject({ id: 'gid://service/FeatureFlag/a%2Fb%20%3Fc', name: unusualName });
    await deleteFlag(unusualName);
  });

  test('reports every violation of the input in one response, without a REST call', async () => {
    const { payload } = await setFlag({
      id: '..',
      value: { percentageOfTime: 101 },
      users: ['dana.kim', 'a,b'],
      groups: [' '],
    });
    expect(payload?.errors.map(({ path }) => path?.join('.')).toSorted()).toEqual([
      'input.groups.0',
      'input.id',
      'input.users.1',
      'input.value.percentageOfTime',
    ]);
    expect(facade.calls).toEqual([]);
  });

  test.each([{ percentageOfTime: -1 }, { percentageOfActors: 101 }])(
    'rejects %j with the path of the member, without a REST call',
    async (value) => {
      const { payload } = await setFlag({ id: name, value });
      const [path] = Object.keys(value).map((member) => ['input', 'value', member]);
      expect(payload?.errors).toMatchObject([
        { code: 'BAD_USER_INPUT', path, message: expect.stringContaining('must be from 0 to 100') },
      ]);
      expect(facade.calls).toEqual([]);
    },
  );

  test.each([
    {},
    { boolean: true, percentageOfTime: 1 },
    { percentageOfTime: 1, percentageOfActors: 1 },
    { boolean: null },
  ])('rejects the value %j, as exactly one member that is not null is required', async (value) => {
    const { payload, response } = await setFlag({ id: name, value });
    expect(payload).toBeNull();
    expect(response.errors?.length).toBeGreaterThan(0);
    expect(facade.calls).toEqual([]);
  });

  test('rejects runners that are not ids of runners, without a REST call', async () => {
    for (const runner of ['mine', 'gid://service/User/5']) {
      const { payload } = await setFlag({ id: name, value: { boolean: true }, runners: ['7', runner] });
      expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'runners', '1'] }]);
    }
    expect(facade.calls).toEqual([]);
  });
});

describe('deleting', () => {
  test('succeeds whether or not the flag exists', async () => {
    await setFlag({ id: name, value: { boolean: true } });
    facade.forget();
    for (const _ of ['first', 'second']) {
      const { payload } = await deleteFlag(name);
      expect(payload).toEqual({ deletedFeatureFlagId: `gid://service/FeatureFlag/${name}`, errors: [] });
    }
    expect(facade.calls).toEqual([`DELETE /features/${name}`, `DELETE /features/${name}`]);
    expect((await readFlags()).data.featureFlags?.nodes.map((flag) => flag.name)).not.toContain(name);
  });

  test.each(['', '.', '..'])('rejects the name "%s" without a REST call', async (invalidName) => {
    const { payload } = await deleteFlag(invalidName);
    expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }]);
    expect(facade.calls).toEqual([]);
  });
});

test('requires an administrator to read, set and delete flags', async () => {
  const expectedCodes = {
    anonymous: 'UNAUTHENTICATED',
    guest: 'FORBIDDEN',
    developer: 'FORBIDDEN',
    maintainer: 'FORBIDDEN',
    owner: 'FORBIDDEN',
  };
  const getCode = async (read: Promise<{ errors?: readonly { extensions?: { code?: string } }[] }>) => ({
    code: (await read).errors?.[0]?.extensions?.code,
  });
  expect(await outcomes((as) => getCode(readFlags('', as)))).toEqual(expectedCodes);
  expect(await outcomes((as) => getCode(readDefinitions('', as)))).toEqual(expectedCodes);
  expect(await outcomes((as) => setFlag({ id: name, value: { boolean: true } }, as))).toEqual(expectedCodes);
  expect(await outcomes((as) => deleteFlag(name, as))).toEqual(expectedCodes);
});

test('sends the credential in a header and never in the query', async () => {
  await setFlag({ id: name, value: { percentageOfActors: 5 } });
  await deleteFlag(name);
  expect(facade.requests.map(({ query, headers }) => [query, headers['private-token']])).toEqual([
    [{}, facade.sandbox.tokens.administrator],
    [{}, facade.sandbox.tokens.administrator],
  ]);
});
