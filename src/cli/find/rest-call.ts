/** REST calls as the GraphiQL page shows them. */

/** Operation of the REST service that a field calls. */
export interface RestCall {
  readonly id: string;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  readonly summary: string;
  /** Coordinate of a field that makes the call. */
  readonly field: string;
}

/** Query or mutation that makes a call. */
export interface RestCallQuery {
  readonly query: string;
  /** Values of the variables. Those that the call does not contain are null. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Placeholders of the path parameters in the variables, by name. */
  readonly values: Readonly<Record<string, string>>;
}
