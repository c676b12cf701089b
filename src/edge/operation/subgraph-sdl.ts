/** Keeps the schema from callers who ask as a gateway would. */
import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/** A validation rule that refuses `_service`, the field by which gateways read the SDL of a subgraph. */
export function NoSubgraphSdlRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      if (node.name.value === '_service' && context.getParentType() === context.getSchema().getQueryType())
        context.reportError(
          new GraphQLError('The SDL of the subgraph is not told: SUBGRAPH_SDL is off', { nodes: [node] }),
        );
    },
  };
}
