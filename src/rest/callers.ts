/** Callers, and the limited resources that they use. */
import { createCache } from '../helpers/bounded-cache.ts';
import type { Credential } from './credential.ts';

/**
 * Maximum number of accepted credentials. An evicted one counts for its address until the upstream accepts it again.
 */
const maxAcceptedCredentials = 100_000;

/** Upper bound on what one caller uses of a resource, as a multiple of what is free, so that some remains for new callers. */
export const maxUsePerFree = 3;

/** Use of a limited resource, which counts for a caller. */
export interface Use {
  /** Counts it for another caller: its credential, which the upstream has accepted. */
  moveTo(caller: string): void;
}

/**
 * A credential is a caller of its own once the upstream has accepted it. Until then it counts for the network address
 * of the client, like requests without a credential, so that random tokens do not evade limits. What it uses at that
 * time moves with it.
 */
export class Callers {
  readonly #accepted = createCache<true>(maxAcceptedCredentials);
  /** Uses that count for an address until the upstream accepts their credential, by its fingerprint. */
  readonly #pending = new Map<string, Set<Use>>();

  /** Caller that a credential counts for: its fingerprint or an address. */
  identify({ fingerprint, address, isAnonymous }: Credential): string {
    if (address === undefined) return fingerprint;
    return !isAnonymous && this.#accepted.get(fingerprint) ? fingerprint : address;
  }

  /** Whether the upstream has accepted a credential, so that it is a caller of its own. */
  isAccepted(credential: Credential): boolean {
    return !credential.isAnonymous && this.identify(credential) === credential.fingerprint;
  }

  /** Records that a call with this credential has succeeded. */
  accept({ fingerprint, isAnonymous }: Credential): void {
    if (isAnonymous || this.#accepted.has(fingerprint)) return;
    this.#accepted.set(fingerprint, true);
    const uses = this.#pending.get(fingerprint);
    this.#pending.delete(fingerprint);
    for (const use of uses ?? []) use.moveTo(fingerprint);
  }

  /** Adds a use. @returns the caller that it counts for, until it is moved */
  add(credential: Credential, use: Use): string {
    const caller = this.identify(credential);
    const { fingerprint, isAnonymous } = credential;
    if (isAnonymous || caller === fingerprint) return caller;
    const uses = this.#pending.get(fingerprint);
    if (uses === undefined) this.#pending.set(fingerprint, new Set([use]));
    else uses.add(use);
    return caller;
  }

  /** Removes a use that has ended. */
  remove({ fingerprint }: Credential, use: Use): void {
    const uses = this.#pending.get(fingerprint);
    if (uses?.delete(use) && uses.size === 0) this.#pending.delete(fingerprint);
  }
}

/** Amount that one client uses of a resource. */
export class Reservation implements Use {
  readonly #amounts: CallerAmounts;
  readonly credential: Credential;
  #caller: string;
  #amount = 0;
  #isReleased = false;

  /** Called only by `CallerAmounts.reserve`. */
  constructor(amounts: CallerAmounts, credential: Credential) {
    this.#amounts = amounts;
    this.credential = credential;
    this.#caller = amounts.callers.add(credential, this);
  }

  /** Sets the amount. No-op after the release. */
  resize(amount: number): void {
    if (this.#isReleased) return;
    this.#amounts.add(this.#caller, amount - this.#amount);
    this.#amount = amount;
  }

  /** Releases the amount. Further calls have no effect. */
  release(): void {
    this.resize(0);
    this.#isReleased = true;
    this.#amounts.callers.remove(this.credential, this);
  }

  moveTo(caller: string): void {
    this.#amounts.add(this.#caller, -this.#amount);
    this.#caller = caller;
    this.#amounts.add(caller, this.#amount);
  }
}

/** Amounts of one resource by caller, such as open streams or unsent bytes. It enforces no limit. */
export class CallerAmounts {
  readonly callers: Callers;
  /** Contains only callers that use the resource, so it cannot grow without bound. */
  readonly #amounts = new Map<string, number>();
  #total = 0;

  constructor(callers: Callers) {
    this.callers = callers;
  }

  /** Amount of all callers. */
  get total(): number {
    return this.#total;
  }

  /** Amount of the caller that a credential counts for. */
  get(credential: Credential): number {
    return this.#amounts.get(this.callers.identify(credential)) ?? 0;
  }

  /** Reserves an amount for the client of a credential. */
  reserve(credential: Credential, amount = 0): Reservation {
    const reservation = new Reservation(this, credential);
    reservation.resize(amount);
    return reservation;
  }

  /** Called only by `Reservation`. */
  add(caller: string, difference: number): void {
    const amount = (this.#amounts.get(caller) ?? 0) + difference;
    this.#total += difference;
    if (amount > 0) this.#amounts.set(caller, amount);
    else this.#amounts.delete(caller);
  }
}
