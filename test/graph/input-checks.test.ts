/** Cost of rejected inputs, and agreement of the checks of inputs. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { standardContract } from '../../src/contract/index.ts';
import { getContractValidator } from '../../src/graph/kit/contract/check.ts';
import { type SandboxedFacade, startExampled, startSandboxed } from '../harness.ts';
import { mutate } from './mutate.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  // Longer lists than are let through show what the checks cost.
  facade = await startSandboxed({
    env: { MAX_LIST_ITEMS: '20000', MAX_VARIABLE_VALUES: '100000', MAX_JSON_VALUES: '1000000' },
  });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe('many violations', () => {
  const create = (variables: unknown) =>
    mutate(facade, 'pipelineCreate', { project: '14', ref: 'main', variables }, '__typename', 'developer');
  const bad = (length: number) => Array.from({ length }, () => ({ key: '', value: 'x' }));

  test('reports twenty, and the number of further ones', async () => {
    const { payload } = await create(bad(50));
    expect(payload?.errors).toHaveLength(21);
    expect(payload?.errors[19]?.path).toEqual(['input', 'variables', '19', 'key']);
    expect(payload?.errors[20]).toMatchObject({ message: 'and 30 more', path: null });
    expect(facade.calls).toEqual([]);
  });

  test('reports the first ones of a long list and their number', async () => {
    const list = bad(10_000);
    const { payload } = await create(list);
    expect(payload?.errors).toHaveLength(11);
    expect(payload?.errors[10]).toMatchObject({
      message: 'contains 9990 more invalid items',
      path: ['input', 'variables'],
    });
    const last = await create([
      ...Array.from({ length: 9999 }, (_, index) => ({ key: `K${index}`, value: '' })),
      ...bad(1),
    ]);
    expect(last.payload?.errors).toMatchObject([{ path: ['input', 'variables', '9999', 'key'] }]);
    expect(facade.calls).toEqual([]);
  });

  test('checks a variable once, however many fields use it', async () => {
    const writes = Array.from(
      { length: 100 },
      (_, index) => `m${index}: pipelineCreate(input: $input) { errors { message } }`,
    );
    const input = { project: '14', ref: 'main', variables: bad(10_000) };
    const startedAt = performance.now();
    const answer = await facade.execute<Record<string, { errors: unknown[] }>>(
      `mutation ($input: PipelineCreateInput!) { ${writes.join(' ')} }`,
      { input },
      { as: 'developer' },
    );
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(answer.data.m99?.errors).toHaveLength(11);
    expect(JSON.stringify(answer).length).toBeLessThan(200_000);
  });

  test('checks lists of arguments too', async () => {
    const skipGroups = Array.from({ length: 10_000 }, () => -1.5);
    expect(
      getContractValidator(standardContract).checkValue({ type: 'array', items: { type: 'integer' } }, skipGroups, [
        'skipGroups',
      ]),
    ).toHaveLength(11);
  });

  test('bounds every message and path for long strings of the input', async () => {
    const long = 'x'.repeat(100_000);
    const { payload } = await mutate(facade, 'labelDelete', { id: `gid://service/${long}/1` }, '__typename');
    expect(JSON.stringify(payload).length).toBeLessThan(2000);
    const { errors } = await facade.execute('query ($id: ID!) { project(id: $id) { name } }', {
      id: `gid://service/${long}/1`,
    });
    expect(JSON.stringify(errors).length).toBeLessThan(2000);
  });
});

describe('strings that cannot be sent', () => {
  const half = '\ud800';

  test.each([
    ['labelCreate', { project: '14', name: half, color: 'red' }, ['input', 'name']],
    ['labelCreate', { project: half, name: 'x', color: 'red' }, ['input', 'project']],
    [
      'pipelineCreate',
      { project: '14', ref: 'main', variables: [{ key: 'A', value: half }] },
      ['input', 'variables', '0', 'value'],
    ],
    ['noteCreate', { target: { issue: { project: '14', iid: 1 } }, body: `a${half}b` }, ['input', 'body']],
    ['vulnerabilityExportCreate', { target: { project: '14' }, reportData: { [half]: 'x' } }, ['input', 'reportData']],
    [
      'groupIntegrationSet',
      { group: '9', integration: { wikiA: { wikiUrl: half } } },
      ['input', 'integration', 'wikiA', 'wikiUrl'],
    ],
  ])('rejects %s %j', async (name, input, path) => {
    const { payload } = await mutate(facade, name, input, '__typename', 'owner');
    expect(payload?.errors).toContainEqual(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        path,
        message: expect.stringContaining('well-formed Unicode'),
      }),
    );
    expect(facade.calls).toEqual([]);
  });

  test('sends complete pairs unchanged', async () => {
    const input = { target: { issue: { project: '14', iid: 1 } }, body: 'a \u{1f600} b' };
    await mutate(facade, 'noteCreate', input, '__typename', 'owner');
    expect(facade.requests[0]?.body).toEqual({ body: 'a \u{1f600} b' });
  });
});

describe('date-times', () => {
  test.each([
    '2025-01-15T11:54:58Z',
    '2025-01-15T11:54Z',
    '2025-01-15t11:54:58.123456+0100',
    '2025-01-15T11:54:58+01:00',
    '2025-01-15T24:00:00Z',
  ])('accepts %s in every check', async (moment) => {
    const { errors } = await facade.execute(
      'query ($at: DateTime) { project(id: 14) { pipelines(filter: { createdAfter: $at }) { totalCount } } }',
      { at: moment },
      { as: 'developer' },
    );
    expect(errors).toBeUndefined();
    expect(facade.requests[0]?.query).toMatchObject({ created_after: moment });
    facade.forget();
    const input = { target: { issue: { project: '14', iid: 1 } }, body: 'x', createdAt: moment };
    expect((await mutate(facade, 'noteCreate', input, '__typename', 'owner')).payload?.errors).toEqual([]);
  });

  test.each([
    '2025-02-30T00:00:00Z',
    '2025-01-15T11:54:58',
    '2025-01-15',
    '2025-01-15T25:00:00Z',
    `2025-01-15T00:00:00.${'0'.repeat(100)}Z`,
  ])('rejects %s in every check', async (moment) => {
    const { errors } = await facade.execute(
      'query ($at: DateTime) { project(id: 14) { pipelines(filter: { createdAfter: $at }) { totalCount } } }',
      { at: moment },
    );
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });
});

test.each([
  ['{ project(id: 14) { pipelines(filter: { status: UNKNOWN }) { totalCount } } }', 'PipelineStatusFilter'],
  ['{ groups(filter: { visibility: UNKNOWN }) { totalCount } }', 'VisibilityInput'],
  ['{ groups(orderBy: { field: UNKNOWN }) { totalCount } }', 'GroupOrderField'],
  ['{ groups(orderBy: { field: NAME, direction: UNKNOWN }) { totalCount } }', 'SortOrder'],
  ['{ users(filter: { twoFactor: UNKNOWN }) { totalCount } }', 'UserTwoFactorFilter'],
  [
    'mutation { memberRoleCreate(input: { target: { instance: true }, name: "x", baseAccessLevel: GUEST, permissions: [UNKNOWN] }) { errors { message } } }',
    'MemberRolePermissionInput',
  ],
  [
    'mutation { invitationUpdate(input: { id: "9", accessLevel: UNKNOWN }) { errors { message } } }',
    'AccessLevelInput',
  ],
])('rejects UNKNOWN in input: %s', async (document, type) => {
  const { errors } = await facade.execute(document, {}, { as: 'administrator' });
  expect(errors).toMatchObject([
    {
      message: expect.stringContaining(`Value "UNKNOWN" does not exist in "${type}" enum`),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ]);
  expect(facade.calls).toEqual([]);
});

test('assigns messages of the upstream about settings of a tool to the settings', async () => {
  const example = await startExampled({
    'PUT /groups/9/integrations/chat-e': {
      status: 400,
      body: { message: { webhook: ['is blocked'], base: ['is off'] } },
    },
  });
  const integration = { chatE: { webhook: 'https://hooks.example.com/1' } };
  const { payload } = await mutate(example, 'groupIntegrationSet', { group: '9', integration }, '__typename');
  expect(payload?.errors.map(({ path, message }) => [path, message])).toEqual([
    [['input', 'integration', 'chatE', 'webhook'], 'is blocked'],
    [null, 'is off'],
  ]);
  await example.close();
});
