import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';
import { disableIntegration, pickRequired, readIntegration, setIntegration, toInput, tools } from './tools.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

async function readActiveSlugs(): Promise<string[]> {
  const { data } = await facade.execute<{ group: { integrations: { nodes: { slug: string }[] } } }>(
    '{ group(id: "meridian") { integrations(first: 100) { nodes { slug } } } }',
    {},
    { as: 'owner' },
  );
  return data.group.integrations.nodes.map(({ slug }) => slug);
}

test.each(tools)('disables $slug, and resets its settings to null', async (tool) => {
  const { slug, member, settings } = tool;
  await setIntegration(facade, { [member]: toInput(pickRequired(tool)) });
  expect(await readActiveSlugs()).toContain(slug);
  facade.forget();
  const { payload } = await disableIntegration(facade, slug);
  expect(payload).toEqual({ groupIntegration: { slug, active: false }, errors: [] });
  expect(facade.calls).toEqual([
    `DELETE /groups/meridian/integrations/${slug}`,
    `GET /groups/meridian/integrations/${slug}`,
  ]);
  expect(await readActiveSlugs()).not.toContain(slug);
  const integration = await readIntegration(
    facade,
    slug,
    `settings { ... on ${settings} { ${everything(settings)} } }`,
  );
  expect(new Set(Object.values(Object(integration?.settings)))).toEqual(new Set([null]));
});

test('makes one call if only __typename of the integration is selected', async () => {
  await setIntegration(facade, { wikiA: { wikiUrl: 'https://wiki.example.com' } });
  facade.forget();
  const { payload } = await disableIntegration(facade, 'wiki-a', { selection: '__typename' });
  expect(payload).toEqual({ groupIntegration: { __typename: 'GroupIntegration' }, errors: [] });
  expect(facade.calls).toEqual(['DELETE /groups/meridian/integrations/wiki-a']);
});

test('returns NOT_FOUND for an integration that was never set up', async () => {
  const { payload } = await disableIntegration(facade, 'wiki-a', { group: 'vault' });
  expect(payload).toMatchObject({
    groupIntegration: null,
    errors: [{ __typename: 'NotFoundError', code: 'NOT_FOUND' }],
  });
});

test('requires a Maintainer or Owner of the group', async () => {
  const outcomes: Record<string, string | undefined> = {};
  for (const as of ['outsider', 'guest', 'developer', 'maintainer', 'owner', 'administrator', 'anonymous'] as const) {
    await setIntegration(facade, { wikiA: { wikiUrl: 'https://wiki.example.com' } });
    outcomes[as] = (await disableIntegration(facade, 'wiki-a', { as })).code;
  }
  expect(outcomes).toEqual({
    outsider: 'FORBIDDEN',
    guest: 'FORBIDDEN',
    developer: 'FORBIDDEN',
    maintainer: undefined,
    owner: undefined,
    administrator: undefined,
    anonymous: 'UNAUTHENTICATED',
  });
});

test.each([['wiki-a', 'gid://service/User/3', ['input', 'group'], 'must be the id of a Group, not of a User']])(
  'rejects disabling %s in the group %s without a REST call',
  async (slug, group, path, message) => {
    const { payload } = await disableIntegration(facade, slug, { group });
    expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path, message }]);
    expect(facade.calls).toEqual([]);
  },
);
