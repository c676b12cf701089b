/** REST operations, and queries that call them, as the GraphiQL page shows them. */

/** Operation of the REST service that a field calls. */
export interface RestCall {
  readonly id: string;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  readonly summary: string;
  /** Names of the query parameters, and of the body members of a write, which a search for its query may contain. */
  readonly parameters: readonly string[];
  /** Names of the parameters and members, at any depth, whose strings are secret. */
  readonly secrets: readonly string[];
  /** Coordinate of a field that sends the call. */
  readonly field: string;
}

/** Query or mutation that sends a call. */
export interface RestCallQuery {
  /** Document with one operation, which is named after the operation of the call. */
  readonly query: string;
  /** Values of the variables. Those that the call does not contain are null. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Placeholders of the path parameters in the variables, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** Differences between the call of the query and the searched call; empty for a write without parameters and members. */
  readonly remarks: readonly string[];
}

/** Values of a call besides its path. */
export interface RestCallValues {
  /** Query parameters, as in a URL. */
  readonly search: string;
  /** Members of the body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Names of the files of a form, by member. */
  readonly files: Readonly<Record<string, string>>;
}
