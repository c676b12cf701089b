/** Arguments of fields. */
import { type FieldNode, type GraphQLResolveInfo, visit } from 'graphql';

export type VariableValues = GraphQLResolveInfo['variableValues'];

/** Coerced arguments of a field, by name. */
export type FieldArguments = Readonly<Record<string, unknown>>;

export const noArguments: FieldArguments = Object.freeze(Object.create(null));

/** Whether the arguments of a field contain variables. */
export function usesVariables({ arguments: argumentNodes = [] }: FieldNode): boolean {
  let isUsed = false;
  const Variable = () => {
    isUsed = true;
  };
  for (const node of argumentNodes) visit(node, { Variable });
  return isUsed;
}
