/** The role or the token that operations are sent with. */
import { useId, useState } from 'react';
import { credentials, setKeep, setRole, setToken } from './credentials.ts';
import { settings } from './settings.ts';
import { useStore } from './store.ts';

/** The value of the choice that is no role; no role has an empty name. */
const ownToken = '';

export function CredentialBar() {
  const { role, token, keep } = useStore(credentials);
  const [open, setOpen] = useState(false);
  const id = useId();
  const roles = Object.keys(settings.roles?.tokens ?? {});
  const showField = role === undefined && (roles.length === 0 || open || token !== '');
  return (
    <fieldset className="portico-credentials" aria-label="Who operations are sent as">
      {roles.length > 0 && (
        <label>
          <span className={showField ? 'portico-hidden' : undefined}>Role</span>
          <select
            value={role ?? ownToken}
            onChange={({ target: { value } }) => {
              setOpen(value === ownToken);
              setRole(value === ownToken ? undefined : value);
            }}
          >
            {roles.map((name) => (
              <option key={name}>{name}</option>
            ))}
            <option value={ownToken}>own token…</option>
          </select>
        </label>
      )}
      {showField && (
        <>
          <label>
            {/* Beside the menu, which says the same, there is no room for it. */}
            <span className={roles.length > 0 ? 'portico-hidden' : undefined}>Token</span>
            <input
              className="portico-token"
              // Not a password, which the browser would offer to keep.
              type="text"
              value={token}
              onChange={({ target: { value } }) => setToken(value)}
              placeholder="token, or none"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              data-1p-ignore
              data-lpignore="true"
              aria-describedby={`${id}note`}
            />
          </label>
          <label title="Keeps the token in the session storage of this tab, until the tab is closed">
            <input type="checkbox" checked={keep} onChange={({ target: { checked } }) => setKeep(checked)} />
            <span>
              keep<span className="portico-hidden"> in this tab</span>
            </span>
          </label>
          <span id={`${id}note`} className="portico-hidden">
            Sent as PRIVATE-TOKEN, or as Authorization where it begins with “Bearer”. It never leaves this tab but to
            the facade.
          </span>
        </>
      )}
    </fieldset>
  );
}
