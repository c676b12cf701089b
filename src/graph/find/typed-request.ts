/** Requests as users type them. The GraphiQL page contains this module. */
import { withoutUserInfo } from '../kit/contract/user-info.ts';

/** Request in the form in which the user entered it. */
export interface TypedRequest {
  readonly method: string;
  /** URL, or path with query. */
  readonly url: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Removes the user name and password before the host of a URL. The scheme is optional. */
export function withoutSignIn(url: string): string {
  const clean = withoutUserInfo(url);
  if (/^(?:[a-z][a-z\d+.-]*:)?\//i.test(clean)) return clean;
  // A colon before digits starts a port; a password may contain slashes.
  const [userInfo = ''] = /^(?:[^\s/?#]*|[^\s/?#:]+:(?!\d{0,5}\/)[^\s?#]*)@/.exec(clean) ?? [];
  return clean.slice(userInfo.length);
}
