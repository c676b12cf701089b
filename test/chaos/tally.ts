/** Counts of a run and their report. */

/** Violations that must not occur. */
export const violationKinds = ['wrong', 'crossed', 'repeated', 'lost', 'unhandled'] as const;

export type ViolationKind = (typeof violationKinds)[number];

/** Valid outcomes of an operation: complete, with errors of fields, rejected, or aborted by its client. */
export const outcomes = ['complete', 'partial', 'rejected', 'aborted'] as const;

export type Outcome = (typeof outcomes)[number];

const maxDetails = 8;
const maxDetailLength = 1500;

export class Tally {
  readonly #violations = new Map<ViolationKind, number>(violationKinds.map((violation) => [violation, 0]));
  readonly #details = new Map<ViolationKind, Map<string, string>>();
  readonly #operations = new Map<string, Map<Outcome, number>>();
  readonly #faults = new Map<string, number>();
  readonly #codes = new Map<string, number>();
  readonly #onViolation: (violation: ViolationKind, detail: string) => void;

  /**
   * @param kinds operations and faults that must occur at least once
   * @param onViolation called for each violation immediately
   */
  constructor(
    kinds: { readonly operations: readonly string[]; readonly faults: readonly string[] },
    onViolation: (violation: ViolationKind, detail: string) => void = () => undefined,
  ) {
    this.#onViolation = onViolation;
    for (const kind of kinds.operations) this.#operations.set(kind, new Map());
    for (const kind of kinds.faults) this.#faults.set(kind, 0);
  }

  fail(violation: ViolationKind, detail: string): void {
    this.#violations.set(violation, this.count(violation) + 1);
    this.#onViolation(violation, detail);
    const details = this.#details.get(violation) ?? new Map<string, string>();
    this.#details.set(violation, details);
    // Omits the same violation of other callers.
    const shape = detail.replace(/\bc\d\d\b|\d+/g, '');
    if (details.size < maxDetails && !details.has(shape)) details.set(shape, detail.slice(0, maxDetailLength));
  }

  count(violation: ViolationKind): number {
    return this.#violations.get(violation) ?? 0;
  }

  countOperation(operation: string, outcome: Outcome): void {
    const counts = this.#operations.get(operation) ?? new Map<Outcome, number>();
    this.#operations.set(operation, counts);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }

  /** Number of operations that have ended. */
  get operations(): number {
    return this.#operations
      .values()
      .reduce((sum, counts) => sum + counts.values().reduce((total, count) => total + count, 0), 0);
  }

  /** Number of faults that have occurred. */
  get faults(): number {
    return this.#faults.values().reduce((sum, count) => sum + count, 0);
  }

  countFault(kind: string): void {
    this.#faults.set(kind, (this.#faults.get(kind) ?? 0) + 1);
  }

  /** Returns the count of a code. */
  getCodeCount(code: string): number {
    return this.#codes.get(code) ?? 0;
  }

  countCode(code: string): void {
    this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
  }

  /** Kinds of operations without a success, and kinds of faults that did not occur. */
  get untested(): readonly string[] {
    const operations = [...this.#operations].filter(
      ([kind, counts]) => !counts.get(kind === 'disconnect' ? 'aborted' : 'complete'),
    );
    const faults = [...this.#faults].filter(([, count]) => count === 0);
    return [...operations, ...faults].map(([kind]) => kind);
  }

  details(): string {
    return violationKinds
      .flatMap((violation) =>
        [...(this.#details.get(violation)?.values() ?? [])].map((detail) => `${violation}: ${detail}`),
      )
      .join('\n');
  }

  table(): string {
    const rows = [...this.#operations].map(([kind, counts]) => [
      kind,
      ...outcomes.map((each) => counts.get(each) ?? 0),
    ]);
    const formatRow = (cells: readonly (string | number)[]) =>
      cells.map((cell, index) => (index === 0 ? `${cell}`.padEnd(22) : `${cell}`.padStart(9))).join('');
    const formatCounts = (counts: ReadonlyMap<string, number>) =>
      [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none';
    return [
      formatRow(['operation', ...outcomes]),
      ...rows.map(formatRow),
      `faults: ${formatCounts(this.#faults)}`,
      `error codes: ${formatCounts(this.#codes)}`,
    ].join('\n');
  }
}
