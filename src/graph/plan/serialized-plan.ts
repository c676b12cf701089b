/** Format of `extensions.plan`: templates and counts, no values. */

/** REST operation. */
export interface SerializedRoute {
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
}

/** A call of a plan. */
export interface SerializedCall extends SerializedRoute {
  /** Coordinate of the field that makes the call. */
  readonly field: string;
  /** Response path, such as `project.pipelines.nodes`. */
  readonly at: string;
  /** Maximum number of calls. */
  readonly times: number;
  /** Whether `times` is an assumption about a list of unknown length. */
  readonly assumed: boolean;
  /** Coordinates of the fields for which the detail of an object is read; empty if the field itself makes the call. */
  readonly why: readonly string[];
  /** Index of the call whose response it needs; null if it can start immediately. */
  readonly after: number | null;
  /** Index of the part of the response that waits for it; 0 for the first part. */
  readonly part: number;
  /** Operations that may be called instead, depending on the response before; absent if the operation is certain. */
  readonly alternatives?: readonly SerializedRoute[];
}

/** Part of a response, and the calls that it waits for besides those of earlier parts. */
export interface SerializedPart {
  /** Response path of the fragment or list that is delivered later; empty for the first part. */
  readonly at: string;
  /** Label of `@defer` or `@stream`; null if none exists. */
  readonly label: string | null;
  /** Maximum number of REST calls. */
  readonly calls: number;
  /** Round trips from the start of the operation to the end of these calls, if no call has to be repeated. */
  readonly roundTrips: number;
}

export interface SerializedPlan {
  /** Maximum number of REST calls, without retries, with assumed list lengths. */
  readonly worst: number;
  /**
   * Parts that have calls, the first part first. There is one part unless `@defer` or `@stream` delivers calls later.
   */
  readonly parts: readonly SerializedPart[];
  readonly calls: readonly SerializedCall[];
  /** Operations that are not called, so that the fields that need them fail with `NOT_OFFERED`; absent if none exist. */
  readonly notOffered?: readonly SerializedRoute[];
}
