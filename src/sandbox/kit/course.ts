/** States that a thing goes through by itself as time passes, such as those of a pipeline or an export. */
export interface Course<State extends string> {
  /** When each state is entered, in this order; the last one stays. */
  readonly steps: readonly { readonly state: State; readonly at: number }[];
}

/**
 * A course that starts now, each state entered so many milliseconds after the start.
 *
 * @example course(store.now(), store.pace, [['created', 0], ['running', 2_000], ['finished', 8_000]])
 */
export function course<State extends string>(
  start: number,
  pace: number,
  states: readonly (readonly [state: State, after: number])[],
): Course<State> {
  return { steps: states.map(([state, after]) => ({ state, at: start + after * pace })) };
}

/** The course of something that stays in one state. */
export function settled<State extends string>(state: State, at: number): Course<State> {
  return { steps: [{ state, at }] };
}

/** The state at a time, and since when. */
export function stateAt<State extends string>({ steps }: Course<State>, now: number): { state: State; since: number } {
  const [first] = steps;
  if (first === undefined) throw new Error('A course has at least one state');
  const { state, at } = steps.findLast((step) => step.at <= now) ?? first;
  return { state, since: at };
}

/** When one of these states was first entered; undefined while it was not. */
export function enteredAt<State extends string>(
  { steps }: Course<State>,
  now: number,
  states: readonly State[],
): number | undefined {
  return steps.find((step) => step.at <= now && states.includes(step.state))?.at;
}
