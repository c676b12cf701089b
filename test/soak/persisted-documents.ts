/** Client of automatic persisted queries: sends hashes, and a document only if the facade does not have it. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OperationSender } from '../chaos/clients.ts';

const documentCount = 40;
const maxPauseMs = 2000;

const toDocument = (index: number) => `{ currentUser { username } } # persisted document ${index}`;

/** Sends one hash after another until `isOver`. @param onResponse called with whether the facade had the document */
export async function keepSendingHashes(
  sender: OperationSender,
  isOver: () => boolean,
  onResponse: (isCached: boolean) => void,
) {
  const { random } = sender;
  while (!isOver()) {
    const query = toDocument(random.integer(1, documentCount));
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    const [result] = await sender.send('POST', { extensions });
    const isMissing = result?.errors?.some(({ message }) => message === 'PersistedQueryNotFound') ?? false;
    if (isMissing) await sender.send('POST', { query, extensions });
    onResponse(!isMissing);
    await pause(random.integer(10, maxPauseMs));
  }
}
