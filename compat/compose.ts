/** Prints the supergraph of the facade at the URL of the first argument, and of nothing else. */
import { readFileSync } from 'node:fs';
import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';

const [url = 'http://localhost:4000/graphql'] = process.argv.slice(2);
const sdl = readFileSync(new URL('../schema/subgraph.graphql', import.meta.url), 'utf8');
const { supergraphSdl, errors } = composeServices([{ name: 'portico', url, typeDefs: parse(sdl) }]);
if (supergraphSdl === undefined) throw new AggregateError(errors ?? [], 'The subgraph does not compose');
console.log(supergraphSdl);
