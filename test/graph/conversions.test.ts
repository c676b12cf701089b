/** Values in another form than documented: converted if the documented value follows from them, or null with an error. */
import { describe, expect, test } from 'vitest';
import { startStubbed } from './stub-upstream.ts';

interface Conversions {
  readonly field: string;
  readonly valid: readonly { readonly restValue: unknown; readonly value: unknown }[];
  /** Attribute values for which the field is null with an error. */
  readonly invalid: readonly unknown[];
}

/** Returns the value and errors of a field of a pipeline, from its detail and from a list. */
async function readField(field: string, attribute: string, restValue: unknown) {
  const pipeline = { id: 7, [attribute]: restValue };
  const { execute } = await startStubbed({
    'GET /projects/5/pipelines/7': { body: pipeline },
    'GET /projects/5/pipelines': { body: [pipeline] },
  });
  const [single, list] = [
    await execute<{ project: { pipeline: Record<string, unknown> } }>(
      `{ project(id: 5) { pipeline(id: 7) { ${field} } } }`,
    ),
    await execute<{ project: { pipelines: { nodes: Record<string, unknown>[] } } }>(
      `{ project(id: 5) { pipelines { nodes { ${field} } } } }`,
    ),
  ];
  return [
    { value: single.data.project.pipeline[field], errors: single.errors },
    { value: list.data.project.pipelines.nodes[0]?.[field], errors: list.errors },
  ];
}

const conversions: Readonly<Record<string, Conversions>> = {
  created_at: {
    field: 'createdAt',
    valid: [
      { restValue: '2024-05-01T11:28:34.120Z', value: '2024-05-01T11:28:34.120Z' },
      { restValue: '2024-05-01T11:28:34+0200', value: '2024-05-01T11:28:34+02:00' },
      { restValue: '2024-05-01t11:28:34z', value: '2024-05-01T11:28:34Z' },
      { restValue: '2024-05-01T11:28Z', value: '2024-05-01T11:28:00Z' },
      { restValue: '2024-12-31T24:00:00Z', value: '2025-01-01T00:00:00Z' },
      { restValue: '2024-02-28 24:00 -0530', value: '2024-02-29T00:00:00-05:30' },
      { restValue: '2024-05-01', value: '2024-05-01T00:00:00Z' },
      { restValue: '2024-05-01 11:28:34 UTC', value: '2024-05-01T11:28:34Z' },
      { restValue: '2024-05-01 11:28:34.5 +02', value: '2024-05-01T11:28:34.5+02:00' },
    ],
    invalid: [
      'yesterday',
      '',
      '0000-00-00 00:00:00',
      '2024-02-30',
      '2024-02-30T00:00:00Z',
      '2024-05-01T11:28:34',
      '2024-05-01T24:01:00Z',
    ],
  },
  coverage: {
    field: 'coverage',
    valid: [
      { restValue: '98.5', value: 98.5 },
      { restValue: 98.5, value: 98.5 },
    ],
    invalid: ['n/a', ''],
  },
  duration: {
    field: 'duration',
    valid: [
      { restValue: 12, value: 12 },
      { restValue: '12', value: 12 },
      { restValue: '12.0', value: 12 },
      { restValue: 12.7, value: 13 },
      { restValue: '12.4', value: 12 },
    ],
    invalid: ['12 s', 2 ** 31],
  },
  tag: {
    field: 'tag',
    valid: [
      { restValue: 'true', value: true },
      { restValue: 0, value: false },
    ],
    invalid: [2, 'yes'],
  },
  sha: {
    field: 'sha',
    valid: [
      { restValue: 12345, value: '12345' },
      { restValue: true, value: 'true' },
    ],
    invalid: [2 ** 60, { a: 1 }],
  },
};

