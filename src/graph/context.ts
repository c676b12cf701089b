import type { RestSession } from '../rest/batch/session.ts';
import type { Watcher } from '../watch/watcher.ts';
import type { Cursors } from './kit/paging/cursors.ts';

/** What every resolver gets beside its arguments. */
export interface GraphContext {
  /** The REST calls of the operation; of a subscription, those of one event. */
  readonly rest: RestSession;
  /** Writes and reads the cursors of lists. */
  readonly cursors: Cursors;
  /** Base of the URLs under which clients reach the facade. */
  readonly publicUrl: URL;
  /** Follows what takes time. */
  readonly watch: Watcher;
}
