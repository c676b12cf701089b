/** Lists of pipelines, with responses of the reference documentation. */
import { describe, expect, test } from 'vitest';
import { nullsAccepted } from '../../harness.ts';
import { startStubbed } from '../stub-upstream.ts';

describe('listPipelines', () => {
  const item = {
    id: 48,
    iid: 13,
    project_id: 1,
    status: 'pending',
    source: 'web',
    ref: 'new-pipeline',
    sha: 'eb94b618fb5865b26e80fdd8ae531b7a63ad851a',
    name: 'Build pipeline',
    web_url: 'https://example.com/foo/bar/pipelines/48',
    created_at: '2016-08-12T10:06:04.561Z',
    updated_at: '2016-08-12T10:09:56.223Z',
  };
  const itemFields = 'id databaseId iid status source ref sha name webUrl createdAt updatedAt';
  const expectedItem = {
    id: 'gid://service/Pipeline/1/48',
    databaseId: 48,
    iid: 13,
    status: 'PENDING',
    source: 'web',
    ref: 'new-pipeline',
    sha: 'eb94b618fb5865b26e80fdd8ae531b7a63ad851a',
    name: 'Build pipeline',
    webUrl: 'https://example.com/foo/bar/pipelines/48',
    createdAt: '2016-08-12T10:06:04.561Z',
    updatedAt: '2016-08-12T10:09:56.223Z',
  };
  const createQuery = (selection: string, args = '') =>
    `{ project(id: 1) { pipelines${args} { nodes { ${selection} } } } }`;

  test('returns every attribute of an item in one call, with 20 items a page by default', async () => {
    const { execute, calls } = await startStubbed({ 'GET /projects/1/pipelines': { body: [item] } });
    expect(await execute(createQuery(itemFields))).toEqual({
      data: { project: { pipelines: { nodes: [expectedItem] } } },
    });
    expect(calls).toEqual(['GET /projects/1/pipelines?page=1&per_page=20']);
  });

  test('returns null without a call for attributes that an item omits', async () => {
    const { name, source, iid, ...incompleteItem } = item;
    const { execute, calls } = await startStubbed(
      { 'GET /projects/1/pipelines': { body: [incompleteItem] } },
      nullsAccepted,
    );
    expect(await execute(createQuery(itemFields))).toEqual({
      data: { project: { pipelines: { nodes: [{ ...expectedItem, name: null, source: null, iid: null }] } } },
    });
    expect(calls).toHaveLength(1);
  });

  test('makes one call for each item for attributes of the detail', async () => {
    const { execute, calls } = await startStubbed({
      'GET /projects/1/pipelines': { body: [item, { ...item, id: 47 }] },
      'GET /projects/1/pipelines/48': { body: { ...item, coverage: '71.5', tag: false, duration: 9 } },
      'GET /projects/1/pipelines/47': { body: { ...item, id: 47, coverage: null, tag: true } },
    });
    const { data } = await execute(createQuery('databaseId coverage tag duration'));
    expect(data).toEqual({
      project: {
        pipelines: {
          nodes: [
            { databaseId: 48, coverage: 71.5, tag: false, duration: 9 },
            { databaseId: 47, coverage: null, tag: true, duration: null },
          ],
        },
      },
    });
    expect(calls.toSorted()).toEqual([
      'GET /projects/1/pipelines/47',
      'GET /projects/1/pipelines/48',
      'GET /projects/1/pipelines?page=1&per_page=20',
    ]);
  });

  test('uses an attribute of the detail that an item contains', async () => {
    const { execute, calls } = await startStubbed({
      'GET /projects/1/pipelines': { body: [{ ...item, coverage: '12.0' }] },
    });
    const { data } = await execute(createQuery('coverage'));
    expect(data).toEqual({ project: { pipelines: { nodes: [{ coverage: 12 }] } } });
    expect(calls).toHaveLength(1);
  });

  test('returns the error of a detail for its item only', async () => {
    const { execute } = await startStubbed({
      'GET /projects/1/pipelines': { body: [item, { ...item, id: 47 }] },
      'GET /projects/1/pipelines/48': { body: { ...item, coverage: '71.5' } },
      'GET /projects/1/pipelines/47': { status: 403, body: { message: '403 Forbidden' } },
    });
    const { data, errors } = await execute(createQuery('databaseId coverage'));
    expect(data).toEqual({
      project: {
        pipelines: {
          nodes: [
            { databaseId: 48, coverage: 71.5 },
            { databaseId: 47, coverage: null },
          ],
        },
      },
    });
    expect(errors).toMatchObject([
      { path: ['project', 'pipelines', 'nodes', 1, 'coverage'], extensions: { code: 'FORBIDDEN' } },
    ]);
  });

  test('returns null and an error for an item that is not an object, and the other items', async () => {
    const { execute } = await startStubbed({ 'GET /projects/1/pipelines': { body: [item, null, 'oops', 7] } });
    const { data, errors } = await execute(createQuery('databaseId'));
    expect(data).toEqual({ project: { pipelines: { nodes: [{ databaseId: 48 }, null, null, null] } } });
    expect(errors?.map(({ path, extensions }) => [path?.at(-1), extensions?.code])).toEqual(
      [1, 2, 3].map((index) => [index, 'UPSTREAM_INVALID_RESPONSE']),
    );
  });

  test('returns an empty list', async () => {
    const { execute } = await startStubbed({ 'GET /projects/1/pipelines': { body: [], headers: { 'x-total': '0' } } });
    const { data } = await execute(
      '{ project(id: 1) { pipelines { totalCount nodes { iid } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }',
    );
    expect(data).toEqual({
      project: {
        pipelines: {
          totalCount: 0,
          nodes: [],
          edges: [],
          pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        },
      },
    });
  });

  test.each([
    ['an object', { message: 'surprise' }],
    ['null', 'null'],
    ['empty', ''],
    ['HTML', '<html></html>'],
  ])('returns null and UPSTREAM_INVALID_RESPONSE if the response is %s', async (_, body) => {
    const { execute } = await startStubbed({ 'GET /projects/1/pipelines': { body } });
    const { data, errors } = await execute(createQuery('iid'));
    expect(data).toEqual({ project: { pipelines: null } });
    expect(errors).toMatchObject([
      { path: ['project', 'pipelines'], extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } },
    ]);
  });
});
