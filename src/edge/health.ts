/** What load balancers and operators ask: whether the facade takes requests, and how the upstream last did. */
import { type Plugin, useReadinessCheck } from 'graphql-yoga';
import type { CallRecord } from '../rest/request.ts';

type Phase = 'starting' | 'ready' | 'draining';

/** State of the facade, and of the upstream as far as the calls of operations show it: nothing is called to find out. */
export class Health {
  phase: Phase = 'starting';
  #upstream: { state: 'unknown' | 'answering' | 'failing'; status?: number; at?: number } = { state: 'unknown' };

  /** Takes note of a call that was not cut short by its own operation. */
  observe({ status, source }: CallRecord): void {
    if (source !== 'upstream') return;
    const at = Date.now();
    if (status === undefined) this.#upstream = { state: 'failing', at };
    else this.#upstream = { state: status < 500 ? 'answering' : 'failing', status, at };
  }

  toJSON() {
    const { at, ...upstream } = this.#upstream;
    return {
      status: this.phase,
      upstream: at === undefined ? upstream : { ...upstream, at: new Date(at).toISOString() },
    };
  }
}

/** Answers `/ready`: 200 while the facade takes requests, else 503. Yoga itself answers `/health`. */
export function useReadiness(health: Health): Plugin {
  return useReadinessCheck({
    check: ({ fetchAPI }) => fetchAPI.Response.json(health, { status: health.phase === 'ready' ? 200 : 503 }),
  });
}
