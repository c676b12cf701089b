/** Uploads and WebSockets of pages in a browser, from origins in CORS_ORIGINS and from other ones. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startTestPortico } from '../../package/testing.ts';
import { browserFound, openPage } from '../browser.ts';

/** Serves an empty page. @returns its URL */
async function servePage(): Promise<URL> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>A page</p>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
}

/** Uploads a file and queries over a WebSocket. @returns the results, or `failed` */
async function useFacade(url: URL, allowed: readonly string[]) {
  await using portico = await startTestPortico({ portico: { corsOrigins: allowed } });
  await using openedPage = await openPage(url);
  const { endpoint, webSocketEndpoint, sandbox } = portico;
  return await openedPage.page.evaluate(
    async ({ endpoint, webSocketEndpoint, token }) => {
      const upload = async () => {
        const query = `mutation ($group: ID!, $avatar: File!) {
          groupAvatarUpload(input: { id: $group, avatar: $avatar }) { group { avatarUrl } }
        }`;
        const body = new FormData();
        body.append('operations', JSON.stringify({ query, variables: { group: '9', avatar: null } }));
        body.append('map', JSON.stringify({ file: ['variables.avatar'] }));
        body.append('file', new File(['file'], 'compass.png', { type: 'image/png' }));
        const response = await fetch(endpoint, { method: 'POST', headers: { 'private-token': token }, body });
        return response.text();
      };
      const connect = () =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(webSocketEndpoint, 'graphql-transport-ws');
          const send = (message: object) => socket.send(JSON.stringify(message));
          socket.onopen = () => send({ type: 'connection_init', payload: { token } });
          socket.onmessage = ({ data }) => {
            if (data.includes('connection_ack'))
              send({ id: '1', type: 'subscribe', payload: { query: '{ currentUser { username } }' } });
            else resolve(data);
          };
          socket.onclose = () => resolve('failed');
        });
      return { uploaded: await upload().catch(() => 'failed'), received: await connect() };
    },
    { endpoint, webSocketEndpoint, token: sandbox.tokens.owner },
  );
}

test.runIf(browserFound)('accepts uploads and WebSockets of pages from CORS_ORIGINS', async () => {
  const url = await servePage();
  expect(await useFacade(url, [url.origin])).toEqual({
    uploaded: expect.stringContaining('compass.png'),
    received: expect.stringContaining('"username":"olivia.marsh"'),
  });
});

test.runIf(browserFound)('rejects uploads and WebSockets of pages from other origins', async () => {
  const url = await servePage();
  expect(await useFacade(url, ['https://app.example.com'])).toEqual({ uploaded: 'failed', received: 'failed' });
});
