/** Messages between the primary process and its workers. */

import type { ReadinessReport } from '../edge/management.ts';

/** Types of the responses of a worker, by the topic of the request of the primary process. */
export interface Answers {
  readonly metrics: string;
  readonly readiness: ReadinessReport;
  /** Number of woken pollers. */
  readonly wake: number;
}

export type Topic = keyof Answers;

export interface Question {
  readonly kind: 'question';
  readonly id: number;
  readonly topic: Topic;
  /** REST paths of the resources to poll; empty for topics other than `wake`. */
  readonly paths: readonly string[];
}

/** Message of a worker. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly url: string; readonly upstreamUrl: string }
  | { readonly kind: 'answer'; readonly id: number; readonly value: Answers[Topic] }
  | { readonly kind: 'end'; readonly metrics: string };

const hasKind = (message: unknown): message is { readonly kind: unknown } =>
  typeof message === 'object' && message !== null && 'kind' in message;

export function isQuestion(message: unknown): message is Question {
  return hasKind(message) && message.kind === 'question';
}

export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return hasKind(message) && (message.kind === 'ready' || message.kind === 'answer' || message.kind === 'end');
}
