import { GraphQLError } from 'graphql';

/** Error instead of the execution of an operation. @param status HTTP status if the response contains only this error */
export function requestError(code: string, message: string, status: 200 | 400 | 413 = 400): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}
