import { expect, test } from 'vitest';
import { nullsAccepted } from '../../harness.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { startStubbed } from '../stub-upstream.ts';

const definitionFields = everything('FeatureFlagDefinition');
const flagFields = `${everything('FeatureFlag')} definition { ${definitionFields} }`;
const noDefinition = { definition: null };
const gate = (key: string | null, values: object) => ({
  key,
  booleanValue: null,
  percentage: null,
  listValue: null,
  ...values,
});

test('returns every attribute of documented flags', async () => {
  const facade = await startStubbed({
    'GET /features': {
      body: [
        {
          name: 'experimental_feature',
          state: 'off',
          gates: [{ key: 'boolean', value: false }],
          definition: null,
        },
        {
          name: 'my_user_feature',
          state: 'on',
          gates: [{ key: 'percentage_of_actors', value: 34 }],
          definition: {
            name: 'my_user_feature',
            introduced_by_url: 'https://service.example.com/group/project/-/merge_requests/40880',
            rollout_issue_url: 'https://service.example.com/group/project/-/issues/244905',
            group: 'group::ci',
            type: 'development',
            default_enabled: false,
            milestone: '15.1',
            log_state_changes: null,
          },
        },
      ],
    },
  });
  const { data, errors } = await facade.execute(`{ featureFlags { nodes { ${flagFields} } } }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    featureFlags: {
      nodes: [
        {
          id: 'gid://service/FeatureFlag/experimental_feature',
          name: 'experimental_feature',
          state: 'OFF',
          gates: [gate('BOOLEAN', { booleanValue: false })],
          ...noDefinition,
        },
        {
          id: 'gid://service/FeatureFlag/my_user_feature',
          name: 'my_user_feature',
          state: 'ON',
          gates: [gate('PERCENTAGE_OF_ACTORS', { percentage: 34 })],
          definition: {
            id: 'gid://service/FeatureFlagDefinition/my_user_feature',
            name: 'my_user_feature',
            introducedByUrl: 'https://service.example.com/group/project/-/merge_requests/40880',
            rolloutIssueUrl: 'https://service.example.com/group/project/-/issues/244905',
            group: 'group::ci',
            type: 'development',
            defaultEnabled: false,
            milestone: '15.1',
            logStateChanges: null,
          },
        },
      ],
    },
  });
});

test('returns UNKNOWN for unknown enum values, null for missing attributes, and null with an error for invalid values', async () => {
  const facade = await startStubbed(
    {
      'GET /features': {
        body: [
          {
            name: 'odd',
            state: 'sometimes',
            gates: [
              { key: 'actors', value: ['Project:4294967297', null] },
              { key: 'expression', value: { any: [] } },
              { key: 'boolean', value: null },
              { key: 'percentage_of_time', value: '30' },
              { value: true },
              null,
              'nonsense',
            ],
            definition: { name: 'odd', type: 'sorcery', owner: 'nobody' },
          },
          { name: 'bare' },
          { name: 'empty', gates: [], definition: null },
        ],
      },
    },
    nullsAccepted,
  );
  const { data, errors } = await facade.execute(
    `{ featureFlags { nodes { name state gates { key booleanValue percentage listValue } definition { name type group } } } }`,
  );
  expect(errors?.map(({ path }) => path?.join('.'))).toEqual([
    'featureFlags.nodes.0.gates.0.listValue.1',
    'featureFlags.nodes.0.gates.1.booleanValue',
    'featureFlags.nodes.0.gates.1.percentage',
    'featureFlags.nodes.0.gates.1.listValue',
    'featureFlags.nodes.0.gates.5',
    'featureFlags.nodes.0.gates.6',
  ]);
  expect(data).toEqual({
    featureFlags: {
      nodes: [
        {
          name: 'odd',
          state: 'UNKNOWN',
          gates: [
            gate('ACTORS', { listValue: null }),
            gate('UNKNOWN', {}),
            gate('BOOLEAN', {}),
            gate('PERCENTAGE_OF_TIME', { percentage: 30 }),
            gate(null, { booleanValue: true }),
            null,
            null,
          ],
          definition: { name: 'odd', type: 'sorcery', group: null },
        },
        { name: 'bare', state: null, gates: null, ...noDefinition },
        { name: 'empty', state: null, gates: [], ...noDefinition },
      ],
    },
  });
});

test('returns every attribute of a definition, and null for missing ones', async () => {
  const facade = await startStubbed(
    {
      'GET /features/definitions': {
        body: [
          {
            name: 'geo_pages_deployment_replication',
            introduced_by_url: 'https://service.example.com/-/merge_requests/68662',
            rollout_issue_url: 'https://service.example.com/-/issues/337676',
            milestone: '14.3',
            log_state_changes: null,
            type: 'development',
            group: 'group::geo',
            default_enabled: true,
          },
          { name: 'bare' },
        ],
      },
    },
    nullsAccepted,
  );
  const { data, errors } = await facade.execute(`{ featureFlagDefinitions { nodes { ${definitionFields} } } }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    featureFlagDefinitions: {
      nodes: [
        {
          id: 'gid://service/FeatureFlagDefinition/geo_pages_deployment_replication',
          name: 'geo_pages_deployment_replication',
          introducedByUrl: 'https://service.example.com/-/merge_requests/68662',
          rolloutIssueUrl: 'https://service.example.com/-/issues/337676',
          milestone: '14.3',
          logStateChanges: null,
          type: 'development',
          group: 'group::geo',
          defaultEnabled: true,
        },
        {
          id: 'gid://service/FeatureFlagDefinition/bare',
          name: 'bare',
          introducedByUrl: null,
          rolloutIssueUrl: null,
          milestone: null,
          logStateChanges: null,
          type: null,
          group: null,
          defaultEnabled: null,
        },
      ],
    },
  });
});

