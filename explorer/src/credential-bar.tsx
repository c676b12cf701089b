/** Selects the role or token that operations are sent with. */
import { useId, useState } from 'react';
import { credentials, setKeep, setRole, setToken } from './credentials.ts';
import { settings } from './settings.ts';
import { useStore } from './store.ts';

/** Resets the sandbox to its seeded data. */
function ResetButton() {
  const [state, setState] = useState<'ready' | 'done' | 'failed'>('ready');
  const reset = async () => {
    const response = await fetch('sandbox/reset', { method: 'POST', headers: { 'x-portico-reset': '1' } }).catch(
      () => undefined,
    );
    setState(response?.ok ? 'done' : 'failed');
    setTimeout(() => setState('ready'), 2000);
  };
  const labels = { ready: 'Reset', done: 'Reset done', failed: 'Reset failed' };
  return (
    <button type="button" className="portico-small" onClick={reset} title="Reset the sandbox: undoes all writes">
      {labels[state]}
    </button>
  );
}

/** Option value for an own token; no role has an empty name. */
const ownToken = '';

export function CredentialBar() {
  const { role, token, keep } = useStore(credentials);
  const [open, setOpen] = useState(false);
  const id = useId();
  const roles = Object.keys(settings.roles?.tokens ?? {});
  const showField = role === undefined && (roles.length === 0 || open || token !== '');
  return (
    <fieldset className="portico-credentials" aria-label="Caller of operations">
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
            {/* Hidden beside the menu, whose selected option is the label. */}
            <span className={roles.length > 0 ? 'portico-hidden' : undefined}>Token</span>
            <input
              className="portico-token"
              // Browsers would offer to save a password.
              type="text"
              value={token}
              onChange={({ target: { value } }) => setToken(value)}
              placeholder="token (optional)"
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
            Sent as PRIVATE-TOKEN, or as Authorization if it starts with “Bearer”. It is sent only to the facade.
          </span>
        </>
      )}
      {roles.length > 0 && <ResetButton />}
    </fieldset>
  );
}
