/** Objects that only a list contains: their plans cover the further pages on which they are searched for. */
import { expect, test } from 'vitest';
import { standardContract } from '../../src/contract/index.ts';
import { schema } from '../../src/graph/index.ts';
import { encodeGlobalId, encodePath } from '../../src/graph/kit/resources/global-id.ts';
import { getResourceTypes } from '../../src/graph/kit/resources/resource-types.ts';
import { buildUrl } from '../../src/rest/url.ts';
import { startStubbed } from './stub-upstream.ts';

const searchedTypes = getResourceTypes(schema).all.flatMap((type) => {
  const { name, retrieve, search, idParameters } = type;
  if (retrieve !== undefined || search === undefined) return [];
  const encodedPath = encodePath(idParameters.map((parameter) => (parameter === 'kind' ? 'group' : 7)));
  const list = search.request(type.decode(encodedPath) ?? {});
  return [
    { name, id: encodeGlobalId(name, encodedPath), url: buildUrl(standardContract, list.operation, list.path ?? {}) },
  ];
});

const fullPage = Array.from({ length: 100 }, (_, index) => ({ id: 1000 + index, name: `another_${index}` }));

interface PlanResponse {
  readonly extensions: { readonly plan: { readonly calls: readonly { readonly assumed: boolean }[] } };
}

test('includes types whose list has an unknown length', () => {
  expect(searchedTypes.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'ErrorTrackingClientKey',
      'FeatureFlag',
      'FeatureFlagDefinition',
      'MergeRequestBlock',
      'ServiceAccountToken',
    ]),
  );
});

test.each(searchedTypes)(
  'marks the further pages of the list as an estimate in the plan of a $name',
  async ({ id, url }) => {
    const { execute, calls } = await startStubbed({ [`GET ${url}`]: { body: fullPage } });
    const document = `{ node(id: ${JSON.stringify(id)}) { id } }`;
    const planResponse = (await execute(
      document,
      {},
      { headers: { 'x-portico-trace': 'plan' } },
    )) as unknown as PlanResponse;
    expect(planResponse.extensions.plan.calls).toMatchObject([
      { times: 1, assumed: false },
      { times: 1, assumed: true },
    ]);
    expect(await execute(document)).toEqual({ data: { node: null } });
    expect(calls).toHaveLength(2);
  },
);
