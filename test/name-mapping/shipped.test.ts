/** The shipped mapping files: `UPSTREAM_WORDS` and `SANDBOX_WORDS` with their names. */
import { expect, onTestFinished, test } from 'vitest';
import { createPortico } from '../../package/portico.ts';
import { readConfig } from '../../src/config/config.ts';
import { loadNameMapping } from '../../src/name-mapping/load.ts';
import { startStubbed } from '../graph/stub-upstream.ts';

const file = 'gitlab';

test('UPSTREAM_WORDS and SANDBOX_WORDS accept the name of a shipped file', async () => {
  const publicUrl = 'http://localhost/';
  const words = { upstreamWords: file, sandboxWords: file };
  const portico = await createPortico({ publicUrl, sandbox: true, logLevel: 'silent', trace: true, ...words });
  onTestFinished(() => portico.close());
  const execute = async (query: string) => {
    const headers = {
      'content-type': 'application/json',
      'private-token': portico.sandboxTokens?.owner ?? '',
      'x-portico-trace': 'wire',
    };
    const body = JSON.stringify({ query });
    const response = await portico.fetch(new Request(`${publicUrl}graphql`, { method: 'POST', headers, body }));
    return await response.json();
  };
  const { data, errors } = await execute(
    `{ user(by: { id: 5 }) { profileLinkA profileLinkD }
      group(id: 9) { assistantFeaturesEnabled integrations { nodes { slug tool } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.user.profileLinkA).toEqual(expect.any(String));
  expect(data.group.assistantFeaturesEnabled).toBe(true);
  const written = await execute(
    `mutation { groupIntegrationSet(input: { group: "9", integration: { wikiA: { wikiUrl: "https://wiki.example.com" } } }) {
      groupIntegration { slug tool } errors { code message } } }`,
  );
  expect(JSON.stringify(written.extensions.rest)).toContain('/groups/9/integrations/confluence');
  expect(written.data.groupIntegrationSet).toEqual({
    groupIntegration: { slug: 'wiki-a', tool: 'WIKI_A' },
    errors: [],
  });
});

test('calls the service with the names of the shipped file', async () => {
  const facade = await startStubbed(
    {
      'GET /users/5': { body: { id: 5, username: 'dana', linkedin: 'dana-kim', github: 'dana' } },
      'GET /ai/duo_workflows/workflows/7': {
        body: {
          id: 7,
          status: 'finished',
          gitlab_url: 'https://forge.example.com',
          agent_privileges_names: ['read_only_gitlab'],
        },
      },
      'GET /groups/9/integrations': { body: [{ id: 1, slug: 'drone-ci', title: 'CI', active: true }] },
      'POST /import/github': { body: { id: 3, name: 'maps', full_path: 'atlas/maps' } },
    },
    { UPSTREAM_WORDS: file },
  );
  const { data, errors } = await facade.execute(
    `{ user(by: { id: 5 }) { profileLinkA profileLinkD } flow(id: 7) { serviceUrl agentPrivilegeNames }
      group(id: 9) { integrations { nodes { slug tool } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    user: { profileLinkA: 'dana-kim', profileLinkD: 'dana' },
    flow: { serviceUrl: 'https://forge.example.com', agentPrivilegeNames: ['read_only_service'] },
    group: { integrations: { nodes: [{ slug: 'ci-service-b', tool: 'CI_SERVICE_B' }] } },
  });
  const started = await facade.execute(
    `mutation { projectImportStartFromHostA(input: { personalAccessToken: "t", repoId: 7, targetNamespace: "atlas", sourceHostname: "https://host.example.com" }) {
      projectImport { databaseId } errors { code } } }`,
  );
  expect(started.data).toEqual({
    projectImportStartFromHostA: { projectImport: { databaseId: 3 }, errors: [] },
  });
  expect(facade.bodies).toEqual([
    { personal_access_token: 't', repo_id: 7, target_namespace: 'atlas', github_hostname: 'https://host.example.com' },
  ]);
});

test('rejects the name of a file that is not shipped', () => {
  const problem =
    'must be the path of a file, with a slash or dot, or the name of a shipped file (gitlab), not "elsewhere"';
  expect(loadNameMapping('elsewhere')).toEqual({ problems: [problem] });
  expect(() => readConfig({ SANDBOX: 'true', SANDBOX_WORDS: 'elsewhere' })).toThrow(`SANDBOX_WORDS ${problem}`);
});
