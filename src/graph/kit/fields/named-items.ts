/** Objects that the items of an argument name. */
import { badInput, isRestError, type RestError, type Violation } from '../../../rest/errors.ts';

/** Bad items that each have an error of their own. */
const mostOwnErrors = 10;

type Located<T> = readonly (T | RestError)[];

/** Finds out what lists of items name: once for each list, as many fields may use the same variable. */
export class NamedItems<Item, Named extends object> {
  readonly #argument: string;
  readonly #maxItems: number;
  readonly #locate: (item: Item, place: Violation['path']) => Named;
  readonly #known = new WeakMap<readonly Item[], Located<Named> | RestError>();

  /**
   * @param argument name of the argument
   * @param locate what one item names; fails with `BAD_USER_INPUT` for an item that names nothing
   */
  constructor(argument: string, maxItems: number, locate: (item: Item, place: Violation['path']) => Named) {
    this.#argument = argument;
    this.#maxItems = maxItems;
    this.#locate = locate;
  }

  /**
   * What each item names, or what is wrong with it.
   * @throws RestError `BAD_USER_INPUT` where there are too many items, or many that are bad
   */
  of(items: readonly Item[]): Located<Named> {
    let located = this.#known.get(items);
    if (located === undefined) {
      located = this.#check(items);
      this.#known.set(items, located);
    }
    if (isRestError(located)) throw located;
    return located;
  }

  #check(items: readonly Item[]): Located<Named> | RestError {
    if (items.length > this.#maxItems)
      return badInput([{ path: [this.#argument], message: `must hold at most ${this.#maxItems} items` }]);
    const located = items.map((item, index) => this.#attempt(item, index));
    const mistakes = located.filter((item) => isRestError(item));
    return mistakes.length > mostOwnErrors ? badInput(mistakes.flatMap(({ violations }) => violations)) : located;
  }

  #attempt(item: Item, index: number): Named | RestError {
    try {
      return this.#locate(item, [this.#argument, index]);
    } catch (error) {
      if (isRestError(error)) return error;
      throw error;
    }
  }
}
