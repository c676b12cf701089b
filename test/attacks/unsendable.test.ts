/** Inputs that are not sent in a REST call: rejected with their name and a code, before any call. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe('a string that is not well-formed Unicode', () => {
  test.each([
    ['a search', 'query ($text: String!) { users(filter: { search: $text }) { nodes { username } } }', 'filter.search'],
    [
      'a search of which only totalCount is selected',
      'query ($text: String!) { groups(filter: { search: $text }) { totalCount } }',
      'filter.search',
    ],
    ['the id of a project', 'query ($text: ID!) { project(id: $text) { name } }', 'id'],
    [
      'the key of a resource group',
      'query ($text: String!) { project(id: 14) { resourceGroup(key: $text) { id } } }',
      'key',
    ],
  ])('in %s returns BAD_USER_INPUT without a REST call', async (_, document, name) => {
    for (const text of ['\ud800', 'a\udfffb', '\udc00\ud800']) {
      const { errors } = await facade.execute(document, { text }, { as: 'administrator' });
      expect(errors).toHaveLength(1);
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        violations: [{ path: name.split('.'), message: 'must be well-formed Unicode' }],
      });
      expect(errors?.[0]?.message).toBe(`${name} must be well-formed Unicode`);
    }
    expect(facade.calls).toEqual([]);
  });

  test('returns an error before any REST call in a literal of the document', async () => {
    const { errors } = await facade.execute(
      '{ users(filter: { search: "\\ud800" }) { nodes { username } } }',
      {},
      { as: 'developer' },
    );
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
    expect(facade.calls).toEqual([]);
  });

  test('returns BAD_USER_INPUT before any REST call in the input of a mutation', async () => {
    const { data, errors } = await facade.execute<{ labelCreate: { label: null; errors: unknown[] } | null }>(
      'mutation ($name: String!) { labelCreate(input: { project: "14", name: $name, color: "#112233" }) { label { name } errors { code path message } } }',
      { name: 'a\ud800' },
      { as: 'administrator' },
    );
    const response = JSON.stringify([data, errors]);
    expect(response).toContain('BAD_USER_INPUT');
    expect(response).toContain('name');
    expect(response).toContain('well-formed Unicode');
    expect(facade.calls).toEqual([]);
  });
});

describe('a URL beyond maxUrlBytes', () => {
  test('returns an error that names the longest input, the limit and the setting', async () => {
    for (const search of ['x'.repeat(9000), 'ü'.repeat(1500), 'x'.repeat(60_000)]) {
      const { data, errors } = await facade.execute(
        'query ($search: String!) { groups(filter: { search: $search }, first: 3) { nodes { name } } readable: group(id: 9) { name } }',
        { search },
      );
      expect(data).toMatchObject({ groups: null, readable: { name: expect.any(String) } });
      expect(errors?.[0]).toMatchObject({
        path: ['groups'],
        message: expect.stringMatching(/^filter\.search must be shorter: .*, and the limit is 8192 bytes$/),
        extensions: { code: 'BAD_USER_INPUT', violations: [{ path: ['filter', 'search'] }] },
      });
    }
    expect(facade.calls.every((call) => !call.includes('search'))).toBe(true);
  });
});

test.each(['%2e%2e', 'a/%2e%2e/b', '..%2fadmin', '%252e%252e%252f', '.%2e', '%25252e.'])(
  'rejects the path %s, which a proxy in front of the upstream could decode',
  async (id) => {
    for (const document of [
      'query ($id: ID!) { project(id: $id) { name } }',
      'query ($id: ID!) { group(id: $id) { name } }',
      'query ($id: String!) { project(id: 14) { label(by: { name: $id }) { name } } }',
    ]) {
      const { errors } = await facade.execute(document, { id }, { as: 'administrator' });
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    }
    const encoded = encodeURIComponent(id);
    const { errors } = await facade.execute(`{ node(id: "gid://service/ResourceGroup/14/${encoded}") { id } }`);
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  },
);
