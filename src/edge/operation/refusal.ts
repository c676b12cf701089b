import { GraphQLError } from 'graphql';

/** An error that answers an operation in place of its execution. @param status HTTP status where the answer is nothing but this error */
export function refusal(code: string, message: string, status: 200 | 400 | 413 = 400): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}
