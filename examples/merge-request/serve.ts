/** Serves the page together with the facade at `/graphql`, so that both have one origin. */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Port 0 takes a free one. */
export async function servePage(facade: URL, port: number): Promise<ServedPage> {
  const server = await createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: { '/graphql': { target: facade.origin, ws: true } },
    },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('The page has no address');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
