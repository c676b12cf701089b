import { GraphQLError, type Source } from 'graphql';

/** Error instead of the execution of an operation. @param status HTTP status if the response contains only this error */
export function requestError(code: string, message: string, status: 200 | 400 | 413 = 400): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}

/** Error for a document, with its location. @param start index in the document */
export function documentError(code: string, message: string, source: Source, start: number): GraphQLError {
  return new GraphQLError(message, { source, positions: [start], extensions: { code, http: { status: 400 } } });
}
