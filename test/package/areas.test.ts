/** Areas of operators and embedders: that of examples/area, and the reports of mistakes. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPortico, type Portico, type PorticoOptions } from '../../package/portico.ts';
import { startSandbox } from '../../package/sandbox.ts';
import { startTestPortico } from '../../package/testing.ts';
import { AreaError, loadAreas } from '../../src/config/areas.ts';
import { portico as run } from '../cli/run.ts';
import { copyExampleArea, exampleFolder } from './example-area.ts';
import { operationRequest, startServer } from './servers.ts';

const example = copyExampleArea();
const { folder, area, writeModule } = example;
afterAll(() => example[Symbol.dispose]());

const user = { id: 3, username: 'dana.kim', name: 'Dana Kim' };
const discussion = { id: 'a1', individual_note: false, notes: [{ body: 'Why?', author: user }] };

const responses: Readonly<Record<string, unknown>> = {
  '/repositories/5': { id: 5, title: 'Engine' },
  '/repositories/5/members': [{ id: 3, username: 'dana.kim', title: 'Dana Kim', access_level: 30 }],
  '/repositories/5/pipelines/7/tasks': [
    { id: 70, title: 'test', status: 'success', pipeline: { id: 7, project_id: 5 } },
  ],
  '/projects': [{ id: 5, name: 'Engine' }],
  '/projects/5/members': [{ ...user, access_level: 30 }],
  '/groups/9/members': [{ ...user, access_level: 50 }],
  '/users/3': { ...user, bio: 'Maps' },
  '/projects/5/pipelines/7/jobs': [{ id: 70, name: 'test', status: 'success', pipeline: { id: 7, project_id: 5 } }],
  '/projects/5/merge_requests/2/discussions': [discussion],
  '/projects/5/merge_requests/2/discussions/a1': discussion,
};

const publicUrl = 'http://localhost/';

/** Executes an operation with the area. */
async function execute(query: string, settings: Pick<PorticoOptions, 'upstreamWords'> = {}) {
  await using upstream = await startServer();
  const calls: string[] = [];
  upstream.onRequest(async (request, response) => {
    const body = (await request.toArray()).join('');
    calls.push([request.method, request.url?.replace('/api/v4', ''), body].filter(Boolean).join(' '));
    const stubBody = responses[URL.parse(request.url ?? '', upstream.url)?.pathname.replace('/api/v4', '') ?? ''];
    const paging = Array.isArray(stubBody) ? { 'x-next-page': '' } : {};
    response.writeHead(stubBody === undefined ? 404 : 200, { 'content-type': 'application/json', ...paging });
    response.end(JSON.stringify(stubBody ?? { message: '404 Not Found' }));
  });
  const options = {
    publicUrl,
    upstreamUrl: `${upstream.url}api/v4`,
    logLevel: 'silent',
    trace: true,
    ...settings,
  } as const;
  const portico: Portico = await createPortico({ ...options, areas: await loadAreas([area]) });
  try {
    const response = await portico.fetch(operationRequest(`${publicUrl}graphql`, query, { 'x-portico-trace': '1' }));
    return { ...(await response.json()), calls };
  } finally {
    await portico.close();
  }
}

describe('an area', () => {
  test('has lists of embedded objects with filters, whose references are read once', async () => {
    const { data, calls } = await execute(
      '{ project(id: 5) { members(filter: { query: "da" }) { nodes { username accessLevel user { bio } } } } group(id: 9) { members { nodes { accessLevel user { bio } } } } }',
    );
    expect(data).toEqual({
      project: { members: { nodes: [{ username: 'dana.kim', accessLevel: 30, user: { bio: 'Maps' } }] } },
      group: { members: { nodes: [{ accessLevel: 50, user: { bio: 'Maps' } }] } },
    });
    expect(calls.toSorted()).toEqual([
      'GET /groups/9/members?page=1&per_page=20',
      'GET /projects/5/members?page=1&per_page=20&query=da',
      'GET /users/3',
    ]);
  });

  test('adds lists of standard types to standard types', async () => {
    const { data, calls } = await execute(
      '{ project(id: 5) { pipeline(id: 7) { jobs(filter: { includeRetried: true }) { nodes { id name } } } } projects(first: 1) { nodes { name } } }',
    );
    expect(data).toEqual({
      project: { pipeline: { jobs: { nodes: [{ id: 'gid://service/Job/5/70', name: 'test' }] } } },
      projects: { nodes: [{ name: 'Engine' }] },
    });
    expect(calls.toSorted()).toEqual([
      'GET /projects/5/pipelines/7/jobs?include_retried=true&page=1&per_page=20',
      'GET /projects?page=1&per_page=1',
    ]);
  });

  test('has resource types with global ids, and mutations', async () => {
    const { data, calls } = await execute(
      '{ project(id: 5) { mergeRequest(iid: 2) { discussions { nodes { id notes { body author { name } } } } } } }',
    );
    const id = 'gid://service/Discussion/5/2/a1';
    expect(data).toEqual({
      project: {
        mergeRequest: { discussions: { nodes: [{ id, notes: [{ body: 'Why?', author: { name: 'Dana Kim' } }] }] } },
      },
    });
    expect(calls).toEqual(['GET /projects/5/merge_requests/2/discussions?page=1&per_page=20']);
    const refetched = await execute(`{ node(id: "${id}") { ... on Discussion { individualNote } } }`);
    expect(refetched).toMatchObject({
      data: { node: { individualNote: false } },
      calls: ['GET /projects/5/merge_requests/2/discussions/a1'],
    });
    const resolved = await execute(
      `mutation { discussionResolve(input: { id: "${id}", resolved: true }) { discussion { id } errors { message } } }`,
    );
    expect(resolved).toMatchObject({
      data: { discussionResolve: { discussion: { id }, errors: [] } },
      calls: ['PUT /projects/5/merge_requests/2/discussions/a1 {"resolved":true}'],
    });
  });

  test('returns its calls in extensions.rest', async () => {
    const { extensions } = await execute('{ projects(first: 1) { nodes { name } } }');
    expect(extensions.rest).toMatchObject([{ method: 'GET', path: '/projects', field: 'Query.projects' }]);
  });
});

