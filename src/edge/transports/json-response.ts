/** HTTP response of a single result. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { JsonType } from './accepted-types.ts';

export interface ResponseHead {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/** HTTP status and headers that an error sets on the response. */
interface HttpFacts {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether only application/graphql-response+json has the status. Responses of type application/json have status 200 for all GraphQL errors. */
  readonly spec?: boolean;
  /** Whether a response of type application/json has status 200 instead, so that gateways read its errors. */
  readonly okAsJson?: boolean;
}

const headsWithoutErrors: Readonly<Record<JsonType, ResponseHead>> = {
  'application/json': { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } },
  'application/graphql-response+json': {
    status: 200,
    headers: { 'content-type': 'application/graphql-response+json; charset=utf-8' },
  },
};

const factsOf = ({ extensions: { http } }: GraphQLError): HttpFacts | undefined =>
  typeof http === 'object' && http !== null ? http : undefined;

/** Status and headers of the response for a result. */
export function getResponseHead({ errors = [], data }: ExecutionResult, type: JsonType): ResponseHead {
  if (errors.length === 0) return headsWithoutErrors[type];
  const headers = { ...headsWithoutErrors[type].headers };
  let status = 0;
  let isUnexpected = false;
  for (const error of errors) {
    const facts = factsOf(error);
    if (facts === undefined) {
      if (error.extensions.unexpected === true) isUnexpected = true;
      continue;
    }
    Object.assign(headers, facts.headers);
    if ((facts.spec === true || facts.okAsJson === true) && type === 'application/json') continue;
    status = Math.max(status, facts.status ?? 0);
  }
  if (status === 0) status = isUnexpected && data === undefined ? 500 : 200;
  return { status, headers };
}
