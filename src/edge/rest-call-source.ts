/** REST calls of a graph, as the GraphiQL page searches them. */
import type { GraphQLSchema } from 'graphql';
import { CommandFailure } from '../helpers/command-failure.ts';
import type { RestCallSource } from './graphiql-rest-calls.ts';
import { RequestError } from './operation/request-error.ts';

/** Loads the index of REST calls when it is first used. */
const load = () => import('../graph/find/rest-call-index.ts');

/** Searches run one after the other, so that they delay other requests little. */
export function createRestCallSource(schema: GraphQLSchema): RestCallSource {
  let latest: Promise<unknown> = Promise.resolve();
  return {
    list: async () => (await load()).listRestCalls(schema),
    findQuery(operation, values, isWanted) {
      const search = async () => {
        if (!isWanted()) return undefined;
        const { findRestCallQuery } = await load();
        try {
          return await findRestCallQuery(schema, operation, values);
        } catch (error) {
          throw error instanceof CommandFailure ? new RequestError('BAD_REQUEST', error.message) : error;
        }
      };
      const result = latest.then(search);
      latest = result.catch(() => undefined);
      return result;
    },
  };
}