describe('an area of a service with a name mapping', () => {
  const upstreamWords = join(folder, 'words.json');
  beforeAll(() => {
    const segments = { projects: 'repositories', jobs: 'tasks' };
    const attributes = { name: 'title', per_page: 'size' };
    writeFileSync(upstreamWords, JSON.stringify({ segments, attributes, headers: { 'x-total': 'u-total' } }));
  });

  test('calls the service with its names, for standard operations too', async () => {
    const query =
      '{ project(id: 5) { name members { nodes { name } } pipeline(id: 7) { jobs(filter: { includeRetried: true }) { nodes { name } } } } }';
    const { data, errors, calls } = await execute(query, { upstreamWords });
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      project: {
        name: 'Engine',
        members: { nodes: [{ name: 'Dana Kim' }] },
        pipeline: { jobs: { nodes: [{ name: 'test' }] } },
      },
    });
    expect(calls.toSorted()).toEqual([
      'GET /repositories/5',
      'GET /repositories/5/members?page=1&size=20',
      'GET /repositories/5/pipelines/7/tasks?include_retried=true&page=1&size=20',
    ]);
  });

  test('uses the names in the sandbox', async () => {
    const publicUrl = 'http://localhost/';
    const words = { sandboxWords: upstreamWords, upstreamWords };
    const areas = await loadAreas([area]);
    const portico = await createPortico({ publicUrl, sandbox: true, logLevel: 'silent', areas, ...words });
    onTestFinished(() => portico.close());
    const query = '{ project(id: 14) { members(first: 1) { totalCount nodes { name } pageInfo { hasNextPage } } } }';
    const response = await portico.fetch(operationRequest(`${publicUrl}graphql`, query));
    expect(await response.json()).toEqual({
      data: {
        project: { members: { totalCount: 2, nodes: [{ name: 'Olivia Marsh' }], pageInfo: { hasNextPage: true } } },
      },
    });
  });
});

