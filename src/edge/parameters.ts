import { createGraphQLError, type Plugin } from 'graphql-yoga';

/** Answers 400 where the `variables` or `extensions` of a URL or form are not JSON; yoga takes that for a fault of its own. */
export function useJsonParameters(): Plugin {
  return {
    onRequestParse({ requestParser, setRequestParser }) {
      if (requestParser === undefined) return;
      setRequestParser(async (request) => {
        try {
          return await requestParser(request);
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error;
          throw createGraphQLError('The parameters "variables" and "extensions" must be JSON', {
            extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
          });
        }
      });
    },
  };
}
