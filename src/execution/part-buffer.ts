/** Collects what is complete for the next part of a response. */
import type {
  CompletedPart,
  Deliverable,
  IncrementalData,
  PartErrors,
  PendingPart,
  SubsequentResult,
} from './deferred-parts.ts';

export class PartBuffer {
  #idCount = 0;
  /** Fragments and lists that the client waits for. */
  readonly #deliverables = new Set<Deliverable>();
  #pending: PendingPart[] = [];
  #incremental: IncrementalData[] = [];
  #completed: CompletedPart[] = [];
  #isClosed = false;
  #onChange: (() => void) | undefined;

  /** Whether the client waits for a fragment or list. */
  get hasNext(): boolean {
    return this.#deliverables.size > 0;
  }

  /** Announces a fragment or list under a new id. */
  announce(deliverable: Deliverable): void {
    const { label, position } = deliverable;
    const id = String(this.#idCount);
    this.#idCount += 1;
    deliverable.id = id;
    this.#deliverables.add(deliverable);
    this.#pending.push({ id, path: position.keys, ...(label !== undefined && { label }) });
  }

  addData(data: IncrementalData): void {
    this.#incremental.push(data);
  }

  /** Adds items, to those of the same list if possible. */
  addItems(id: string, items: unknown[], errors: PartErrors): void {
    const last = this.#incremental.at(-1);
    const hasErrors = errors.errors !== undefined || last?.errors !== undefined;
    if (last?.id === id && last.items !== undefined && !hasErrors) last.items.push(...items);
    else this.#incremental.push({ id, items, ...errors });
  }

  /** Announces that nothing more follows for a fragment or list. */
  complete(deliverable: Deliverable, completed: CompletedPart): void {
    deliverable.id = undefined;
    this.#deliverables.delete(deliverable);
    this.#completed.push(completed);
  }

  /** Resolves a pending `take`. */
  flush(): void {
    const onChange = this.#onChange;
    this.#onChange = undefined;
    onChange?.();
  }

  /** Ends the parts. */
  close(): void {
    this.#isClosed = true;
    this.flush();
  }

  takePending(): readonly PendingPart[] {
    const pending = this.#pending;
    this.#pending = [];
    return pending;
  }

  /** Waits for the next part. Returns `undefined` once the parts have ended. */
  async take(): Promise<SubsequentResult | undefined> {
    while (!this.#hasContent && !this.#isClosed)
      await new Promise<void>((resolve) => {
        // Values that arrive in the same turn of the event loop are one part.
        this.#onChange = () => setImmediate(resolve);
      });
    if (this.#isClosed) return undefined;
    const incremental = this.#incremental;
    const completed = this.#completed;
    this.#incremental = [];
    this.#completed = [];
    const pending = this.takePending();
    return {
      hasNext: this.hasNext,
      ...(pending.length > 0 && { pending }),
      ...(incremental.length > 0 && { incremental }),
      ...(completed.length > 0 && { completed }),
    };
  }

  get #hasContent(): boolean {
    return this.#pending.length + this.#incremental.length + this.#completed.length > 0;
  }
}