test('sets and deletes flags for responses with and without a body', async () => {
  const facade = await startStubbed({
    'POST /features/new_library': {
      status: 201,
      body: {
        name: 'new_library',
        state: 'conditional',
        gates: [
          { key: 'boolean', value: false },
          { key: 'percentage_of_time', value: 30 },
        ],
        definition: { name: 'new_library', type: 'development' },
      },
    },
    'POST /features/silent': { status: 200, body: '' },
    'DELETE /features/new_library': { status: 204 },
    'DELETE /features/silent': { status: 200, body: 'null' },
  });
  const selection = 'featureFlag { id state gates { key percentage } }';
  const value = { percentageOfTime: 30 };
  const outcomes = [
    await mutate(facade, 'featureFlagSet', { id: 'new_library', value }, selection),
    await mutate(facade, 'featureFlagSet', { id: 'silent', value }, 'featureFlag { id }'),
    await mutate(facade, 'featureFlagDelete', { id: 'new_library' }, 'deletedFeatureFlagId'),
    await mutate(facade, 'featureFlagDelete', { id: 'silent' }, 'deletedFeatureFlagId'),
  ];
  const byId = await mutate(
    facade,
    'featureFlagDelete',
    { id: 'gid://service/FeatureFlag/new_library' },
    'deletedFeatureFlagId',
  );
  expect(byId.payload).toEqual(outcomes[2]?.payload);
  expect(facade.calls.at(-1)).toBe('DELETE /features/new_library');
  const [id, silentId] = ['gid://service/FeatureFlag/new_library', 'gid://service/FeatureFlag/silent'];
  expect(outcomes.map(({ payload }) => payload)).toEqual([
    {
      featureFlag: {
        id,
        state: 'CONDITIONAL',
        gates: [
          { key: 'BOOLEAN', percentage: null },
          { key: 'PERCENTAGE_OF_TIME', percentage: 30 },
        ],
      },
      errors: [],
    },
    { featureFlag: { id: silentId }, errors: [] },
    { deletedFeatureFlagId: id, errors: [] },
    { deletedFeatureFlagId: silentId, errors: [] },
  ]);
});
