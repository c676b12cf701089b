import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/** In place of `KnownOperationTypesRule`: rejects operations whose root type the settings have removed, and names the settings. */
export function OfferedOperationTypesRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (context.getSchema().getRootType(node.operation)) return;
      context.reportError(
        new GraphQLError(
          `The settings of this server offer no ${node.operation} (READ_ONLY, and lists of allowed or denied areas, mutations and fields)`,
          { nodes: [node] },
        ),
      );
    },
  };
}
