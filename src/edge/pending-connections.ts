import { LinkedList } from '../rest/linked-list.ts';

/** Connections by address whose clients have not shown an accepted credential, the oldest first. */
export class PendingConnections<Connection> {
  readonly #max: number;
  readonly #addresses = new Map<string, LinkedList<Connection>>();

  /** @param max maximum number of pending connections of one address */
  constructor(max: number) {
    this.#max = Math.max(1, max);
  }

  /**
   * Adds a connection.
   * @returns the oldest one of the address if there are too many, and a function that removes the new one; further calls have no effect
   */
  add(
    address: string,
    connection: Connection,
  ): { readonly excess: Connection | undefined; readonly remove: () => void } {
    const existing = this.#addresses.get(address);
    const pending = existing ?? new LinkedList<Connection>();
    if (existing === undefined) this.#addresses.set(address, pending);
    const oldest = pending.size >= this.#max ? pending.first : undefined;
    const link = pending.append(connection);
    return {
      excess: oldest?.value,
      remove: () => {
        if (!link.isListed) return;
        pending.remove(link);
        if (pending.size === 0) this.#addresses.delete(address);
      },
    };
  }
}
