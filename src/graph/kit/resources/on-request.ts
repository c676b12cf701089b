/** Attributes that an answer carries only where they are asked for. */
import { attributesOnRequest, type OperationId } from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { camelCase } from '../contract/names.ts';

/** By selection, which all objects of a list share, and operation. */
const asked = new WeakMap<Selection, Map<OperationId, Readonly<Record<string, true>> | undefined>>();

/** Query parameters that ask for what is selected; undefined where none has to. */
function askedBy(id: OperationId, selection: Selection): Readonly<Record<string, true>> | undefined {
  const known = asked.get(selection) ?? new Map<OperationId, Readonly<Record<string, true>> | undefined>();
  if (!known.has(id)) {
    const names = [...attributesOnRequest(id)].flatMap(([parameter, attributes]) =>
      selection.has(...attributes.map(camelCase)) ? [[parameter, true] as const] : [],
    );
    known.set(id, names.length === 0 ? undefined : Object.fromEntries(names));
    asked.set(selection, known);
  }
  return known.get(id);
}

/** A call that asks for what is selected of the objects in its answer. */
export function askingFor(request: RestRequest, selection: Selection): RestRequest {
  const query = askedBy(request.operation, selection);
  return query === undefined ? request : { ...request, query: { ...request.query, ...query } };
}
