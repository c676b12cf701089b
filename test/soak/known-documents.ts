/** A client that sends the hashes of its documents, and a document only where its hash is not known. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Asker } from '../chaos/clients.ts';

const documents = 40;
const longestPause = 2000;

const documentOf = (index: number) => `{ currentUser { username } } # known document ${index}`;

/** Keeps asking. @param told called with whether the hash was known */
export async function keepSendingHashes(asker: Asker, isOver: () => boolean, told: (known: boolean) => void) {
  const { random } = asker;
  while (!isOver()) {
    const query = documentOf(random.integer(1, documents));
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    const [result] = await asker.ask('POST', { extensions });
    const isUnknown = result?.errors?.some(({ message }) => message === 'PersistedQueryNotFound') ?? false;
    if (isUnknown) await asker.ask('POST', { query, extensions });
    told(!isUnknown);
    await pause(random.integer(10, longestPause));
  }
}
