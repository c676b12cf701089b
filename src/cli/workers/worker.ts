/** One of several processes that serve one port. */
import type { Portico } from '../../portico.ts';
import {
  type Command,
  type CommandResults,
  isWorkerRequest,
  type WorkerMessage,
  type WorkerRequest,
} from './messages.ts';

/** Sends a message. @returns when it was sent, or when the primary process has ended */
function send(message: WorkerMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (process.send === undefined || !process.connected) resolve();
  else process.send(message, () => resolve());
  return promise;
}

async function execute({ management }: Portico, { command, paths }: WorkerRequest): Promise<CommandResults[Command]> {
  if (command === 'wake') return management.wake(paths);
  if (command === 'metrics') return management.metricsText();
  return management.readiness();
}

/** Responds to requests of the primary process, and reports that this process accepts client requests. */
export function reportToPrimary(portico: Portico): void {
  process.on('message', (message) => {
    if (!isWorkerRequest(message)) return;
    void execute(portico, message).then((value) => send({ kind: 'response', id: message.id, value }));
  });
  void send({ kind: 'ready', url: portico.url.href, upstreamUrl: portico.upstreamUrl.href });
}

/** Reports the last metrics of this process, which ends. */
export async function reportEnd({ management }: Portico): Promise<void> {
  await send({ kind: 'end', metrics: await management.metricsText() });
}
