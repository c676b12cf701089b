/** Priority of a call for which only a later part of a response waits. */
export class CallPriority {
  #isDeferred = true;
  /** Called when a read of the first part joins the call. */
  onRaise: (() => void) | undefined;

  /** Whether the call waits for a connection behind the calls of first parts. */
  get isDeferred(): boolean {
    return this.#isDeferred;
  }

  raise(): void {
    if (!this.#isDeferred) return;
    this.#isDeferred = false;
    this.onRaise?.();
  }
}
