/**
 * The schema as compiled code takes it: what objects hold already are properties, which cost far less than resolvers. A value that only
 * the detail has cannot be given that way; it is `unsettled`, and the operation is then executed with resolvers.
 */
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import { isConnectionType } from './connection.ts';
import { declarationIn } from './declaration.ts';

export function inlineHeld(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: ({ resolve, ...field }, name, typeName) => {
      if (isConnectionType(typeName)) return field;
      const declaration = declarationIn(field.extensions);
      if (declaration?.kind !== 'attribute' || declaration.held === undefined) return undefined;
      return declaration.entity.expose(name, declaration.held) ? field : undefined;
    },
  });
}
