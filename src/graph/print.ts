/** The graph as text. */
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { lexicographicSortSchema } from 'graphql';
import { schema } from './index.ts';
import { printSubgraph } from './kit/federation/entities.ts';

/** The schema with its directives, in a stable order. */
export const printGraph = (): string => printSchemaWithDirectives(lexicographicSortSchema(schema));

/** What a gateway composes of it. */
export const printGraphForGateways = (): string => printSubgraph(schema);
