/** Cost of rejected inputs, and checks of strings, date-times and enum values. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { standardContract } from '../../src/contract/index.ts';
import { getContractValidator } from '../../src/graph/kit/contract/check.ts';
import { type SandboxedFacade, startSandboxed, startWithResponses } from '../harness.ts';
import { mutate } from './mutate.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  // Limits above the defaults, so that long lists reach the checks.
  facade = await startSandboxed({
    env: { maxListItems: 20_000, maxVariableValues: 100_000, maxJsonValues: 1_000_000 },
  });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe('many violations', () => {
  const create = (variables: unknown) =>
    mutate(facade, 'pipelineCreate', { project: '14', ref: 'main', variables }, '__typename', 'developer');
  const createInvalidVariables = (length: number) => Array.from({ length }, () => ({ key: '', value: 'x' }));

  test('reports 20 violations, and the number of further ones', async () => {
    const { payload } = await create(createInvalidVariables(50));
    expect(payload?.errors).toHaveLength(21);
    expect(payload?.errors[19]?.path).toEqual(['input', 'variables', '19', 'key']);
    expect(payload?.errors[20]).toMatchObject({
      message: '30 more errors are omitted: the limit is 20 per input. Correct the reported ones first',
      path: null,
    });
    expect(facade.calls).toEqual([]);
  });

  test('reports the first 10 invalid items of a long list and the number of further ones, and a single invalid item at its end', async () => {
    const list = createInvalidVariables(10_000);
    const { payload } = await create(list);
    expect(payload?.errors).toHaveLength(11);
    expect(payload?.errors[10]).toMatchObject({
      message: 'contains 9990 more invalid items',
      path: ['input', 'variables'],
    });
    const last = await create([
      ...Array.from({ length: 9999 }, (_, index) => ({ key: `K${index}`, value: '' })),
      ...createInvalidVariables(1),
    ]);
    expect(last.payload?.errors).toMatchObject([{ path: ['input', 'variables', '9999', 'key'] }]);
    expect(facade.calls).toEqual([]);
  });

  test('checks a variable with 10,000 invalid items that 100 fields use within 5 s', async () => {
    const writes = Array.from(
      { length: 100 },
      (_, index) => `m${index}: pipelineCreate(input: $input) { errors { message } }`,
    );
    const input = { project: '14', ref: 'main', variables: createInvalidVariables(10_000) };
    const startedAt = performance.now();
    const response = await facade.execute<Record<string, { errors: unknown[] }>>(
      `mutation ($input: PipelineCreateInput!) { ${writes.join(' ')} }`,
      { input },
      { as: 'developer' },
    );
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(response.data.m99?.errors).toHaveLength(11);
    expect(JSON.stringify(response).length).toBeLessThan(200_000);
  });

  test('reports 10 of 10,000 invalid items of an argument, and the number of further ones', async () => {
    const skipGroups = Array.from({ length: 10_000 }, () => -1.5);
    expect(
      getContractValidator(standardContract).checkValue({ type: 'array', items: { type: 'integer' } }, skipGroups, [
        'skipGroups',
      ]),
    ).toHaveLength(11);
  });

  test('limits the errors of an id of 100,000 characters to 2,000 characters', async () => {
    const long = 'x'.repeat(100_000);
    const { payload } = await mutate(facade, 'labelDelete', { id: `gid://service/${long}/1` }, '__typename');
    expect(JSON.stringify(payload).length).toBeLessThan(2000);
    const { errors } = await facade.execute('query ($id: ID!) { project(id: $id) { name } }', {
      id: `gid://service/${long}/1`,
    });
    expect(JSON.stringify(errors).length).toBeLessThan(2000);
  });
});

describe('strings with surrogates', () => {
  const loneSurrogate = '\ud800';

  test.each([
    ['labelCreate', { project: '14', name: loneSurrogate, color: 'red' }, ['input', 'name']],
    ['labelCreate', { project: loneSurrogate, name: 'x', color: 'red' }, ['input', 'project']],
    [
      'pipelineCreate',
      { project: '14', ref: 'main', variables: [{ key: 'A', value: loneSurrogate }] },
      ['input', 'variables', '0', 'value'],
    ],
    ['noteCreate', { target: { issue: { project: '14', iid: 1 } }, body: `a${loneSurrogate}b` }, ['input', 'body']],
    [
      'vulnerabilityExportCreate',
      { target: { project: '14' }, reportData: { [loneSurrogate]: 'x' } },
      ['input', 'reportData'],
    ],
    [
      'groupIntegrationSet',
      { group: '9', integration: { wikiA: { wikiUrl: loneSurrogate } } },
      ['input', 'integration', 'wikiA', 'wikiUrl'],
    ],
  ])('rejects %s with %j before any call', async (name, input, path) => {
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

  test('sends complete surrogate pairs unchanged', async () => {
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
  ])('accepts %s in a filter and in an input', async (dateTime) => {
    const { errors } = await facade.execute(
      'query ($at: DateTime) { project(id: 14) { pipelines(filter: { createdAfter: $at }) { totalCount } } }',
      { at: dateTime },
      { as: 'developer' },
    );
    expect(errors).toBeUndefined();
    expect(facade.requests[0]?.query).toMatchObject({ created_after: dateTime });
    facade.forget();
    const input = { target: { issue: { project: '14', iid: 1 } }, body: 'x', createdAt: dateTime };
    expect((await mutate(facade, 'noteCreate', input, '__typename', 'owner')).payload?.errors).toEqual([]);
  });

  test.each([
    '2025-02-30T00:00:00Z',
    '2025-01-15T11:54:58',
    '2025-01-15',
    '2025-01-15T25:00:00Z',
    `2025-01-15T00:00:00.${'0'.repeat(100)}Z`,
  ])('rejects %s in a filter before any call', async (dateTime) => {
    const { errors } = await facade.execute(
      'query ($at: DateTime) { project(id: 14) { pipelines(filter: { createdAfter: $at }) { totalCount } } }',
      { at: dateTime },
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
])('rejects UNKNOWN in an input before any call: %s', async (document, type) => {
  const { errors } = await facade.execute(document, {}, { as: 'administrator' });
  expect(errors).toMatchObject([
    {
      message: expect.stringContaining(`Value "UNKNOWN" does not exist in "${type}" enum`),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ]);
  expect(facade.calls).toEqual([]);
});

test('assigns an upstream message about a setting of a tool to its input field', async () => {
  const example = await startWithResponses({
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
