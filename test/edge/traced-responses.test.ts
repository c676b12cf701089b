/** Bodies of REST responses in traces. */
import { expect, test } from 'vitest';
import { startStubbed } from '../graph/stub-upstream.ts';

const runner = {
  id: 6,
  description: 'see https://jane:hunter2@git.example.com/a?token=s3cret',
  token: 'glrt-secret-value',
  ip_address: null,
  projects: [{ id: 1, runners_token: 'secret', deploy_key: 'secret', links: { api_password: 'secret', self: 'a' } }],
};

async function trace(header: string, body: unknown = runner, env = {}) {
  const facade = await startStubbed({ 'GET /runners/6': { body } }, { TRACE: 'true', UNEXPECTED_NULLS: 'log', ...env });
  const { extensions } = await facade.execute('{ runner(id: 6) { description } }', undefined, {
    headers: { 'x-portico-trace': header },
  });
  return extensions;
}

test('contains the response without secrets for x-portico-trace: responses', async () => {
  const extensions = await trace('responses');
  expect(extensions?.rest).toMatchObject([{ method: 'GET', url: '/runners/6', status: 200 }]);
  const [call] = extensions?.rest ?? [];
  expect(call).toHaveProperty('response');
  const text = JSON.stringify(call);
  expect(text).not.toMatch(/hunter2|s3cret|secret-value|"secret"/);
  expect(call).toMatchObject({
    response: { id: 6, token: '[redacted]', ip_address: null, projects: [{ id: 1, links: { self: 'a' } }] },
  });
});

test('contains the response to a write', async () => {
  const facade = await startStubbed(
    { 'POST /projects/5/labels': { body: { id: 1, name: 'bug', color: '#ff0000', access_token: 'secret' } } },
    { TRACE: 'true', UNEXPECTED_NULLS: 'log' },
  );
  const { extensions } = await facade.execute(
    'mutation { labelCreate(input: { project: "5", name: "bug", color: "red" }) { label { name } } }',
    undefined,
    { headers: { 'x-portico-trace': 'responses' } },
  );
  expect(extensions?.rest).toMatchObject([{ response: { name: 'bug', access_token: '[redacted]' } }]);
});

test('contains no response for other values of x-portico-trace, or with TRACE=false', async () => {
  for (const header of ['1', 'wire']) {
    const [call] = (await trace(header))?.rest ?? [];
    expect(call).toMatchObject({ method: 'GET' });
    expect(call).not.toHaveProperty('response');
  }
  expect(await trace('responses', runner, { TRACE: 'false' })).toBeUndefined();
});

test('omits a response of 70 KB', async () => {
  const [call] = (await trace('responses', { ...runner, description: 'x'.repeat(70_000) }))?.rest ?? [];
  expect(call).toMatchObject({ status: 200 });
  expect(call).not.toHaveProperty('response');
});
