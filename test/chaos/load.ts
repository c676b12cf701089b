/** What a caller does all the time: reads in every way, writes, and now and then something impolite. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Operation, type Result, transports } from '../process/transports.ts';
import type { Asker, Way } from './clients.ts';
import { type CallersRead, readsOf } from './reads.ts';
import { judge } from './verdict.ts';
import { creation, mutationOf, writeKinds, writeLabels } from './writes.ts';

const ways: readonly Way[] = [...transports, 'shared WebSocket'];

export const loadKinds = [...ways.map((way) => `read, ${way}`), 'read, slowly', 'page by page', ...writeKinds, 'leave'];

const pages = 4;
const calmTries = 5;

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

/** Asks while there are no faults. A machine with too much to do may still be late, hence more than once. */
async function askCalmly(asker: Asker, operation: Operation): Promise<readonly Result[]> {
  for (let tries = 1; ; tries++) {
    const results = await asker.ask('POST', operation);
    if (tries === calmTries || !isLate(results)) return results;
  }
}

/** The answers that are right for one caller, as they came in calm weather. */
export class Truth {
  readonly reads: readonly { readonly read: CallersRead; readonly data: unknown }[];
  readonly pages: readonly unknown[];

  private constructor(reads: Truth['reads'], pages: Truth['pages']) {
    this.reads = reads;
    this.pages = pages;
  }

  /** @throws where anything is answered with errors */
  static async learn(asker: Asker): Promise<Truth> {
    const reads = [];
    for (const read of readsOf(asker.caller)) {
      const [first] = read.operations;
      if (first !== undefined) reads.push({ read, data: dataOf(await askCalmly(asker, first), read.name) });
    }
    const walked = [];
    let after: string | null = null;
    for (let page = 0; page < pages; page++) {
      const data = dataOf(await askCalmly(asker, pageOperation(after)), 'page by page');
      if (!isPage(data)) throw new Error('A page has no cursor');
      walked.push(data.project.pipelines.nodes);
      after = data.project.pipelines.pageInfo.endCursor;
    }
    return new Truth(reads, walked);
  }
}

function dataOf([result]: readonly Result[], name: string): Readonly<Record<string, unknown>> {
  if (!result?.data || result.errors) throw new Error(`${name} is answered ${JSON.stringify(result)} in calm weather`);
  return result.data;
}

async function read(asker: Asker, truth: Truth): Promise<void> {
  const way = asker.random.pick(ways);
  const { read, data } = asker.random.pick(truth.reads);
  const operation = asker.random.pick(read.operations);
  const [result] = await asker.ask(way, operation);
  if (result !== undefined) asker.count(`read, ${way}`, judge(data, result), operation);
}

async function readSlowly(asker: Asker, truth: Truth): Promise<void> {
  const large = truth.reads.filter(({ read }) => read.name === 'many pipelines' || read.name === 'merge requests');
  const { read, data } = asker.random.pick(large);
  const operation = asker.random.pick(read.operations);
  const [result] = await asker.askSlowly(operation);
  if (result !== undefined) asker.count('read, slowly', judge(data, result), operation);
}

async function readPages(asker: Asker, truth: Truth): Promise<void> {
  let after: string | null = null;
  for (const nodes of truth.pages) {
    const operation = pageOperation(after);
    const [result] = await asker.ask('POST', operation);
    if (result === undefined) return;
    if (result.errors !== undefined || !isPage(result.data)) {
      asker.countErrors('page by page', 'refused', result.errors, operation);
      if (result.errors === undefined)
        asker.tally.fail('wrong', `A page without cursor or error: ${JSON.stringify(result)}`);
      return;
    }
    const { problems } = judge({ nodes }, { data: { nodes: result.data.project.pipelines.nodes } });
    if (problems.length > 0) return asker.count('page by page', { outcome: 'whole', problems, codes: [] }, operation);
    after = result.data.project.pipelines.pageInfo.endCursor;
  }
  asker.count('page by page', { outcome: 'whole', problems: [], codes: [] }, undefined);
}

async function leave(asker: Asker, truth: Truth): Promise<void> {
  const { random, caller } = asker;
  const transport = random.pick(['POST', 'SSE', 'WebSocket'] as const);
  const following = {
    query: 'subscription { pipeline(id: "gid://service/Pipeline/14/2995", until: FOREVER) { status webUrl } }',
  };
  const choice = random.next();
  const operation =
    choice < 0.3 && caller.mayWrite
      ? mutationOf([creation(asker.nextMark())])
      : choice < 0.6 && transport !== 'POST'
        ? following
        : random.pick(random.pick(truth.reads).read.operations);
  await asker.leave(transport, operation, random.integer(1, 600));
  asker.tally.ended('leave', 'left');
}

/**
 * Keeps asking until it is over.
 * @param longestPause milliseconds between two operations, at the most
 */
export async function keepAsking(asker: Asker, truth: Truth, isOver: () => boolean, longestPause = 200): Promise<void> {
  const { random, caller } = asker;
  while (!isOver()) {
    const choice = random.next();
    if (choice < 0.12 && caller.mayWrite) await writeLabels(asker);
    else if (choice < 0.2) await leave(asker, truth);
    else if (choice < 0.25) await readSlowly(asker, truth);
    else if (choice < 0.3) await readPages(asker, truth);
    else if (choice < 0.32) await asker.disconnect();
    else await read(asker, truth);
    await pause(random.integer(10, longestPause));
  }
}

/** Reads everything once more, when nothing goes wrong any more: all of it has to be there. */
export async function readAll(asker: Asker, truth: Truth): Promise<void> {
  for (const { read, data } of truth.reads) {
    const operation = asker.random.pick(read.operations);
    const [result] = await askCalmly(asker, operation);
    if (result === undefined) continue;
    const { problems, codes, outcome } = judge(data, result);
    if (codes.length > 0) problems.push(`errors after all faults were over: ${codes}`);
    asker.count('read, afterwards', { problems, codes, outcome }, operation);
  }
}
