/** Opt-in attributes: requested with the response that is loaded, or else by a further call. */

import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { attributesOf, document, getOptInAttributes, operations, type SchemaName } from '../../src/contract/index.ts';
import { schema } from '../../src/graph/index.ts';
import { camelCase } from '../../src/graph/kit/contract/names.ts';
import { getResourceTypes } from '../../src/graph/kit/resources/resource-types.ts';
import { startStubbed } from './stub-upstream.ts';

const custom_attributes = [{ key: 'department', value: 'routing' }];
const customAttributes = custom_attributes;

test('reads customAttributes of the current user by a second call, as GET /user has no parameter for them', async () => {
  const { execute, calls } = await startStubbed({
    'GET /user': { body: { id: 5, username: 'olivia' } },
    'GET /users/5': { body: { id: 5, username: 'olivia', custom_attributes } },
  });
  const { data, errors } = await execute(
    '{ currentUser { username customAttributes { key value } } }',
    {},
    { as: 'developer' },
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({ currentUser: { username: 'olivia', customAttributes } });
  expect(calls).toEqual(['GET /user', 'GET /users/5?with_custom_attributes=true']);
});

test.each([
  ['groupUpdate', 'PUT /groups/5', 'id: "5", name: "Five"'],
  ['groupShare', 'POST /groups/5/share', 'id: "5", invitedGroup: "6", groupAccessLevel: REPORTER'],
])('reads customAttributes of the group by a second call after %s', async (name, write, input) => {
  const { execute, calls } = await startStubbed({
    [write]: { body: { id: 5, name: 'Five' } },
    'GET /groups/5': { body: { id: 5, name: 'Five', custom_attributes } },
  });
  const { data, errors } = await execute(
    `mutation { ${name}(input: { ${input} }) { group { name customAttributes { key value } } errors { message } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({ [name]: { group: { name: 'Five', customAttributes }, errors: [] } });
  expect(calls).toEqual([write, 'GET /groups/5?with_custom_attributes=true&with_projects=false']);
});

test('requests opt-in attributes by a parameter of the call that loads the object, without a further call', async () => {
  const { execute, calls } = await startStubbed({
    'GET /users': { body: [{ id: 5, username: 'olivia', custom_attributes }] },
    'GET /groups/5/subgroups': { body: [{ id: 6, custom_attributes, statistics: { storage_size: 7 } }] },
    'GET /projects/5/labels': { body: [{ id: 8, open_issues_count: 9 }] },
  });
  const { data, errors } = await execute(`{
      user(by: { username: "olivia" }) { customAttributes { key value } }
      users { nodes { username } }
      group(id: 5) { subgroups { nodes { customAttributes { key value } } edges { statistics { storageSize } } } }
      project(id: 5) { labels { nodes { openIssuesCount } } }
    }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    user: { customAttributes },
    users: { nodes: [{ username: 'olivia' }] },
    group: { subgroups: { nodes: [{ customAttributes }], edges: [{ statistics: { storageSize: 7 } }] } },
    project: { labels: { nodes: [{ openIssuesCount: 9 }] } },
  });
  expect(calls.toSorted()).toEqual([
    'GET /groups/5/subgroups?page=1&per_page=20&statistics=true&with_custom_attributes=true',
    'GET /projects/5/labels?page=1&per_page=20&with_counts=true',
    'GET /users?pagination=keyset&per_page=20',
    'GET /users?per_page=100&username=olivia&with_custom_attributes=true',
  ]);
});

test('offers a parameter and a field for every opt-in attribute of the contract', () => {
  const contractAttributes = (Object.keys(document.components.schemas) as SchemaName[]).flatMap((name) =>
    [...attributesOf(name)].flatMap(([attribute, { 'x-on-request': parameter }]) =>
      parameter === undefined ? [] : [`${attribute} ${parameter}`],
    ),
  );
  const offeredAttributes = [...operations.keys()].flatMap((id) =>
    [...getOptInAttributes(id)].flatMap(([parameter, names]) => names.map((name) => `${name} ${parameter}`)),
  );
  expect(new Set(offeredAttributes)).toEqual(new Set(contractAttributes));
  expect(contractAttributes.length).toBeGreaterThan(0);
  for (const type of getResourceTypes(schema).all) {
    const objects = [schema.getType(type.name), schema.getType(`${type.name}Edge`)].filter(isObjectType);
    const fields = Object.assign({}, ...objects.map((object) => object.getFields()));
    for (const [attribute, { 'x-on-request': parameter }] of attributesOf(type.schema))
      if (parameter !== undefined) expect(Object.keys(fields)).toContain(camelCase(attribute));
  }
});
