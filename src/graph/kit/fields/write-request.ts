/** The request of a write, when nothing speaks against it. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { OperationId } from '../../../contract/index.ts';
import { badInput, formatPath, isRestError, type Violation } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { buildUrl } from '../../../rest/url.ts';
import { checkBody, checkQuery, mustNotBeNull } from '../contract/check.ts';
import { camelCase } from '../contract/names.ts';
import type { Args } from './kind.ts';

/**
 * Violations without those that were found twice. Of what is null nothing else is told, nor of rules between the members of the body, from
 * which null is missing.
 * @param place where in the input the members of the body stand
 */
function distinct(violations: readonly Violation[], place: Violation['path']): readonly Violation[] {
  const nulls = new Set(
    violations.filter(({ message }) => message === mustNotBeNull).map(({ path }) => formatPath(path)),
  );
  const found = new Map<string, Violation>();
  for (const violation of violations) {
    const path = formatPath(violation.path);
    const isUncertain = nulls.has(path) || (nulls.size > 0 && path === formatPath(place));
    if (violation.message === mustNotBeNull || !isUncertain) found.set(`${path} ${violation.message}`, violation);
  }
  return [...found.values()];
}

/** GraphQL has coerced the input to what `I` declares before anyone sees it. */
export const typedInput = <I extends InputFieldMap>(input: Args) => input as InputShapeFromFields<I>;

export function completeRequest(
  request: RestRequest,
  completion: Pick<RestRequest, 'path' | 'body'> | undefined,
): RestRequest {
  if (completion === undefined) return request;
  const { path, body } = completion;
  return {
    ...request,
    ...(path && { path: { ...request.path, ...path } }),
    ...(body !== undefined && { body: Object.assign({}, request.body, body) }),
  };
}

/**
 * The call of a mutation, when nothing speaks against it; otherwise every violation at once.
 * @param documented members of the body that were given
 * @param standIns documented members that further input fields stand for
 * @param place where in the input the members of the body stand
 */
export async function prepareRequest(
  id: OperationId,
  documented: unknown,
  standIns: readonly string[],
  violations: Violation[],
  parametersOf: () => Omit<RestRequest, 'operation'> | Promise<Omit<RestRequest, 'operation'>>,
  place: Violation['path'] = ['input'],
): Promise<RestRequest> {
  let request: RestRequest | undefined;
  try {
    request = { operation: id, ...(await parametersOf()) };
    buildUrl(id, request.path ?? {}, {});
  } catch (error) {
    if (!isRestError(error, 'BAD_USER_INPUT')) throw error;
    violations.push(...error.violations);
  }
  const body = request?.body ?? documented;
  if (typeof body === 'object' && body !== null) {
    // Without the request, the members that further input fields stand for are not there yet, nor can rules between members hold.
    const unknown = new Set<unknown>(request === undefined ? standIns.map(camelCase) : []);
    const isKnown = ({ path }: Violation) =>
      unknown.size === 0 || (path.length > place.length && !unknown.has(path[1]));
    violations.push(...checkBody(id, { ...body }, place).filter(isKnown));
  }
  violations.push(...checkQuery(id, request?.query ?? {}, ['input']));
  if (request === undefined || violations.length > 0) throw badInput(distinct(violations, place));
  return request;
}
