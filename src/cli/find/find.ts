/** The field that makes a REST call, and the query or mutation that makes it. */
import { isObjectType, print } from 'graphql';
import type { OperationId } from '../../contract/index.ts';
import { downloads, schema } from '../../graph/index.ts';
import { kindOf } from '../../graph/kit/fields/kind.ts';
import { CommandFailure } from '../failure.ts';
import { findRead } from './reads.ts';
import type { Target } from './target.ts';
import { findWrite } from './writes.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Found {
  readonly operation: OperationId;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  /** Coordinate of the field that makes the call. */
  readonly field: string;
  /** Absent for a file, which has an address in place of a query. */
  readonly query?: string;
  readonly variables?: Values;
  /** Path below the facade where a file is. */
  readonly download?: string;
  /** Where the call is not the very one that was asked for, and what has to be filled in. */
  readonly remarks: readonly string[];
}

const list = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

/** Names and values of `name=value`, decoded. */
const pairText = (pairs: readonly string[]): string => list(pairs.map((pair) => decodeURIComponent(pair)));

/** The field that gives the address of a file. */
function fieldOfDownload(id: OperationId): string | undefined {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (
        kindOf(field)
          ?.calls()
          .some(({ operations, frequency }) => frequency === 'onOpening' && operations.includes(id))
      )
        return `${type.name}.${field.name}`;
  }
  return undefined;
}

/** A file, where the operation answers with one. */
function findDownload({ operation, path }: Target): Pick<Found, 'field' | 'download'> | undefined {
  const [first] = downloads.filter(({ operations }) => operations[0] === operation.id);
  const field = first && fieldOfDownload(operation.id);
  if (first === undefined || field === undefined) return undefined;
  const download = first.route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  return { field, download: `downloads/${download}` };
}

function readRemarks(
  others: readonly string[],
  missing: readonly string[],
  extra: readonly string[],
): readonly string[] {
  return [
    ...(others.length > 0 ? [`It may also call ${list([...new Set(others)])}.`] : []),
    ...(missing.length > 0 ? [`No argument stands for ${pairText(missing)}.`] : []),
    ...(extra.length > 0 ? [`The call also has ${pairText(extra)}.`] : []),
  ];
}

/** Pages after the first begin at a cursor, which only an answer tells. */
const pageRemarks = ({ query: { page } }: Target): readonly string[] =>
  typeof page === 'number' && page > 1
    ? [`Page ${page} begins after the last item of page ${page - 1}: pass its pageInfo.endCursor as after.`]
    : [];

/**
 * What makes a REST call.
 * @throws CommandFailure where nothing does
 */
export async function find(target: Target): Promise<Found> {
  const { operation, open, remarks: unread } = target;
  const { id, method, path } = operation;
  const remarksOn = (madeUp: readonly string[]) => [
    ...unread,
    ...(madeUp.length > 0 ? [`Values for ${list([...new Set(madeUp)])} are made up: fill in yours.`] : []),
  ];
  const described = { operation: id, method, path };
  const file = findDownload(target);
  if (file !== undefined) return { ...described, ...file, remarks: remarksOn(open) };
  if (method === 'GET') {
    const read = findRead(target);
    if (read === undefined) throw new CommandFailure(`no field calls ${id}`);
    const { field, document, variables, others, difference } = read;
    const further = [...readRemarks(others, difference.missing, difference.extra), ...pageRemarks(target)];
    return { ...described, field, query: print(document), variables, remarks: [...remarksOn(open), ...further] };
  }
  const write = await findWrite(target);
  if (write === undefined) throw new CommandFailure(`no field calls ${id}`);
  const { field, document, variables, others, missing, extra, madeUp, refusals } = write;
  const surplus = extra.filter((name) => !madeUp.includes(name));
  return {
    ...described,
    field,
    query: print(document),
    variables,
    remarks: [
      ...remarksOn([...open, ...madeUp]),
      ...readRemarks(others, missing, surplus),
      ...(refusals.length > 0 ? [`The facade refuses the input as it is: ${refusals.join('; ')}`] : []),
    ],
  };
}
