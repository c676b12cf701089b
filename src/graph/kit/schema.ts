/** Finishes the schema: the entry points of the kit itself, `@rest` on every field as its kind says, and checks of the values of areas. */
import {
  DirectiveLocation,
  GraphQLDirective,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLString,
  isObjectType,
  specifiedDirectives,
} from 'graphql';
import { operation } from '../../contract/index.ts';
import { builder } from './builder.ts';
import { describeCalls } from './call-descriptions.ts';
import { checkLeaves } from './contract/leaves.ts';
import { addFederationQueries } from './federation/entities.ts';
import { kindOf, operationsOf } from './fields/kind.ts';
import { addNodeQueries } from './fields/node.ts';
import { isConnectionType } from './paging/connection.ts';

const restDirective = new GraphQLDirective({
  name: 'rest',
  description:
    'A REST call that resolving the field may make or, for a download address, that fetching it makes. Fields without it answer from what is at hand.',
  isRepeatable: true,
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    method: { type: new GraphQLNonNull(GraphQLString), description: 'HTTP method of the call.' },
    path: { type: new GraphQLNonNull(GraphQLString), description: 'Path template of the call, below the base URL.' },
  },
});

/** What the objects of a type are called where there are several, such as `merge request`; undefined where there is one. */
function nounOf(schema: GraphQLSchema, type: GraphQLObjectType): string | undefined {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  if (roots.includes(type) || type.name.endsWith('Payload')) return undefined;
  return type.name.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();
}

/** The calls of a field as `@rest`, where the SDL printer looks for directives, and at the end of its description. */
function annotate(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const kind = kindOf(field);
      const sentence = kind && describeCalls(kind, nounOf(schema, type));
      if (kind === undefined || sentence === undefined) continue;
      const calls = [...new Set(operationsOf(kind))].map(operation);
      field.description = [field.description ?? [], sentence].flat().join('\n\n');
      field.extensions = {
        ...field.extensions,
        directives: { rest: calls.map(({ method, path }) => ({ method, path })) },
      };
    }
  }
}

/** Fields with a resolver, whose values no kind checks; without those of connections. */
function resolvedByAreas(schema: GraphQLSchema): readonly GraphQLField<unknown, unknown>[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !isConnectionType(name) && !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()))
    .filter((field) => kindOf(field) === undefined);
}

/** The whole graph, once every area has added its part. */
export function buildSchema(): GraphQLSchema {
  addNodeQueries();
  addFederationQueries();
  const schema = builder.toSchema({ directives: [...specifiedDirectives, restDirective] });
  annotate(schema);
  for (const field of resolvedByAreas(schema)) checkLeaves(field);
  return schema;
}
