/** The HTTP response for a single result. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { JsonType } from './accepted-types.ts';

export interface AnswerHead {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/** What an error tells of the response. */
interface HttpFacts {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the status is that of application/graphql-response+json only, as application/json has 200 for all errors of GraphQL. */
  readonly spec?: boolean;
}

const usual: Readonly<Record<JsonType, AnswerHead>> = {
  'application/json': { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } },
  'application/graphql-response+json': {
    status: 200,
    headers: { 'content-type': 'application/graphql-response+json; charset=utf-8' },
  },
};

const factsOf = ({ extensions: { http } }: GraphQLError): HttpFacts | undefined =>
  typeof http === 'object' && http !== null ? http : undefined;

/** Status and headers of the response for a result. */
export function headOf({ errors = [], data }: ExecutionResult, type: JsonType): AnswerHead {
  if (errors.length === 0) return usual[type];
  const headers = { ...usual[type].headers };
  let status = 0;
  let isUnexpected = false;
  for (const error of errors) {
    const facts = factsOf(error);
    if (facts === undefined) {
      if (error.extensions.unexpected === true) isUnexpected = true;
      continue;
    }
    Object.assign(headers, facts.headers);
    if (facts.spec === true && type === 'application/json') continue;
    status = Math.max(status, facts.status ?? 0);
  }
  if (status === 0) status = isUnexpected && data === undefined ? 500 : 200;
  return { status, headers };
}
