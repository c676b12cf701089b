/** Finishes the schema: the `@rest` directive on every field as its declaration says, and lists whose items fail alone. */
import {
  DirectiveLocation,
  GraphQLDirective,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  getNullableType,
  isListType,
  isObjectType,
  specifiedDirectives,
} from 'graphql';
import { operation } from '../../contract/index.ts';
import { builder } from './builder.ts';
import { isConnectionType } from './connection.ts';
import { declarationOf, operationsOf } from './declaration.ts';
import { checkLeaves } from './leaves.ts';

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

/** Why an item cannot be given, as a value. */
const asValue = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/**
 * Makes errors of the items that a resolver gives as promises into values, which every execution takes for failures of just those
 * items. Compiled code loses the place of a promise that fails: graphql-jit puts its null at the end of the list.
 */
function settleItems(field: GraphQLField<unknown, unknown>): void {
  const { resolve } = field;
  if (resolve === undefined) return;
  field.resolve = (...call) => {
    const items: unknown = resolve(...call);
    return Array.isArray(items) ? items.map((item) => (item instanceof Promise ? item.catch(asValue) : item)) : items;
  };
}

/** Fields whose values the kit does not check itself: all but attributes, ids and the scaffolding of connections. */
function resolvedByAreas(schema: GraphQLSchema): readonly GraphQLField<unknown, unknown>[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !isConnectionType(name) && !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()))
    .filter((field) => {
      const declaration = declarationOf(field);
      return declaration?.kind !== 'id' && !(declaration?.kind === 'attribute' && declaration.held !== undefined);
    });
}

export function buildSchema(): GraphQLSchema {
  const schema = builder.toSchema({ directives: [...specifiedDirectives, restDirective] });
  annotate(schema);
  for (const field of resolvedByAreas(schema)) checkLeaves(field);
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {}))
    if (isListType(getNullableType(field.type)) && declarationOf(field)?.kind === 'node') settleItems(field);
  return schema;
}
