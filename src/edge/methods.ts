import { createGraphQLError, type Plugin } from 'graphql-yoga';

/** Refuses subscriptions over GET, as yoga itself refuses mutations. */
export function useQueriesOnlyByGet(): Plugin {
  return {
    onSubscribe({ context: { request }, setResultAndStopExecution }) {
      if (request.method !== 'GET') return;
      const http = { status: 405, headers: { Allow: 'POST' } };
      const extensions = { code: 'BAD_REQUEST', http };
      setResultAndStopExecution({
        errors: [createGraphQLError('Can only perform a subscription operation from a POST request.', { extensions })],
      });
    },
  };
}
