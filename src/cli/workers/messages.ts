/** Messages between the primary process and its workers. */

import type { ReadinessReport } from '../../edge/management.ts';

/** Types of the results of a worker, by the command of the primary process. */
export interface CommandResults {
  readonly metrics: string;
  readonly readiness: ReadinessReport;
  /** Number of woken pollers. */
  readonly wake: number;
}

export type Command = keyof CommandResults;

/** Request of the primary process. */
export interface WorkerRequest {
  readonly kind: 'request';
  readonly id: number;
  readonly command: Command;
  /** REST paths of the resources to poll; empty for commands other than `wake`. */
  readonly paths: readonly string[];
}

/** Message of a worker. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly url: string; readonly upstreamUrl: string }
  | { readonly kind: 'response'; readonly id: number; readonly value: CommandResults[Command] }
  | { readonly kind: 'end'; readonly metrics: string };

const hasKind = (message: unknown): message is { readonly kind: unknown } =>
  typeof message === 'object' && message !== null && 'kind' in message;

export function isWorkerRequest(message: unknown): message is WorkerRequest {
  return hasKind(message) && message.kind === 'request';
}

export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return hasKind(message) && (message.kind === 'ready' || message.kind === 'response' || message.kind === 'end');
}
