/** Load of a caller: reads over every transport, writes, disconnects and reads slowly. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Operation, type Result, transports } from '../process/transports.ts';
import type { ClientTransport, OperationSender } from './clients.ts';
import { type CallerRead, getReads } from './reads.ts';
import { checkResult } from './verdict.ts';
import { toCreation, toMutation, writeKinds, writeLabels } from './writes.ts';

const clientTransports: readonly ClientTransport[] = [...transports, 'shared WebSocket'];

export const loadKinds = [
  ...clientTransports.map((transport) => `read, ${transport}`),
  'read, slowly',
  'page by page',
  ...writeKinds,
  'disconnect',
];

const pages = 4;
const maxAttempts = 5;

const pageOperation = (after: string | null): Operation => ({
  query:
    'query ($after: String) { project(id: "14") { pipelines(first: 40, after: $after) { nodes { iid sha webUrl } pageInfo { endCursor hasNextPage } } } }',
  variables: { after },
});

interface Page {
  readonly project: {
    readonly pipelines: { readonly nodes: unknown; readonly pageInfo: { readonly endCursor: string } };
  };
}

function isPage(data: unknown): data is Page {
  return typeof data === 'object' && data !== null && JSON.stringify(data).includes('"endCursor":"');
}

const isLate = ([result]: readonly Result[]): boolean =>
  result?.errors?.some(({ extensions }) => extensions?.code === 'DEADLINE_EXCEEDED') === true;

/** Sends an operation while there are no faults. Repeats it after a timeout, which a busy machine may cause. */
async function sendUntilInTime(sender: OperationSender, operation: Operation): Promise<readonly Result[]> {
  for (let attempts = 1; ; attempts++) {
    const results = await sender.send('POST', operation);
    if (attempts === maxAttempts || !isLate(results)) return results;
  }
}

/** Responses that one caller received before there were faults. */
export class ExpectedResponses {
  readonly reads: readonly { readonly read: CallerRead; readonly data: unknown }[];
  readonly pages: readonly unknown[];

  private constructor(reads: ExpectedResponses['reads'], pages: ExpectedResponses['pages']) {
    this.reads = reads;
    this.pages = pages;
  }

  /** @throws Error if a response has errors */
  static async read(sender: OperationSender): Promise<ExpectedResponses> {
    const reads = [];
    for (const read of getReads(sender.caller)) {
      const [first] = read.operations;
      if (first !== undefined) reads.push({ read, data: assertData(await sendUntilInTime(sender, first), read.name) });
    }
    const slices = [];
    let after: string | null = null;
    for (let page = 0; page < pages; page++) {
      const data = assertData(await sendUntilInTime(sender, pageOperation(after)), 'page by page');
      if (!isPage(data)) throw new Error('A page has no cursor');
      slices.push(data.project.pipelines.nodes);
      after = data.project.pipelines.pageInfo.endCursor;
    }
    return new ExpectedResponses(reads, slices);
  }
}

function assertData([result]: readonly Result[], name: string): Readonly<Record<string, unknown>> {
  if (!result?.data || result.errors) throw new Error(`${name} returned ${JSON.stringify(result)} without faults`);
  return result.data;
}

async function read(sender: OperationSender, expected: ExpectedResponses): Promise<void> {
  const transport = sender.random.pick(clientTransports);
  const { read, data } = sender.random.pick(expected.reads);
  const operation = sender.random.pick(read.operations);
  const [result] = await sender.send(transport, operation);
  if (result !== undefined) sender.count(`read, ${transport}`, checkResult(data, result), operation);
}

async function readSlowly(sender: OperationSender, expected: ExpectedResponses): Promise<void> {
  const large = expected.reads.filter(({ read }) => read.name === 'many pipelines' || read.name === 'merge requests');
  const { read, data } = sender.random.pick(large);
  const operation = sender.random.pick(read.operations);
  const [result] = await sender.sendAndReadSlowly(operation);
  if (result !== undefined) sender.count('read, slowly', checkResult(data, result), operation);
}

async function readPages(sender: OperationSender, expected: ExpectedResponses): Promise<void> {
  let after: string | null = null;
  for (const nodes of expected.pages) {
    const operation = pageOperation(after);
    const [result] = await sender.send('POST', operation);
    if (result === undefined) return;
    if (result.errors !== undefined || !isPage(result.data)) {
      sender.countErrors('page by page', 'rejected', result.errors, operation);
      if (result.errors === undefined)
        sender.tally.fail('wrong', `A page without cursor or error: ${JSON.stringify(result)}`);
      return;
    }
    const { problems } = checkResult({ nodes }, { data: { nodes: result.data.project.pipelines.nodes } });
    if (problems.length > 0)
      return sender.count('page by page', { outcome: 'complete', problems, codes: [] }, operation);
    after = result.data.project.pipelines.pageInfo.endCursor;
  }
  sender.count('page by page', { outcome: 'complete', problems: [], codes: [] }, undefined);
}

async function sendAndDisconnect(sender: OperationSender, expected: ExpectedResponses): Promise<void> {
  const { random, caller } = sender;
  const transport = random.pick(['POST', 'SSE', 'WebSocket'] as const);
  const subscription = {
    query: 'subscription { pipeline(id: "gid://service/Pipeline/14/2995", until: FOREVER) { status webUrl } }',
  };
  const choice = random.next();
  const operation =
    choice < 0.3 && caller.mayWrite
      ? toMutation([toCreation(sender.nextMark())])
      : choice < 0.6 && transport !== 'POST'
        ? subscription
        : random.pick(random.pick(expected.reads).read.operations);
  await sender.sendAndDisconnect(transport, operation, random.integer(1, 600));
  sender.tally.countOperation('disconnect', 'aborted');
}

/**
 * Sends one operation after another until `isOver`.
 * @param maxPauseMs upper bound of the pause between two operations
 */
export async function keepSending(
  sender: OperationSender,
  expected: ExpectedResponses,
  isOver: () => boolean,
  maxPauseMs = 200,
): Promise<void> {
  const { random, caller } = sender;
  while (!isOver()) {
    const choice = random.next();
    if (choice < 0.12 && caller.mayWrite) await writeLabels(sender);
    else if (choice < 0.2) await sendAndDisconnect(sender, expected);
    else if (choice < 0.25) await readSlowly(sender, expected);
    else if (choice < 0.3) await readPages(sender, expected);
    else if (choice < 0.32) await sender.disconnect();
    else await read(sender, expected);
    await pause(random.integer(10, maxPauseMs));
  }
}

/** Reads everything once more after the faults have ended. Counts each error as a violation. */
export async function readAll(sender: OperationSender, expected: ExpectedResponses): Promise<void> {
  for (const { read, data } of expected.reads) {
    const operation = sender.random.pick(read.operations);
    const [result] = await sendUntilInTime(sender, operation);
    if (result === undefined) continue;
    const { problems, codes, outcome } = checkResult(data, result);
    if (codes.length > 0) problems.push(`errors after the faults ended: ${codes}`);
    sender.count('read, afterwards', { problems, codes, outcome }, operation);
  }
}
