import { type Client, createClient } from 'graphql-ws';

export const connect = (endpoint: string, getToken: () => Promise<string>): Client =>
  createClient({
    url: endpoint.replace(/^http/, 'ws'),
    connectionParams: async () => ({ token: await getToken() }),
  });
