/** The form of `extensions.plan`: templates and counts, no values. */

/** A call of a plan. */
export interface PresentedCall {
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  /** Coordinate of the field that asks. */
  readonly field: string;
  /** Where in the answer, such as `project.pipelines.nodes`. */
  readonly at: string;
  /** At worst how often. */
  readonly times: number;
  /** Whether `times` rests on a length that nobody states. */
  readonly assumed: boolean;
  /** Coordinates of the fields for whose sake the detail of an object is read; empty where the field itself makes the call. */
  readonly why: readonly string[];
  /** Index of the call whose answer it needs; null where it can start at once. */
  readonly after: number | null;
}

export interface PresentedPlan {
  /** REST calls at worst, retries aside and with assumed lengths. */
  readonly worst: number;
  readonly calls: readonly PresentedCall[];
}
