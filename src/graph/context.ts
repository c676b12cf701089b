import type { RestSession } from '../rest/batch/session.ts';
import type { ResponsePartName } from '../rest/request.ts';
import type { Watcher } from '../watch/watcher.ts';
import type { Cursors } from './kit/paging/cursors.ts';

/** Context of resolvers. */
export interface GraphContext {
  /** REST session of the operation; in a subscription, that of one event. */
  readonly rest: RestSession;
  /** Part of the response that contains the field; `undefined` for the first part. */
  readonly part?: ResponsePartName | undefined;
  /** Encodes and decodes the cursors of lists. */
  readonly cursors: Cursors;
  /** Base of the public URLs of the facade. */
  readonly publicUrl: URL;
  /** Watches the objects and lists of subscriptions. */
  readonly watcher: Watcher;
  /** Called with the codes of the errors in the payload of a mutation. */
  readonly onPayloadErrors?: ((codes: readonly string[]) => void) | undefined;
}
