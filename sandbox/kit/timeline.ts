/** States that an object enters as time passes, such as those of a pipeline or an export. */
export interface Timeline<State extends string> {
  /** States with the times at which they are entered, in order. The last state is final. */
  readonly steps: readonly { readonly state: State; readonly at: number }[];
}

/**
 * Creates a timeline in which each state is entered after a delay in milliseconds, multiplied by `timeScale`.
 *
 * @example createTimeline(store.now(), store.timeScale, [['created', 0], ['running', 2_000], ['finished', 8_000]])
 */
export function createTimeline<State extends string>(
  start: number,
  timeScale: number,
  states: readonly (readonly [state: State, after: number])[],
): Timeline<State> {
  return { steps: states.map(([state, after]) => ({ state, at: start + after * timeScale })) };
}

/** Creates a timeline with one state. */
export function constantTimeline<State extends string>(state: State, at: number): Timeline<State> {
  return { steps: [{ state, at }] };
}

/** Returns the state at a time, and the time at which it was entered. */
export function stateAt<State extends string>(
  { steps }: Timeline<State>,
  now: number,
): { state: State; since: number } {
  const [first] = steps;
  if (first === undefined) throw new Error('A timeline has at least one state');
  const { state, at } = steps.findLast((step) => step.at <= now) ?? first;
  return { state, since: at };
}

/** Time at which one of the states was first entered; `undefined` if none has been entered. */
export function enteredAt<State extends string>(
  { steps }: Timeline<State>,
  now: number,
  states: readonly State[],
): number | undefined {
  return steps.find((step) => step.at <= now && states.includes(step.state))?.at;
}
