/** Values that are not in the documented form: converted without loss, or null with an error on their field. */
import { describe, expect, test } from 'vitest';
import { startStubbed } from './stub-upstream.ts';

interface Conversion {
  readonly sent: unknown;
  /** `undefined` for null with an error. */
  readonly value?: unknown;
}

/** Returns the value of a field of a pipeline, read alone and as an item of a list. */
async function shownBy(field: string, attribute: string, sent: unknown) {
  const pipeline = { id: 7, [attribute]: sent };
  const { execute } = await startStubbed({
    'GET /projects/5/pipelines/7': { body: pipeline },
    'GET /projects/5/pipelines': { body: [pipeline] },
  });
  const [alone, listed] = [
    await execute<{ project: { pipeline: Record<string, unknown> } }>(
      `{ project(id: 5) { pipeline(id: 7) { ${field} } } }`,
    ),
    await execute<{ project: { pipelines: { nodes: Record<string, unknown>[] } } }>(
      `{ project(id: 5) { pipelines { nodes { ${field} } } } }`,
    ),
  ];
  return [
    { value: alone.data.project.pipeline[field], errors: alone.errors },
    { value: listed.data.project.pipelines.nodes[0]?.[field], errors: listed.errors },
  ];
}

const conversions: Readonly<Record<string, { readonly field: string; readonly values: readonly Conversion[] }>> = {
  created_at: {
    field: 'createdAt',
    values: [
      { sent: '2024-05-01T11:28:34.120Z', value: '2024-05-01T11:28:34.120Z' },
      { sent: '2024-05-01T11:28:34+0200', value: '2024-05-01T11:28:34+0200' },
      { sent: '2024-05-01 11:28:34 UTC', value: '2024-05-01T11:28:34Z' },
      { sent: '2024-05-01 11:28:34.5 +02', value: '2024-05-01T11:28:34.5+02:00' },
      ...['yesterday', '', '0000-00-00 00:00:00', '2024-05-01', '2024-02-30T00:00:00Z', '2024-05-01T11:28:34'].map(
        (sent) => ({ sent }),
      ),
    ],
  },
  coverage: {
    field: 'coverage',
    values: [{ sent: '98.5', value: 98.5 }, { sent: 98.5, value: 98.5 }, { sent: 'n/a' }, { sent: '' }],
  },
  duration: {
    field: 'duration',
    values: [
      { sent: 12, value: 12 },
      { sent: '12', value: 12 },
      { sent: '12.0', value: 12 },
      { sent: 12.7 },
      { sent: '12.7' },
      { sent: 2 ** 31 },
    ],
  },
  tag: {
    field: 'tag',
    values: [{ sent: 'true', value: true }, { sent: 0, value: false }, { sent: 2 }, { sent: 'yes' }],
  },
  sha: {
    field: 'sha',
    values: [{ sent: 12345, value: '12345' }, { sent: true, value: 'true' }, { sent: 2 ** 60 }, { sent: { a: 1 } }],
  },
};

describe('values of responses', () => {
  for (const [attribute, { field, values }] of Object.entries(conversions))
    test.each(values)(`converts ${field} from $sent`, async ({ sent, value }) => {
      for (const shown of await shownBy(field, attribute, sent)) {
        expect(shown.value).toEqual(value ?? null);
        if (value === undefined)
          expect(shown.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID_ANSWER' } }]);
        else expect(shown.errors).toBeUndefined();
      }
    });

  test('returns null with an error for a count beyond 2^53', async () => {
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

  test('returns the day of a date-time at midnight only', async () => {
    const days = ['2024-05-01', '2024-05-01T00:00:00.000Z', '2024-05-01 00:00:00 UTC', '2024-05-01T01:00:00Z', 'today'];
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
      { personalAccessTokens: { nodes: [day, day, day, { expiresOn: null }, { expiresOn: null }] } },
    ]);
    expect(errors).toHaveLength(2);
  });

  test('recognizes an access level as number, string and name', async () => {
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

  test('returns the value of a gate of a feature flag in one field, or an error there', async () => {
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
    const none = { booleanValue: null, percentage: null, listValue: null };
    expect(data.featureFlags.nodes[0]?.gates).toEqual([
      { ...none, booleanValue: true },
      { ...none, percentage: 34 },
      { ...none, listValue: ['User:5'] },
      { ...none, booleanValue: false },
      { ...none, percentage: 12 },
      ...Array.from({ length: 5 }, () => none),
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

  test('returns the output of a test case as JSON if the upstream sends an object', async () => {
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
