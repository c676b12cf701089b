/** Unknown attributes of responses: `extra` contains them under their REST names, up to a size limit and with secrets masked. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { UnknownValues } from '../../src/graph/kit/contract/unknown-values.ts';
import { notFound, nullsAccepted } from '../harness.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

const pipeline = { id: 7, iid: 3, project_id: 5, status: 'success', ref: 'main' };
const pipelineRoute = 'GET /projects/5/pipelines/7';

/** Returns `extra` of a pipeline whose response contains these attributes besides known ones, or is this JSON. */
async function readExtra(unknownAttributes: object | string): Promise<unknown> {
  const body = typeof unknownAttributes === 'string' ? unknownAttributes : { ...pipeline, ...unknownAttributes };
  const facade = await startStubbed({ [pipelineRoute]: { body } });
  const { data, errors } = await facade.execute<{ project: { pipeline: { extra: unknown } } }>(
    '{ project(id: 5) { pipeline(id: 7) { iid extra } } }',
  );
  expect(errors).toBeUndefined();
  expect(facade.calls).toEqual([pipelineRoute]);
  return data.project.pipeline.extra;
}

test('returns null if the schema contains every attribute', async () => {
  expect(await readExtra({ detailed_status: { icon: 'status_success', illustration: null }, user: null })).toBeNull();
});

test('reads a label that a response only names', async () => {
  const label = { id: 9, name: 'bug', colour: 'red' };
  const { execute, calls } = await startStubbed({
    'GET /projects/5/merge_requests/3': { body: { iid: 3, project_id: 5, labels: ['bug'] } },
    'GET /projects/5/labels/bug': { body: label },
  });
  const { data, errors } = await execute('{ project(id: 5) { mergeRequest(iid: 3) { labels { name extra } } } }');
  expect(errors).toBeUndefined();
  expect(data).toEqual({ project: { mergeRequest: { labels: [{ name: 'bug', extra: { colour: 'red' } }] } } });
  expect(calls).toEqual(['GET /projects/5/merge_requests/3', 'GET /projects/5/labels/bug']);
});

test('contains the deprecated attributes that no field returns, and omits those that another field replaces', async () => {
  const runner = { id: 7, paused: true, active: false, ip_address: '', colour: 'red' };
  const { execute } = await startStubbed({ 'GET /runners/7': { body: runner } });
  expect((await execute('{ runner(id: 7) { paused extra } }')).data).toEqual({
    runner: { paused: true, extra: { ip_address: '', colour: 'red' } },
  });
  const group = { id: 9, name: 'g', emails_disabled: true, default_branch_protection: 2 };
  const groups = await startStubbed({ 'GET /groups/9': { body: group } });
  expect((await groups.execute('{ group(id: 9) { name emailsEnabled extra } }')).data).toEqual({
    group: { name: 'g', emailsEnabled: false, extra: { default_branch_protection: 2 } },
  });
});

test('contains unknown attributes, those of nested objects at their path', async () => {
  const unknownAttributes = {
    archived_at: null,
    source_pipeline: { id: 1, links: [{ rel: 'up' }, 2.5, false] },
    detailed_status: { icon: 'status_success', action: { title: 'Retry' } },
  };
  expect(await readExtra(unknownAttributes)).toEqual({
    archived_at: null,
    source_pipeline: unknownAttributes.source_pipeline,
    detailed_status: { action: { title: 'Retry' } },
  });
});

test('contains the raw value of an enum field that returns UNKNOWN', async () => {
  const facade = await startStubbed({
    [pipelineRoute]: {
      body: { ...pipeline, status: 'napping', user: { id: 1, username: 'a', state: 'on leave' } },
    },
  });
  const { data } = await facade.execute(
    '{ project(id: 5) { pipeline(id: 7) { status extra user { username state extra } } } }',
  );
  expect(data).toEqual({
    project: {
      pipeline: {
        status: 'UNKNOWN',
        extra: { status: 'napping' },
        user: { username: 'a', state: 'UNKNOWN', extra: { state: 'on leave' } },
      },
    },
  });
});

test('contains null in a list for each item without unknown attributes', async () => {
  const shared_with_groups = [
    { group_id: 1, group_access_level: 30 },
    { group_id: 2, group_access_level: 35, via: 'sync' },
    { group_id: 3, group_access_level: null },
  ];
  const { execute } = await startStubbed({ 'GET /groups/9': { body: { id: 9, shared_with_groups } } });
  const { data } = await execute('{ group(id: 9) { sharedWithGroups { groupAccessLevel } extra } }');
  expect(data).toEqual({
    group: {
      sharedWithGroups: [
        { groupAccessLevel: 'DEVELOPER' },
        { groupAccessLevel: 'UNKNOWN' },
        { groupAccessLevel: null },
      ],
      extra: { shared_with_groups: [null, { group_access_level: 35, via: 'sync' }, null] },
    },
  });
});

