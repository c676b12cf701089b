/** How something that takes time is followed. */
import type { Attributes } from './state.ts';

export interface Watch {
  /** Attributes whose change is an event. */
  readonly compares: readonly string[];
  /** Whether nothing more happens to it by itself. A word that is not known is not the end. */
  readonly isOver: (attributes: Attributes) => boolean;
}
