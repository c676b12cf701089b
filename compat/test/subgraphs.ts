/** The facade and the tracker on free ports, and what two composers make of them. */
import { readFileSync } from 'node:fs';
import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';
import { startSandboxed } from '../../test/harness.ts';
import { startTracker, typeDefs } from './tracker.ts';

export const facadeSdl = readFileSync(new URL('../../schema/subgraph.graphql', import.meta.url), 'utf8');

/** Both subgraphs as composition takes them. */
export function servicesAt(facadeUrl: string, trackerUrl: string) {
  return [
    { name: 'portico', url: facadeUrl, typeDefs: parse(facadeSdl) },
    { name: 'tracker', url: trackerUrl, typeDefs: parse(typeDefs) },
  ];
}

/** Both subgraphs as services, and the schema of the gateway in front of them. @param env further settings of the facade */
export async function startSubgraphs(env: Readonly<Record<string, string>> = {}) {
  const facade = await startSandboxed({
    env: { WATCH_FIRST_INTERVAL_MS: '20', WATCH_LONGEST_INTERVAL_MS: '40', ...env },
  });
  const tracker = await startTracker();
  const services = servicesAt(new URL('/graphql', facade.url).href, tracker.url);
  const { supergraphSdl, errors } = composeServices(services);
  if (supergraphSdl === undefined) throw new AggregateError(errors ?? [], 'The subgraphs do not compose');
  return {
    facade,
    supergraphSdl,
    async close() {
      await tracker.close();
      await facade.close();
    },
  };
}
