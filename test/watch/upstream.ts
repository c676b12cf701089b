import { standardContract } from '../../src/contract/index.ts';
import type { CancellableStream } from '../../src/rest/cancellable-stream.ts';
import { Cancellation } from '../../src/rest/cancellation.ts';
import { Credential } from '../../src/rest/credential.ts';
import { RestError } from '../../src/rest/errors.ts';
import type { RestRequest, RestResponse } from '../../src/rest/request.ts';
import { UpstreamLimits } from '../../src/rest/upstream-limits.ts';
import { type SubscriberOptions, type SubscriptionEnd, TopicHub } from '../../src/watch/hub.ts';
import { PollBudget } from '../../src/watch/poll-budget.ts';
import { Poller } from '../../src/watch/poller.ts';
import type { State } from '../../src/watch/state.ts';
import type { Watch } from '../../src/watch/watch.ts';
import { FakeClock } from './clock.ts';

export type Reaction = RestError | (Partial<RestResponse> & { readonly body?: unknown }) | 'never';

/** Creates the end of a subscription after a permanent failure, or when its subscriber leaves. */
export function endOnFailure(): SubscriptionEnd {
  return { cancellation: new Cancellation(), isLast: (state) => state.kind === 'failed' && state.last };
}

/** Scripted upstream with a poller, and a clock that both use. */
export class Scene {
  readonly clock = new FakeClock();
  readonly hub = new TopicHub();
  readonly budget = new PollBudget(
    this.clock,
    Credential.anonymous,
    new UpstreamLimits({ now: () => this.clock.now() }),
  );
  /** Times of the polls in milliseconds since the start. */
  readonly polls: number[] = [];
  readonly headers: Readonly<Record<string, string>>[] = [];
  /** Cancellations of calls without a response. */
  readonly pending = new Set<Cancellation>();
  readonly #startedAt = this.clock.now();
  pollers = 0;
  watch: Watch = {
    comparedAttributes: ['status'],
    isOver: ({ status }) => status === 'success' || status === 'failed' || status === 'canceled',
  };
  request: RestRequest = { operation: 'getPipeline', path: { id: 1, pipeline_id: 2 } };
  /** Responses of the upstream. */
  reaction: Reaction = pipeline('running');
  /** Headers of its failures. */
  failureHeaders: RestResponse['headers'] = {};

  subscribe(options: Partial<SubscriberOptions> = {}, topic = 'topic'): CancellableStream<State> {
    return this.hub.subscribe(topic, { intervalMs: undefined, newerThanAt: 0, ...options }, endOnFailure(), () =>
      this.#poller(),
    );
  }

  #poller(): Poller {
    this.pollers += 1;
    this.budget.pollers += 1;
    return new Poller({
      watch: this.watch,
      request: this.request,
      contract: standardContract,
      clock: this.clock,
      intervals: { firstIntervalMs: 1000, maxIntervalMs: 30_000, errorGracePeriodMs: 30_000 },
      budget: this.budget,
      call: async (_, headers, cancellation) => {
        this.polls.push(this.clock.now() - this.#startedAt);
        this.headers.push(headers);
        const { reaction } = this;
        if (reaction === 'never') return this.#never(cancellation);
        if (reaction instanceof RestError) {
          this.budget.recordResponse({ status: reaction.status ?? 0, headers: this.failureHeaders });
          throw reaction;
        }
        const response = { status: 200, headers: {}, body: undefined, ...reaction };
        this.budget.recordResponse(response);
        return response;
      },
      onEnd: () => {
        this.pollers -= 1;
        this.budget.pollers -= 1;
      },
    });
  }

  #never(cancellation: Cancellation): Promise<RestResponse> {
    this.pending.add(cancellation);
    return new Promise((_, reject) => {
      cancellation.listen((reason) => {
        this.pending.delete(cancellation);
        reject(reason);
      });
    });
  }
}

export const pipeline = (status: string, headers: RestResponse['headers'] = {}): Reaction => ({
  body: { id: 2, status },
  headers,
});

export const failure = (code: RestError['code'], status?: number, retryAfter?: number): RestError =>
  new RestError(code, `failed with ${status}`, { status, retryAfter });

/** Reads a subscription until it ends. */
export function collect(subscription: CancellableStream<State>): {
  readonly received: State[];
  readonly end: Promise<void>;
} {
  const received: State[] = [];
  const end = (async () => {
    for await (const state of subscription) received.push(state);
  })();
  return { received, end };
}

/** Formats a state: the status, or the failure of the read. */
export const formatState = (state: State): unknown =>
  state.kind === 'read' ? state.attributes.status : `${state.error.code}${state.last ? ', over' : ''}`;
