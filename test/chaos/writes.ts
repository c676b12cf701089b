/** Writes of the load. Each contains a unique mark, by which the proxy counts its arrivals. */
import type { Result } from '../process/transports.ts';
import type { OperationSender } from './clients.ts';
import { checkErrors, hasFailed } from './verdict.ts';

/** Project of the writes, which no read of the load uses. */
export const writtenProject = 21;

export const writeKinds = ['labelCreate', 'labelUpdate', 'labelDelete', 'two in one'];

const clientTransports = ['POST', 'SSE', 'WebSocket', 'multipart', 'shared WebSocket'] as const;

interface Payload {
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  readonly label?: { readonly id: string; readonly name: string; readonly description: string | null } | null;
}

/** A field of a mutation. */
interface Write {
  readonly field: string;
  /** Key under which the proxy counts the call. */
  readonly key: string;
  /** Expected attributes of the label. They are read after the write if its response has no body, and that read may fail. */
  readonly expected?: Readonly<Record<string, string>>;
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && 'errors' in value;
}

const selection = 'errors { code message } label { id name description }';

/** Returns a write that creates a label with a mark as its name. */
export function toCreation(mark: string): Write {
  return {
    field: `labelCreate(input: { project: "${writtenProject}", name: "${mark}", color: "#112233" }) { ${selection} }`,
    key: mark,
    expected: { name: mark },
  };
}

export const toMutation = (writes: readonly Write[]) => ({
  query: `mutation { ${writes.map(({ field }, index) => `w${index}: ${field}`).join(' ')} }`,
});

/** Compares the payload of a write with the calls that arrived. @param name response name of the field */
function checkPayload(
  { key, expected = {} }: Write,
  actual: Payload,
  name: string,
  result: Result,
  sender: OperationSender,
) {
  const { arrived, performed } = sender.proxy.getWriteCounts(key);
  if (actual.errors.length > 0) {
    const hasUnexpectedCode = actual.errors.some(({ code }) => code !== 'RATE_LIMITED');
    if (!hasUnexpectedCode && performed === 0) return [];
    return [`${key} is reported as rejected, was performed ${performed} times: ${JSON.stringify(actual.errors)}`];
  }
  if (arrived !== 1 || performed !== 1)
    return [`${key} is reported as done, arrived ${arrived} times, was performed ${performed} times`];
  const label: Readonly<Record<string, unknown>> = actual.label ?? {};
  const isExpected = Object.entries(expected).every(
    ([member, value]) => label[member] === value || (!label[member] && hasFailed(result, [name, 'label', member])),
  );
  return isExpected ? [] : [`${key} returned ${JSON.stringify(actual)} and ${JSON.stringify(result.errors)}`];
}

/** Sends writes as one mutation. @returns the payloads of the successful writes */
async function write(sender: OperationSender, kind: string, writes: readonly Write[]): Promise<readonly Payload[]> {
  const operation = toMutation(writes);
  const [result] = await sender.send(sender.random.pick(clientTransports), operation);
  if (result === undefined) return [];
  const { problems, codes } = checkErrors(result.errors);
  const successes: Payload[] = [];
  for (const [index, each] of writes.entries()) {
    const name = `w${index}`;
    const actual = result.data?.[name];
    if (isPayload(actual)) {
      problems.push(...checkPayload(each, actual, name, result, sender));
      if (actual.errors.length === 0) successes.push(actual);
      codes.push(...actual.errors.map(({ code }) => code));
    } else if (codes.length === 0) problems.push(`${each.key} has neither payload nor error`);
  }
  const outcome = successes.length === writes.length ? 'complete' : successes.length > 0 ? 'partial' : 'rejected';
  sender.count(kind, { outcome, problems, codes }, operation);
  return successes;
}

/** Creates labels, then changes and deletes them. */
export async function writeLabels(sender: OperationSender): Promise<void> {
  if (sender.random.chance(0.2)) {
    await write(sender, 'two in one', [toCreation(sender.nextMark()), toCreation(sender.nextMark())]);
    return;
  }
  const [created] = await write(sender, 'labelCreate', [toCreation(sender.nextMark())]);
  if (!created?.label) return;
  const { id } = created.label;
  const mark = sender.nextMark();
  const change = `labelUpdate(input: { id: "${id}", description: "${mark}" }) { ${selection} }`;
  await write(sender, 'labelUpdate', [{ field: change, key: mark, expected: { description: mark } }]);
  const key = `DELETE /api/v4/projects/${writtenProject}/labels/${id.split('/').at(-1)}`;
  const removal = `labelDelete(input: { id: "${id}" }) { errors { code message } deletedLabelId }`;
  await write(sender, 'labelDelete', [{ field: removal, key }]);
}
