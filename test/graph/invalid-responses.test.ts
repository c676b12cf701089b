/** Responses with a success status whose body is an error, an empty object, plain text or malformed text. */
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFacade } from '../harness.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

const twoProjects = '{ project(id: 5) { name } other: project(id: 6) { name } }';
const otherProject = { 'GET /projects/6': { body: { id: 6, name: 'six' } } };

/** Starts a facade with an upstream that returns these bytes for every call. */
async function startWithBody(contentType: string, bytes: Buffer) {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': contentType }).end(bytes));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, {});
  onTestFinished(async () => {
    await facade.close();
    server.closeAllConnections();
    server.close();
  });
  return facade;
}

describe('status 200', () => {
  const isError = 'The upstream returned an error with a success status';
  const isUndocumented = 'Invalid response from the upstream: its object has none of the documented attributes';

  test.each([
    ['an error', { error: 'backend unavailable' }, isError],
    ['an error with attributes of the object', { error: 'x', status: 503, path: '/projects/5', name: 'x' }, isError],
    ['a message', { message: 'maintenance' }, isError],
    ['an empty object', {}, isUndocumented],
    ['an object without documented attributes', { odd: 1 }, isUndocumented],
  ])('returns an error at the field of a response with %s, and the data of other fields', async (_, body, message) => {
    const { execute } = await startStubbed({ 'GET /projects/5': { body }, ...otherProject });
    const { data, errors } = await execute(twoProjects);
    expect(data).toEqual({ project: null, other: { name: 'six' } });
    expect(errors).toMatchObject([
      {
        path: ['project'],
        message,
        extensions: { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 },
      },
    ]);
  });

  test('returns an object for a response with some of the documented attributes', async () => {
    const { execute } = await startStubbed({ 'GET /projects/5': { body: { name: 'five' } }, ...otherProject });
    expect(await execute(twoProjects)).toEqual({ data: { project: { name: 'five' }, other: { name: 'six' } } });
  });
});

test('reports that a write may have happened if its response is an error with status 200', async () => {
  const facade = await startStubbed({ 'POST /projects/5/labels': { status: 200, body: { error: 'unavailable' } } });
  const { response } = await mutate(
    facade,
    'labelCreate',
    { project: '5', name: 'a', color: '#112233' },
    'label { name }',
  );
  expect(response.errors).toMatchObject([
    {
      message: expect.stringMatching(/the write may have happened, so read the object before you repeat it$/),
      extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
    },
  ]);
});

test.each([
  ['text', 'deleted', 'text/plain'],
  ['malformed JSON', '{"deleted"', 'application/json'],
  ['an object', '{"deleted":true}', 'application/json'],
])('accepts 200 with %s in response to a deletion', async (_, body, type) => {
  const facade = await startStubbed({
    'DELETE /projects/5/labels/7': { status: 200, body, headers: { 'content-type': type } },
  });
  const { response, payload } = await mutate(
    facade,
    'labelDelete',
    { id: 'gid://service/Label/5/7' },
    'deletedLabelId',
  );
  expect(response.errors).toBeUndefined();
  expect(payload).toEqual({ deletedLabelId: 'gid://service/Label/5/7', errors: [] });
});

test('reports that the upstream accepted a creation whose response is 201 with text', async () => {
  const headers = { 'content-type': 'text/plain' };
  const facade = await startStubbed({ 'POST /projects/5/labels': { status: 201, body: 'created', headers } });
  const input = { project: '5', name: 'a', color: '#112233' };
  const { response, payload } = await mutate(facade, 'labelCreate', input, 'label { name }');
  expect(payload).toEqual({ label: null, errors: [] });
  expect(response.errors).toMatchObject([
    {
      path: ['labelCreate', 'label'],
      message: 'The upstream accepted the write, but its response cannot be used: it is not valid JSON, but text/plain',
      extensions: { code: 'UPSTREAM_INVALID_RESPONSE', status: 201 },
    },
  ]);
});

test('returns the status CREATED for an export after 202 without a body', async () => {
  const { execute } = await startStubbed({ 'GET /security/vulnerability_exports/7': { status: 202 } });
  const { data, errors } = await execute('{ vulnerabilityExport(id: 7) { databaseId status downloadUrl } }');
  expect(errors).toBeUndefined();
  expect(data).toEqual({ vulnerabilityExport: { databaseId: 7, status: 'CREATED', downloadUrl: null } });
});

describe('the charset of a response', () => {
  const json = '{"id":5,"name":"Zürich"}';

  test.each([
    ['application/json', Buffer.from(json)],
    ['application/json; charset=UTF-8', Buffer.from(json)],
    ['application/json; charset="iso-8859-1"', Buffer.from(json, 'latin1')],
    ['application/json;charset=utf-16le', Buffer.from(json, 'utf16le')],
  ])('decodes a response of the type %s', async (type, bytes) => {
    const { execute } = await startWithBody(type, bytes);
    expect(await execute('{ project(id: 5) { name } }')).toEqual({ data: { project: { name: 'Zürich' } } });
  });

  test.each([
    ['application/json', Buffer.from(json, 'latin1'), 'is not valid text in UTF-8'],
    ['application/json; charset=utf-8', Buffer.from(json, 'latin1'), 'is not valid text in UTF-8'],
    ['application/json; charset=shift_jis', Buffer.from('{"id":5,"name":"\xff\xff"}', 'latin1'), 'shift_jis'],
    ['application/json; charset=klingon', Buffer.from(json), 'has the unsupported charset klingon'],
  ])('returns an error for a response of the type %s that cannot be decoded', async (type, bytes, problem) => {
    const { execute } = await startWithBody(type, bytes);
    const { data, errors } = await execute('{ project(id: 5) { name } }');
    expect(data).toEqual({ project: null });
    expect(errors).toMatchObject([
      { message: expect.stringContaining(problem), extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } },
    ]);
  });
});