describe('an area in the sandbox', () => {
  const id = 'gid://service/Discussion/14/60/a1';
  const resolve = `mutation { discussionResolve(input: { id: "${id}", resolved: true }) { discussion { notes { resolved } } errors { code message } } }`;
  const start = async () => startTestPortico({ portico: { areas: await loadAreas([area]) } });

  test('pages, filters and records its lists', async () => {
    await using portico = await start();
    const { data } = await portico.query(
      '{ project(id: 14) { members(first: 1) { totalCount nodes { user { username bio } } pageInfo { hasNextPage } } filtered: members(filter: { query: "dana" }) { nodes { username } } } }',
      {},
      'developer',
    );
    expect(data).toEqual({
      project: {
        members: {
          totalCount: 2,
          nodes: [{ user: { username: 'olivia.marsh', bio: expect.any(String) } }],
          pageInfo: { hasNextPage: true },
        },
        filtered: { nodes: [{ username: 'dana.kim' }] },
      },
    });
    expect(portico.sandbox.requests().map(({ operation, tokenRole }) => [operation, tokenRole])).toContainEqual([
      'listProjectMembers',
      'developer',
    ]);
  });

  test('contains changed data until it is reset', async () => {
    await using portico = await start();
    const read = () => portico.query(`{ node(id: "${id}") { ... on Discussion { notes { resolved } } } }`);
    const notes = (resolved: boolean) => ({ data: { node: { notes: [{ resolved }, { resolved }] } } });
    expect(await read()).toMatchObject(notes(false));
    expect(await portico.query(resolve, {}, 'developer')).toMatchObject({
      data: { discussionResolve: { discussion: { notes: [{ resolved: true }, { resolved: true }] }, errors: [] } },
    });
    expect(await read()).toMatchObject(notes(true));
    portico.reset();
    expect(await read()).toMatchObject(notes(false));
  });

  test('looks an object up by its id, and deletes it by a handler that returns nothing', async () => {
    await using portico = await start();
    const read = () => portico.query('{ project(id: 14) { mergeRequest(iid: 60) { discussion(id: "a1") { id } } } }');
    const discussion = (value: object | null) => ({ data: { project: { mergeRequest: { discussion: value } } } });
    expect(await read()).toEqual(discussion({ id }));
    const remove = `mutation { discussionDelete(input: { id: "${id}" }) { deletedDiscussionId mergeRequest { title } errors { code } } }`;
    expect(await portico.query(remove, {}, 'developer')).toMatchObject({
      data: { discussionDelete: { deletedDiscussionId: null, errors: [{ code: 'FORBIDDEN' }] } },
    });
    expect(await portico.query(remove, {}, 'maintainer')).toEqual({
      data: {
        discussionDelete: { deletedDiscussionId: id, mergeRequest: { title: expect.any(String) }, errors: [] },
      },
    });
    expect(await read()).toMatchObject({
      data: { project: { mergeRequest: { discussion: null } } },
    });
  });

  test('checks the permissions of the token, and returns the errors of its handlers', async () => {
    await using portico = await start();
    expect(await portico.query(resolve, {}, 'guest')).toMatchObject({
      data: { discussionResolve: { errors: [{ code: 'FORBIDDEN' }] } },
    });
    expect(await portico.query(resolve)).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    const hidden = await fetch(`${portico.sandbox.url}/projects/18/members`);
    expect([hidden.status, await hidden.json()]).toEqual([404, { message: '404 Project Not Found' }]);
    const missing = await fetch(`${portico.sandbox.url}/projects/14/merge_requests/60/discussions/none`);
    expect([missing.status, await missing.json()]).toEqual([404, { message: '404 Discussion Not Found' }]);
    const invalid = await fetch(`${portico.sandbox.url}/projects/14/members?surprise=1`);
    expect(await invalid.json()).not.toHaveProperty('message');
  });

  test('returns the status that fail sets', async () => {
    await using portico = await start();
    portico.sandbox.fail('listProjectMembers', { status: 503 });
    expect(await portico.query('{ project(id: 14) { members { nodes { name } } } }')).toMatchObject({
      errors: [{ extensions: { code: 'UPSTREAM_FAILED' } }],
    });
  });

  test('reports responses that violate the contract', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const path = writeModule(
      'violating.ts',
      `import { defineSandbox, readAreaContract } from 'portico/kit';
export default {
  name: 'violating',
  contract: readAreaContract(new URL('contract.yaml', import.meta.url)),
  declarations: [],
  sandbox: defineSandbox({ data: () => undefined, handlers: { listProjectMembers: () => [{ surprise: 1 }] } }),
};
`,
    );
    await using sandbox = await startSandbox({ areas: await loadAreas([path]) });
    const response = await fetch(`${sandbox.url}/projects/14/members`);
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('surprise')]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
    const withoutHandler = await fetch(`${sandbox.url}/groups/9/members`);
    expect([withoutHandler.status, await withoutHandler.json()]).toEqual([
      422,
      {
        error:
          'The sandbox has no handler of listGroupMembers: add one to defineSandbox in the area of the operation, or to sandbox/<area>.ts for a standard area',
      },
    ]);
  });

  test('reports mistakes of its handlers to the clients of the facade', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => log.mockRestore());
    const path = writeModule(
      'failing.ts',
      `import { defineSandbox, SandboxError } from 'portico/kit';
import area from './area.ts';
export default {
  ...area,
  sandbox: defineSandbox({
    data: () => undefined,
    handlers: {
      listProjectMembers: () => [{ surprise: 1 }],
      listMergeRequestDiscussions: () => { throw new Error('is not written yet'); },
      listPipelineJobs: () => { throw new SandboxError(500, 'hidden'); },
    },
  }),
};
`,
    );
    const areas = await loadAreas([path]);
    await using withoutArea = await startSandbox();
    const find = async (options: Partial<PorticoOptions>, selection: string) => {
      const portico = await createPortico({ publicUrl, logLevel: 'silent', readRetries: 0, areas, ...options });
      try {
        const response = await portico.fetch(operationRequest(`${publicUrl}graphql`, `{ ${selection} }`));
        const { errors } = await response.json();
        return errors.map(({ message }: { readonly message: string }) => message).join();
      } finally {
        await portico.close();
      }
    };
    const members = 'project(id: 14) { members { nodes { name } } }';
    expect(await find({ sandbox: true }, members)).toMatch(
      /^The response of the sandbox to listProjectMembers violates the contract: .*surprise/,
    );
    expect(await find({ sandbox: true }, 'group(id: 9) { members { nodes { name } } }')).toMatch(
      /^The sandbox has no handler of listGroupMembers: add one to defineSandbox in the area of the operation/,
    );
    expect(
      await find({ sandbox: true }, 'project(id: 14) { mergeRequest(iid: 2) { discussions { nodes { id } } } }'),
    ).toBe('The sandbox failed in the handler of listMergeRequestDiscussions: Error: is not written yet');
    expect(await find({ sandbox: true }, 'project(id: 14) { pipeline(id: 3000) { jobs { nodes { id } } } }')).toBe(
      'The upstream failed (500 Internal Server Error)',
    );
    expect(await find({ upstreamUrl: withoutArea.url }, members)).toBe(
      '404 Not Found: no contract of the sandbox has the operation GET /api/v4/projects/14/members; pass the area that declares it to the sandbox',
    );
  });

  test('accepts the tokens in sandboxTokens of the facade', async () => {
    const portico = await createPortico({ publicUrl, logLevel: 'silent', sandbox: true });
    onTestFinished(() => portico.close());
    const token = portico.sandboxTokens?.administrator ?? '';
    const response = await portico.fetch(
      operationRequest(`${publicUrl}graphql`, '{ currentUser { name } }', { 'private-token': token }),
    );
    expect(await response.json()).toEqual({ data: { currentUser: { name: expect.any(String) } } });
  });

  test.each([
    [
      'listProjectMember: () => []',
      'no contract has the operation listProjectMember of handlers; did you mean listProjectMembers?',
    ],
    ['listProjectMembers: true', 'the handler of listProjectMembers must be a function'],
    ['', 'handlers must be an object of functions by operation'],
  ])('reports a mistake in its handlers with file, line and column: %s', async (handler, message) => {
    const handlers = handler === '' ? '' : `handlers: { ${handler} }`;
    const path = writeModule(
      `handlers-${handler.length}.ts`,
      `import { defineSandbox, readAreaContract } from 'portico/kit';
const contract = readAreaContract(new URL('contract.yaml', import.meta.url));
export default {
  name: 'members',
  contract,
  declarations: [],
  sandbox: defineSandbox({ data: () => undefined, ${handlers} }),
};
`,
    );
    const { status, stderr } = await run(['schema', '--area', path]);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^portico: \S*handlers-\d+\.ts:7:12: /)]);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('reports an accessor of the area that throws, with file, line and column', async () => {
    const path = writeModule(
      'accessor.ts',
      `export default {
  get name() {
    throw new Error('the name is not available');
  },
  declarations: [],
};
`,
    );
    const { stderr } = await run(['schema', '--area', path]);
    expect(stderr).toMatch(/^portico: \S*accessor\.ts:3:11: the name is not available\n$/);
  });

  test('prevents the start if it handles an operation that another area handles', async () => {
    const path = writeModule(
      'twice.ts',
      `import { defineSandbox } from 'portico/kit';
export default {
  name: 'twice',
  declarations: [],
  sandbox: defineSandbox({ data: () => undefined, handlers: { getProject: () => ({}) } }),
};
`,
    );
    await expect(startSandbox({ areas: await loadAreas([path]) })).rejects.toThrow(
      'Two areas handle getProject in the sandbox',
    );
  });
});