test('contains unknown attributes of list items without a further call', async () => {
  const items = [
    { ...pipeline, mood: 'fine' },
    { ...pipeline, id: 8, duration: 61 },
  ];
  const facade = await startStubbed({ 'GET /projects/5/pipelines': { body: items } });
  const { data } = await facade.execute('{ project(id: 5) { pipelines(first: 2) { nodes { databaseId extra } } } }');
  expect(data).toEqual({
    project: {
      pipelines: {
        nodes: [
          { databaseId: 7, extra: { mood: 'fine' } },
          { databaseId: 8, extra: null },
        ],
      },
    },
  });
  expect(facade.calls).toEqual(['GET /projects/5/pipelines?page=1&per_page=2']);
});

test('omits a detail attribute that a list contains, which its field returns without a call', async () => {
  const items = [{ ...pipeline, duration: 61 }];
  const facade = await startStubbed({ 'GET /projects/5/pipelines': { body: items } });
  const { data } = await facade.execute('{ project(id: 5) { pipelines(first: 1) { nodes { duration extra } } } }');
  expect(data).toEqual({ project: { pipelines: { nodes: [{ duration: 61, extra: null }] } } });
  expect(facade.calls).toHaveLength(1);
});

test('removes the field `extra` from the graph with EXTRA=false', async () => {
  const facade = await startStubbed({ [pipelineRoute]: { body: { ...pipeline, mood: 'fine' } } }, { EXTRA: 'false' });
  const { errors } = await facade.execute('{ project(id: 5) { pipeline(id: 7) { iid extra } } }');
  expect(errors?.[0]?.message).toContain('Cannot query field "extra" on type "Pipeline"');
  const { data } = await facade.execute<{
    project: unknown;
    __type: { fields: { name: string }[] };
    _service: { sdl: string };
  }>('{ project(id: 5) { pipeline(id: 7) { iid } } __type(name: "Pipeline") { fields { name } } _service { sdl } }');
  expect(data.project).toEqual({ pipeline: { iid: 3 } });
  expect(data.__type.fields.map(({ name }) => name)).not.toContain('extra');
  expect(data._service.sdl).toContain('type Pipeline');
  expect(data._service.sdl).not.toMatch(/^ {2}extra: JSON$/m);
  const node = await facade.execute('{ node(id: "gid://service/Pipeline/5/7") { id ... on Pipeline { iid ref } } }');
  expect(node.data).toEqual({ node: { id: 'gid://service/Pipeline/5/7', iid: 3, ref: 'main' } });
});

