/** Starts a peer and prints its port. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type ExecutionArgs, execute } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import type { YogaServerInstance } from 'graphql-yoga';
import { WebSocketServer } from 'ws';

export async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? address.port : 0);
}

/** Hooks of yoga for an operation over a WebSocket. */
interface Operation extends ExecutionArgs {
  readonly rootValue: { readonly execute: (args: ExecutionArgs) => ReturnType<typeof execute> };
}

const isOperation = (args: ExecutionArgs): args is Operation =>
  typeof args.rootValue === 'object' && args.rootValue !== null && 'execute' in args.rootValue;

/** Serves a yoga over HTTP, and over WebSockets according to its documentation. */
export async function serveYoga<Server extends object, User extends object>(
  yoga: YogaServerInstance<Server, User>,
): Promise<void> {
  const server = createServer((request, response) => void yoga(request, response));
  const requests = new WeakMap<object, Request>();
  useServer(
    {
      execute: (args) => (isOperation(args) ? args.rootValue.execute(args) : execute(args)),
      onConnect({ connectionParams, extra }) {
        const token = String(connectionParams?.['PRIVATE-TOKEN']);
        requests.set(extra.socket, new Request('http://localhost/graphql', { headers: { 'private-token': token } }));
      },
      async onSubscribe({ extra }, _, params) {
        const enveloped = yoga.getEnveloped({ request: requests.get(extra.socket), params });
        const document = enveloped.parse(params.query);
        const errors = enveloped.validate(enveloped.schema, document);
        if (errors.length > 0) return errors;
        return {
          schema: enveloped.schema,
          document,
          operationName: params.operationName,
          variableValues: params.variables,
          contextValue: await enveloped.contextFactory(),
          rootValue: { execute: enveloped.execute },
        };
      },
    },
    new WebSocketServer({ server }),
  );
  await listen(server);
}