describe('commands with --area', () => {
  test('schema prints the fields of the area with their calls', async () => {
    const { stdout } = await run(['schema', '--area', area]);
    expect(stdout).toContain('type Discussion implements Node');
    expect(stdout).toContain('@rest(method: "GET", path: "/projects/{id}/members", times: "perPage")');
    expect((await run(['schema'])).stdout).not.toContain('type Discussion implements Node');
  });

  test('explain and check plan operations of the area', async () => {
    const stdin = '{ project(id: 5) { members { nodes { name } } } }';
    expect((await run(['explain', '-', '--area', area], { stdin })).stdout).toContain('GET /projects/{id}/members');
    expect((await run(['explain', '-'], { stdin })).stderr).toContain('members');
    expect((await run(['check', '-', '--area', area, '--max-calls', '1'], { stdin })).status).toBe(0);
  });

  test('find searches the operations of the area by call, curl command, id and description', async () => {
    const find = async (...args: string[]) =>
      JSON.parse((await run(['find', '--json', '--area', area, ...args])).stdout);
    expect(await find('GET /projects/5/members?query=da')).toMatchObject({
      operation: 'listProjectMembers',
      field: 'Project.members',
      query: expect.stringContaining('members'),
      remarks: [],
    });
    expect(await find('listPipelineJobs')).toMatchObject({ field: 'Pipeline.jobs' });
    expect(await find('list members of a group')).toMatchObject({ field: 'Group.members' });
    expect(
      await find(
        '--curl',
        'curl -X PUT https://code.example.com/api/v4/projects/5/merge_requests/2/discussions/a1 -d resolved=true',
      ),
    ).toMatchObject({
      field: 'Mutation.discussionResolve',
      variables: { input: { id: 'gid://service/Discussion/5/2/a1', resolved: true } },
      remarks: [],
    });
    expect(await find('GET /projects/5/memberz')).toMatchObject({
      nearest: expect.arrayContaining([expect.objectContaining({ operation: 'listProjectMembers' })]),
    });
    expect((await run(['find', 'GET /projects/5/members'])).status).toBe(1);
  });

  test('find names the fields of a call that depends on the responses to others', async () => {
    const path = writeModule(
      'composed.ts',
      `import { defineFields, Group, Project, readAreaContract } from 'portico/kit';
const countMembers = (f) =>
  f.composed({
    value: 'Int',
    description: 'Number of members of the first project.',
    steps: [{ operation: 'listGroupProjects' }, { operation: 'listProjectMembers' }],
    resolve: () => null,
  });
export default {
  name: 'composed',
  contract: readAreaContract(new URL('contract.yaml', import.meta.url)),
  declarations: [
    defineFields(Group, (f) => ({ firstMembers: countMembers(f) })),
    defineFields(Project, (f) => ({ siblingMembers: countMembers(f) })),
  ],
};
`,
    );
    const call = ['find', '--area', path, 'GET /projects/5/members'];
    expect(JSON.parse((await run([...call, '--json'])).stdout)).toEqual({
      operation: 'listProjectMembers',
      field: 'Project.siblingMembers',
      query: null,
      variables: null,
      remarks: [
        'The call depends on the responses to other calls of Project.siblingMembers and Group.firstMembers, so that no query for it is shown.',
      ],
    });
    const { status, stdout } = await run(call);
    expect(status).toBe(0);
    expect(stdout).toContain('GET /projects/{id}/members (listProjectMembers) is Project.siblingMembers');
    expect(stdout).toContain('Group.firstMembers');
    expect(stdout).not.toContain('downloaded');
  });

  test('doctor reads the lists of the area, and writes the operations that the service lacks to the profile', async () => {
    await using sandbox = await startSandbox({ areas: await loadAreas([area]) });
    sandbox.fail('listGroupMembers', { status: 404 });
    const env = { UPSTREAM_URL: sandbox.url, UPSTREAM_TOKEN: sandbox.tokens.owner };
    const profile = join(folder, 'profile.yaml');
    const doctor = ['doctor', '--json', '--area', area];
    const { stdout } = await run([...doctor, '--profile', profile, '--record', join(folder, 'recorded')], { env });
    const { reads }: { reads: { operation: string; outcome: string }[] } = JSON.parse(stdout);
    const getOutcome = (id: string) => reads.find(({ operation }) => operation === id)?.outcome;
    expect(getOutcome('listProjectMembers')).toBe('readable');
    expect(getOutcome('listMergeRequestDiscussions')).toBe('readable');
    expect(getOutcome('getMergeRequestDiscussion')).toBe('skipped');
    expect(readFileSync(profile, 'utf8')).toContain('listGroupMembers');
    const recorded = readdirSync(join(folder, 'recorded')).find((name) => name.includes('listProjectMembers'));
    const text = readFileSync(join(folder, 'recorded', recorded ?? ''), 'utf8');
    expect(text).toContain('access_level');
    expect(text).not.toContain('Dana');
    const { stdout: outputWithoutArea } = await run(['doctor', '--json'], { env });
    expect(outputWithoutArea).not.toContain('listProjectMembers');
  });

  test('doctor prints the name of an area whose contract has no tags', async () => {
    const contract = readFileSync(join(folder, 'contract.yaml'), 'utf8').replaceAll(/^ +tags: .*\n/gm, '');
    writeFileSync(join(folder, 'untagged.yaml'), contract);
    const untagged = writeModule('untagged.ts', readFileSync(area, 'utf8').replace('contract.yaml', 'untagged.yaml'));
    await using sandbox = await startSandbox({ areas: await loadAreas([untagged]) });
    const env = { UPSTREAM_URL: sandbox.url, UPSTREAM_TOKEN: sandbox.tokens.owner };
    const { stdout } = await run(['doctor', '--area', untagged], { env });
    expect(stdout).toMatch(/^✓ collaboration +GET \/projects\/\{id\}\/members {2}readable/m);
  });

  test('AREA_MODULES names the modules in the environment', async () => {
    const { stdout } = await run(['schema'], { env: { AREA_MODULES: area } });
    expect(stdout).toContain('type Discussion implements Node');
  });

  test('start serves the area with the embedded sandbox', async () => {
    const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
    const env = { ...process.env, SANDBOX: 'true', PORT: '0', LOG_LEVEL: 'silent' };
    const server = spawn(process.execPath, [main, 'start', '--json', '--area', area], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = await once(createInterface({ input: server.stdout }), 'line');
      const response = await fetch(
        operationRequest(JSON.parse(line).endpoint, '{ project(id: 14) { members(first: 1) { nodes { username } } } }'),
      );
      expect(await response.json()).toEqual({
        data: { project: { members: { nodes: [{ username: 'olivia.marsh' }] } } },
      });
    } finally {
      server.kill('SIGKILL');
    }
  });

  test('types generates the types of the contract', async () => {
    const out = join(folder, 'contract.gen.ts');
    expect(await run(['types', join(folder, 'contract.yaml'), '--out', out])).toMatchObject({ status: 0, stderr: '' });
    const types = readFileSync(out, 'utf8');
    expect(types).toBe(readFileSync(join(exampleFolder, 'contract.gen.ts'), 'utf8'));
    expect(types).toContain("interface SchemaTypes extends Pick<components['schemas'], 'Member' | ");
  });

  test.each([
    [
      'that openapi-typescript does not support',
      `({ url: ${JSON.stringify(pathToFileURL(join(folder, 'typescript.json')).href)}, format: 'json', shortCircuit: true })`,
      'TypeScript 5, because openapi-typescript does not support TypeScript 7.0.2',
    ],
    ['that is not installed', "next('not-installed/package.json', context)", 'TypeScript 5, which is not installed'],
  ])('types rejects a TypeScript %s', (_, resolution, requirement) => {
    writeFileSync(join(folder, 'typescript.json'), '{ "version": "7.0.2" }');
    const hooks = `import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) => name === 'typescript/package.json' ? ${resolution} : next(name, context) });`;
    const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
    const preload = `data:text/javascript,${encodeURIComponent(hooks)}`;
    const argv = ['--import', preload, main, 'types', join(folder, 'contract.yaml')];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `portico: generating types needs ${requirement}; run npm install --save-dev typescript@5\n`,
    });
  });
});

