/** A facade before an upstream that sends an attribute more of everything. */
import { createServer } from 'node:http';
import { type Facade, sandboxWords, startFacade } from '../../harness.ts';

export type Talkative = Facade;

/** A value in which every object has `unheard_of`, at any depth. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withMore(member)]);
  return { ...Object.fromEntries(members), unheard_of: 'x' };
}

/** @param upstreamUrl of the upstream that answers the reads */
export async function startTalkative(upstreamUrl: string): Promise<Talkative> {
  const server = createServer(async (request, response) => {
    const tokens = Object.entries(request.headers).filter(([name]) => name.endsWith('private-token'));
    const answer = await fetch(new URL(request.url ?? '', upstreamUrl), {
      headers: Object.fromEntries(tokens.map(([name, token]) => [name, String(token)])),
    });
    const text = await answer.text();
    const paging = [...answer.headers].filter(([name]) => /^(?:x-|u-x-)|link$/.test(name));
    response.writeHead(answer.status, { ...Object.fromEntries(paging), 'content-type': 'application/json' });
    response.end(text === '' ? undefined : JSON.stringify(withMore(JSON.parse(text))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, {}, { words: sandboxWords });
  return {
    ...facade,
    get underway() {
      return facade.underway;
    },
    async close() {
      await facade.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
