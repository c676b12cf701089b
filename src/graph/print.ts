/** The graph as text. */
import { lexicographicSortSchema } from 'graphql';
import { schema } from './index.ts';
import { printSubgraph } from './kit/federation/entities.ts';
import { printWithDirectives } from './kit/printing.ts';

/** The schema with its directives, in a stable order. */
export const printGraph = (): string => printWithDirectives(lexicographicSortSchema(schema));

/** What a gateway composes of it. */
export const printGraphForGateways = (): string => printSubgraph(schema);
