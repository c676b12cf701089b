/** Detects responses with a success status that the contract does not document, such as an error instead of an object. */
import type { Contract, Operation, SchemaName } from '../contract/index.ts';
import { nameJsonType } from '../helpers/json-type.ts';
import type { Credential } from './credential.ts';
import { RestError } from './errors.ts';
import { parseRequestId } from './failure.ts';
import type { RestRequest, RestResponse } from './request.ts';
import { getRedactedValues } from './secrets.ts';

/** Attributes in which services report an error, whatever the status. */
const errorAttributes = ['error', 'errors', 'message'];

/** Whether a schema allows arbitrary attributes. */
function isFreeForm(contract: Contract, schema: SchemaName): boolean {
  const { additionalProperties = false } = contract.schema(schema);
  return additionalProperties !== false || contract.attributesOf(schema).size === 0;
}

/**
 * Whether an object with these attributes matches none of the schemas. If a schema is assumed, services may send other
 * attributes. @param isEmptyValid whether the object may be
 * empty
 */
function isForeign(
  contract: Contract,
  names: readonly string[],
  schemas: readonly SchemaName[],
  isEmptyValid: boolean,
): boolean {
  if (
    schemas.length === 0 ||
    schemas.some((schema) => isFreeForm(contract, schema)) ||
    (isEmptyValid && names.length === 0)
  )
    return false;
  return schemas.every((schema) => {
    const attributes = contract.attributesOf(schema);
    const hasError = errorAttributes.some((name) => names.includes(name) && !attributes.has(name));
    const lacksId = attributes.has('id') && !names.includes('id');
    const isUnexpected = !contract.schema(schema)['x-assumed'] && !names.some((name) => attributes.has(name));
    return (hasError && lacksId) || isUnexpected;
  });
}

/** Problem of the body of a successful response; `undefined` if the body is usable. */
function findProblem(
  contract: Contract,
  { body, status }: RestResponse,
  { method, list, responseSchemas, bodiless }: Operation,
): string | undefined {
  const isRead = method === 'GET';
  if (isRead && body === undefined)
    return bodiless.has(status) ? undefined : 'Invalid response from the upstream: its body is missing';
  if (isRead && list && !Array.isArray(body))
    return `Invalid response from the upstream: expected a JSON array, got ${nameJsonType(body)}`;
  if (list || typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const names = Object.keys(body);
  if (!isForeign(contract, names, responseSchemas, !isRead)) return undefined;
  if (errorAttributes.some((name) => names.includes(name)))
    return 'The upstream returned an error with a success status';
  return isRead ? 'Invalid response from the upstream: its object has none of the documented attributes' : undefined;
}

/**
 * Checks that a response is the list or the object that the contract documents. The object of a write may be empty or
 * undocumented, because its fields fail or are loaded again.
 * @throws RestError UPSTREAM_INVALID_RESPONSE if the body is missing, if it is not a list, or if the object has no
 * documented attribute, or an error instead of its id
 */
export function checkBody(
  contract: Contract,
  response: RestResponse,
  request: RestRequest,
  credential: Credential,
): RestResponse {
  const problem = findProblem(contract, response, contract.operation(request.operation));
  if (problem === undefined) return response;
  throw new RestError('UPSTREAM_INVALID_RESPONSE', problem, {
    status: response.status,
    requestId: parseRequestId(response, getRedactedValues(contract, request, credential)),
  });
}
