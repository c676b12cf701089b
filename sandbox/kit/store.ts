/** Data of the sandbox: tables of rows. Each table is seeded when it is first used. */
import type { Clock } from './clock.ts';
import { Random } from './random.ts';

/** Number of seeded objects. */
export interface Scale {
  /** All users, including the role users. */
  readonly users: number;
  /** Additional root groups; public and empty. */
  readonly extraGroups: number;
  /** Additional projects; public, and in one group. */
  readonly extraProjects: number;
  /** Pipelines of the project with the most of them. */
  readonly pipelines: number;
}

/** State of one sandbox. */
export class Store {
  readonly clock: Clock;
  readonly scale: Scale;
  /** Factor on the durations of timelines. */
  readonly timeScale: number;
  /** Start time of the sandbox. Seeded objects are older. */
  readonly startedAt: number;
  /** Maximum number of created rows of one table, without seeded rows. */
  readonly createdRows: number;
  /** Prefix of the seeds of tables; worlds of different prefixes differ in everything but their landmarks. */
  readonly seed: string;
  readonly #counters = new Map<string, number>();

  constructor(clock: Clock, scale: Scale, timeScale: number, createdRows = 1000, seed = '') {
    this.seed = seed;
    this.createdRows = createdRows;
    this.clock = clock;
    this.scale = scale;
    this.timeScale = timeScale;
    this.startedAt = clock.now();
  }

  now(): number {
    return this.clock.now();
  }

  /** Returns the next number of a sequence, such as the iids of the pipelines of a project. Starts at 1; numbers are unique. */
  next(sequence: string): number {
    const number = (this.#counters.get(sequence) ?? 0) + 1;
    this.#counters.set(sequence, number);
    return number;
  }
}

/** Rows by id: the seeded ones and the newest created ones. */
export class Table<Row extends { readonly id: number | string }> {
  readonly #rows = new Map<Row['id'], Row>();
  #lastId = 0;
  /** Ids of the created rows, the oldest first; `undefined` while the table is being seeded. */
  #created: Set<Row['id']> | undefined;
  #maxCreated = 0;

  /** Ends seeding. Later rows count as created, and the oldest of them are dropped above `maxCreated`. */
  open(maxCreated: number): void {
    this.#created = new Set();
    this.#maxCreated = maxCreated;
  }

  /** Adds a row with an id, or replaces the row with that id. */
  put(row: Row): Row {
    if (this.#created !== undefined && !this.#rows.has(row.id)) this.#addCreated(row.id, this.#created);
    this.#rows.set(row.id, row);
    if (typeof row.id === 'number' && row.id > this.#lastId) this.#lastId = row.id;
    return row;
  }

  /** Adds a row with the next free id. */
  insert(create: (id: number) => Row): Row {
    return this.put(create(this.#lastId + 1));
  }

  get(id: Row['id']): Row | undefined {
    return this.#rows.get(id);
  }

  delete(id: Row['id']): boolean {
    this.#created?.delete(id);
    return this.#rows.delete(id);
  }

  #addCreated(id: Row['id'], created: Set<Row['id']>): void {
    created.add(id);
    if (created.size <= this.#maxCreated) return;
    const [oldest] = created;
    if (oldest !== undefined) this.delete(oldest);
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Returns all rows in the order in which they were added. */
  all(): Row[] {
    return [...this.#rows.values()];
  }

  where(condition: (row: Row) => boolean): Row[] {
    const matches: Row[] = [];
    for (const row of this.#rows.values()) if (condition(row)) matches.push(row);
    return matches;
  }

  find(condition: (row: Row) => boolean): Row | undefined {
    for (const row of this.#rows.values()) if (condition(row)) return row;
    return undefined;
  }
}

/** Arguments of a seed: an empty table, and random numbers that are equal in every sandbox. */
export interface Seeding<Row extends { readonly id: number | string }> {
  readonly store: Store;
  readonly table: Table<Row>;
  readonly random: Random;
}

/**
 * Declares a table of every store. It is seeded on first use; a seed may use other tables, which are
 * seeded first.
 *
 * @returns a function that returns the table of a store
 */
export function table<Row extends { readonly id: number | string }>(
  name: string,
  seed?: (seeding: Seeding<Row>) => void,
): (store: Store) => Table<Row> {
  const tables = new WeakMap<Store, Table<Row>>();
  const unfinished = new WeakSet<Store>();
  return (store) => {
    if (unfinished.has(store)) throw new Error(`The seed of ${name} needs ${name}`);
    const existing = tables.get(store);
    if (existing) return existing;
    const created = new Table<Row>();
    unfinished.add(store);
    try {
      seed?.({ store, table: created, random: new Random(`${store.seed}${name}`) });
    } finally {
      unfinished.delete(store);
    }
    created.open(store.createdRows);
    tables.set(store, created);
    return created;
  };
}
