/** Attributes that a response contains only if a query parameter requests them. */
import type { Contract, OperationId } from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import { memoize, memoizeByName } from '../../../helpers/memoize.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { camelCase } from '../contract/names.ts';

/**
 * Returns the query parameters that request selected attributes; `undefined` if none is needed. Cached, because all objects of a list share
 * a selection.
 */
const getOptInParameters = memoize((contract: Contract) =>
  memoize((selection: Selection) =>
    memoizeByName((id: OperationId): Readonly<Record<string, true>> | undefined => {
      const names = [...contract.getOptInAttributes(id)].flatMap(([parameter, attributes]) =>
        selection.has(...attributes.map(camelCase)) ? [[parameter, true] as const] : [],
      );
      return names.length === 0 ? undefined : Object.fromEntries(names);
    }),
  ),
);

/** Adds the query parameters that request the selected attributes of the objects in the response. */
export function withOptInParameters<Parameter>(
  contract: Contract,
  request: RestRequest<Parameter>,
  selection: Selection,
): RestRequest<Parameter> {
  const query = getOptInParameters(contract)(selection)(request.operation);
  return query === undefined ? request : { ...request, query: { ...request.query, ...query } };
}
