/** Objects that the items of an argument identify. */
import { memoize } from '../../../helpers/memoize.ts';
import { badInput, isRestError, type RestError, type Violation } from '../../../rest/errors.ts';

/** Maximum number of invalid items that have separate errors. With more of them, the whole argument is rejected. */
const maxItemErrors = 10;

type Located<T> = readonly (T | RestError)[];

/**
 * Locates the objects of lists of items. The result is cached by list, because many fields can use the same variable.
 */
export class IdentifiedItems<Item, Named extends object> {
  readonly #argument: string;
  readonly #maxItems: number;
  readonly #locate: (item: Item, inputPath: Violation['path']) => Named;
  readonly #check = memoize((items: readonly Item[]) => this.#locateItems(items));

  /**
   * @param argument name of the argument
   * @param locate locates the object of one item, and throws `BAD_USER_INPUT` if the item identifies none
   */
  constructor(argument: string, maxItems: number, locate: (item: Item, inputPath: Violation['path']) => Named) {
    this.#argument = argument;
    this.#maxItems = maxItems;
    this.#locate = locate;
  }

  /**
   * Returns the location of each item, or its error.
   * @throws RestError BAD_USER_INPUT if there are too many items, or too many invalid ones
   */
  locateAll(items: readonly Item[]): Located<Named> {
    const located = this.#check(items);
    if (isRestError(located)) throw located;
    return located;
  }

  #locateItems(items: readonly Item[]): Located<Named> | RestError {
    if (items.length > this.#maxItems)
      return badInput([{ path: [this.#argument], message: `must have at most ${this.#maxItems} items` }]);
    const located = items.map((item, index) => this.#locateItem(item, index));
    const errors = located.filter((item) => isRestError(item));
    return errors.length > maxItemErrors ? badInput(errors.flatMap(({ violations }) => violations)) : located;
  }

  #locateItem(item: Item, index: number): Named | RestError {
    try {
      return this.#locate(item, [this.#argument, index]);
    } catch (error) {
      if (isRestError(error)) return error;
      throw error;
    }
  }
}
