/** What a run counts, and how it says so. */

/** What must not happen. */
export const failings = ['wrong', 'crossed', 'repeated', 'lost', 'unhandled'] as const;

export type Failing = (typeof failings)[number];

/** How an operation ended, as far as that is right: as asked, with errors in places, refused, or left by its client. */
export const outcomes = ['whole', 'partial', 'refused', 'left'] as const;

export type Outcome = (typeof outcomes)[number];

const shownDetails = 8;
const longestDetail = 1500;

export class Tally {
  readonly #failings = new Map<Failing, number>(failings.map((failing) => [failing, 0]));
  readonly #details = new Map<Failing, Map<string, string>>();
  readonly #operations = new Map<string, Map<Outcome, number>>();
  readonly #faults = new Map<string, number>();
  readonly #codes = new Map<string, number>();
  readonly #hear: (failing: Failing, detail: string) => void;

  /**
   * @param kinds all that a run is to do at least once
   * @param hear told of each failing at once
   */
  constructor(
    kinds: { readonly operations: readonly string[]; readonly faults: readonly string[] },
    hear: (failing: Failing, detail: string) => void = () => undefined,
  ) {
    this.#hear = hear;
    for (const kind of kinds.operations) this.#operations.set(kind, new Map());
    for (const kind of kinds.faults) this.#faults.set(kind, 0);
  }

  fail(failing: Failing, detail: string): void {
    this.#failings.set(failing, this.count(failing) + 1);
    this.#hear(failing, detail);
    const details = this.#details.get(failing) ?? new Map<string, string>();
    this.#details.set(failing, details);
    // The same from other callers tells nothing more.
    const shape = detail.replace(/\bc\d\d\b|\d+/g, '');
    if (details.size < shownDetails && !details.has(shape)) details.set(shape, detail.slice(0, longestDetail));
  }

  count(failing: Failing): number {
    return this.#failings.get(failing) ?? 0;
  }

  ended(operation: string, outcome: Outcome): void {
    const known = this.#operations.get(operation) ?? new Map<Outcome, number>();
    this.#operations.set(operation, known);
    known.set(outcome, (known.get(outcome) ?? 0) + 1);
  }

  /** Operations that have ended. */
  get operations(): number {
    return this.#operations
      .values()
      .reduce((sum, counts) => sum + counts.values().reduce((all, one) => all + one, 0), 0);
  }

  /** Faults that have occurred. */
  get faults(): number {
    return this.#faults.values().reduce((sum, count) => sum + count, 0);
  }

  fault(kind: string): void {
    this.#faults.set(kind, (this.#faults.get(kind) ?? 0) + 1);
  }

  /** How often a code was counted. */
  countOf(code: string): number {
    return this.#codes.get(code) ?? 0;
  }

  code(code: string): void {
    this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
  }

  /** Kinds of operations of which none succeeded, and kinds of faults that never occurred: the run has not tested these. */
  get untested(): readonly string[] {
    const operations = [...this.#operations].filter(
      ([kind, counts]) => !counts.get(kind === 'leave' ? 'left' : 'whole'),
    );
    const faults = [...this.#faults].filter(([, count]) => count === 0);
    return [...operations, ...faults].map(([kind]) => kind);
  }

  details(): string {
    return failings
      .flatMap((failing) => [...(this.#details.get(failing)?.values() ?? [])].map((detail) => `${failing}: ${detail}`))
      .join('\n');
  }

  table(): string {
    const rows = [...this.#operations].map(([kind, counts]) => [
      kind,
      ...outcomes.map((each) => counts.get(each) ?? 0),
    ]);
    const line = (cells: readonly (string | number)[]) =>
      cells.map((cell, index) => (index === 0 ? `${cell}`.padEnd(22) : `${cell}`.padStart(9))).join('');
    const counted = (counts: ReadonlyMap<string, number>) =>
      [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none';
    return [
      line(['operation', ...outcomes]),
      ...rows.map(line),
      `faults: ${counted(this.#faults)}`,
      `error codes: ${counted(this.#codes)}`,
    ].join('\n');
  }
}
