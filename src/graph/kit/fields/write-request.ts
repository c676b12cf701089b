/** Validation and creation of the request of a write. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { Contract, OperationId } from '../../../contract/index.ts';
import { badInput, formatPath, isRestError, type Violation } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { buildUrl } from '../../../rest/url.ts';
import { getContractValidator, mustNotBeNull } from '../contract/check.ts';
import { camelCase } from '../contract/names.ts';
import type { Args } from './kind.ts';

/**
 * Removes duplicate violations. For a null member, only the null is reported; if there are nulls, violations of rules
 * between the members of the body are omitted, because the nulls are missing from the body.
 * @param inputPath path of the members of the body in the input
 */
function removeDuplicates(violations: readonly Violation[], inputPath: Violation['path']): readonly Violation[] {
  const nulls = new Set(
    violations.filter(({ message }) => message === mustNotBeNull).map(({ path }) => formatPath(path)),
  );
  const byMessage = new Map<string, Violation>();
  for (const violation of violations) {
    const path = formatPath(violation.path);
    const isUncertain = nulls.has(path) || (nulls.size > 0 && path === formatPath(inputPath));
    if (violation.message === mustNotBeNull || !isUncertain) byMessage.set(`${path} ${violation.message}`, violation);
  }
  return [...byMessage.values()];
}

/** graphql-js has coerced the input to the types that `I` declares. */
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

/** Write that the contract describes, and the parts of its request that are not input fields. */
interface DocumentedWrite {
  readonly contract: Contract;
  readonly operation: OperationId;
  /** Path of the members of the body in the input. Defaults to `input`. */
  readonly inputPath?: Violation['path'];
  /** Members that the request derives from further input fields, or that are not offered. */
  readonly replaced: readonly string[];
  /** Members that a read adds after the validation. */
  readonly completed?: readonly string[];
  /** Path parameters that a read replaces after the validation. */
  readonly completedParameters?: readonly string[];
}

/**
 * Validates a write and creates its request.
 * @param documented members of the body that the input contains
 * @throws RestError BAD_USER_INPUT with all violations
 */
export async function createWriteRequest(
  write: DocumentedWrite,
  documented: unknown,
  violations: Violation[],
  createRequestParts: () => Omit<RestRequest, 'operation'> | Promise<Omit<RestRequest, 'operation'>>,
): Promise<RestRequest> {
  const { contract, operation: id, inputPath = ['input'], replaced, completed = [], completedParameters = [] } = write;
  const validator = getContractValidator(contract);
  let request: RestRequest | undefined;
  try {
    request = { operation: id, ...(await createRequestParts()) };
    if (completedParameters.length === 0) buildUrl(contract, id, request.path ?? {}, {});
  } catch (error) {
    if (!isRestError(error, 'BAD_USER_INPUT')) throw error;
    violations.push(...error.violations);
  }
  const body = request?.body ?? documented;
  if (typeof body === 'object' && body !== null) {
    // If the request could not be created, replaced members are missing, and rules between members cannot be checked.
    const missing = new Set<unknown>(request === undefined ? replaced.map(camelCase) : []);
    const laterMembers = new Set<unknown>(completed.map(camelCase));
    const isCertain = ({ path }: Violation) =>
      !laterMembers.has(path[1]) && (missing.size === 0 || (path.length > inputPath.length && !missing.has(path[1])));
    violations.push(...validator.checkBody(id, { ...body }, inputPath).filter(isCertain));
  }
  violations.push(...validator.checkQuery(id, request?.query ?? {}, ['input']));
  if (request === undefined || violations.length > 0) throw badInput(removeDuplicates(violations, inputPath));
  return request;
}
