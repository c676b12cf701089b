/** The token of requests. It stays in the memory of the page, and in the session storage of its tab only when that is asked for. */
import { settings } from './settings.ts';
import { Store } from './store.ts';

const storageKey = 'portico:token';

export interface Credentials {
  /** The name of a role of the sandbox; absent for a token of one's own. */
  readonly role: string | undefined;
  /** The empty text sends none. */
  readonly token: string;
  /** Whether the token survives a reload of the page. */
  readonly keep: boolean;
}

function initial(): Credentials {
  const kept = sessionStorage.getItem(storageKey);
  if (kept !== null) return { role: undefined, token: kept, keep: true };
  const role = settings.roles?.initial;
  return { role, token: (role !== undefined && settings.roles?.tokens[role]) || '', keep: false };
}

export const credentials = new Store(initial());

function change(changed: Credentials): void {
  if (changed.keep && changed.role === undefined) sessionStorage.setItem(storageKey, changed.token);
  else sessionStorage.removeItem(storageKey);
  credentials.set(changed);
}

export function setToken(token: string): void {
  change({ ...credentials.get(), role: undefined, token: token.trim() });
}

export function setKeep(keep: boolean): void {
  change({ ...credentials.get(), keep });
}

/** @param role undefined for a token of one's own, of which there is none yet */
export function setRole(role: string | undefined): void {
  const token = role === undefined ? '' : (settings.roles?.tokens[role] ?? '');
  change({ ...credentials.get(), role, token });
}

/** The headers that carry the token; "Bearer …" goes into `Authorization`. */
export function credentialHeaders(): Readonly<Record<string, string>> {
  const { token } = credentials.get();
  if (token === '') return {};
  return /^bearer\s/i.test(token) ? { authorization: token } : { 'private-token': token };
}