describe('an object that is only referenced', () => {
  test('reads the object for `extra`, and returns null if it does not exist', async () => {
    const facade = await startStubbed({
      'GET /projects/5': { body: { id: 5, mood: 'fine' } },
      'GET /runners/6': notFound,
    });
    const { data, errors } = await facade.execute('{ project(id: 5) { extra } runner(id: 6) { extra } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ project: { extra: { mood: 'fine' } }, runner: null });
    expect(facade.calls).toHaveLength(2);
  });

  test.each(['extra description', 'description extra'])(
    'contains unknown attributes of the detail if a field loads it, and is null otherwise: %s',
    async (selection) => {
      const facade = await startStubbed({
        'PUT /runners/6': { body: '' },
        'GET /runners/6': { body: { id: 6, description: 'six', mood: 'fine' } },
      });
      const { payload } = await mutate(facade, 'runnerPause', { id: 6 }, `runner { ${selection} }`);
      expect(payload?.runner).toEqual({ description: 'six', extra: { mood: 'fine' } });
      expect(facade.calls).toEqual(['PUT /runners/6', 'GET /runners/6']);
      const pauseResult = await mutate(facade, 'runnerPause', { id: 6 }, 'runner { databaseId extra }');
      expect(pauseResult.payload?.runner).toEqual({ databaseId: 6, extra: null });
      expect(facade.calls).toHaveLength(3);
    },
  );
});

describe('secrets', () => {
  const masked = '[redacted]';

  test.each([
    'token',
    'runnersToken',
    'access-tokens',
    'PASSWORD',
    'clientSecret',
    'ssh_key',
    'keys',
    'db.credentials',
    'APIKey',
    'private_token2',
    'dbpassword',
    'my_runnertokens',
    'webhook',
  ])('masks strings and numbers under %s', async (name) => {
    const value = { list: ['s3cret', 5, true, null, ''], deep: { user: 's3cret' }, 's3cret-1': 1 };
    const extra = await readExtra({ [name]: value, nested: { [name]: 's3cret' } });
    const text = JSON.stringify(extra);
    expect(text).not.toContain('s3cret');
    expect(extra).toMatchObject({ nested: { [name]: masked } });
    expect(extra).toHaveProperty([name, 'list'], [masked, masked, true, null, '']);
  });

  test('does not mask values under names that only contain the word of a secret', async () => {
    const unknownAttributes = { monkey: 'a', tokenizer: 'b', keyboard: 'c', passwordless: 'd' };
    expect(await readExtra(unknownAttributes)).toEqual(unknownAttributes);
  });

  test('masks unknown members of an object that contains secrets', async () => {
    const properties = { webhook: 'https://chat.example.com/s3cret', odd: 's3cret' };
    const route = 'GET /groups/5/integrations/chat-b';
    const { execute } = await startStubbed({ [route]: { body: { slug: 'chat-b', properties, mood: 'fine' } } });
    const { data } = await execute('{ group(id: 5) { integration(tool: CHAT_B) { active extra } } }');
    const extra = { mood: 'fine', properties: { odd: masked } };
    expect(data).toEqual({ group: { integration: { active: null, extra } } });
  });

  test.each([
    ['https://user:s3cret@git.example.com/a.git', 'https://git.example.com/a.git'],
    ['cloned from ssh://git:s3c@ret@git.example.com:22/a, once', 'cloned from ssh://git.example.com:22/a, once'],
    ['https://s3cret@git.example.com', 'https://git.example.com'],
    ['https://user:s3/cret@git.example.com/a', 'https://git.example.com/a'],
    ['https://user:s3%2Fcret@git.example.com/a', 'https://git.example.com/a'],
    ['{"url":"https:\\/\\/user:s3cret@host\\/a"}', '{"url":"https:\\/\\/host\\/a"}'],
    ['/go?to=https%3A%2F%2Fuser%3As3cret%40host%2Fa', '/go?to=https%3A%2F%2Fhost%2Fa'],
    ['/a?private_token=s3cret&page=2', `/a?private_token=${masked}&page=2`],
    ['/a?page=2;private%5Ftoken=s3cret', `/a?page=2;private%5Ftoken=${masked}`],
    ['/a?token=s3%26cret#top', `/a?token=${masked}#top`],
    ['/a#access_token=s3cret', `/a#access_token=${masked}`],
    ['/a?X-Amz-Signature=s3cret&X-Amz-Date=1', `/a?X-Amz-Signature=${masked}&X-Amz-Date=1`],
    ['/go?to=%2Fa%3Ftoken%3Ds3cret%26page%3D2', `/go?to=%2Fa%3Ftoken%3D${masked}%26page%3D2`],
  ])('masks credentials in %s', async (text, maskedText) => {
    expect(await readExtra({ note: text, deep: [[{ note: text }]] })).toEqual({
      note: maskedText,
      deep: [[{ note: maskedText }]],
    });
  });

  test.each(['https://git.example.com:8080/@scope/a?page=2&sort=asc#key', 'mail to a@example.com'])(
    'does not change %s, which contains no credentials',
    async (text) => {
      const attributes = { note: text, deep: [[{ note: text }]] };
      expect(await readExtra(attributes)).toEqual(attributes);
    },
  );

  test('masks credentials in attribute names', async () => {
    const unknownAttributes = { 'https://user:s3cret@host/': 1, deep: { '/a?pass=s3cret': 2 } };
    expect(await readExtra(unknownAttributes)).toEqual({ 'https://host/': 1, deep: { [`/a?pass=${masked}`]: 2 } });
  });

  test('masks credentials in the unknown value of an enum', async () => {
    expect(await readExtra({ status: 'see https://a:s3cret@host/' })).toEqual({ status: 'see https://host/' });
  });
});

describe('limits', () => {
  const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  const maxBytes = 16 * 1024;

  test('omits attributes that would exceed 16 KiB, and contains smaller ones after them', async () => {
    const long = 'ü'.repeat(8000);
    const extra = await readExtra({ first: 'a', long, second: long, tiny: 1, detailed_status: { odd: long, even: 2 } });
    expect(extra).toEqual({ first: 'a', long, tiny: 1, detailed_status: { even: 2 } });
    expect(size(extra)).toBeLessThanOrEqual(maxBytes);
  });

  test('contains as many small attributes as fit into 16 KiB, and a list only if it fits', async () => {
    const many = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`a${index}"`, index]));
    const extra = await readExtra(many);
    expect(size(extra)).toBeLessThanOrEqual(maxBytes);
    expect(size(extra)).toBeGreaterThan(maxBytes - 100);
    expect(await readExtra({ many: Array.from({ length: 8000 }, () => 1) })).toHaveProperty('many.length', 8000);
    expect(await readExtra({ many: Array.from({ length: 9000 }, () => 1), fine: 1 })).toEqual({ fine: 1 });
  });

  test('omits values with more than 19 nested objects', async () => {
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const body = (levels: number): string =>
      JSON.stringify(pipeline).replace(/}$/, `,"deep":${nested(levels)},"fine":1}`);
    expect(await readExtra(body(50_000))).toEqual({ fine: 1 });
    expect(await readExtra(body(19))).toHaveProperty('deep');
    expect(await readExtra(body(20))).toEqual({ fine: 1 });
  });

  test('omits unknown attributes after a known list of 20,000 items', async () => {
    const share = { group_id: 1, group_name: 'a', group_full_path: 'a', group_access_level: 30, expires_at: null };
    const shares = Array.from({ length: 20_000 }, () => share);
    const { execute } = await startStubbed({
      'GET /groups/9': { body: { id: 9, before: 1, shared_with_groups: shares, after: 1 } },
    });
    const { data } = await execute('{ group(id: 9) { path extra } }');
    expect(data).toEqual({ group: { path: null, extra: { before: 1 } } });
  });

  test.each(['__proto__', 'constructor', 'toString', ''])(
    'contains an attribute named %j without prototype pollution',
    async (name) => {
      const body = JSON.stringify(pipeline).replace(
        /}$/,
        `,"x":{${JSON.stringify(name)}:{"polluted":1}},${JSON.stringify(name)}:{"polluted":1}}`,
      );
      const extra: object = Object(await readExtra(body));
      expect(Object.entries(extra)).toEqual([
        ['x', JSON.parse(`{${JSON.stringify(name)}:{"polluted":1}}`)],
        [name, { polluted: 1 }],
      ]);
      expect(Object(extra).polluted).toBeUndefined();
    },
  );

  test.each([
    ['slashes', '//:a'.repeat(4000)],
    ['encoded slashes', '%2f'.repeat(5000)],
    ['parameters', '?a'.repeat(8000)],
    ['encoded parameters', '%3f%26%23a'.repeat(1600)],
    ['at signs', `${'@'.repeat(15_000)}`],
    ['colons', `//${':'.repeat(15_000)}`],
    ['capital letters', 'A'.repeat(15_000)],
  ])('contains a long string of %s unchanged', async (_, text) => {
    expect(await readExtra({ text })).toEqual({ text });
  });
});

