import { GraphQLError } from 'graphql';

/** An error in place of the execution of an operation. @param status HTTP status where the response is only this error */
export function refusal(code: string, message: string, status: 200 | 400 | 413 = 400): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}
