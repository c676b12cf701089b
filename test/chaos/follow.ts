/** Subscribers of things that reach an end, which they have to be told of. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Result, sendOver } from '../process/transports.ts';
import { type Asker, initialisationTimedOut, lateWebSocket } from './clients.ts';
import { errorProblems } from './verdict.ts';
import { writtenProject } from './writes.ts';

const transports = ['SSE', 'WebSocket'] as const;

export const followKinds = [...transports.flatMap((each) => [`pipeline, ${each}`, `export, ${each}`]), 'download'];

const beforeReconnecting = 300;

/** Something that takes time, begun at the upstream itself. */
interface Followed {
  readonly kind: 'pipeline' | 'export';
  readonly id: number;
  readonly query: string;
  /** Field of the subscription. */
  readonly field: string;
  /** Its states in their order. */
  readonly states: readonly string[];
}

async function begin(asker: Asker, upstream: URL): Promise<Followed | undefined> {
  const { random, caller } = asker;
  const post = async (path: string, body: object): Promise<number | undefined> => {
    const response = await fetch(new URL(`${upstream.pathname}${path}`, upstream), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': caller.roleToken },
      body: JSON.stringify(body),
    });
    const { id }: { readonly id?: number } = await response.json();
    return response.ok ? id : undefined;
  };
  if (random.chance(0.6)) {
    const fails = random.chance(0.3);
    const variables = fails ? [{ key: 'OUTCOME', value: 'failed' }] : [];
    const id = await post(`/projects/${writtenProject}/pipeline`, { ref: 'main', variables });
    if (id === undefined) throw new Error('No pipeline can be made');
    return {
      kind: 'pipeline',
      id,
      field: 'pipeline',
      query: `subscription { pipeline(id: "gid://service/Pipeline/${writtenProject}/${id}") { status webUrl user { name } project { webUrl } } }`,
      states: ['PENDING', 'RUNNING', fails ? 'FAILED' : 'SUCCESS'],
    };
  }
  // Callers of one role are one user, who has one export of a project under way at a time.
  const id = await post(`/security/projects/${random.integer(11, 20)}/vulnerability_exports`, {});
  if (id === undefined) return undefined;
  const query = `subscription { vulnerabilityExport(id: "${id}") { status downloadUrl project { webUrl } } }`;
  return { kind: 'export', id, field: 'vulnerabilityExport', query, states: ['CREATED', 'RUNNING', 'FINISHED'] };
}

function statusIn(result: Result, field: string): string | undefined {
  const value = result.data?.[field];
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : undefined;
  return typeof status === 'string' ? status : undefined;
}

/** One stream to its end. @returns whether it told the last state */
async function followOnce(asker: Asker, followed: Followed, kind: string, signal: AbortSignal): Promise<boolean> {
  const { tally, caller, url } = asker;
  const { query, field, states, id } = followed;
  const transport = kind.endsWith('SSE') ? 'SSE' : 'WebSocket';
  const { status, results } = await sendOver(transport, url, { query }, caller.headers, signal);
  asker.checkCrossing(JSON.stringify(results), { query });
  const seen = results.map((result) => statusIn(result, field)).filter((state) => state !== undefined);
  const order = seen.map((state) => states.indexOf(state));
  const errors = results.flatMap(({ errors = [] }) => errors);
  const { problems, codes } = errorProblems(errors);
  if (order.some((place, index) => place < 0 || place < (order[index - 1] ?? 0))) problems.push(`it went ${seen}`);
  const told = seen.at(-1) === states.at(-1);
  if (told) {
    asker.count(kind, { outcome: codes.length > 0 ? 'partial' : 'whole', problems, codes }, query);
    return true;
  }
  if (status === initialisationTimedOut) {
    tally.code(lateWebSocket);
    return false;
  }
  if (errors.length === 0)
    tally.fail('lost', `${caller.name} ${kind} ${id} ended with ${status} after ${JSON.stringify(results)}`);
  asker.count(kind, { outcome: 'refused', problems, codes }, query);
  return false;
}

/** Follows something to its end, with as many streams as that takes. @param giveUp when nothing more can be waited for */
async function follow(asker: Asker, followed: Followed, giveUp: AbortSignal): Promise<void> {
  const { random, tally, caller } = asker;
  const kind = `${followed.kind}, ${random.pick(transports)}`;
  while (true) {
    if (random.chance(0.15)) {
      await asker.leave(kind.endsWith('SSE') ? 'SSE' : 'WebSocket', followed, random.integer(100, 3000));
      tally.ended('leave', 'left');
    }
    try {
      if (await followOnce(asker, followed, kind, giveUp)) return;
    } catch (error) {
      tally.fail('lost', `${caller.name} ${kind} ${followed.id} was never told the end: ${error}`);
      return;
    }
    await pause(beforeReconnecting);
  }
}

async function fileFrom(base: URL, path: string, headers: Readonly<Record<string, string>>) {
  const sent = request(new URL(path, base), { headers, agent: false });
  // Told by the response, or by its absence.
  sent.on('error', () => undefined);
  sent.end();
  const [response]: IncomingMessage[] = await once(sent, 'response', { signal: AbortSignal.timeout(30_000) });
  let text = '';
  try {
    for await (const part of response ?? []) text += part;
  } catch {
    // A connection that ends early tells that the file is not whole.
  }
  return { status: response?.statusCode, whole: response?.complete === true, text };
}

/** Downloads a file that is there: the whole of it, or something that shows that it is not. */
async function download(asker: Asker, upstream: URL, id: number): Promise<void> {
  const { caller, url } = asker;
  const right = await fileFrom(upstream, `${upstream.pathname}/security/vulnerability_exports/${id}/download`, {
    'private-token': caller.roleToken,
  });
  const path = `/downloads/vulnerability-exports/${id}`;
  try {
    const { status, whole, text } = await fileFrom(url, path, caller.headers);
    if (status === 200 && !whole) return asker.countErrors('download', 'partial', [], path);
    if (status !== 200) return asker.countErrors('download', 'refused', JSON.parse(text).errors, path);
    const problems =
      text === right.text ? [] : [`${text.length} characters and not ${right.text.length}: ${text.slice(0, 200)}`];
    asker.count('download', { outcome: 'whole', problems, codes: [] }, path);
  } catch (error) {
    asker.tally.fail('lost', `${caller.name} download ${id}: ${error}`);
  }
}

/** Keeps following things until it is over. */
export async function keepFollowing(asker: Asker, upstream: URL, isOver: () => boolean, giveUp: AbortSignal) {
  const { random } = asker;
  while (!isOver()) {
    const followed = await begin(asker, upstream);
    if (followed !== undefined) await follow(asker, followed, giveUp);
    if (followed?.kind === 'export') await download(asker, upstream, followed.id);
    await pause(random.integer(100, 1000));
  }
}