describe('values of responses', () => {
  for (const [attribute, { field, valid, invalid }] of Object.entries(conversions)) {
    test.each(valid)(`converts $restValue to ${field}: $value`, async ({ restValue, value }) => {
      for (const result of await readField(field, attribute, restValue)) expect(result).toEqual({ value });
    });

    test.each(invalid)(`returns null with an error at ${field} for %j`, async (restValue) => {
      for (const result of await readField(field, attribute, restValue))
        expect(result).toMatchObject({ value: null, errors: [{ extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }] });
    });
  }

  test('returns null with an error for a number of bytes above 2^53 - 1 or with a fraction', async () => {
    const statistics = '{"storage_size": 9007199254740993, "wiki_size": 9007199254740991, "uploads_size": 1.5}';
    const { execute } = await startStubbed({ 'GET /groups': { body: `[{"id": 9, "statistics": ${statistics}}]` } });
    const { data, errors = [] } = await execute(
      '{ groups { edges { statistics { storageSize wikiSize uploadsSize } } } }',
    );
    expect(data).toEqual({
      groups: {
        edges: [{ statistics: { storageSize: null, wikiSize: Number.MAX_SAFE_INTEGER, uploadsSize: null } }],
      },
    });
    expect(errors.map(({ path }) => path?.at(-1))).toEqual(['storageSize', 'uploadsSize']);
  });

  test('converts a date-time to its day, and returns null with an error for other strings', async () => {
    const days = [
      '2024-05-01',
      '2024-05-01T23:30:00.000-05:00',
      '2024-05-01 10:33',
      '2024-04-30T24:00:00Z',
      '2024-02-30T01:00:00Z',
      'today',
    ];
    const { execute } = await startStubbed({
      'GET /groups/9/service_accounts/7/personal_access_tokens': {
        body: days.map((expires_at, index) => ({ id: index + 1, expires_at })),
      },
      'GET /groups/9/service_accounts': { body: [{ id: 7 }] },
    });
    const { data, errors = [] } = await execute<{ group: { serviceAccounts: { nodes: unknown[] } } }>(
      '{ group(id: 9) { serviceAccounts { nodes { personalAccessTokens { nodes { expiresOn } } } } } }',
    );
    const day = { expiresOn: '2024-05-01' };
    expect(data.group.serviceAccounts.nodes).toEqual([
      { personalAccessTokens: { nodes: [day, day, day, day, { expiresOn: null }, { expiresOn: null }] } },
    ]);
    expect(errors).toHaveLength(2);
  });

  test('accepts an access level as number, numeric string or name, and returns UNKNOWN for others', async () => {
    const levels = [30, '30', 'developer', 'DEVELOPER', 'somebody', 31];
    const { execute } = await startStubbed({
      'GET /groups/9/invitations': {
        body: levels.map((access_level, index) => ({ invite_email: `${index}@example.com`, access_level })),
      },
    });
    expect(await execute('{ group(id: 9) { invitations { nodes { accessLevel extra } } } }')).toEqual({
      data: {
        group: {
          invitations: {
            nodes: [
              ...[30, '30', 'developer', 'DEVELOPER'].map(() => ({ accessLevel: 'DEVELOPER', extra: null })),
              { accessLevel: 'UNKNOWN', extra: { access_level: 'somebody' } },
              { accessLevel: 'UNKNOWN', extra: { access_level: 31 } },
            ],
          },
        },
      },
    });
  });

  test('returns the value of a feature flag gate in the field of its type, or null with an error', async () => {
    const gates = [
      { key: 'boolean', value: 'true' },
      { key: 'percentage_of_time', value: '34' },
      { key: 'actors', value: ['User:5'] },
      { key: 'new', value: 'false' },
      { key: 'new', value: '12' },
      { key: 'boolean', value: null },
      { key: 'boolean', value: { on: true } },
      { key: 'percentage_of_actors', value: 12.5 },
      { key: 'actors', value: 'User:5' },
      { key: 'new', value: { on: true } },
    ];
    const { execute } = await startStubbed({ 'GET /features': { body: [{ name: 'a', gates }] } });
    const { data, errors = [] } = await execute<{ featureFlags: { nodes: { gates: unknown[] }[] } }>(
      '{ featureFlags { nodes { gates { booleanValue percentage listValue } } } }',
    );
    const emptyGate = { booleanValue: null, percentage: null, listValue: null };
    expect(data.featureFlags.nodes[0]?.gates).toEqual([
      { ...emptyGate, booleanValue: true },
      { ...emptyGate, percentage: 34 },
      { ...emptyGate, listValue: ['User:5'] },
      { ...emptyGate, booleanValue: false },
      { ...emptyGate, percentage: 12 },
      ...Array.from({ length: 5 }, () => emptyGate),
    ]);
    expect(errors.map(({ path = [] }) => path.slice(-2).join('.')).sort()).toEqual([
      '6.booleanValue',
      '7.percentage',
      '8.listValue',
      '9.booleanValue',
      '9.listValue',
      '9.percentage',
    ]);
  });

  test('returns the output of a test case, serialized as JSON if it is an object', async () => {
    const outputs = ['plain', null, { message: 'failed', lines: [1] }];
    const cases = outputs.map((system_output) => ({ name: 'a', system_output }));
    const { execute } = await startStubbed({
      'GET /projects/5/pipelines/7/test_report': { body: { test_suites: [{ name: 's', test_cases: cases }] } },
    });
    expect(
      await execute(
        '{ project(id: 5) { pipeline(id: 7) { testReport { testSuites { testCases { systemOutput } } } } } }',
      ),
    ).toEqual({
      data: {
        project: {
          pipeline: {
            testReport: {
              testSuites: [
                {
                  testCases: ['plain', null, '{"message":"failed","lines":[1]}'].map((systemOutput) => ({
                    systemOutput,
                  })),
                },
              ],
            },
          },
        },
      },
    });
  });
});
