/** One of several processes that serve one port. */
import type { Portico } from '../portico.ts';
import { type Answers, isQuestion, type Question, type WorkerMessage } from './messages.ts';

/** Sends a message. @returns when it was sent, or when the primary process has ended */
function send(message: WorkerMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (process.send === undefined || !process.connected) resolve();
  else process.send(message, () => resolve());
  return promise;
}

async function answer({ management }: Portico, { topic, paths }: Question): Promise<Answers[Question['topic']]> {
  if (topic === 'wake') return management.wake(paths);
  if (topic === 'metrics') return management.metricsText();
  return management.readiness();
}

/** Responds to requests of the primary process, and reports that this process accepts client requests. */
export function reportToPrimary(portico: Portico): void {
  process.on('message', (message) => {
    if (!isQuestion(message)) return;
    void answer(portico, message).then((value) => send({ kind: 'answer', id: message.id, value }));
  });
  void send({ kind: 'ready', url: portico.url.href, upstreamUrl: portico.upstreamUrl.href });
}

/** Reports the last metrics of this process, which ends. */
export async function reportEnd({ management }: Portico): Promise<void> {
  await send({ kind: 'end', metrics: await management.metricsText() });
}
