/** Apollo Server with datasource-rest, which coalesces identical reads of an operation and has an HTTP cache. */
import { RESTDataSource } from '@apollo/datasource-rest';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { type HandContext, resolvers, typeDefs } from './hand/schema.ts';
import { base, single } from './hand/upstream.ts';

class Rest extends RESTDataSource {
  readonly #token: string | undefined;

  constructor(server: ApolloServer<HandContext>, token: string | undefined) {
    super({ cache: server.cache });
    this.#token = token;
    this.baseURL = `${base.href.replace(/\/?$/, '/')}`;
  }

  override cacheKeyFor(url: URL): string {
    return `${this.#token} ${url}`;
  }

  read(path: string): Promise<unknown> {
    return this.get(path.slice(1), { headers: this.#token === undefined ? {} : { 'private-token': this.#token } });
  }
}

const server = new ApolloServer<HandContext>({ typeDefs, resolvers, csrfPrevention: false });
const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: '127.0.0.1' },
  context: async ({ req }) => {
    const rest = new Rest(server, single(req.headers['private-token']));
    return { reads: { get: (path) => rest.read(path) } };
  },
});
console.log(new URL(url).port);
