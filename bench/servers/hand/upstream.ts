/** REST client of the handwritten peers: undici with as many connections as the other servers, and a DataLoader by URL. */
import DataLoader from 'dataloader';
import { Pool } from 'undici';
import type { Reads } from './schema.ts';

export const base = new URL(process.env.UPSTREAM_URL ?? '');
const pool = new Pool(base.origin, { connections: Number(process.env.UPSTREAM_CONNECTIONS ?? 1024) });

async function fetchJson(path: string, token: string | undefined): Promise<unknown> {
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: `${base.pathname}${path}`,
    headers: token === undefined ? {} : { 'private-token': token },
  });
  const answer = await body.json();
  if (statusCode >= 300) throw new Error(`The upstream returned ${statusCode}`);
  return answer;
}

/** Reads of one operation. Identical reads are one call. */
export function readsFor(token: string | undefined): Reads {
  const loader = new DataLoader((paths: readonly string[]) => Promise.all(paths.map((path) => fetchJson(path, token))));
  return { get: (path) => loader.load(path) };
}

/** Returns the single value of a header. */
export const single = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0];
