/** The writes of the load. Each carries a mark of its own, by which the proxy counts how often it arrived. */
import type { Result } from '../process/transports.ts';
import type { Asker } from './clients.ts';
import { errorProblems, hasFailed } from './verdict.ts';

/** Project that is written to; nothing that is read lies in it. */
export const writtenProject = 21;

export const writeKinds = ['labelCreate', 'labelUpdate', 'labelDelete', 'two in one'];

const ways = ['POST', 'SSE', 'WebSocket', 'multipart', 'shared WebSocket'] as const;

interface Payload {
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  readonly label?: { readonly id: string; readonly name: string; readonly description: string | null } | null;
}

/** A field of a mutation. */
interface Write {
  readonly field: string;
  /** What the proxy knows its call by. */
  readonly key: string;
  /** What the label must have: an answer without a body is read after the write, and that read may fail. */
  readonly expected?: Readonly<Record<string, string>>;
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && 'errors' in value;
}

const selection = 'errors { code message } label { id name description }';

/** The creation of a label that is named by a mark. */
export function creation(mark: string): Write {
  return {
    field: `labelCreate(input: { project: "${writtenProject}", name: "${mark}", color: "#112233" }) { ${selection} }`,
    key: mark,
    expected: { name: mark },
  };
}

export const mutationOf = (writes: readonly Write[]) => ({
  query: `mutation { ${writes.map(({ field }, index) => `w${index}: ${field}`).join(' ')} }`,
});

/** What is wrong with the payload of a write, held against what arrived. @param name the field's in the answer */
function payloadProblems({ key, expected = {} }: Write, given: Payload, name: string, result: Result, asker: Asker) {
  const { arrived, done } = asker.proxy.written(key);
  if (given.errors.length > 0) {
    const strange = given.errors.some(({ code }) => code !== 'RATE_LIMITED');
    if (!strange && done === 0) return [];
    return [`${key} is told to be refused, was done ${done} times: ${JSON.stringify(given.errors)}`];
  }
  if (arrived !== 1 || done !== 1)
    return [`${key} is told to be done, arrived ${arrived} times, was done ${done} times`];
  const label: Readonly<Record<string, unknown>> = given.label ?? {};
  const isRight = Object.entries(expected).every(
    ([member, value]) => label[member] === value || (!label[member] && hasFailed(result, [name, 'label', member])),
  );
  return isRight ? [] : [`${key} gives ${JSON.stringify(given)} and ${JSON.stringify(result.errors)}`];
}

/** Sends writes as one mutation. @returns the payloads of those that were done */
async function write(asker: Asker, kind: string, writes: readonly Write[]): Promise<readonly Payload[]> {
  const operation = mutationOf(writes);
  const [result] = await asker.ask(asker.random.pick(ways), operation);
  if (result === undefined) return [];
  const { problems, codes } = errorProblems(result.errors);
  const done: Payload[] = [];
  for (const [index, each] of writes.entries()) {
    const name = `w${index}`;
    const given = result.data?.[name];
    if (isPayload(given)) {
      problems.push(...payloadProblems(each, given, name, result, asker));
      if (given.errors.length === 0) done.push(given);
      codes.push(...given.errors.map(({ code }) => code));
    } else if (codes.length === 0) problems.push(`${each.key} has neither payload nor error`);
  }
  const outcome = done.length === writes.length ? 'whole' : done.length > 0 ? 'partial' : 'refused';
  asker.count(kind, { outcome, problems, codes }, operation);
  return done;
}

/** Makes labels, and changes and deletes what was made. */
export async function writeLabels(asker: Asker): Promise<void> {
  if (asker.random.chance(0.2)) {
    await write(asker, 'two in one', [creation(asker.nextMark()), creation(asker.nextMark())]);
    return;
  }
  const [created] = await write(asker, 'labelCreate', [creation(asker.nextMark())]);
  if (!created?.label) return;
  const { id } = created.label;
  const mark = asker.nextMark();
  const change = `labelUpdate(input: { id: "${id}", description: "${mark}" }) { ${selection} }`;
  await write(asker, 'labelUpdate', [{ field: change, key: mark, expected: { description: mark } }]);
  const key = `DELETE /api/v4/projects/${writtenProject}/labels/${id.split('/').at(-1)}`;
  const removal = `labelDelete(input: { id: "${id}" }) { errors { code message } deletedLabelId }`;
  await write(asker, 'labelDelete', [{ field: removal, key }]);
}
