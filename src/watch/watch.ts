/** Describes how changes of a resource are detected. */
import type { Attributes } from './state.ts';

export interface Watch {
  /** Attributes whose change is an event. */
  readonly comparedAttributes: readonly string[];
  /** Whether the resource has reached a final state. Unknown values are not final. */
  readonly isOver: (attributes: Attributes) => boolean;
}
