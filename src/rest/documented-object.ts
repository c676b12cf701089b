/** Objects that are not what the contract documents, such as an error that comes with status 200. */
import { attributesOf, operation, resolve, type SchemaName } from '../contract/index.ts';
import type { Credential } from './credential.ts';
import { RestError } from './errors.ts';
import { requestIdOf } from './failure.ts';
import type { RestRequest, RestResponse } from './request.ts';
import { secretsIn } from './secrets.ts';

/** Members in which services report an error, whatever the status. */
const errorMembers = ['error', 'errors', 'message'];

/** Whether objects of a schema have any attributes. */
function isFreeForm(schema: SchemaName): boolean {
  const { additionalProperties = false } = resolve({ $ref: `#/components/schemas/${schema}` });
  return additionalProperties !== false || attributesOf(schema).size === 0;
}

/** Whether an object of one of the schemas cannot have these members. @param isEmptyValid whether the object may be empty */
function isForeign(names: readonly string[], schemas: readonly SchemaName[], isEmptyValid: boolean): boolean {
  if (schemas.length === 0 || schemas.some(isFreeForm) || (isEmptyValid && names.length === 0)) return false;
  return schemas.every((schema) => {
    const attributes = attributesOf(schema);
    const hasError = errorMembers.some((name) => names.includes(name) && !attributes.has(name));
    const lacksId = attributes.has('id') && !names.includes('id');
    return (hasError && lacksId) || !names.some((name) => attributes.has(name));
  });
}

/**
 * Checks that the object of a response is what the contract documents, and not an error or an empty object in place of it. What a write
 * returns may be empty or undocumented, as its fields fail or are read again.
 * @throws RestError UPSTREAM_INVALID_ANSWER if the object has no documented attribute, or an error in place of its id
 */
export function checkObject(response: RestResponse, request: RestRequest, credential: Credential): RestResponse {
  const { body, status } = response;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return response;
  const { method, list, answers } = operation(request.operation);
  const names = Object.keys(body);
  const isRead = method === 'GET';
  if (list || !isForeign(names, answers, !isRead)) return response;
  if (!isRead && !errorMembers.some((name) => names.includes(name))) return response;
  const message = isRead
    ? 'The upstream sends an invalid response: its object has none of the documented attributes, or an error instead'
    : 'The upstream answers with an error although the status is a success; the write may have happened';
  throw new RestError('UPSTREAM_INVALID_ANSWER', message, {
    status,
    requestId: requestIdOf(response, secretsIn(request, credential)),
  });
}
