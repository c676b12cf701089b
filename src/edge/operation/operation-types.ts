import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/** In place of `KnownOperationTypesRule`: rejects operations whose root type the settings have removed. */
export function OfferedOperationTypesRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (context.getSchema().getRootType(node.operation)) return;
      context.reportError(
        new GraphQLError(`This server offers no ${node.operation}s: its operator has disabled them`, { nodes: [node] }),
      );
    },
  };
}
