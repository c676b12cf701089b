/** Hides the subgraph SDL from clients if it is disabled. */
import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/** Validation rule that rejects `_service`, the field by which gateways read the SDL of a subgraph. */
export function NoSubgraphSdlRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      if (node.name.value === '_service' && context.getParentType() === context.getSchema().getQueryType())
        context.reportError(
          new GraphQLError(
            'The subgraph SDL is disabled on this server (SUBGRAPH_SDL=false). Omit the field "_service"',
            { nodes: [node] },
          ),
        );
    },
  };
}