describe('a lone surrogate', () => {
  const lone = '"\\ud800"';

  test('returns the id of the path if the id contains it', async () => {
    const { execute } = await startStubbed({ 'GET /users/7': { body: `{"id":${lone},"username":"a","name":"b"}` } });
    expect(await execute('{ user(by: { id: 7 }) { id username name } }')).toEqual({
      data: { user: { id: 'gid://service/User/7', username: 'a', name: 'b' } },
    });
  });

  test('returns an error at the field of an attribute that contains it', async () => {
    const { execute } = await startStubbed({ 'GET /users/7': { body: `{"id":7,"username":${lone},"name":"b"}` } });
    const { data, errors } = await execute('{ user(by: { id: 7 }) { id username name } }');
    expect(data).toEqual({ user: { id: 'gid://service/User/7', username: null, name: 'b' } });
    expect(errors).toMatchObject([{ path: ['user', 'username'], extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }]);
  });

  test('affects only the items whose attributes contain it', async () => {
    const body = `[{"id":${lone},"name":"a","color":${lone}},{"id":2,"name":${lone},"${'\\udfff'}":1},{"id":3,"name":"c \\ud83d\\ude00"}]`;
    const { execute } = await startStubbed({ 'GET /projects/5/labels': { body } });
    const { data, errors = [] } = await execute<{ project: { labels: { nodes: unknown[] } } }>(
      '{ project(id: 5) { labels { nodes { id name color extra } } } }',
    );
    expect(data.project.labels.nodes.slice(1)).toMatchObject([
      { id: 'gid://service/Label/5/2', name: null },
      { id: 'gid://service/Label/5/3', name: 'c 😀' },
    ]);
    for (const { message, extensions } of errors) expect(extensions?.code, message).toBe('UPSTREAM_INVALID_RESPONSE');
    expect(errors.length).toBeGreaterThan(1);
  });

  test('affects only the field of an enum value, date-time or list of strings that contains it', async () => {
    const body = `{"id":7,"status":${lone},"contacted_at":${lone},"tag_list":["ruby",${lone}],"description":"a"}`;
    const { execute } = await startStubbed({ 'GET /runners/7': { body } });
    const { data, errors = [] } = await execute('{ runner(id: 7) { status contactedAt tagList description extra } }');
    expect(data).toMatchObject({ runner: { contactedAt: null, tagList: null, description: 'a' } });
    for (const { message, extensions } of errors) expect(extensions?.code, message).toBe('UPSTREAM_INVALID_RESPONSE');
    expect(JSON.stringify(data)).not.toContain('RestError');
    expect(JSON.stringify(data)).toBe(JSON.stringify(data).toWellFormed());
  });
});

describe('the rows of an export', () => {
  const header = 'Severity,Details,CVE\r\n';
  const rowsQuery = '{ vulnerabilityExport(id: 7) { rows { nodes { severity details } } } }';
  const readRows = async (body: string | Buffer, type = 'text/csv') => {
    const { execute } = await startWithBody(type, Buffer.from(body));
    return execute<{ vulnerabilityExport: { rows: unknown } }>(rowsQuery);
  };

  test.each([
    ['a quote that is not closed', 'high,"one,CVE-1\r\nlow,"two",CVE-2\r\nlow,"three",CVE-3\r\n'],
    ['a quote that is not closed before the end', 'high,one,CVE-1\r\nlow,"two,CVE-2\r\n'],
    ['a quote inside a cell', 'high,one "1",CVE-1\r\n'],
  ])('returns an error for %s', async (_, text) => {
    const { data, errors } = await readRows(header + text);
    expect(data).toEqual({ vulnerabilityExport: { rows: null } });
    expect(errors).toMatchObject([
      {
        path: ['vulnerabilityExport', 'rows'],
        message: 'The upstream returned a file that is not well-formed CSV',
        extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
      },
    ]);
  });

  test('decodes the file by its charset, and as UTF-8 without one', async () => {
    const file = Buffer.from(`${header}high,Zürich,CVE-1\r\n`, 'latin1');
    expect((await readRows(file, 'text/csv; charset=iso-8859-1')).data).toEqual({
      vulnerabilityExport: { rows: { nodes: [{ severity: 'HIGH', details: 'Zürich' }] } },
    });
    const { data, errors } = await readRows(file);
    expect(data).toEqual({ vulnerabilityExport: { rows: null } });
    expect(errors).toMatchObject([{ message: 'The upstream returned a file that is not valid text in UTF-8' }]);
  });
});
