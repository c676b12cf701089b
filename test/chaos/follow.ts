/** Subscribers of resources with a last state, which each subscriber must receive. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Result, sendOver } from '../process/transports.ts';
import { initialisationTimedOut, lateWebSocket, type OperationSender } from './clients.ts';
import { checkErrors } from './verdict.ts';
import { writtenProject } from './writes.ts';

const transports = ['SSE', 'WebSocket'] as const;

export const followKinds = [...transports.flatMap((each) => [`pipeline, ${each}`, `export, ${each}`]), 'download'];

const reconnectDelayMs = 300;

/** Resource whose state changes, created at the upstream directly. */
interface FollowedResource {
  readonly kind: 'pipeline' | 'export';
  readonly id: number;
  readonly query: string;
  /** Field of the subscription. */
  readonly field: string;
  /** States in their order. */
  readonly states: readonly string[];
}

/** Creates a pipeline or an export. `undefined` if the caller has an export of the project in progress. */
async function createResource(sender: OperationSender, upstream: URL): Promise<FollowedResource | undefined> {
  const { random, caller } = sender;
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
    if (id === undefined) throw new Error('Cannot create a pipeline');
    return {
      kind: 'pipeline',
      id,
      field: 'pipeline',
      query: `subscription { pipeline(id: "gid://service/Pipeline/${writtenProject}/${id}") { status webUrl user { name } project { webUrl } } }`,
      states: ['PENDING', 'RUNNING', fails ? 'FAILED' : 'SUCCESS'],
    };
  }
  // Callers of one role are one user, who may have one export of a project in progress.
  const id = await post(`/security/projects/${random.integer(11, 20)}/vulnerability_exports`, {});
  if (id === undefined) return undefined;
  const query = `subscription { vulnerabilityExport(id: "${id}") { status downloadUrl project { webUrl } } }`;
  return { kind: 'export', id, field: 'vulnerabilityExport', query, states: ['CREATED', 'RUNNING', 'FINISHED'] };
}

function getStatus(result: Result, field: string): string | undefined {
  const value = result.data?.[field];
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : undefined;
  return typeof status === 'string' ? status : undefined;
}

/** Reads one stream to its end. @returns whether it contained the last state */
async function followOnce(
  sender: OperationSender,
  followed: FollowedResource,
  kind: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { tally, caller, url } = sender;
  const { query, field, states, id } = followed;
  const transport = kind.endsWith('SSE') ? 'SSE' : 'WebSocket';
  const { status, results } = await sendOver(transport, url, { query }, caller.headers, signal);
  sender.checkCrossing(JSON.stringify(results), { query });
  const received = results.map((result) => getStatus(result, field)).filter((state) => state !== undefined);
  const positions = received.map((state) => states.indexOf(state));
  const errors = results.flatMap(({ errors = [] }) => errors);
  const { problems, codes } = checkErrors(errors);
  if (positions.some((position, index) => position < 0 || position < (positions[index - 1] ?? 0)))
    problems.push(`the states were ${received}`);
  const isFinished = received.at(-1) === states.at(-1);
  if (isFinished) {
    sender.count(kind, { outcome: codes.length > 0 ? 'partial' : 'complete', problems, codes }, query);
    return true;
  }
  if (status === initialisationTimedOut) {
    tally.countCode(lateWebSocket);
    return false;
  }
  if (errors.length === 0)
    tally.fail('lost', `${caller.name} ${kind} ${id} ended with ${status} after ${JSON.stringify(results)}`);
  sender.count(kind, { outcome: 'rejected', problems, codes }, query);
  return false;
}

/** Follows a resource to its last state, reconnecting after each stream. @param giveUp ends the wait */
async function follow(sender: OperationSender, followed: FollowedResource, giveUp: AbortSignal): Promise<void> {
  const { random, tally, caller } = sender;
  const kind = `${followed.kind}, ${random.pick(transports)}`;
  while (true) {
    if (random.chance(0.15)) {
      await sender.sendAndDisconnect(kind.endsWith('SSE') ? 'SSE' : 'WebSocket', followed, random.integer(100, 3000));
      tally.countOperation('disconnect', 'aborted');
    }
    try {
      if (await followOnce(sender, followed, kind, giveUp)) return;
    } catch (error) {
      tally.fail('lost', `${caller.name} ${kind} ${followed.id} never received the last state: ${error}`);
      return;
    }
    await pause(reconnectDelayMs);
  }
}

async function downloadFile(base: URL, path: string, headers: Readonly<Record<string, string>>) {
  const outgoing = request(new URL(path, base), { headers, agent: false });
  // The response, or its absence, reports the error.
  outgoing.on('error', () => undefined);
  outgoing.end();
  const [response]: IncomingMessage[] = await once(outgoing, 'response', { signal: AbortSignal.timeout(30_000) });
  let text = '';
  try {
    for await (const part of response ?? []) text += part;
  } catch {
    // `complete` shows that the connection ended early.
  }
  return { status: response?.statusCode, isComplete: response?.complete === true, text };
}

/** Downloads an existing file. Expects the complete file, or a response that shows that it is incomplete. */
async function download(sender: OperationSender, upstream: URL, id: number): Promise<void> {
  const { caller, url } = sender;
  const expected = await downloadFile(upstream, `${upstream.pathname}/security/vulnerability_exports/${id}/download`, {
    'private-token': caller.roleToken,
  });
  const path = `/downloads/vulnerability-exports/${id}`;
  try {
    const { status, isComplete, text } = await downloadFile(url, path, caller.headers);
    if (status === 200 && !isComplete) return sender.countErrors('download', 'partial', [], path);
    if (status !== 200) return sender.countErrors('download', 'rejected', JSON.parse(text).errors, path);
    const problems =
      text === expected.text
        ? []
        : [`${text.length} characters and not ${expected.text.length}: ${text.slice(0, 200)}`];
    sender.count('download', { outcome: 'complete', problems, codes: [] }, path);
  } catch (error) {
    sender.tally.fail('lost', `${caller.name} download ${id}: ${error}`);
  }
}

/** Follows one resource after another until `isOver`. */
export async function keepFollowing(
  sender: OperationSender,
  upstream: URL,
  isOver: () => boolean,
  giveUp: AbortSignal,
) {
  const { random } = sender;
  while (!isOver()) {
    const followed = await createResource(sender, upstream);
    if (followed !== undefined) await follow(sender, followed, giveUp);
    if (followed?.kind === 'export') await download(sender, upstream, followed.id);
    await pause(random.integer(100, 1000));
  }
}
