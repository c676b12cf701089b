/** Token of requests. It is in the memory of the page, and in the session storage of its tab only if the user enables that. */
import { settings } from './settings.ts';
import { Store } from './store.ts';

const storageKey = 'portico:token';

export interface Credentials {
  /** Role of the sandbox; `undefined` for an own token. */
  readonly role: string | undefined;
  /** Token; empty for anonymous requests. */
  readonly token: string;
  /** Whether the token survives a reload of the page. */
  readonly keep: boolean;
}

function loadInitial(): Credentials {
  const stored = sessionStorage.getItem(storageKey);
  if (stored !== null) return { role: undefined, token: stored, keep: true };
  const role = settings.roles?.initial;
  return { role, token: (role !== undefined && settings.roles?.tokens[role]) || '', keep: false };
}

export const credentials = new Store(loadInitial());

function update(next: Credentials): void {
  if (next.keep && next.role === undefined) sessionStorage.setItem(storageKey, next.token);
  else sessionStorage.removeItem(storageKey);
  credentials.set(next);
}

export function setToken(token: string): void {
  update({ ...credentials.get(), role: undefined, token: token.trim() });
}

export function setKeep(keep: boolean): void {
  update({ ...credentials.get(), keep });
}

/** @param role role of the sandbox; `undefined` for an own token, which is empty at first */
export function setRole(role: string | undefined): void {
  const token = role === undefined ? '' : (settings.roles?.tokens[role] ?? '');
  update({ ...credentials.get(), role, token });
}

/** Headers with the token: `Authorization` if it starts with "Bearer", otherwise `PRIVATE-TOKEN`. */
export function getCredentialHeaders(): Readonly<Record<string, string>> {
  const { token } = credentials.get();
  if (token === '') return {};
  return /^bearer\s/i.test(token) ? { authorization: token } : { 'private-token': token };
}
