/** Attributes that a service sends only under a deprecated name: the field of the attribute that replaces it has the value. */
import { expect, test } from 'vitest';
import { type SchemaName, standardContract, typesIn } from '../../src/contract/index.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

const schemaNames = Object.keys(standardContract.document.components.schemas).filter(
  (name): name is SchemaName => name in standardContract.document.components.schemas,
);

test('declares only deprecated attributes of the same schema and type as `x-fallback`', () => {
  const coordinates = schemaNames.flatMap((name) => {
    const attributes = standardContract.attributesOf(name);
    return [...attributes].flatMap(([attribute, schema]) => {
      const fallback = schema['x-fallback'];
      if (fallback === undefined) return [];
      const fallbackSchema = attributes.get(fallback.attribute);
      const coordinate = `${name}.${attribute}`;
      expect(fallbackSchema?.deprecated, coordinate).toBe(true);
      expect(typesIn(fallbackSchema ?? {}), coordinate).toEqual(typesIn(schema));
      if (fallback.negated) expect(typesIn(schema), coordinate).toContain('boolean');
      return [coordinate];
    });
  });
  expect(coordinates).toContain('RunnerListItem.paused');
});

test('returns the value of the deprecated attribute, negated if declared, in each field that replaces one', async () => {
  const user = { id: 3, username: 'dana' };
  const { execute, calls } = await startStubbed({
    'GET /runners/all': {
      body: [
        { id: 7, active: true },
        { id: 8, active: false },
      ],
    },
    'GET /groups/9': { body: { id: 9, emails_disabled: true } },
    'GET /projects/5': { body: { id: 5, tag_list: ['maps'] } },
    'GET /projects/5/approvals': { body: { require_password_to_approve: true } },
    'GET /projects/5/merge_requests': {
      body: [{ id: 1, iid: 1, work_in_progress: true, allow_maintainer_to_push: false, merged_by: user }],
    },
    'GET /projects/5/issues/2/notes': { body: [{ id: 4, confidential: true }] },
  });
  const { data, errors } = await execute(`{
    allRunners { nodes { paused } }
    group(id: 9) { emailsEnabled }
    project(id: 5) {
      topics
      approvalConfiguration { requireReauthenticationToApprove }
      mergeRequests { nodes { draft allowCollaboration mergeUser { username } } }
      issue(iid: 2) { notes { nodes { internal } } }
    }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    allRunners: { nodes: [{ paused: false }, { paused: true }] },
    group: { emailsEnabled: false },
    project: {
      topics: ['maps'],
      approvalConfiguration: { requireReauthenticationToApprove: true },
      mergeRequests: { nodes: [{ draft: true, allowCollaboration: false, mergeUser: { username: 'dana' } }] },
      issue: { notes: { nodes: [{ internal: true }] } },
    },
  });
  expect(calls).toHaveLength(6);
});

test('prefers the replacing attribute if the service sends both, even if it is null', async () => {
  const { execute } = await startStubbed({
    'GET /groups/9': { body: { id: 9, emails_enabled: null, emails_disabled: true } },
    'GET /runners/7': { body: { id: 7, paused: true, active: true } },
  });
  const { data } = await execute('{ group(id: 9) { emailsEnabled } runner(id: 7) { paused } }');
  expect(data).toEqual({ group: { emailsEnabled: null }, runner: { paused: true } });
});

test.each([
  [null, null],
  ['false', true],
])('returns %j as %j in a field that negates it', async (value, expected) => {
  const { execute } = await startStubbed({ 'GET /groups/9': { body: { id: 9, emails_disabled: value } } });
  expect(await execute('{ group(id: 9) { emailsEnabled } }')).toEqual({ data: { group: { emailsEnabled: expected } } });
});

test('returns an error if the deprecated attribute is not a boolean, or is missing too', async () => {
  const { execute } = await startStubbed({ 'GET /runners/all': { body: [{ id: 7, active: 'sometimes' }, { id: 8 }] } });
  const { data, errors } = await execute('{ allRunners { nodes { paused } } }');
  expect(data).toEqual({ allRunners: { nodes: [{ paused: null }, { paused: null }] } });
  expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code])).toEqual([
    ['allRunners.nodes.0.paused', 'UPSTREAM_INVALID_RESPONSE'],
    ['allRunners.nodes.1.paused', 'UPSTREAM_INVALID_RESPONSE'],
  ]);
});

test('makes no further call after a write whose response has the deprecated attribute', async () => {
  const facade = await startStubbed({
    'PUT /runners/6': { body: { id: 6, active: false } },
    'POST /projects/5/approvals': { body: { require_password_to_approve: false } },
  });
  const runner = await mutate(facade, 'runnerUpdate', { id: '6', description: 'six' }, 'runner { paused }');
  expect(runner.payload).toEqual({ runner: { paused: true }, errors: [] });
  const settings = await mutate(
    facade,
    'approvalConfigurationUpdate',
    { project: '5', resetApprovalsOnPush: true },
    'approvalConfiguration { requireReauthenticationToApprove }',
  );
  expect(settings.payload).toEqual({ approvalConfiguration: { requireReauthenticationToApprove: false }, errors: [] });
  expect(facade.calls).toEqual(['PUT /runners/6', 'POST /projects/5/approvals']);
});

test('returns the value of the deprecated attribute in the detail', async () => {
  const { execute, calls } = await startStubbed({
    'PUT /runners/6': { body: '' },
    'GET /runners/6': { body: { id: 6, active: false } },
  });
  const { data } = await execute('mutation { runnerPause(input: { id: 6 }) { runner { paused } } }');
  expect(data).toEqual({ runnerPause: { runner: { paused: true } } });
  expect(calls).toEqual(['PUT /runners/6', 'GET /runners/6']);
});
