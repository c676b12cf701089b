import type { RestSession } from '../rest/batch/session.ts';

/** What every resolver gets: the REST calls of its operation, and the facade's own public address. */
export interface GraphContext {
  readonly rest: RestSession;
  /** Base of the URLs under which clients reach the facade. */
  readonly publicUrl: URL;
}
