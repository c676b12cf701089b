import { createGraphQLError, type Plugin } from 'graphql-yoga';

const badRequest = (message: string) =>
  createGraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });

/** Answers 400 to parameters of a URL or form that are not what they should be; yoga takes that for a fault of its own. */
export function useJsonParameters(): Plugin {
  return {
    onRequestParse({ requestParser, setRequestParser }) {
      if (requestParser === undefined) return;
      setRequestParser(async (request) => {
        try {
          return await requestParser(request);
        } catch (error) {
          if (error instanceof SyntaxError)
            throw badRequest('The parameters "variables" and "extensions" must be JSON');
          if (error instanceof TypeError && request.headers.get('content-type')?.startsWith('multipart/form-data'))
            throw badRequest('The parts "operations" and "map" must be those of a GraphQL multipart request');
          throw error;
        }
      });
    },
  };
}