test('types reports files that it cannot read or write', async () => {
  const contract = join(folder, 'contract.yaml');
  const fail = async (...argv: string[]) => (await run(['types', ...argv])).stderr;
  expect(await fail('nowhere.yaml')).toBe('portico: cannot read nowhere.yaml: there is no such file or folder\n');
  expect(await fail(folder)).toBe(`portico: cannot read ${folder}: it is a folder\n`);
  expect(await fail(contract, '--out', '/nowhere/types.ts')).toBe(
    'portico: cannot write /nowhere/types.ts: its folder does not exist\n',
  );
  expect(await fail(contract, '--out', folder)).toBe(`portico: cannot write ${folder}: it is a folder\n`);
});

test('a module whose top-level await never settles is reported with its name', async () => {
  const path = writeModule('pending.ts', 'await new Promise(() => {});\nexport default [];\n');
  const error: unknown = await loadAreas([path], 20).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(AreaError);
  expect(String(error)).toContain(`${path}: its import did not finish within 20 ms`);
});

describe('mistakes are reported with file and line', () => {
  const head = `import { defineFields, defineMutation, defineQueries, defineResourceType, defineSubscription, Project, readAreaContract } from 'portico/kit';
const contract = readAreaContract(new URL('contract.yaml', import.meta.url));
`;

  async function getErrorMessage(path: string): Promise<string> {
    const publicUrl = 'http://localhost/';
    const start = async () => {
      const areas = await loadAreas([path]);
      const portico = await createPortico({ publicUrl, sandbox: true, logLevel: 'silent', areas });
      await portico.close();
    };
    const error: unknown = await start().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(AreaError);
    return error instanceof Error ? error.message.replaceAll(relative('', folder), '.') : '';
  }

  test.each([
    [
      'an unknown operation of a list',
      'defineFields(Project, (f) => ({ things: f.connection("listThings") }))',
      'listThings',
    ],
    [
      'an unknown operation of a mutation',
      'defineMutation("thingCreate", { operation: "createThing", payload: () => ({}) })',
      'createThing',
    ],
    [
      'an unknown operation of a type',
      'defineResourceType({ contract, name: "Thing", schema: "Member", retrieve: "getThing" })',
      'getThing',
    ],
    [
      'a type without the attribute of its last path parameter',
      'defineResourceType({ contract, name: "Thing", schema: "DiscussionComment", parameters: ["id", "branch"] })',
      'Thing requires getItemPath: the schema DiscussionComment has no attribute id for the last path parameter branch;',
    ],
    [
      'a field __proto__',
      'defineFields(Project, (f) => ({ __proto__: f.attribute("name") }))',
      'Project has a field __proto__, which is not a name of GraphQL; choose another name',
    ],
    ['an unknown attribute', 'defineFields(Project, (f) => f.attributes("nam"))', 'nam'],
    [
      'an unknown schema',
      'defineResourceType({ contract, name: "Thing", schema: "Thing", parameters: ["id"] })',
      'Thing',
    ],
    [
      'a type with neither an operation nor path parameters',
      'defineResourceType({ contract, name: "Thing", schema: "Member" })',
      'Thing needs retrieve, the operation that returns one object, or parameters, the path parameters of its objects',
    ],
    [
      'a mutation without a location',
      'defineMutation("labelTest", { operation: "createLabel", payload: () => ({}) })',
      'labelTest needs target, in or path: createLabel (POST /projects/{id}/labels) has path parameters',
    ],
    [
      'a mutation of a type with fewer path parameters',
      'defineMutation("labelTest", { operation: "updateLabel", target: Project, payload: () => ({}) })',
      'labelTest: Project does not identify label_id of updateLabel (PUT /projects/{id}/labels/{label_id}); declare path, or another target',
    ],
    [
      'a mutation in a type with fewer path parameters',
      'defineMutation("labelTest", { operation: "updateLabel", in: Project, payload: () => ({}) })',
      'labelTest: Project does not identify label_id of updateLabel',
    ],
    [
      'a misspelled operation',
      'defineFields(Project, (f) => ({ people: f.connection("listProjectMember") }))',
      'The contract has no operation listProjectMember; did you mean listProjectMembers?',
    ],
    [
      'a list that a write returns',
      'defineFields(Project, (f) => ({ things: f.connection("createLabel") }))',
      'createLabel (POST /projects/{id}/labels) is a write, which only a mutation makes',
    ],
    [
      'a list that returns an object',
      'defineFields(Project, (f) => ({ things: f.connection("getProject") }))',
      'getProject does not return a list',
    ],
    [
      'a call that is a write',
      'defineFields(Project, (f) => ({ thing: f.call("createLabel") }))',
      'createLabel (POST /projects/{id}/labels) is a write, which only a mutation makes',
    ],
    [
      'a type that a write returns',
      'defineResourceType({ contract, name: "Thing", schema: "Discussion", retrieve: "resolveMergeRequestDiscussion" })',
      'is a write, which only a mutation makes',
    ],
    [
      'a type that a list returns',
      'defineResourceType({ contract, name: "Thing", schema: "Member", retrieve: "listProjectMembers" })',
      'listProjectMembers does not return an object',
    ],
    [
      'a type that is searched in an object',
      'defineResourceType({ contract, name: "Thing", schema: "Member", parameters: ["id"], search: "getProject" })',
      'getProject does not return a list',
    ],
    [
      'a mutation that is a read',
      'defineMutation("labelTest", { operation: "listLabels", in: Project, payload: () => ({}) })',
      'labelTest: listLabels (GET /projects/{id}/labels) is a read; declare a field that makes it',
    ],
    ['a field that exists already', 'defineFields(Project, (f) => ({ name: f.attribute("name") }))', 'name'],
  ])('%s', async (_, declaration, name) => {
    const path = writeModule(
      'mistake.ts',
      `${head}export default {\n  name: 'mistake',\n  contract,\n  declarations: [\n    ${declaration},\n  ],\n};\n`,
    );
    // A module is imported once, so each mistake has its own module.
    const ownPath = writeModule(`mistake-${declaration.replace(/\W/g, '')}.ts`, readFileSync(path, 'utf8'));
    const message = await getErrorMessage(ownPath);
    expect(message).toMatch(/^\.\/mistake-[\w-]+\.ts:7:\d+: /);
    expect(message).toContain(name);
  });

  test('an error in the module', async () => {
    const path = writeModule(
      'throws.ts',
      'const value: string | undefined = undefined;\n\nexport default value.length;\n',
    );
    expect(await getErrorMessage(path)).toMatch(/^\.\/throws\.ts:3:\d+: Cannot read properties of undefined/);
  });

  test('a syntax error', async () => {
    const path = writeModule('syntax.mjs', 'export const a = 1;\nexport default {;\n');
    expect(await getErrorMessage(path)).toMatch(/^\.\/syntax\.mjs:2: /);
  });

  test.each([
    ['no-default.mjs', 'export const area = 1;', 'must have an area, or a list of areas, as default export'],
    ['no-area.mjs', 'export default 1;', 'an area has name and declarations'],
    [
      'foreign.mjs',
      'export default { name: "a", declarations: [{}] };',
      'declarations[0] was not made by this copy of portico/kit',
    ],
  ])('a module without an area: %s', async (name, source, message) => {
    expect(await getErrorMessage(writeModule(name, source))).toContain(message);
  });

  test('a module that does not exist', async () => {
    expect(await getErrorMessage(join(folder, 'missing.ts'))).toMatch(/^\S*missing\.ts: there is no such file$/);
  });

  test('a path that is not a module', async () => {
    const advice = 'pass the module of the area (.ts or .js)';
    expect(await getErrorMessage(join(folder, 'contract.yaml'))).toMatch(/contract\.yaml is no module; /);
    expect(await run(['schema', '--area', '.'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `portico: . is a folder; ${advice}\n`,
    });
  });

  test('all mistakes in a contract', async () => {
    const lines = [
      'openapi: 3.1.0',
      'paths:',
      '  /things:',
      '    get:',
      '      operationId: getProject',
      '      summary: Things.',
      "      responses: { '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }",
      '    post:',
      "      responses: { '201': { description: Done. } }",
    ];
    writeFileSync(join(folder, 'mistakes.yaml'), `${lines.join('\n')}\n`);
    const path = writeModule('contract-mistakes.ts', head.replace('contract.yaml', 'mistakes.yaml'));
    const message = await getErrorMessage(path);
    expect(message.split('\n').map((line) => line.replace(/^.*mistakes\.(yaml|ts)/, 'mistakes.$1'))).toEqual([
      expect.stringMatching(
        /^mistakes\.(?:ts:2:18: .*)?.*mistakes\.yaml:7:\d+: the contract has no schema Thing$|^mistakes\.yaml:7:\d+: the contract has no schema Thing$/,
      ),
      expect.stringMatching(/^mistakes\.yaml:5:20: the standard contract has an operation getProject$/),
      expect.stringMatching(/^mistakes\.yaml:8:5: the operation requires an operationId$/),
      expect.stringMatching(/^mistakes\.yaml:8:5: the operation requires summary$/),
    ]);
  });

  const languages = `openapi: 3.1.0
paths:
  /projects/{id}/languages:
    get:
      operationId: getProjectLanguages
      summary: Languages of a project.
      parameters: [{ $ref: 'common.yaml#/components/parameters/ProjectId' }]
      responses:
        '200':
          description: Percentages by language.
          content: { application/json: { schema: { $ref: '#/components/schemas/Languages' } } }
components:
  schemas:
    Languages: { type: object, description: Percentages by language., additionalProperties: { type: number } }
`;

  /** Module with declarations for an operation that returns a map. */
  function writeMapModule(name: string, declarations: string): string {
    writeFileSync(join(folder, 'languages.yaml'), languages);
    const source = `import { defineFields, defineValueFields, Project, readAreaContract } from 'portico/kit';
const contract = readAreaContract(new URL('languages.yaml', import.meta.url));
export default {
  name: 'languages',
  contract,
  declarations: [${declarations}],
};
`;
    return writeModule(name, source);
  }

  test('a call that returns a map, whose type has no fields', async () => {
    const path = writeMapModule(
      'map.ts',
      "defineFields(Project, (f) => ({ languages: f.call('getProjectLanguages') }))",
    );
    expect(await getErrorMessage(path)).toMatch(
      /^\.\/map\.ts:6:\d+: getProjectLanguages returns Languages, a type without fields: add properties to the schema Languages of the contract, or declare fields with defineValueFields\('Languages', …\)$/,
    );
  });

  test('a call that returns a map is accepted if the area declares fields of its type', async () => {
    const path = writeMapModule(
      'map-with-fields.ts',
      `defineFields(Project, (f) => ({ languages: f.call('getProjectLanguages') })),
    defineValueFields('Languages', ({ t }) => ({ go: t.float({ nullable: true, resolve: (shares) => shares.Go }) }))`,
    );
    const { stdout, stderr } = await run(['schema', '--area', path]);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^type Languages \{\n {2}go: Float\n\}/m);
  });

  test('a schema whose properties and items refer to it is accepted', async () => {
    const lines = [
      'paths:',
      "  /tree: { get: { operationId: getTree, summary: Tree., responses: { '200': { description: A, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } } } } }",
      'components:',
      '  schemas:',
      '    Tree:',
      '      type: object',
      '      description: A tree.',
      '      properties:',
      '        name: { type: string, description: Name. }',
      "        parent: { $ref: '#/components/schemas/Tree' }",
      "        children: { type: array, description: Children., items: { $ref: '#/components/schemas/Tree' } }",
    ];
    writeFileSync(join(folder, 'tree.yaml'), lines.join('\n'));
    const path = writeModule(
      'tree.ts',
      `import { defineQueries, readAreaContract } from 'portico/kit';
const contract = readAreaContract(new URL('tree.yaml', import.meta.url));
export default { name: 'tree', contract, declarations: [defineQueries((f) => ({ tree: f.call('getTree') }))] };`,
    );
    const document = '{ tree { parent { children { parent { name } } } } }';
    const { status, stdout, stderr } = await run(['explain', '--area', path, '-'], { stdin: document });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('1 × GET /tree');
  });

  test('a type that is missing among the declarations', async () => {
    const source = readFileSync(join(exampleFolder, 'area.ts'), 'utf8').replace('\n    Discussion,\n', '\n');
    expect(await getErrorMessage(writeModule('undeclared.ts', source))).toMatch(
      /undeclared\.ts:\d+:\d+: Discussion is used, but not declared: add it to the declarations of an area$/,
    );
  });

  test('a type that GraphQL does not allow', async () => {
    const path = writeModule(
      'empty.ts',
      `import { defineFields, defineObject, Project } from 'portico/kit';
const Nothing = defineObject('Nothing', { description: 'Nothing', fields: () => ({}) });
export default {
  name: 'empty',
  declarations: [Nothing, defineFields(Project, (f) => ({ nothing: f.t.field({ type: Nothing, nullable: true, resolve: () => ({}) }) }))],
};
`,
    );
    expect(await getErrorMessage(path)).toMatch(/: Type Nothing must define one or more fields\.$/);
  });

  test('createPortico rejects values that are not areas', async () => {
    const areas = [{ name: 'a', declarations: [{}] }];
    await expect(createPortico({ publicUrl: 'http://localhost/', sandbox: true, areas })).rejects.toThrow(
      'areas[0]: declarations[0] was not made by this copy of portico/kit',
    );
  });

  test.each([[[]], [[{ name: 'a', declarations: [] }]]])(
    'createPortico rejects a list without the standard areas: %#',
    async (areas) => {
      await expect(createPortico({ publicUrl: 'http://localhost/', sandbox: true, areas })).rejects.toThrow(
        'areas must contain the standard areas, too: [...standardAreas, area]',
      );
    },
  );

  test('a field whose steps make a write', async () => {
    const field =
      'f.composed({ value: "String", description: "A.", steps: [{ operation: "createLabel" }], resolve: () => null })';
    const source = `${head}const f = defineFields(Project, (f) => ({ thing: ${field} }));\nexport default { name: 'writes', contract, declarations: [f] };\n`;
    expect(await getErrorMessage(writeModule('write-steps.ts', source))).toContain(
      'Project.thing makes the write createLabel, which only a mutation makes',
    );
  });

  test('an area may extend the contract of its types', async () => {
    const extended =
      "contract: contract.with({ openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas: {} } }),";
    const source = readFileSync(join(exampleFolder, 'area.ts'), 'utf8').replace('\n  contract,\n', `\n  ${extended}\n`);
    expect(source).toContain(extended);
    const areas = await loadAreas([writeModule('extended.ts', source)]);
    const portico = await createPortico({ publicUrl, sandbox: true, logLevel: 'silent', areas });
    await portico.close();
  });

  test('an area without the contract of its types', async () => {
    const source = readFileSync(join(exampleFolder, 'area.ts'), 'utf8').replace('\n  contract,\n  sandbox,', '\n');
    expect(await getErrorMessage(writeModule('no-contract.ts', source))).toMatch(
      /no-contract\.ts:\d+:\d+: the area collaboration needs the contract of its type Discussion; declare contract in the area, too$/,
    );
  });

  test('a command prints the mistake and exits with 1', async () => {
    const path = writeModule(
      'start.ts',
      `${head}export default {\n  name: 'x',\n  declarations: [defineFields(Project, (f) => f.attributes('nam'))],\n};\n`,
    );
    const { status, stderr } = await run(['schema', '--area', path]);
    expect([status, stderr.replaceAll(relative('', folder), '.')]).toEqual([
      1,
      expect.stringMatching(/^portico: \.\/start\.ts:5:\d+: .*nam.*\n$/),
    ]);
  });
});