describe('an attribute that a response lacks', () => {
  test('reads the detail of an object once per operation', async () => {
    const { execute, calls } = await startStubbed(
      {
        'GET /projects/5/pipelines': { body: [pipeline] },
        [pipelineRoute]: { body: pipeline },
      },
      nullsAccepted,
    );
    const document = `{
      project(id: 5) { pipelines(first: 1) { nodes { duration coverage yamlErrors } } again: pipeline(id: 7) { duration beforeSha } }
      node(id: "gid://service/Pipeline/5/7") { ... on Pipeline { coverage } }
    }`;
    for (const times of [1, 2]) {
      const { errors } = await execute(document);
      expect(errors).toBeUndefined();
      expect(calls.filter((call) => call === pipelineRoute)).toHaveLength(times);
    }
  });
});

test('collects the values of few objects in one turn of the event loop', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`attribute_${index}`, index]));
  const groups = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, ...unknown }));
  const facade = await startStubbed({ 'GET /groups': { body: groups } });
  const find = vi.spyOn(UnknownValues.prototype, 'find');
  onTestFinished(() => find.mockRestore());
  let isEnded = false;
  let maxPerTurn = 0;
  let before = 0;
  const count = () => {
    maxPerTurn = Math.max(maxPerTurn, find.mock.calls.length - before);
    before = find.mock.calls.length;
    if (!isEnded) setImmediate(count);
  };
  count();
  const { data, errors } = await facade.execute('{ groups(first: 100) { nodes { databaseId extra } } }');
  isEnded = true;
  expect(errors).toBeUndefined();
  expect(data).toEqual({ groups: { nodes: groups.map(({ id }) => ({ databaseId: id, extra: unknown })) } });
  expect(find).toHaveBeenCalledTimes(100);
  expect(maxPerTurn).toBeLessThanOrEqual(22);
});

