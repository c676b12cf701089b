/** Memory of one instance with many WebSockets, each with a subscription. */
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { startSandbox, tokens } from '../../sandbox/index.ts';
import { startFacadeProcess } from '../process/facade.ts';

const pipelines = 100;
/** Number of WebSockets that are opened concurrently, and that are opened before the first measurement. */
const [batchSize, warmUpSockets] = [50, 300];
/** Times until the last events are sent, and until the state of closed WebSockets is released. */
const [settleMs, releaseMs] = [3000, 8000];
const limit = '100000';
/** A caller may have a fifth as many WebSockets. */
const streamLimit = '500000';

export interface SocketMemory {
  readonly sockets: number;
  /** Heap and external memory of each WebSocket with its subscription, after garbage collection. */
  readonly bytesPerSocket: number;
  /** Heap and external memory after all have been closed, as a fraction of that before they were opened. */
  readonly remainingShare: number;
}

/** Opens a WebSocket and waits for the first event of a subscription. */
function openSocket(url: URL, id: string): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const socket = new WebSocket(new URL('/graphql', url).href.replace('http', 'ws'), 'graphql-transport-ws');
  const query = `subscription { pipeline(id: "${id}") { id status ref } }`;
  socket.on('error', reject);
  socket.on('open', () => socket.send(`{"type":"connection_init","payload":{"token":"${tokens.developer}"}}`));
  socket.on('message', (data) => {
    const { type } = JSON.parse(String(data));
    if (type === 'connection_ack') socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    else if (type === 'next') resolve(socket);
    else if (type === 'error') reject(new Error(String(data)));
  });
  return promise;
}

export async function measureSockets(count: number): Promise<SocketMemory> {
  // The clock is fixed, so that pipelines do not end.
  const sandbox = await startSandbox({ rateLimit: 1_000_000, now: new Date('2026-01-05T12:00:00Z') });
  const facade = await startFacadeProcess({
    UPSTREAM_URL: sandbox.url,
    MAX_CONNECTIONS_PER_ADDRESS: limit,
    MAX_CONNECTIONS: limit,
    MAX_STREAMS: streamLimit,
    MAX_STREAMS_PER_CALLER: streamLimit,
  });
  const ids: string[] = [];
  while (ids.length < pipelines) {
    const response = await fetch(`${sandbox.url}/projects/14/pipeline`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': tokens.developer },
      body: '{"ref":"main"}',
    });
    const { id }: { readonly id: number } = await response.json();
    ids.push(`gid://service/Pipeline/14/${id}`);
  }
  const openAll = async (total: number) => {
    const sockets: WebSocket[] = [];
    while (sockets.length < total) {
      const batch = Array.from({ length: Math.min(batchSize, total - sockets.length) }, (_, index) =>
        openSocket(facade.url, ids[(sockets.length + index) % pipelines] ?? ''),
      );
      sockets.push(...(await Promise.all(batch)));
    }
    await pause(settleMs);
    return sockets;
  };
  const closeAll = async (sockets: readonly WebSocket[]) => {
    for (const socket of sockets) socket.close();
    await pause(releaseMs);
  };
  await closeAll(await openAll(warmUpSockets));
  const before = await facade.read();
  const sockets = await openAll(count);
  const during = await facade.read();
  await closeAll(sockets);
  const after = await facade.read();
  await facade.stop();
  await sandbox.close();
  return {
    sockets: count,
    bytesPerSocket: (during.heapBytes - before.heapBytes) / count,
    remainingShare: after.heapBytes / before.heapBytes,
  };
}
