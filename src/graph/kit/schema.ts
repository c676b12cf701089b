/** Finishes the schema: the `@rest` directive, on every field as its declaration says. */
import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  isObjectType,
  specifiedDirectives,
} from 'graphql';
import { operation } from '../../contract/index.ts';
import { builder } from './builder.ts';
import { declarationOf, operationsOf } from './declaration.ts';

const restDirective = new GraphQLDirective({
  name: 'rest',
  description:
    'A REST call that the field, or the route whose address it gives, may make. Fields without it answer from what is at hand.',
  isRepeatable: true,
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    method: { type: new GraphQLNonNull(GraphQLString), description: 'HTTP method of the call.' },
    path: { type: new GraphQLNonNull(GraphQLString), description: 'Path template of the call, below the base URL.' },
  },
});

/** The calls of a field as `@rest`, where the SDL printer looks for directives. */
function annotate(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const declaration = declarationOf(field);
      const calls = declaration === undefined ? [] : [...new Set(operationsOf(declaration))].map(operation);
      if (calls.length > 0)
        field.extensions = {
          ...field.extensions,
          directives: { rest: calls.map(({ method, path }) => ({ method, path })) },
        };
    }
  }
}

export function buildSchema(): GraphQLSchema {
  const schema = builder.toSchema({ directives: [...specifiedDirectives, restDirective] });
  annotate(schema);
  return schema;
}
