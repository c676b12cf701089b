/** REST calls of a graph, as the GraphiQL page searches them. */
import type { GraphQLSchema } from 'graphql';
import { CommandFailure } from '../helpers/command-failure.ts';
import type { RestCallSource } from './graphiql-rest-calls.ts';
import { HttpError } from './http-error.ts';

/** Loads the index of REST calls when it is first used. */
const load = () => import('../graph/find/rest-call-index.ts');

export const createRestCallSource = (schema: GraphQLSchema): RestCallSource => ({
  list: async () => (await load()).listRestCalls(schema),
  async findQuery(...search) {
    const { findRestCallQuery } = await load();
    try {
      return await findRestCallQuery(schema, ...search);
    } catch (error) {
      throw error instanceof CommandFailure ? new HttpError(404, 'NOT_FOUND', error.message) : error;
    }
  },
});
