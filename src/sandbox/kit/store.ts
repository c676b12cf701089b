/** What the sandbox holds: tables of rows, each filled with its seed when it is first used. */
import type { Clock } from './clock.ts';
import { Random } from './random.ts';

/** How much of some things there is. */
export interface Scale {
  /** Users altogether, the role users included. */
  readonly users: number;
  /** Root groups besides the ordinary ones; public and empty. */
  readonly extraGroups: number;
  /** Projects besides the ordinary ones; public, and in one group. */
  readonly extraProjects: number;
  /** Pipelines of the project that has the most. */
  readonly pipelines: number;
}

/** The state of one sandbox. */
export class Store {
  readonly clock: Clock;
  readonly scale: Scale;
  /** Factor on the durations of whatever moves with time. */
  readonly pace: number;
  /** When the sandbox started: seeded things lie before it. */
  readonly startedAt: number;
  /** Rows of one table, besides those of its seed. */
  readonly createdRows: number;
  readonly #counters = new Map<string, number>();

  constructor(clock: Clock, scale: Scale, pace: number, createdRows = 1000) {
    this.createdRows = createdRows;
    this.clock = clock;
    this.scale = scale;
    this.pace = pace;
    this.startedAt = clock.now();
  }

  now(): number {
    return this.clock.now();
  }

  /** The next number of a sequence, such as the iids of one project's pipelines. Counts from 1; never gives one twice. */
  next(sequence: string): number {
    const number = (this.#counters.get(sequence) ?? 0) + 1;
    this.#counters.set(sequence, number);
    return number;
  }
}

/** Rows of one kind by id. Beside those of its seed it holds the newest ones only. */
export class Table<Row extends { readonly id: number | string }> {
  readonly #rows = new Map<Row['id'], Row>();
  #lastId = 0;
  /** Ids of the rows that came after the seed, the oldest first; undefined while it is seeded. */
  #created: Set<Row['id']> | undefined;
  #mostCreated = 0;

  /** Ends the seed: from now on, so many rows may be added before the oldest of them are dropped. */
  open(mostCreated: number): void {
    this.#created = new Set();
    this.#mostCreated = mostCreated;
  }

  /** Adds a row whose id is known, or replaces the one that has it. */
  put(row: Row): Row {
    if (this.#created !== undefined && !this.#rows.has(row.id)) this.#make(row.id, this.#created);
    this.#rows.set(row.id, row);
    if (typeof row.id === 'number' && row.id > this.#lastId) this.#lastId = row.id;
    return row;
  }

  /** Adds a row under the next free number. */
  insert(make: (id: number) => Row): Row {
    return this.put(make(this.#lastId + 1));
  }

  get(id: Row['id']): Row | undefined {
    return this.#rows.get(id);
  }

  delete(id: Row['id']): boolean {
    this.#created?.delete(id);
    return this.#rows.delete(id);
  }

  #make(id: Row['id'], created: Set<Row['id']>): void {
    created.add(id);
    if (created.size <= this.#mostCreated) return;
    const [oldest] = created;
    if (oldest !== undefined) this.delete(oldest);
  }

  get size(): number {
    return this.#rows.size;
  }

  /** All rows in the order in which they were added. */
  all(): Row[] {
    return [...this.#rows.values()];
  }

  where(condition: (row: Row) => boolean): Row[] {
    const found: Row[] = [];
    for (const row of this.#rows.values()) if (condition(row)) found.push(row);
    return found;
  }

  find(condition: (row: Row) => boolean): Row | undefined {
    for (const row of this.#rows.values()) if (condition(row)) return row;
    return undefined;
  }
}

/** What a seed gets: an empty table and numbers that are the same in every sandbox. */
export interface Seeding<Row extends { readonly id: number | string }> {
  readonly store: Store;
  readonly table: Table<Row>;
  readonly random: Random;
}

/**
 * Declares a table. It exists in every store, empty or seeded on first use; a seed may use other tables, which are then
 * seeded before.
 *
 * @returns A function that gives the table of a store.
 */
export function table<Row extends { readonly id: number | string }>(
  name: string,
  seed?: (seeding: Seeding<Row>) => void,
): (store: Store) => Table<Row> {
  const tables = new WeakMap<Store, Table<Row>>();
  const unfinished = new WeakSet<Store>();
  return (store) => {
    if (unfinished.has(store)) throw new Error(`The seed of ${name} needs ${name}`);
    const known = tables.get(store);
    if (known) return known;
    const created = new Table<Row>();
    unfinished.add(store);
    seed?.({ store, table: created, random: new Random(name) });
    unfinished.delete(store);
    created.open(store.createdRows);
    tables.set(store, created);
    return created;
  };
}
