/**
 * Finds the field of a REST call, and a query or mutation that sends the call.
 *
 * Terms of this folder:
 * - A *target* is the REST call to search for.
 * - A *sample* is a value that an input accepts, with which a field is run to observe its request.
 * - A *marker* is a string or number in a sample that occurs nowhere else, so that it shows which part of a request an input sets.
 * - A *template* consists of arguments and of the request that they cause, with markers in place of values.
 * - A path parameter of the target is *open* if the user has entered no value for it, such as `:id`; an input is *open* if the target has no
 *   value for it. A placeholder or a sample replaces the missing value.
 */

import type { OperationId } from '../../contract/index.ts';
import { CommandFailure } from '../../helpers/command-failure.ts';
import { getDownloads } from '../kit/fields/download.ts';
import { getGraph } from '../kit/graph.ts';
import { rankFieldsCalling } from './field-paths.ts';
import { findRead } from './reads.ts';
import { type FoundQuery, formatList, toExampleRemarks } from './remarks.ts';
import type { Target } from './target.ts';
import { findWrite } from './writes.ts';

/** Result of `find`. A file has a URL instead of a query; a call that depends on responses to others has neither. */
export interface FindResult
  extends Pick<FoundQuery, 'field' | 'remarks'>,
    Partial<Pick<FoundQuery, 'query' | 'variables'>> {
  readonly operation: OperationId;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  /** Path of a file, relative to the URL of the facade. */
  readonly download?: string;
}

/** Finds the download of an operation; `undefined` if the operation does not return a file. */
function findDownload({ operation, path, schema }: Target): Pick<FindResult, 'field' | 'download'> | undefined {
  const file = getDownloads(schema).find(({ operations: [id] }) => id === operation.id);
  const [caller] = file === undefined ? [] : rankFieldsCalling(schema, operation);
  if (file === undefined || caller === undefined) return undefined;
  const download = file.route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  return { field: caller.coordinate, download: `downloads/${download}` };
}

/** Fields of a read whose request is not available before responses to other calls. */
function findDependentRead({ operation, schema, field }: Target): Pick<FindResult, 'field' | 'remarks'> | undefined {
  const fields = rankFieldsCalling(schema, operation).map(({ coordinate }) => coordinate);
  const dependent = field === undefined ? fields : fields.filter((coordinate) => coordinate === field);
  const [first] = dependent;
  if (first === undefined) return undefined;
  const remark = `The call depends on the responses to other calls of ${formatList(dependent)}, so that no query for it is shown.`;
  return { field: first, remarks: [remark] };
}

/**
 * Returns the query, mutation or file that sends a REST call.
 * @throws CommandFailure if no field sends the call
 */
export async function find(target: Target): Promise<FindResult> {
  const { schema, operation, open, remarks } = target;
  const { id, method, path } = operation;
  const description = { operation: id, method, path };
  if (getGraph(schema).contract.gaps.operations.get(id) === 'absent')
    throw new CommandFailure(`the REST service does not offer ${id} (UPSTREAM_PROFILE)`);
  const file = findDownload(target);
  if (file !== undefined) return { ...description, ...file, remarks: [...remarks, ...toExampleRemarks(open)] };
  const match = method === 'GET' ? ((await findRead(target)) ?? findDependentRead(target)) : await findWrite(target);
  if (match === undefined) throw new CommandFailure(`no field of the graph calls ${id} (${method} ${path})`);
  return { ...description, ...match, remarks: [...remarks, ...match.remarks] };
}
