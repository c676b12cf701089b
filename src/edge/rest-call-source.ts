/** REST calls of a graph, as the GraphiQL page searches them. */
import type { GraphQLSchema } from 'graphql';
import type { RestCallIndex } from '../graph/find/rest-call-index.ts';
import { CommandFailure } from '../helpers/command-failure.ts';
import type { RestCallSource } from './graphiql-rest-calls.ts';
import { HttpError } from './http-error.ts';

/** Index of REST calls, which is created when it is first used. */
export function createRestCallSource(schema: GraphQLSchema): RestCallSource {
  let loading: Promise<RestCallIndex> | undefined;
  const load = () => {
    loading ??= import('../graph/find/rest-call-index.ts')
      .then(({ RestCallIndex: Index }) => new Index(schema))
      .catch((error: unknown) => {
        // A later search retries an import that failed for a temporary reason, such as too many open files.
        loading = undefined;
        throw error;
      });
    return loading;
  };
  return {
    list: async () => (await load()).calls,
    findQuery: async (...search) => {
      const index = await load();
      try {
        return await index.findQuery(...search);
      } catch (error) {
        throw error instanceof CommandFailure ? new HttpError(404, 'NOT_FOUND', error.message) : error;
      }
    },
  };
}
