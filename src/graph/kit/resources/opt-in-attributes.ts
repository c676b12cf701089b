/** Attributes that a response contains only if a query parameter requests them. */
import type { Contract, OperationId } from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { camelCase } from '../contract/names.ts';

/** Query parameters by selection, which all objects of a list share, and by operation. */
const optInParameters = new WeakMap<Selection, Map<OperationId, Readonly<Record<string, true>> | undefined>>();

/** Returns the query parameters that request selected attributes; `undefined` if none is needed. */
function getOptInParameters(
  contract: Contract,
  id: OperationId,
  selection: Selection,
): Readonly<Record<string, true>> | undefined {
  const byOperation =
    optInParameters.get(selection) ?? new Map<OperationId, Readonly<Record<string, true>> | undefined>();
  if (!byOperation.has(id)) {
    const names = [...contract.getOptInAttributes(id)].flatMap(([parameter, attributes]) =>
      selection.has(...attributes.map(camelCase)) ? [[parameter, true] as const] : [],
    );
    byOperation.set(id, names.length === 0 ? undefined : Object.fromEntries(names));
    optInParameters.set(selection, byOperation);
  }
  return byOperation.get(id);
}

/** Adds the query parameters that request the selected attributes of the objects in the response. */
export function withOptInParameters(contract: Contract, request: RestRequest, selection: Selection): RestRequest {
  const query = getOptInParameters(contract, request.operation, selection);
  return query === undefined ? request : { ...request, query: { ...request.query, ...query } };
}
