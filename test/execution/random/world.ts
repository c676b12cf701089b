/** Data source of one execution: decides by response path what a resolver does, and records what was called. */
import { setImmediate as immediate } from 'node:timers/promises';
import type { Choices, NamedChoices } from './choices.ts';

/** Fate of values that never settle. */
export type NeverPolicy =
  /** They stay pending. */
  | 'pending'
  /** They are rejected by `rejectNever` and `rejectPending`. */
  | 'rejected';

/** Representation of lists. */
export type ListPolicy =
  /** Arrays, and generators some of which fail or never end. */
  | 'as chosen'
  /** Arrays, which contain all items, and then the error of a generator that fails or never ends. */
  | 'arrays';

export class World {
  readonly choices: NamedChoices;
  readonly listPolicy: ListPolicy;
  /** Calls of resolvers, type resolvers, getters and methods, in their order. */
  readonly calls: string[] = [];
  /** Calls and settled values, in their order. */
  readonly events: string[] = [];
  readonly #never: NeverPolicy;
  readonly #pending: ((reason: Error) => void)[] = [];
  #lateValues = 0;
  #cancelReason: Error | undefined;
  #neverReason: Error | undefined;

  constructor(choices: NamedChoices, never: NeverPolicy, listPolicy: ListPolicy = 'as chosen') {
    this.choices = choices;
    this.listPolicy = listPolicy;
    this.#never = never;
  }

  record(call: string): void {
    this.calls.push(call);
    this.events.push(call);
  }

  /** Response keys of the root fields of a mutation whose resolvers have been called, in their order. */
  get startedRootKeys(): readonly string[] {
    return this.calls.flatMap((call) => /^resolve Mutation:(\w+) as /.exec(call)?.[1] ?? []);
  }

  /** Resolves when all values have settled, except those that never settle. */
  async idle(): Promise<void> {
    for (let quietRounds = 0; quietRounds < 3; quietRounds = this.#lateValues === 0 ? quietRounds + 1 : 0)
      await immediate();
  }

  /** Reason of the cancellation; `undefined` before. */
  get cancelReason(): Error | undefined {
    return this.#cancelReason;
  }

  /** As `rejectNever`. From now on, root fields of mutations fail, too. */
  cancel(reason: Error): void {
    this.#cancelReason = reason;
    this.rejectNever(reason);
  }

  /** Rejects the values that never settle, now and from now on. */
  rejectNever(reason: Error): void {
    this.#neverReason = reason;
    this.rejectPending(reason);
  }

  /**
   * Rejects the values that never settle and are awaited now.
   * @returns `false` if none exist
   */
  rejectPending(reason: Error): boolean {
    const pending = this.#pending.splice(0);
    for (const reject of pending) reject(reason);
    return pending.length > 0;
  }

  never(): Promise<never> {
    if (this.#neverReason !== undefined) return Promise.reject(this.#neverReason);
    return new Promise((_, reject) => {
      if (this.#never === 'rejected') this.#pending.push(reject);
    });
  }

  /** Value that is produced later: after a microtask, an immediate or a timer. */
  async late<T>(choices: Choices, name: string, produce: () => T): Promise<T> {
    this.#lateValues += 1;
    try {
      const kind = choices.below(3);
      if (kind === 0) await undefined;
      else if (kind === 1) await immediate();
      else await new Promise((resolve) => setTimeout(resolve, choices.below(3)));
      return produce();
    } finally {
      this.#lateValues -= 1;
      this.events.push(`settle ${name}`);
    }
  }
}