describe('many objects', () => {
  const [listCount, length] = [4, 100];
  const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`q${index}`, 1]));
  const query = `{ ${Array.from({ length: listCount }, (_, index) => `a${index}: groups(first: ${length}, filter: { search: "${index}" }) { nodes { extra } }`)} }`;

  /** Starts a facade. `started` resolves when it has collected the values of this share of the objects. */
  async function start(share: number) {
    const groups = Array.from({ length }, (_, index) => ({ id: index + 1, ...unknown }));
    const facade = await startStubbed({
      'GET /groups': { body: groups },
      'GET /groups/7': { body: { id: 7, ...unknown } },
    });
    const { find } = UnknownValues.prototype;
    const { promise: started, resolve } = Promise.withResolvers<void>();
    const spy = vi.spyOn(UnknownValues.prototype, 'find').mockImplementation(function (this: UnknownValues, ...args) {
      if (spy.mock.calls.length === share * listCount * length) resolve();
      return find.apply(this, args);
    });
    onTestFinished(() => spy.mockRestore());
    return { facade, started, countObjects: () => spy.mock.calls.length };
  }

  test('do not delay other operations', async () => {
    const { facade, started, countObjects } = await start(0.25);
    const results = facade.execute(query);
    await started;
    expect((await facade.execute('{ group(id: 7) { extra } }')).data).toEqual({ group: { extra: unknown } });
    expect(countObjects()).toBeLessThan(listCount * length);
    expect((await results).errors).toBeUndefined();
    expect(countObjects()).toBe(listCount * length + 1);
  });

  test('cause no work for a client that has left', async () => {
    const { facade, started, countObjects } = await start(0.75);
    const controller = new AbortController();
    const sent = fetch(new URL('/graphql', facade.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal: controller.signal,
    });
    await started;
    controller.abort();
    await expect(sent).rejects.toThrow();
    await pause(500);
    expect(countObjects()).toBeLessThan(listCount * length);
  });
});

describe('extra of embedded objects', () => {
  test('contains unknown attributes of pipeline variables, approval states and feature flag definitions', async () => {
    const facade = await startStubbed({
      [`${pipelineRoute}/variables`]: {
        body: [
          { key: 'A', value: 'b', raw: true, token: 'hush' },
          { key: 'B', value: 'c', variable_type: 'folder' },
          { key: 'C', value: 'd', variable_type: 'file' },
        ],
      },
      'GET /projects/5/merge_requests/2/approvals': {
        body: { id: 1, merge_status: 'x', approvals_left: 2, rules_left: [{ id: 3 }] },
      },
      'GET /features': { body: [{ name: 'a', state: 'on', definition: { name: 'a', milestone: '9', owner: 'maps' } }] },
      'GET /features/definitions': { body: [{ name: 'b', intended_to_end: true }] },
    });
    const { data, errors } = await facade.execute(`{
      project(id: 5) {
        pipeline(id: 7) { variables { nodes { key extra } } }
        mergeRequest(iid: 2) { approvalState { approvalsLeft extra } }
      }
      featureFlags { nodes { extra definition { extra } } }
      featureFlagDefinitions { nodes { name extra } }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      project: {
        pipeline: {
          variables: {
            nodes: [
              { key: 'A', extra: { raw: true, token: '[redacted]' } },
              { key: 'B', extra: { variable_type: 'folder' } },
              { key: 'C', extra: null },
            ],
          },
        },
        mergeRequest: { approvalState: { approvalsLeft: 2, extra: { rules_left: [{ id: 3 }] } } },
      },
      featureFlags: { nodes: [{ extra: null, definition: { extra: { owner: 'maps' } } }] },
      featureFlagDefinitions: { nodes: [{ name: 'b', extra: { intended_to_end: true } }] },
    });
  });

  test('contains deprecated attributes whose value no field has', async () => {
    const extra = { assignee: { id: 3, username: 'ann' }, reference: '!2', merge_status: 'can_be_merged' };
    const facade = await startStubbed({ 'GET /projects/5/merge_requests/2': { body: { id: 1, iid: 2, ...extra } } });
    const { data, errors } = await facade.execute('{ project(id: 5) { mergeRequest(iid: 2) { iid extra } } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ project: { mergeRequest: { iid: 2, extra } } });
  });

  test('removes the field from the graph with EXTRA=false', async () => {
    const facade = await startStubbed({}, { EXTRA: 'false' });
    const { errors } = await facade.execute('{ featureFlagDefinitions { nodes { extra } } }');
    expect(errors?.[0]?.message).toContain('Cannot query field "extra" on type "FeatureFlagDefinition"');
  });
});
