/** Attributes that an answer carries only where they are asked for. */
import { attributesOnRequest } from '../../../contract/index.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { camelCase } from '../contract/names.ts';
import type { Selection } from './selection.ts';

/** A call that asks for what is selected of the objects in its answer. */
export function askingFor(request: RestRequest, selection: Selection): RestRequest {
  const asked = [...attributesOnRequest(request.operation)].filter(([, attributes]) =>
    selection.has(...attributes.map(camelCase)),
  );
  if (asked.length === 0) return request;
  return {
    ...request,
    query: { ...request.query, ...Object.fromEntries(asked.map(([parameter]) => [parameter, true])) },
  };
}
