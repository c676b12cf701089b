/** Uploads and subscriptions as pages make them, and readers of all pages of a list. */
import { type PorticoFixtures, type PorticoWorkerFixtures, porticoFixtures } from 'portico/testing';
import { test as base, describe, expect } from 'vitest';
import { createApolloClient } from '../src/apollo.ts';
import { GroupAvatarUploadDocument } from '../src/gql/graphql.ts';
import { connect } from '../src/live.ts';
import { readFailedPipelines } from '../src/pages.ts';
import { readFailedPipelinesByPage } from '../src/rest-pages.ts';
import { uploadAvatar } from '../src/upload.ts';
import { createUrqlClient } from '../src/urql.ts';

const test = base.extend<PorticoFixtures & PorticoWorkerFixtures>(porticoFixtures());

const picture = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'compass.png', { type: 'image/png' });

describe('an upload', () => {
  test('sends a file with fetch', async ({ portico: { endpoint, sandbox } }) => {
    const { data } = await uploadAvatar(endpoint, sandbox.tokens.owner, '9', picture);
    expect(data?.groupAvatarUpload?.errors).toEqual([]);
    expect(data?.groupAvatarUpload?.group?.avatarUrl).toMatch(/compass\.png$/);
  });

  test('sends a file with urql', async ({ portico: { endpoint, sandbox } }) => {
    const client = createUrqlClient(endpoint, sandbox.tokens.owner);
    const { data } = await client.mutation(GroupAvatarUploadDocument, { group: '9', avatar: picture });
    expect(data?.groupAvatarUpload?.errors).toEqual([]);
    expect(data?.groupAvatarUpload?.group?.avatarUrl).toMatch(/compass\.png$/);
  });

  test('reports a rejection in the payload', async ({ portico: { endpoint, sandbox } }) => {
    const { data } = await uploadAvatar(endpoint, sandbox.tokens.developer, '9', picture);
    expect(data?.groupAvatarUpload).toMatchObject({ group: null, errors: [{ code: 'FORBIDDEN' }] });
  });
});

test('a WebSocket reads the token for each connection', async ({ portico: { endpoint, sandbox } }) => {
  const tokens = ['expired', sandbox.tokens.developer];
  const client = connect(endpoint, async () => tokens.shift() ?? '');
  const query = '{ currentUser { username } }';
  const read = async () => {
    for await (const result of client.iterate({ query })) return result;
  };
  const unauthenticated = [
    expect.objectContaining({ extensions: expect.objectContaining({ code: 'UNAUTHENTICATED' }) }),
  ];
  expect(await read()).toMatchObject({ errors: unauthenticated });
  client.terminate();
  expect(await read()).toEqual({ data: { currentUser: { username: 'dana.kim' } } });
  await client.dispose();
});

test('a reader by cursors finds the pipelines of the reader by page numbers', async ({ portico }) => {
  const { endpoint, sandbox } = portico;
  const token = sandbox.tokens.developer;
  const byPage = await Array.fromAsync(readFailedPipelinesByPage(`${sandbox.url}`, token, '14'));
  const byCursor = await Array.fromAsync(readFailedPipelines(createApolloClient(endpoint, token), '14'));
  expect(byPage.length).toBeGreaterThan(100);
  expect(byCursor.map(({ ref }) => ref)).toEqual(byPage.map(({ ref }) => ref));
});
