/** REST paths of objects. */
import type { GraphQLSchema } from 'graphql';
import { Selection } from '../../../execution/index.ts';
import { badInput } from '../../../rest/errors.ts';
import { buildUrl } from '../../../rest/url.ts';
import { decodeGlobalId } from './global-id.ts';
import { getResourceTypes } from './resource-types.ts';

/**
 * Returns the path of the REST call that reads an object, without query.
 * @throws RestError BAD_USER_INPUT if the string is not a global id, or if no single call reads objects of its type
 */
export function getRestPath(schema: GraphQLSchema, globalId: string): string {
  const { typename } = decodeGlobalId(globalId);
  const type = getResourceTypes(schema).get(typename);
  if (type?.retrieve === undefined)
    throw badInput([{ path: ['id'], message: `must identify an object that one REST call reads, not a ${typename}` }]);
  const { operation, path = {} } = type.retrieve.request(type.parseGlobalId(globalId, ['id']), Selection.empty);
  return buildUrl(type.contract, operation, path);
}
