/** One of several processes that serve one port. */
import type { Portico } from '../portico.ts';
import { type Answers, isQuestion, type Question, type WorkerMessage } from './messages.ts';

function send(message: WorkerMessage): void {
  process.send?.(message);
}

async function answer({ management }: Portico, { topic, paths }: Question): Promise<Answers[Question['topic']]> {
  if (topic === 'wake') return management.wake(paths);
  if (topic === 'metrics') return management.metricsText();
  return management.readiness();
}

/** Answers the questions of the primary process, and reports that this one accepts requests. */
export function reportToPrimary(portico: Portico): void {
  process.on('message', (message) => {
    if (!isQuestion(message)) return;
    void answer(portico, message).then((value) => send({ kind: 'answer', id: message.id, value }));
  });
  send({ kind: 'ready', url: portico.url.href, upstreamUrl: portico.upstreamUrl.href });
}
