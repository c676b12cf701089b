/** SDL of the graph. */
import { type GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { schema as standardSchema } from './index.ts';
import { printSubgraph } from './kit/federation/entities.ts';
import { printCompactly } from './kit/printing.ts';

/**
 * Prints the schema with its directives, in a stable order, without the paragraphs of descriptions that directives
 * replace.
 */
export const printGraph = (schema: GraphQLSchema = standardSchema): string =>
  printCompactly(lexicographicSortSchema(schema));

/** Prints the SDL that a gateway composes. */
export const printGraphForGateways = (schema: GraphQLSchema = standardSchema): string => printSubgraph(schema);
